/**
 * Traces on other hosts. The page itself may speak with its own host alone, which the browser enforces; so it asks, and
 * what is agreed to is fetched by a frame that may speak with that host (`elsewhere.html`). Only the address goes into the
 * frame, and only the bytes come out.
 */
import { signal } from "@preact/signals";
import type { Fetched } from "../engine/fetch";

/** What the frame says. */
export type FromFrame = { type: "ready" } | { type: "progress"; bytes: number; total: number } | { type: "done"; fetched: Fetched };

/** Somebody is asked whether a trace may be fetched from another host. */
export interface Consent {
  host: string;
  href: string;
  agree: () => void;
  refuse: () => void;
}

export const consent = signal<Consent | null>(null);

/** Hosts that were agreed to, as long as the page lasts. */
const agreed = new Set<string>();

/** Calls `go` if the host was agreed to, else when it is; `refused` if it is not. */
export function askFor(where: { origin: string; host: string; href: string }, go: () => void, refused: () => void): void {
  if (agreed.has(where.origin)) return go();
  const answer = (then: () => void) => () => {
    consent.value = null;
    then();
  };
  const agree = answer(() => {
    agreed.add(where.origin);
    go();
  });
  consent.value = { host: where.host, href: where.href, agree, refuse: answer(refused) };
}

/** Fetches from another host. Aborting takes the frame away, and with it the request. */
export function fetchElsewhere(href: string, signal_: AbortSignal, progress: (bytes: number, total: number) => void): Promise<Fetched> {
  return new Promise((resolve) => {
    const frame = document.createElement("iframe");
    const end = (fetched: Fetched): void => {
      window.removeEventListener("message", hear);
      frame.remove();
      resolve(fetched);
    };
    const hear = ({ source, origin, data }: MessageEvent<FromFrame>): void => {
      if (source !== frame.contentWindow || origin !== location.origin) return;
      if (data.type === "ready") frame.contentWindow?.postMessage({ href }, location.origin);
      else if (data.type === "progress") progress(data.bytes, data.total);
      else end(data.fetched);
    };
    window.addEventListener("message", hear);
    signal_.addEventListener("abort", () => end({ cancelled: true }));
    frame.hidden = true;
    frame.title = "Fetches a trace from another host";
    frame.src = new URL("elsewhere.html", document.baseURI).href;
    document.body.append(frame);
  });
}
