/**
 * A pool of workers that read files in parallel, one file each at a time, for the session that builds the trace.
 *
 * The workers live as long as there are files: a worker's memory grows with the largest file it has read and is freed
 * only when the worker ends. To cancel reading, the pool terminates them.
 */
import type { ChosenColumns, FromPart, ToPart } from "../engine/protocol";

/** A file, and its index among those of the opening. */
export interface PlacedFile {
  place: number;
  path: string;
  blob: Blob;
  /** What the user says the columns of tables are. */
  columns: ChosenColumns[];
}

/** A worker as the pool uses it. */
export interface PartPort {
  onmessage: ((event: MessageEvent<FromPart>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToPart): void;
  terminate(): void;
}

/** Receives what the pool reads. */
export interface PartTaker {
  progress(place: number, bytes: number, events: number): void;
  /** The result of a file; `undefined` if the session has to read the file itself. */
  came(place: number, part: Uint8Array | undefined): void;
}

export class Pool {
  private readonly ports: PartPort[] = [];
  private readonly waiting: PlacedFile[];

  /** Reads the files in order, with `size` workers. */
  constructor(files: readonly PlacedFile[], size: number, spawn: () => PartPort, private readonly taker: PartTaker) {
    this.waiting = [...files];
    for (let i = 0; i < size && this.waiting.length > 0; i += 1) {
      const port = spawn();
      this.ports.push(port);
      this.next(port);
    }
  }

  /** Terminates the workers; nothing is reported after that. */
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
    // The worker could not start or ran out of memory: the session reads the file itself, and, if this was the last
    // worker, all files that still wait.
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
