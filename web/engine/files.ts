/**
 * The engine's files: each is fetched and compiled once for all workers of the page.
 *
 * The engine comes in parts (scripts/lib/split/assign.mjs): the main one, which every worker starts with, and others. What
 * could not be fetched is fetched again when it is wanted again.
 */
import { MAIN, PARTS, type PartName } from "../../crate/wasm/pkg/parts/files.js";

export type { PartName };
export type FileName = "main" | PartName;

/** Names of all files, in the order in which they are worth having. */
export const FILES: readonly FileName[] = ["main", ...PARTS.map(({ name }) => name)];

/** A file that the server did not send, which it may do the next time. */
export class NotFetched extends Error {}

export class EngineFiles {
  private readonly known = new Map<FileName, Promise<WebAssembly.Module>>();

  /** A file, compiled. Rejects with `NotFetched`, or where the browser cannot compile it. */
  get(name: FileName): Promise<WebAssembly.Module> {
    const known = this.known.get(name);
    if (known) return known;
    const module = compiled(PARTS.find((part) => part.name === name)?.address ?? MAIN);
    this.known.set(name, module);
    module.catch((error: unknown) => {
      if (error instanceof NotFetched) this.known.delete(name);
    });
    return module;
  }
}

async function compiled(address: string): Promise<WebAssembly.Module> {
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
