import { expect, test } from "vitest";
import { EnginePort, type WorkerLike } from "./enginePort";
import { type FileName, FILES } from "./files";
import type { FromFiles, FromWorker, ToAnyWorker, ToWorker } from "./protocol";

/** A worker to which files come when a test says so. */
class FakeWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  /** What it got but questions for files. */
  readonly got: string[] = [];
  readonly asked: FileName[] = [];
  ended = false;

  postMessage(message: ToWorker | ToAnyWorker): void {
    if (message.type === "want") this.asked.push(message.name);
    else this.got.push(message.type === "file" ? `file ${message.name}` : message.type);
  }

  terminate(): void {
    this.ended = true;
  }

  async come(...names: FileName[]): Promise<void> {
    for (const name of names) this.say({ type: "compiled", name, module: {} });
    await turns();
  }

  async fail(name: FileName, what: string, unfetched = true): Promise<void> {
    this.say({ type: "uncompiled", name, what, unfetched });
    await turns();
  }

  private say(data: FromFiles): void {
    this.onmessage?.({ data } as MessageEvent<FromFiles>);
  }
}

/** Lets promises that are settled be followed. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

function port(known = new Map<FileName, WebAssembly.Module>()) {
  const worker = new FakeWorker();
  const said: FromWorker[] = [];
  const made = new EnginePort(worker, known, (url) => (url.startsWith("own/") ? { part: url === "own/numbers" ? "numbers" : "model", toOpen: url === "own/numbers" } : undefined));
  made.onmessage = ({ data }) => void said.push(data);
  return { worker, known, said, port: made };
}

const open: ToWorker = { type: "open", handle: 1, name: "a", files: [], wanted: {} };
const sample: ToWorker = { type: "fetch", handle: 2, name: "b", url: "own/lu", wanted: {} };
const model: ToWorker = { type: "start", run: 3, handle: 2, task: { kind: "model", options: {} } };
const cancel: ToWorker = { type: "cancel", handle: 1 };

test("what a message needs comes before it, and messages keep their order", async () => {
  const { worker, port: made } = port();
  made.postMessage(open);
  made.postMessage(cancel);
  expect(worker.asked).toEqual(["main", "readers"]);
  await worker.come("readers");
  expect(worker.got).toEqual([]);
  await worker.come("main");
  expect(worker.got).toEqual(["open", "cancel"]);
  // What is there is not waited for.
  made.postMessage(open);
  expect(worker.got).toHaveLength(3);
});

test("a sample needs no readers, is fetched beside the engine, and its model while it is opened", async () => {
  const { worker, port: made } = port();
  made.postMessage(sample);
  expect(worker.asked).toEqual(["main"]);
  expect(worker.got).toEqual(["expected"]);
  await worker.come("main");
  expect(worker.got).toEqual(["expected", "fetch"]);
  expect(worker.asked).toEqual(["main", "model"]);
  made.postMessage(model);
  expect(worker.got).toEqual(["expected", "fetch"]);
  await worker.come("model");
  expect(worker.got).toEqual(["expected", "fetch", "start"]);
  expect(worker.asked).toEqual(["main", "model"]);
});

test("a sample of numbers waits for its part, any other address for the readers", async () => {
  const { worker, port: made } = port();
  made.postMessage({ ...sample, url: "own/numbers" });
  await worker.come("main");
  expect(worker.got).toEqual(["expected"]);
  await worker.come("numbers");
  expect(worker.got).toEqual(["expected", "fetch"]);
  made.postMessage({ ...sample, url: "https://example.org/own/lu" });
  expect(worker.asked).toEqual(["main", "numbers", "readers"]);
});

test("another worker is handed what was compiled, and compiles the rest", async () => {
  const { worker, known, port: made } = port();
  made.postMessage(sample);
  await worker.come("main");
  const other = port(known);
  other.port.postMessage(open);
  expect(other.worker.got).toEqual(["file main"]);
  expect(other.worker.asked).toEqual(["readers"]);
  await other.worker.come("readers");
  expect(other.worker.got).toEqual(["file main", "open"]);
  expect([...known.keys()]).toEqual(["main", "readers"]);
});

test("a file that does not come is a problem with what to do, and is asked for again", async () => {
  const { worker, said, port: made } = port();
  made.postMessage(open);
  await worker.come("main");
  await worker.fail("readers", "readers.wasm: 503");
  expect(said).toMatchObject([{ type: "failed", handle: 1, problems: [{ found: "readers.wasm: 503", remedy: "Check the connection, then try again." }] }]);
  made.postMessage(open);
  expect(worker.asked).toEqual(["main", "readers", "readers"]);
  await worker.come("readers");
  expect(worker.got.at(-1)).toBe("open");
});

test("a task without its part fails, a question is dropped, and an engine that cannot be compiled is missing", async () => {
  const { worker, said, port: made } = port();
  made.postMessage(model);
  await worker.come("main");
  await worker.fail("model", "model.wasm: gone");
  expect(said.at(-1)).toMatchObject({ type: "task", run: 3, report: { type: "failed" } });
  const other = port();
  other.port.postMessage({ type: "ask", id: 7, lane: "none", request: { type: "summary", handle: 1 } });
  await other.worker.fail("main", "main.wasm: gone");
  expect(other.said).toEqual([{ type: "dropped", id: 7 }]);
  other.port.postMessage(open);
  await other.worker.fail("main", "no vectors", false);
  expect(other.said.at(-1)).toEqual({ type: "missing", what: "no vectors" });
});

test("prefetching brings all files in their order, past one that does not come", async () => {
  const { worker, known, port: made } = port();
  void made.prefetch(() => Promise.resolve());
  await turns();
  expect(worker.asked).toEqual(["main"]);
  await worker.come("main");
  await worker.fail("model", "model.wasm: gone");
  for (const name of FILES.slice(2)) await worker.come(name);
  expect(worker.asked).toEqual(FILES);
  expect([...known.keys()]).toEqual(FILES.filter((name) => name !== "model"));
});

test("prefetching waits until the page is quiet, and asks for nothing that was needed meanwhile", async () => {
  const { worker, port: made } = port();
  const tell: (() => void)[] = [];
  const told = async () => {
    tell.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  void made.prefetch(() => new Promise<void>((resolve) => tell.push(resolve)));
  made.postMessage(model);
  await worker.come("main");
  await worker.come("model");
  expect(worker.asked).toEqual(["main", "model"]);
  await told();
  await told();
  const next = FILES.find((name) => name !== "main" && name !== "model");
  expect(worker.asked).toEqual(["main", "model", next]);
});

test("a worker that was ended gets nothing more", async () => {
  const { worker, said, port: made } = port();
  made.postMessage(open);
  made.terminate();
  await worker.come("main", "readers");
  expect(worker).toMatchObject({ ended: true, got: [] });
  expect(said).toEqual([]);
});
