import { beforeEach, describe, expect, test } from "vitest";
import { type Browser, type ByteReader, Files } from "./files";

const MIB = 1 << 20;

/** A file of so many bytes, which tell their places: 4 KiB are alike. */
class FakeFile {
  constructor(
    readonly start: number,
    readonly end: number,
  ) {}

  get size(): number {
    return this.end - this.start;
  }

  slice(from = 0, to = this.size): FakeFile {
    return new FakeFile(this.start + from, Math.min(this.start + to, this.end));
  }

  bytes(from = 0, to = this.size): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(to - from);
    for (let at = 0; at < bytes.length; ) {
      const place = this.start + from + at;
      const next = at + PAGE - (place % PAGE);
      bytes.fill(byteAt(place), at, next);
      at = next;
    }
    return bytes;
  }
}

const PAGE = 4096;
const byteAt = (place: number): number => (Math.floor(place / PAGE) * 37) & 255;

class FakeBrowser implements Browser {
  /** Pieces that were read synchronously. */
  readonly sync: [number, number][] = [];
  /** The streams that were begun, from where on. */
  readonly streams: FakeStream[] = [];
  streaming = true;
  gone = false;
  readonly timers: (() => void)[] = [];

  readSync(blob: Blob): ArrayBuffer {
    if (this.gone) throw new Error("gone");
    const file = blob as unknown as FakeFile;
    this.sync.push([file.start / MIB, file.end / MIB]);
    return file.bytes().buffer;
  }

  byteReader(blob: Blob): ByteReader | null {
    if (!this.streaming) return null;
    const stream = new FakeStream(blob as unknown as FakeFile);
    this.streams.push(stream);
    return stream;
  }

  after(_ms: number, task: () => void): void {
    this.timers.push(task);
  }
}

/** Fills a part of each buffer, and takes it away as a browser does. */
class FakeStream implements ByteReader {
  at = 0;
  /** Bytes of a read, at most. */
  most = 300_001;
  stuck = false;
  fails = false;
  cancelled = false;

  constructor(readonly file: FakeFile) {}

  async read({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): ReturnType<ByteReader["read"]> {
    const memory = structuredClone(buffer, { transfer: [buffer] });
    if (this.stuck) return new Promise(() => undefined);
    if (this.fails) throw new Error("the file is not what it was");
    const count = Math.min(this.most, byteLength, this.file.size - this.at);
    const value = new Uint8Array(memory, byteOffset, count);
    value.set(this.file.bytes(this.at, this.at + count));
    this.at += count;
    return { value, done: count === 0 };
  }

  async cancel(): Promise<void> {
    this.cancelled = true;
  }
}

let browser: FakeBrowser;
let files: Files;
const file = (mebibytes: number): Blob => new FakeFile(0, mebibytes * MIB) as unknown as Blob;
const streamed = () => browser.streams.map(({ file: { start } }) => start / MIB);

beforeEach(() => {
  browser = new FakeBrowser();
  files = new Files(browser);
});

/** Lets streams get on as far as they can. */
const settle = () => new Promise((resolve) => void setTimeout(resolve, 0));

/** Reads from a place on, half a mebibyte at a time, as the engine does; how many bytes were as they should be. */
function read(source: { read(offset: number, into: Uint8Array): number }, from: number, to: number): number {
  const buffer = new Uint8Array(MIB / 2);
  let at = from;
  while (at < to) {
    const count = source.read(at, buffer.subarray(0, Math.min(buffer.length, to - at)));
    if (count === 0) break;
    // One in many: looking at each byte takes long.
    for (let i = 0; i < count; i += 997) if (buffer[i] !== byteAt(at + i)) return at + i - from;
    at += count;
  }
  return at - from;
}

/** Reads to the end as a worker's loop does, a mebibyte a step; how often it waited. */
async function readWaiting(source: { size: number; read(offset: number, into: Uint8Array): number }): Promise<number> {
  let waited = 0;
  for (let at = 0; at < source.size; at += MIB) {
    for (let late = files.late(); late; late = files.late()) {
      waited += 1;
      await late;
    }
    const to = Math.min(at + MIB, source.size);
    expect(read(source, at, to)).toBe(to - at);
  }
  return waited;
}

describe("a file", () => {
  test("that is small comes in one piece", () => {
    const source = files.of(file(3));
    expect(source.size).toBe(3 * MIB);
    expect(read(source, 0, 4 * MIB)).toBe(3 * MIB);
    expect(source.read(3 * MIB, new Uint8Array(5))).toBe(0);
    expect(browser.sync).toEqual([[0, 3]]);
  });

  test("that nobody waits for comes in large pieces", () => {
    expect(read(files.of(file(30)), 0, 30 * MIB)).toBe(30 * MIB);
    expect(browser.sync).toEqual([[0, 1], [1, 17], [17, 30]]);
    expect(streamed()).toEqual([]);
  });

  test("is read ahead where somebody waits", async () => {
    expect(await readWaiting(files.of(file(30.25)))).toBeGreaterThan(0);
    expect(browser.sync).toEqual([[0, 1]]);
    expect(streamed()).toEqual([1]);
    expect(browser.streams[0]?.cancelled).toBe(true);
  });

  test("comes in large pieces from a browser without byte streams", async () => {
    browser.streaming = false;
    expect(await readWaiting(files.of(file(22)))).toBe(0);
    expect(browser.sync).toEqual([[0, 1], [1, 17], [17, 22]]);
  });

  test("that is read at places of its own choice comes from there", () => {
    const source = files.of(file(40));
    expect(read(source, 39 * MIB, 40 * MIB)).toBe(MIB);
    expect(read(source, 10 * MIB, 11 * MIB)).toBe(MIB);
    expect(read(source, 10 * MIB, 11 * MIB)).toBe(MIB);
    expect(browser.sync).toEqual([[39, 40], [10, 11]]);
  });

  test("and the next one share what is held", () => {
    const [one, other] = [files.of(file(2)), files.of(file(3))];
    expect(read(one, 0, MIB)).toBe(MIB);
    expect(read(other, 0, MIB)).toBe(MIB);
    expect(read(one, 0, MIB)).toBe(MIB);
    expect(browser.sync).toEqual([[0, 2], [0, 3], [0, 2]]);
  });
});

describe("a stream", () => {
  /** A file of which a mebibyte was read, and the stream that holds the next 14. */
  async function begun(mebibytes: number) {
    const source = files.of(file(mebibytes));
    read(source, 0, 0.25 * MIB);
    void files.late();
    read(source, 0.25 * MIB, MIB);
    await settle();
    const [stream] = browser.streams;
    if (!stream) throw new Error("no stream was begun");
    expect(stream.at).toBe(14 * MIB);
    return { source, stream };
  }

  test("holds no more than its buffers, and goes on when they are read", async () => {
    const { source, stream } = await begun(60);
    expect(read(source, MIB, 6 * MIB)).toBe(5 * MIB);
    await settle();
    // The piece that is being read is held still.
    expect(stream.at).toBe(18 * MIB);
  });

  test("that is outrun is left, and the bytes come synchronously", async () => {
    const { source, stream } = await begun(60);
    stream.stuck = true;
    expect(read(source, MIB, 40 * MIB)).toBe(39 * MIB);
    expect(stream.cancelled).toBe(true);
    expect(browser.sync).toEqual([[0, 1], [15, 31], [31, 47]]);
    expect(streamed()).toEqual([1]);
  });

  test("that stands still is given up after a while", async () => {
    const { source, stream } = await begun(60);
    stream.stuck = true;
    read(source, MIB, 14 * MIB);
    const late = files.late();
    for (const ring of browser.timers.splice(0)) ring();
    await late;
    expect(files.late()).toBeUndefined();
    expect(read(source, 14 * MIB, 17 * MIB)).toBe(3 * MIB);
    expect(browser.sync.at(-1)).toEqual([15, 31]);
  });

  test("that fails leaves the error to the engine", async () => {
    const { source, stream } = await begun(60);
    [stream.fails, browser.gone] = [true, true];
    expect(read(source, MIB, 6 * MIB)).toBe(5 * MIB);
    await settle();
    expect(read(source, 6 * MIB, 15 * MIB)).toBe(9 * MIB);
    expect(files.late()).toBeUndefined();
    expect(() => read(source, 15 * MIB, 16 * MIB)).toThrow("gone");
  });

  test("of a file that has become shorter ends, and the engine sees it", async () => {
    const { source, stream } = await begun(60);
    Object.assign(stream, { file: new FakeFile(MIB, 18.5 * MIB) });
    browser.readSync = () => new ArrayBuffer(0);
    expect(read(source, MIB, 12 * MIB)).toBe(11 * MIB);
    await settle();
    expect(read(source, 12 * MIB, 17 * MIB)).toBe(5 * MIB);
    expect(files.late()).toBeUndefined();
    expect(() => read(source, 17 * MIB, 30 * MIB)).toThrow("no bytes");
  });

  test("ends when what is held is dropped", async () => {
    const { source, stream } = await begun(60);
    files.close();
    expect(stream.cancelled).toBe(true);
    expect(read(source, 2 * MIB, 3 * MIB)).toBe(MIB);
    expect(browser.sync.at(-1)).toEqual([2, 3]);
  });
});
