/**
 * The engine's files: where each lies, and how a worker gets it.
 *
 * The engine comes in parts (scripts/lib/split/assign.mjs): the main one, which every worker starts with, and others.
 */
import { MAIN, PARTS, type PartName } from "../../crate/wasm/pkg/parts/files.js";

export type { PartName };
export type FileName = "main" | PartName;

/** Names of all files, in the order in which they are worth having. */
export const FILES: readonly FileName[] = ["main", ...PARTS.map(({ name }) => name)];

/** A file that the server did not send, which it may do the next time. */
export class NotFetched extends Error {}

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
