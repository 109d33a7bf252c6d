/**
 * Workers that read one file each, side by side, for the engine that makes the trace of them.
 *
 * They live as long as there are files: a worker's memory grows with the largest file it read and is given back
 * only when it ends. Ending them is how reading is cancelled.
 */
import type { ChosenColumns, FromPart, ToPart } from "../engine/protocol";

/** A file, and its place among those of the opening. */
export interface PlacedFile {
  place: number;
  path: string;
  blob: Blob;
  /** What its user says of the columns of tables. */
  columns: ChosenColumns[];
}

/** A worker as the pool uses it. */
export interface PartPort {
  onmessage: ((event: MessageEvent<FromPart>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToPart): void;
  terminate(): void;
}

/** Who waits for what is read. */
export interface PartTaker {
  progress(place: number, bytes: number, events: number): void;
  /** What came of a file; nothing if it is to be read where the others are. */
  came(place: number, part: Uint8Array | undefined): void;
}

export class Pool {
  private readonly ports: PartPort[] = [];
  private readonly waiting: PlacedFile[];

  /** Reads the files in their order, so many at a time. */
  constructor(files: readonly PlacedFile[], size: number, spawn: () => PartPort, private readonly taker: PartTaker) {
    this.waiting = [...files];
    for (let i = 0; i < size && this.waiting.length > 0; i += 1) {
      const port = spawn();
      this.ports.push(port);
      this.next(port);
    }
  }

  /** Nothing is told any more. */
  stop(): void {
    for (const port of this.ports.splice(0)) end(port);
    this.waiting.length = 0;
  }

  private next(port: PartPort): void {
    const file = this.waiting.shift();
    if (!file) {
      this.ports.splice(this.ports.indexOf(port), 1);
      end(port);
      return;
    }
    const { place } = file;
    port.onmessage = ({ data }) => {
      if (data.type === "reading") {
        this.taker.progress(place, data.bytes, data.events);
        return;
      }
      this.next(port);
      this.taker.came(place, data.part);
    };
    // A worker that cannot start or runs out of memory: the file is read where the others are, and so are those
    // that this worker would have read.
    port.onerror = () => {
      const gone = this.ports.indexOf(port);
      if (gone < 0) return;
      this.ports.splice(gone, 1);
      end(port);
      const left = this.ports.length === 0 ? this.waiting.splice(0) : [];
      for (const unread of [file, ...left]) this.taker.came(unread.place, undefined);
    };
    port.postMessage({ path: file.path, blob: file.blob, columns: file.columns });
  }
}

function end(port: PartPort): void {
  port.onmessage = null;
  port.onerror = null;
  port.terminate();
}
