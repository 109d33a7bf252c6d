import { expect, test } from "vitest";
import { EnginePort, type WorkerLike } from "./enginePort";
import { type FileName, FILES, NotFetched } from "./files";
import type { EngineFile, Expected, FromWorker, ToWorker } from "./protocol";

class FakeWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  readonly got: string[] = [];
  ended = false;

  postMessage(message: ToWorker | EngineFile | Expected): void {
    this.got.push(message.type === "file" ? `file ${message.name}` : message.type);
  }

  terminate(): void {
    this.ended = true;
  }
}

/** Files that come when a test says so. */
class FakeFiles {
  readonly asked: FileName[] = [];
  private readonly waiting = new Map<FileName, { come: () => void; fail: (error: Error) => void }>();
  private readonly known = new Map<FileName, Promise<WebAssembly.Module>>();

  get(name: FileName): Promise<WebAssembly.Module> {
    const known = this.known.get(name);
    if (known) return known;
    this.asked.push(name);
    const module = new Promise<WebAssembly.Module>((resolve, reject) => this.waiting.set(name, { come: () => resolve({}), fail: reject }));
    this.known.set(name, module);
    return module;
  }

  async come(...names: FileName[]): Promise<void> {
    for (const name of names) this.waiting.get(name)?.come();
    await turns();
  }

  async fail(name: FileName, error: Error): Promise<void> {
    this.known.delete(name);
    this.waiting.get(name)?.fail(error);
    await turns();
  }
}

/** Lets promises that are settled be followed. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

function port() {
  const worker = new FakeWorker();
  const files = new FakeFiles();
  const said: FromWorker[] = [];
  const made = new EnginePort(worker, files, (url) => (url.startsWith("own/") ? { part: url === "own/numbers" ? "numbers" : "model", toOpen: url === "own/numbers" } : undefined));
  made.onmessage = ({ data }) => void said.push(data);
  return { worker, files, said, port: made };
}

const open: ToWorker = { type: "open", handle: 1, name: "a", files: [], wanted: {} };
const sample: ToWorker = { type: "fetch", handle: 2, name: "b", url: "own/lu", wanted: {} };
const model: ToWorker = { type: "start", run: 3, handle: 2, task: { kind: "model", options: {} } };
const cancel: ToWorker = { type: "cancel", handle: 1 };

test("what a message needs comes before it, the main part first, and messages keep their order", async () => {
  const { worker, files, port: made } = port();
  made.postMessage(open);
  made.postMessage(cancel);
  expect(files.asked).toEqual(["main", "readers"]);
  await files.come("readers");
  expect(worker.got).toEqual([]);
  await files.come("main");
  expect(worker.got).toEqual(["file main", "file readers", "open", "cancel"]);
  // What is there is not waited for.
  made.postMessage(open);
  expect(worker.got).toHaveLength(5);
});

test("a sample needs no readers, is fetched beside the engine, and its model while it is opened", async () => {
  const { worker, files, port: made } = port();
  made.postMessage(sample);
  expect(files.asked).toEqual(["main"]);
  expect(worker.got).toEqual(["expected"]);
  await files.come("main");
  expect(worker.got).toEqual(["expected", "file main", "fetch"]);
  expect(files.asked).toEqual(["main", "model"]);
  made.postMessage(model);
  await files.come("model");
  expect(worker.got).toEqual(["expected", "file main", "fetch", "file model", "start"]);
  expect(files.asked).toEqual(["main", "model"]);
});

test("a sample of numbers waits for its part, any other address for the readers", async () => {
  const { worker, files, port: made } = port();
  made.postMessage({ ...sample, url: "own/numbers" });
  await files.come("main");
  expect(worker.got).toEqual(["expected", "file main"]);
  await files.come("numbers");
  expect(worker.got).toEqual(["expected", "file main", "file numbers", "fetch"]);
  made.postMessage({ ...sample, url: "https://example.org/own/lu" });
  expect(files.asked).toEqual(["main", "numbers", "readers"]);
});

test("a file that does not come is a problem with what to do, and is asked for again", async () => {
  const { worker, files, said, port: made } = port();
  made.postMessage(open);
  await files.come("main");
  await files.fail("readers", new NotFetched("readers.wasm: 503"));
  expect(said).toMatchObject([{ type: "failed", handle: 1, problems: [{ found: "readers.wasm: 503", remedy: "Check the connection, then try again." }] }]);
  made.postMessage(open);
  expect(files.asked).toEqual(["main", "readers", "readers"]);
  await files.come("readers");
  expect(worker.got.at(-1)).toBe("open");
});

test("a task without its part fails, a question is dropped, and an engine that cannot be compiled is missing", async () => {
  const { files, said, port: made } = port();
  made.postMessage(model);
  await files.come("main");
  await files.fail("model", new NotFetched("model.wasm: gone"));
  expect(said.at(-1)).toMatchObject({ type: "task", run: 3, report: { type: "failed" } });
  const other = port();
  other.port.postMessage({ type: "ask", id: 7, lane: "none", request: { type: "summary", handle: 1 } });
  await other.files.fail("main", new NotFetched("main.wasm: gone"));
  expect(other.said).toEqual([{ type: "dropped", id: 7 }]);
  other.port.postMessage(open);
  await other.files.fail("main", new WebAssembly.CompileError("no vectors"));
  expect(other.said.at(-1)).toEqual({ type: "missing", what: "no vectors" });
});

test("prefetching brings all files in their order, past one that does not come", async () => {
  const { worker, files, port: made } = port();
  void made.prefetch(() => Promise.resolve());
  await Promise.resolve();
  expect(files.asked).toEqual(["main"]);
  await files.come("main");
  await files.fail("model", new NotFetched("model.wasm: gone"));
  for (const name of FILES.slice(2)) await files.come(name);
  expect(worker.got).toEqual(FILES.filter((name) => name !== "model").map((name) => `file ${name}`));
});

test("prefetching waits until the page is quiet, and asks for nothing that was needed meanwhile", async () => {
  const { files, port: made } = port();
  const tell: (() => void)[] = [];
  const told = async (): Promise<void> => {
    tell.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  void made.prefetch(() => new Promise<void>((resolve) => tell.push(resolve)));
  made.postMessage(model);
  await files.come("main");
  await files.come("model");
  expect(files.asked).toEqual(["main", "model"]);
  await told();
  await told();
  const next = FILES.find((name) => name !== "main" && name !== "model");
  expect(files.asked).toEqual(["main", "model", next]);
});

test("a worker that was ended gets nothing more", async () => {
  const { worker, files, said, port: made } = port();
  made.postMessage(open);
  made.terminate();
  await files.come("main", "readers");
  expect(worker).toMatchObject({ ended: true, got: [] });
  expect(said).toEqual([]);
});
