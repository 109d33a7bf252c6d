/**
 * The bytes of dropped files. The engine asks for them in the middle of its work and cannot wait, so they are fetched
 * before it asks.
 *
 * The browser hands out bytes in two ways. `FileReaderSync` stops the worker until another process has read and copied
 * a piece; small pieces cost most. A byte stream fills buffers while the engine works, for half the processor time. So
 * the beginning of a file comes synchronously, which is all of most files; from there on a stream runs ahead, and
 * [late] tells the worker's loop when to wait for it. Whoever never asks [late], or asks a browser without byte streams,
 * gets large synchronous pieces.
 *
 * Memory: 16 MiB of all files of a worker together.
 */

/** What the engine reads a file from. */
export interface ByteSource {
  readonly size: number;
  /** Copies bytes from `offset` on and says how many; 0 at the end of the file only. Throws what the browser says. */
  read(offset: number, into: Uint8Array): number;
}

/** What the browser does; passed in, so that tests need neither a worker nor a clock. */
export interface Browser {
  /** All bytes of a blob, at once. */
  readSync(blob: Blob): ArrayBuffer;
  /** A reader that fills buffers; null where there is none. */
  byteReader(blob: Blob): ByteReader | null;
  /** Runs `task` after so many milliseconds. */
  after(ms: number, task: () => void): void;
}

export interface ByteReader {
  /** Fills a part of a buffer. The buffer is taken away and comes back with the bytes. */
  read(view: Uint8Array<ArrayBuffer>): Promise<{ value?: Uint8Array<ArrayBuffer> | undefined; done: boolean }>;
  cancel(): Promise<void>;
}

const MIB = 1 << 20;

/** Files up to that size come whole. */
const SMALL = 4 * MIB;
/** Bytes of a larger one fetched where reading begins or jumps: not too many of a file that is no trace. */
const FIRST = MIB;
/** Bytes fetched synchronously where it goes on. */
const NEXT = 16 * MIB;
/** Bytes after which a file counts as being read from end to end. */
const SNIFFED = MIB / 2;
/** Buffers of a stream, 14 MiB in all. */
const CHUNK = 2 * MIB;
const CHUNKS = 7;
/** More than the engine reads in a step. */
const STEP = 2 * MIB;
/** After so long without a byte a stream is given up. Nothing is lost: the same bytes are read synchronously. */
const PATIENCE_MS = 2000;

interface Piece {
  start: number;
  bytes: Uint8Array<ArrayBuffer>;
}

const endOf = ({ start, bytes }: Piece): number => start + bytes.length;

export class Files {
  private blob: Blob | null = null;
  /** Consecutive pieces of `blob`. */
  private pieces: Piece[] = [];
  /** Where they end. */
  private end = 0;
  /** Where the engine is. */
  private position = 0;
  private ahead: ReadAhead | null = null;
  /** Whether the worker's loop waits for streams: without it they would never get on. */
  private waits = false;

  constructor(private readonly browser: Browser) {}

  /** What the engine reads a blob from. */
  of(blob: Blob): ByteSource {
    return { size: blob.size, read: (offset, into) => this.read(blob, offset, into) };
  }

  /** Resolves when more bytes have come, if the engine's next step could outrun the stream; nothing if it can go on. */
  late(): Promise<void> | undefined {
    this.waits = true;
    if (!this.ahead?.running || this.end - this.position >= STEP) return undefined;
    return this.ahead.more();
  }

  /** Drops what is held; reading may go on. */
  close(): void {
    this.ahead?.stop();
    this.ahead = null;
    this.blob = null;
    this.pieces = [];
  }

  private read(blob: Blob, offset: number, into: Uint8Array): number {
    if (offset >= blob.size || into.length === 0) return 0;
    const piece = this.held(blob, offset) ?? this.fetch(blob, offset);
    const from = offset - piece.start;
    const part = piece.bytes.subarray(from, from + into.length);
    into.set(part);
    this.position = offset + part.length;
    const start = this.pieces[0]?.start ?? 0;
    if (this.ahead === null && this.waits && this.end < blob.size && this.position - start >= SNIFFED) this.lookAhead(blob);
    return part.length;
  }

  /** The piece with that byte; those before it are done with. */
  private held(blob: Blob, offset: number): Piece | undefined {
    if (blob !== this.blob || offset >= this.end) return undefined;
    while (this.pieces[0] && endOf(this.pieces[0]) <= offset) {
      const [done] = this.pieces.splice(0, 1);
      if (done) this.ahead?.giveBack(done.bytes);
    }
    const [first] = this.pieces;
    return first && first.start <= offset ? first : undefined;
  }

  /** Reads a piece synchronously. */
  private fetch(blob: Blob, offset: number): Piece {
    const goesOn = blob === this.blob && offset === this.end;
    // What was held goes before the new piece comes. A stream that was outrun stays away until somebody waits again.
    this.close();
    if (goesOn) this.waits = false;
    const size = blob.size <= SMALL ? SMALL : goesOn ? NEXT : FIRST;
    const bytes = new Uint8Array(this.browser.readSync(blob.slice(offset, offset + size)));
    if (bytes.length === 0) throw new Error("no bytes came");
    const piece = { start: offset, bytes };
    this.blob = blob;
    this.pieces = [piece];
    this.end = endOf(piece);
    return piece;
  }

  private lookAhead(blob: Blob): void {
    const reader = this.browser.byteReader(blob.slice(this.end));
    if (reader === null) return;
    this.ahead = new ReadAhead(reader, blob.size - this.end, this.browser, (bytes) => {
      this.pieces.push({ start: this.end, bytes });
      this.end += bytes.length;
    });
  }
}

/** A stream that is read until its buffers are full, and on when one is given back. */
class ReadAhead {
  running = true;
  /** Buffers that may still be made. */
  private unmade = CHUNKS;
  private readonly spare: ArrayBuffer[] = [];
  private readonly waiting: (() => void)[] = [];
  private filling = false;

  constructor(
    private readonly reader: ByteReader,
    private left: number,
    private readonly browser: Browser,
    private readonly take: (bytes: Uint8Array<ArrayBuffer>) => void,
  ) {
    void this.fill();
  }

  /** Resolves with the next piece, or when there will be none. */
  more(): Promise<void> {
    const { left } = this;
    this.browser.after(PATIENCE_MS, () => {
      if (this.left === left) this.stop();
    });
    return new Promise((resolve) => void this.waiting.push(resolve));
  }

  giveBack(bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.buffer.byteLength !== CHUNK) return;
    this.spare.push(bytes.buffer);
    void this.fill();
  }

  stop(): void {
    if (!this.running) return;
    this.ended();
    this.reader.cancel().catch(() => undefined);
  }

  private ended(): void {
    this.running = false;
    this.wake();
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** What fails here fails again, with a message, when the engine asks for the bytes. */
  private async fill(): Promise<void> {
    if (this.filling) return;
    this.filling = true;
    try {
      for (let buffer = this.buffer(); buffer && this.running; buffer = this.buffer()) {
        const bytes = await this.filled(buffer);
        if (!this.running) break;
        // A file that has become shorter: the engine will say so.
        if (bytes.length < Math.min(CHUNK, this.left)) return this.stop();
        this.left -= bytes.length;
        this.take(bytes);
        if (this.left === 0) return this.stop();
        this.wake();
      }
    } catch {
      this.ended();
    } finally {
      this.filling = false;
    }
  }

  private buffer(): ArrayBuffer | undefined {
    const spare = this.spare.pop();
    if (spare || this.unmade === 0) return spare;
    this.unmade -= 1;
    return new ArrayBuffer(CHUNK);
  }

  /** A full buffer, or the last bytes. A read fills a part of it, takes the buffer away and gives it back. */
  private async filled(buffer: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
    let memory = buffer;
    let count = 0;
    while (count < Math.min(CHUNK, this.left)) {
      const { value, done } = await this.reader.read(new Uint8Array(memory, count));
      if (!value) break;
      memory = value.buffer;
      count += value.length;
      if (done) break;
    }
    return new Uint8Array(memory, 0, count);
  }
}
