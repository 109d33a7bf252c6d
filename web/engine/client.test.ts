import { beforeEach, expect, test, vi } from "vitest";
import type { FromWorker, ToWorker } from "./protocol";
import type { Reply, Request } from "./wire";
import { EngineClient, type Port } from "./client";

class FakePort implements Port {
  readonly sent: ToWorker[] = [];
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  ended = false;

  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  says(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
}

let ports: FakePort[];
let report: ReturnType<typeof vi.fn<(message: FromWorker) => void>>;
let engine: EngineClient;
const request = { type: "items", handle: 1, process: 0, offset: 0, limit: 1, node: undefined } satisfies Request;
const reply: Reply = { type: "items", items: [], total: 0, offset: 0, main: undefined };
const PREDICT = { kind: "predict", depth: 20 } as const;
const compare = (process: number) => ({ kind: "compare", process }) as const;
const start = (run: number, task: object): object => ({ type: "start", run, handle: 1, task });
const failed = { type: "failed", problem: { what: "no" } as never } as const;
const fail = (run: number) => ports[0]?.says({ type: "task", run, report: failed });

beforeEach(() => {
  ports = [];
  report = vi.fn<(message: FromWorker) => void>();
  engine = new EngineClient(() => {
    const port = new FakePort();
    ports.push(port);
    return port;
  }, report);
});

test("a question gets the answer with its id", async () => {
  const first = engine.ask(request);
  const second = engine.ask(request);
  ports[0]?.says({ type: "answer", id: 2, reply: { ...reply, total: 2 } as Reply });
  ports[0]?.says({ type: "answer", id: 1, reply });
  expect((await first)?.total).toBe(0);
  expect((await second)?.total).toBe(2);
});

test("a dropped question and a refused one give null", async () => {
  const first = engine.ask(request, "ribbon");
  const second = engine.ask(request);
  ports[0]?.says({ type: "dropped", id: 1 });
  ports[0]?.says({ type: "answer", id: 2, reply: { type: "refused", problem: { what: "gone" } as never } });
  expect(await first).toBeNull();
  expect(await second).toBeNull();
});

test("an answer to an aborted question is dropped", async () => {
  const abort = new AbortController();
  const asked = engine.ask(request, "none", abort.signal);
  abort.abort();
  expect(await asked).toBeNull();
  expect(ports[0]?.sent.at(-1)).toEqual({ type: "forget", id: 1 });
  ports[0]?.says({ type: "answer", id: 1, reply });
  expect(report).not.toHaveBeenCalled();
});

test("what an opening reports is passed on", () => {
  ports[0]?.says({ type: "fetching", handle: 1, bytes: 1, totalBytes: 2 });
  expect(report).toHaveBeenCalledWith({ type: "fetching", handle: 1, bytes: 1, totalBytes: 2 });
});

test("a restart ends the old worker and everything that waits for it", async () => {
  const asked = engine.ask(request);
  engine.restart();
  expect(await asked).toBeNull();
  expect(ports[0]?.ended).toBe(true);
  expect(ports).toHaveLength(2);
  engine.cancel(1);
  expect(ports[1]?.sent).toEqual([{ type: "cancel", handle: 1 }]);
});

test("a worker that fails to start is reported", () => {
  ports[0]?.onerror?.({ message: "no wasm" } as ErrorEvent);
  expect(report).toHaveBeenCalledWith({ type: "missing", what: "no wasm" });
});

test("a trial gets its times; a row that is not there, a restart and a lost engine give null", async () => {
  const [first, second, third] = [engine.try(6, "optimal", 12), engine.try(7, "optimal", 12), engine.try(0, "greedy", 12)];
  expect(ports[0]?.sent[0]).toEqual({ type: "try", id: 1, row: 6, method: "optimal", ms: 12 });
  const tried = { type: "tried", id: 1, seconds: 0.001, runs: 12, figures: {} as never } as const;
  ports[0]?.says(tried);
  ports[0]?.says({ type: "dropped", id: 2 });
  expect(await first).toEqual(tried);
  expect(await second).toBeNull();
  engine.restart();
  expect(await third).toBeNull();
  const fourth = engine.try(0, "greedy", 12);
  ports[1]?.says({ type: "missing", what: "no wasm" });
  expect(await fourth).toBeNull();
  expect(await engine.try(0, "greedy", 12)).toBeNull();
});

test("a task reports to who started it, until it has ended or is cancelled", () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  engine.start(1, PREDICT, first);
  const cancel = engine.start(1, compare(3), second);
  // One at a time.
  expect(ports[0]?.sent).toEqual([start(1, PREDICT)]);
  fail(1);
  expect(ports[0]?.sent.at(-1)).toEqual(start(2, compare(3)));
  fail(1);
  expect(first.mock.calls).toEqual([[failed]]);
  cancel();
  fail(2);
  expect(second).not.toHaveBeenCalled();
  expect(ports[0]?.sent.at(-1)).toEqual({ type: "cancelTask", run: 2 });
  expect(report).not.toHaveBeenCalled();
});

test("a task that waits is cancelled without a word, and one that runs makes room for the next", () => {
  const reports = vi.fn<() => void>();
  const [first, second] = [5, 6, 7].map((process) => engine.start(1, compare(process), reports));
  second?.();
  expect(ports[0]?.sent).toHaveLength(1);
  first?.();
  expect(ports[0]?.sent.slice(1)).toEqual([{ type: "cancelTask", run: 1 }, start(3, compare(7))]);
  expect(reports).not.toHaveBeenCalled();
});

test("an urgent task comes first, and the one that ran begins anew after it", () => {
  const reports = vi.fn<() => void>();
  engine.start(1, compare(5), reports);
  engine.start(1, compare(6), reports);
  engine.start(1, PREDICT, reports, true);
  expect(ports[0]?.sent.slice(1)).toEqual([{ type: "cancelTask", run: 1 }, start(3, PREDICT)]);
  fail(3);
  expect(ports[0]?.sent.at(-1)).toEqual(start(1, compare(5)));
  fail(1);
  expect(ports[0]?.sent.at(-1)).toEqual(start(2, compare(6)));
  expect(reports).toHaveBeenCalledTimes(2);
});

test("a task that has ended, or whose engine is gone, cancels nothing", () => {
  const cancel = engine.start(1, PREDICT, () => undefined);
  engine.restart();
  cancel();
  expect(ports[1]?.sent).toEqual([]);
});
