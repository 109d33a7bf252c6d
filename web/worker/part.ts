/** What a worker of the pool does: it reads the files it is given, one after the other. */
import type { ChosenColumns, FromPart, ToPart } from "../engine/protocol";

/** A file that the engine is reading. */
export interface PartLike {
  readonly bytes: number;
  readonly events: number;
  step(): boolean;
  take(): Uint8Array | undefined;
  free(): void;
}

const PROGRESS_EVERY_MS = 50;

/** Reads a file to its end and posts its progress now and then. To cancel it, terminate the worker. */
export function readPart(
  { path, blob, columns }: ToPart,
  begin: (path: string, blob: Blob, columns: ChosenColumns[]) => PartLike,
  post: (message: FromPart, transfer: Transferable[]) => void,
  now: () => number,
): void {
  const reading = begin(path, blob, columns);
  let last = now();
  while (!reading.step()) {
    if (now() - last < PROGRESS_EVERY_MS) continue;
    last = now();
    post({ type: "reading", bytes: reading.bytes, events: reading.events }, []);
  }
  post({ type: "reading", bytes: reading.bytes, events: reading.events }, []);
  const part = reading.take();
  reading.free();
  post({ type: "read", part }, part ? [part.buffer] : []);
}
