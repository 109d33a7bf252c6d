/**
 * Fetches a trace from an address as a stream, with true progress.
 */
import type { Problem } from "./wire";

export type Fetched = { blob: Blob } | { problem: Problem } | { cancelled: true };

/**
 * Reads all of `url`. `progress` gets the bytes that arrived and the bytes there will be (0: not known).
 * The bytes are kept as the browser keeps blobs, so that they can be read synchronously afterwards.
 */
export async function fetchTrace(
  url: string,
  signal: AbortSignal,
  progress: (bytes: number, total: number) => void,
): Promise<Fetched> {
  try {
    // Sends the request alone: no cookies to another host, and no referrer.
    const response = await fetch(url, { signal, credentials: "same-origin", referrerPolicy: "no-referrer" });
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
