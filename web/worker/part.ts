/** What a worker of the pool does: it reads the files it is given, one after the other. */
import type { ChosenColumns, FromPart, ToPart } from "../engine/protocol";
import type { ByteSource, Files } from "./files";

/** A file that the engine is reading. */
export interface PartLike {
  readonly bytes: number;
  readonly events: number;
  step(): boolean;
  take(): Uint8Array | undefined;
  free(): void;
}

const PROGRESS_EVERY_MS = 50;

/** What a worker of the pool reads with. */
interface PartWorld {
  files: Pick<Files, "of" | "late" | "close">;
  begin: (path: string, bytes: ByteSource, columns: ChosenColumns[]) => PartLike;
  post: (message: FromPart, transfer: Transferable[]) => void;
  now: () => number;
  /** Resolves after waiting events, such as bytes of streams, were handled. */
  turn: () => Promise<void>;
}

/** Reads a file to its end and posts its progress now and then. To cancel it, terminate the worker. */
export async function readPart({ path, blob, columns }: ToPart, { files, begin, post, now, turn }: PartWorld): Promise<void> {
  const reading = begin(path, files.of(blob), columns);
  let last = now();
  for (;;) {
    for (let late = files.late(); late; late = files.late()) await late;
    if (reading.step()) break;
    await turn();
    if (now() - last < PROGRESS_EVERY_MS) continue;
    last = now();
    post({ type: "reading", bytes: reading.bytes, events: reading.events }, []);
  }
  files.close();
  post({ type: "reading", bytes: reading.bytes, events: reading.events }, []);
  const part = reading.take();
  reading.free();
  post({ type: "read", part }, part ? [part.buffer] : []);
}
