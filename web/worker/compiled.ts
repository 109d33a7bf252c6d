/** Where the engine's files lie, and how a worker gets them. */
import { MAIN, PARTS } from "../../crate/wasm/pkg/parts/files.js";
import { type FileName, NotFetched } from "../engine/files";

/** Fetches a file and compiles it while it comes. Rejects with `NotFetched`, or where the browser cannot compile it. */
export async function compiled(name: FileName): Promise<WebAssembly.Module> {
  const address = PARTS.find((part) => part.name === name)?.address ?? MAIN;
  const response = await fetch(address, { credentials: "same-origin" }).catch((error: unknown) => {
    throw new NotFetched(`${nameOf(address)}: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (!response.ok) throw new NotFetched(`${nameOf(address)}: ${`${response.status} ${response.statusText}`.trim()}`);
  // A plain server may send another type, with which a stream is not compiled.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function nameOf(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
