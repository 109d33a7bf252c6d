/**
 * Traces on other hosts. The page itself may speak with its own host alone, which the browser enforces; so it asks, and
 * what is agreed to is fetched by a frame that may speak with that host (`elsewhere.html`). Only the address goes into the
 * frame, and only the bytes come out.
 */
import { signal } from "@preact/signals";
import type { Fetched } from "../engine/fetch";

/** What the frame reports. */
export type FromFrame = { type: "ready" } | { type: "progress"; bytes: number; total: number } | { type: "done"; fetched: Fetched };

/** A host that a trace would be fetched from. */
export interface Elsewhere {
  origin: string;
  host: string;
  href: string;
}

/** The user is asked whether a trace may be fetched from another host. */
interface ConsentQuestion {
  host: string;
  href: string;
  agree: () => void;
  refuse: () => void;
}

export class Consent {
  readonly question = signal<ConsentQuestion | null>(null);
  /** Hosts that the user agreed to, as long as the page lasts. */
  private readonly agreed = new Set<string>();

  /** Calls `go` if the user agreed to the host or agrees now, otherwise `refused`. */
  ask({ origin, host, href }: Elsewhere, go: () => void, refused: () => void): void {
    if (this.agreed.has(origin)) return go();
    const answer = (then: () => void) => () => {
      this.question.value = null;
      then();
    };
    const agree = answer(() => {
      this.agreed.add(origin);
      go();
    });
    this.question.value = { host, href, agree, refuse: answer(refused) };
  }
}

/** Fetches from another host. Aborting takes the frame away, and with it the request. */
export function fetchElsewhere(href: string, aborted: AbortSignal, progress: (bytes: number, total: number) => void): Promise<Fetched> {
  return new Promise((resolve) => {
    const frame = document.createElement("iframe");
    const end = (fetched: Fetched) => {
      window.removeEventListener("message", hear);
      frame.remove();
      resolve(fetched);
    };
    const hear = ({ source, origin, data }: MessageEvent<FromFrame>) => {
      if (source !== frame.contentWindow || origin !== location.origin) return;
      if (data.type === "ready") frame.contentWindow?.postMessage({ href }, location.origin);
      else if (data.type === "progress") progress(data.bytes, data.total);
      else end(data.fetched);
    };
    window.addEventListener("message", hear);
    aborted.addEventListener("abort", () => end({ cancelled: true }));
    frame.hidden = true;
    frame.title = "Fetches a trace from another host";
    frame.src = new URL("elsewhere.html", document.baseURI).href;
    document.body.append(frame);
  });
}
