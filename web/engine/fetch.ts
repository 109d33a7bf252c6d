/**
 * Fetches a trace from an address as a stream, with true progress.
 */
import type { Problem } from "./wire";

export type Fetched = { blob: Blob } | { problem: Problem } | { cancelled: true };

/** Asks for what is at an address. */
export type Ask = (url: string, signal: AbortSignal) => Promise<Response>;

/** Sends the request alone: no cookies to another host, and no referrer. */
const send: Ask = (url, signal) => fetch(url, { signal, credentials: "same-origin", referrerPolicy: "no-referrer" });

/** Asks for a trace that will be opened soon, before anything can open it. One at a time. */
export class AskedAhead {
  private begun: { url: string; answer: Promise<Response>; abort: AbortController } | null = null;

  /** Asks for it, unless it is on its way. */
  begin(url: string): void {
    if (this.begun?.url === url) return;
    this.begun?.abort.abort();
    const abort = new AbortController();
    const answer = send(url, abort.signal);
    // Whoever asks for it gets the failure; perhaps nobody does.
    answer.catch(() => undefined);
    this.begun = { url, answer, abort };
  }

  /** The answer that is on its way from that address, once, or a new one. */
  readonly ask: Ask = (url, signal) => {
    const { begun } = this;
    if (begun?.url !== url) return send(url, signal);
    this.begun = null;
    signal.addEventListener("abort", () => begun.abort.abort(), { once: true });
    return begun.answer;
  };
}

/**
 * Reads all of `url`. `progress` gets the bytes that arrived and the bytes there will be (0: not known).
 * The bytes are kept as the browser keeps blobs, so that they can be read synchronously afterwards.
 */
export async function fetchTrace(
  url: string,
  signal: AbortSignal,
  progress: (bytes: number, total: number) => void,
  ask: Ask = send,
): Promise<Fetched> {
  try {
    const response = await ask(url, signal);
    if (!response.ok) {
      const found = `${response.status} ${response.statusText}`.trim();
      return { problem: problem(url, "The server did not hand the trace out.", found, "200 OK", "Check the address.") };
    }
    const encoded = response.headers.has("content-encoding");
    const total = encoded ? 0 : Number(response.headers.get("content-length") ?? 0);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    progress(0, total);
    const reader = response.body?.getReader();
    if (!reader) return { blob: new Blob([]) };
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      bytes += value.byteLength;
      progress(bytes, Math.max(total, total > 0 ? bytes : 0));
    }
    return { blob: new Blob(chunks) };
  } catch (error) {
    if (signal.aborted) return { cancelled: true };
    const found = error instanceof Error ? error.message : String(error);
    return {
      problem: problem(
        url,
        "The trace could not be fetched: the server is not reachable, or it does not let other pages read its files (CORS).",
        found,
        "an answer with the header Access-Control-Allow-Origin",
        "Download the file and drop it here.",
      ),
    };
  }
}

function problem(url: string, what: string, found: string, expected: string, remedy: string): Problem {
  return { severity: "error", file: url, line: undefined, place: "", what, found, expected, remedy, count: 1, also: "", choices: [], context: [] };
}
