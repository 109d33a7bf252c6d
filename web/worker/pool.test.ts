import { describe, expect, test, vi } from "vitest";
import type { FromPart, ToPart } from "../engine/protocol";
import { FakeWorld } from "./fake.test-helper";
import { type PartLike, readPart } from "./part";
import { type PartPort, Pool } from "./pool";

class FakePort implements PartPort {
  onmessage: ((event: MessageEvent<FromPart>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly given: string[] = [];
  ended = false;

  postMessage({ path }: ToPart): void {
    this.given.push(path);
  }

  terminate(): void {
    this.ended = true;
  }

  says(data: FromPart): void {
    this.onmessage?.({ data } as MessageEvent<FromPart>);
  }
}

function pool(count: number, size: number) {
  const ports: FakePort[] = [];
  const told: string[] = [];
  const files = Array.from({ length: count }, (_, place) => ({ place, path: `f${place}`, blob: new Blob(), columns: [] }));
  const spawn = (): FakePort => {
    const port = new FakePort();
    ports.push(port);
    return port;
  };
  const made = new Pool(files, size, spawn, {
    progress: (place, bytes, events) => void told.push(`${place}: ${bytes} ${events}`),
    came: (place, part) => void told.push(`${place}: ${part ? `part of ${part.length}` : "nothing"}`),
  });
  return { pool: made, ports, told };
}

describe("the pool", () => {
  test("gives each worker the next file, and ends those that have none", () => {
    const { ports, told } = pool(3, 2);
    expect(ports.map(({ given }) => given)).toEqual([["f0"], ["f1"]]);
    ports[1]?.says({ type: "reading", bytes: 10, events: 2 });
    ports[1]?.says({ type: "read", part: new Uint8Array(5) });
    expect(ports[1]?.given).toEqual(["f1", "f2"]);
    ports[0]?.says({ type: "read", part: undefined });
    expect([ports[0]?.ended, ports[1]?.ended]).toEqual([true, false]);
    ports[1]?.says({ type: "read", part: new Uint8Array(6) });
    expect(ports[1]?.ended).toBe(true);
    expect(told).toEqual(["1: 10 2", "1: part of 5", "0: nothing", "2: part of 6"]);
  });

  test("starts no more workers than there are files", () => {
    expect(pool(2, 8).ports).toHaveLength(2);
  });

  test("says nothing after it was stopped", () => {
    const { pool: stopped, ports, told } = pool(3, 2);
    stopped.stop();
    ports[0]?.says({ type: "read", part: undefined });
    expect(ports.every(({ ended }) => ended)).toBe(true);
    expect(told).toEqual([]);
  });

  test("gives back what a worker that fails should have read; the last one, what is left", () => {
    const { ports, told } = pool(4, 2);
    ports[0]?.onerror?.({} as ErrorEvent);
    expect(told).toEqual(["0: nothing"]);
    ports[1]?.onerror?.({} as ErrorEvent);
    expect(told).toEqual(["0: nothing", "1: nothing", "2: nothing", "3: nothing"]);
  });
});

describe("a worker of the pool", () => {
  test("tells now and then how far it is, and gives what it read away", async () => {
    const clock = { now: 0 };
    const posted: FromPart[] = [];
    const transferred: Transferable[][] = [];
    const bytes = new Uint8Array(3);
    const free = vi.fn<() => void>();
    let steps = 0;
    const part: PartLike = {
      get bytes() {
        return steps * 10;
      },
      get events() {
        return steps;
      },
      step: () => {
        clock.now += 20;
        steps += 1;
        return steps === 5;
      },
      take: () => bytes,
      free,
    };
    const world = new FakeWorld();
    const late = [Promise.resolve(), undefined, Promise.resolve(), Promise.resolve()];
    await readPart({ path: "a", blob: new Blob(), columns: [] }, {
      files: { ...world.files, late: () => late.shift() },
      begin: () => part,
      post: (message, transfer) => {
        posted.push(message);
        transferred.push(transfer);
      },
      now: () => clock.now,
      turn: () => Promise.resolve(),
    });
    expect(late).toHaveLength(0);
    expect(world.closed).toBe(1);
    expect(posted).toEqual([
      { type: "reading", bytes: 30, events: 3 },
      { type: "reading", bytes: 50, events: 5 },
      { type: "read", part: bytes },
    ]);
    expect(transferred.at(-1)).toEqual([bytes.buffer]);
    expect(free).toHaveBeenCalledOnce();
  });
});
