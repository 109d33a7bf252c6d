import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ToWorker } from "../engine/protocol";
import type { Problem, Request, Step, Summary, TableColumns, TaskResult } from "../engine/wire";
import { FakeEngine, FakeWorld, working } from "./fake.test-helper";
import { Session } from "./session";

let engine: FakeEngine;
let world: FakeWorld;
let session: Session;
const file = { path: "rank-0.trace", blob: new Blob(["0 send 1 1\n"]) };
const summary = { name: "a" } as Summary;
const types = () => world.posted.map(({ type }) => type);
const opened: Step = { type: "done", handle: 1, summary };
const items: Request = { type: "items", handle: 1, process: 0, node: undefined, offset: 0, limit: 1 };

type Received<Type> = Extract<ToWorker, { type: Type }>;
const open = (of: Partial<Received<"open">> = {}) => session.receive({ type: "open", handle: 1, name: "a", files: [file], wanted: {}, ...of });
const cancel = () => session.receive({ type: "cancel", handle: 1 });
const ask = (id: number, lane: Received<"ask">["lane"] = "none") => session.receive({ type: "ask", id, lane, request: items });

/** Bytes are waited for until what is returned is called. */
function holdBytes(): () => void {
  let come = (): void => undefined;
  world.bytes = new Promise((resolve) => (come = resolve));
  return () => come();
}

beforeEach(() => {
  engine = new FakeEngine();
  world = new FakeWorld();
  session = new Session(engine, world);
});

describe("an opening", () => {
  test("is worked on in slices until it is done", () => {
    engine.steps = [working(1, 10), opened];
    open();
    world.turn(5);
    expect(engine.calls).toEqual(["open 1 a rank-0.trace {}", "step", "step"]);
    expect(types()).toEqual(["progress", "done"]);
    expect(world.idle).toBe(true);
  });

  test("waits for bytes before a step, answers meanwhile, and drops what is held at the end", async () => {
    engine.steps = [working(1, 10), opened];
    open();
    world.turn();
    const come = holdBytes();
    world.turn(3);
    expect(world.idle).toBe(true);
    ask(1);
    world.turn(3);
    expect(types()).toEqual(["progress", "answer"]);
    world.bytes = null;
    come();
    await Promise.resolve();
    world.turn(3);
    expect(types()).toEqual(["progress", "answer", "done"]);
    expect(world.closed).toBeGreaterThan(0);
  });

  test("that is cancelled while it waits for bytes does not go on when they come", async () => {
    engine.steps = [working(1, 10), working(1, 20)];
    open();
    const come = holdBytes();
    world.turn(3);
    cancel();
    come();
    await Promise.resolve();
    world.turn(3);
    expect(engine.calls).toEqual(["open 1 a rank-0.trace {}", "cancel"]);
  });

  test.each<[string, Step, Partial<Received<"open">>]>([
    ["whether words are events", { type: "askingWords", handle: 1, file: "words", files: 1, excerpt: "alpha beta" }, { wanted: { words: true } }],
    ["what columns are", { type: "asking", handle: 1, tables: [{ file: "a.csv", columns: [] } as unknown as TableColumns], files: 2 }, { columns: [[["Was", "name"]]] }],
  ])("ends with the question %s, and begins anew with the answer", (_, asked, answer) => {
    engine.steps = [working(1, 10), asked];
    open();
    world.turn(5);
    expect(world.posted.at(-1)).toEqual(asked);
    expect(world.idle).toBe(true);
    engine.steps = [{ type: "done", handle: 2, summary }];
    open({ handle: 2, ...answer });
    world.turn(5);
    expect(types().at(-1)).toBe("done");
  });

  test("reports at most every 50 ms", () => {
    engine.steps = Array.from({ length: 10 }, (_, i) => working(1, i));
    open();
    world.turn(10, 20);
    expect(types()).toHaveLength(4);
  });

  test("says nothing while nothing moves", () => {
    engine.steps = Array.from({ length: 10 }, () => working(1, 7));
    open();
    world.turn(10, 100);
    expect(types()).toHaveLength(1);
  });

  test("that is cancelled says nothing more", () => {
    engine.steps = [working(1, 1), working(1, 2), opened];
    open();
    world.turn(1, 100);
    cancel();
    world.turn(5, 100);
    expect(engine.calls.slice(-2)).toEqual(["step", "cancel"]);
    expect(types()).toEqual(["progress"]);
  });

  test("a Cancel that comes too late cancels nothing else", () => {
    open({ handle: 2, name: "b" });
    cancel();
    expect(engine.calls).not.toContain("cancel");
  });

  test("a new one takes the place of the one before", () => {
    engine.steps = [working(1, 1)];
    open();
    open({ handle: 2, name: "b" });
    expect(engine.calls).toEqual(["open 1 a rank-0.trace {}", "cancel", "open 2 b rank-0.trace {}"]);
  });

  test("that makes no sense is refused at once", () => {
    engine.refuses = { what: "no such field" } as Problem;
    session.receive({ type: "configure", handle: 1, wanted: { signature: ["x"] } });
    world.turn(3);
    expect(types()).toEqual(["failed"]);
    expect(engine.calls).not.toContain("step");
  });
});

describe("files that are read elsewhere", () => {
  const files = [file, { path: "rank-1.trace", blob: new Blob(["1"]) }];

  test("are waited for without turning, and questions are answered meanwhile", () => {
    engine.spreads = [[1, "rank-1.trace"], [0, "rank-0.trace"]];
    engine.steps = [working(1, 1, false, true), working(1, 2), working(1, 3, false, true), opened];
    open({ files });
    expect(engine.calls.at(-1)).toBe("await 1 0");
    expect(world.placed.map(({ place, path }) => `${place} ${path}`)).toEqual(["1 rank-1.trace", "0 rank-0.trace"]);
    world.turn(3);
    expect(world.idle).toBe(true);
    ask(1);
    ask(2);
    world.turn(3);
    world.taker?.progress(0, 10, 3);
    world.turn(3);
    world.taker?.came(0, new Uint8Array(7));
    world.turn(3);
    expect(engine.calls.slice(2)).toEqual([
      "step", "handle items", "handle items", "part 0 10 3", "step", "step", "give 0 7", "step",
    ]);
    expect(types().at(-1)).toBe("done");
  });

  test("are read here where there are no workers, or too little to read", () => {
    world.workers = false;
    engine.spreads = [[0, "rank-0.trace"]];
    open({ files });
    world.workers = true;
    engine.spreads = [];
    open({ handle: 2, files });
    expect(engine.calls.some((call) => call.startsWith("await"))).toBe(false);
    expect(world.taker).toBe(null);
  });

  test("are dropped with the opening", () => {
    engine.spreads = [[0, "rank-0.trace"]];
    open({ files });
    cancel();
    world.taker?.came(0, new Uint8Array(1));
    expect(world.stopped).toBe(1);
    expect(engine.calls.at(-1)).toBe("cancel");
  });
});

describe("questions", () => {
  test("are answered between slices, one a turn", () => {
    engine.steps = [working(1, 1), working(1, 2), working(1, 3)];
    open();
    ask(1);
    ask(2);
    world.turn(2, 1);
    expect(engine.calls.slice(1)).toEqual(["handle items", "step", "handle items", "step"]);
  });

  test("of one lane replace each other", () => {
    for (const id of [1, 2, 3]) ask(id, "ribbon");
    world.turn(3);
    expect(world.posted.map((message) => [message.type, "id" in message && message.id])).toEqual([["dropped", 1], ["dropped", 2], ["answer", 3]]);
  });

  test("that nobody waits for are not asked", () => {
    ask(1);
    session.receive({ type: "forget", id: 1 });
    world.turn(2);
    expect(types()).toEqual([]);
  });

  test("give their pictures away instead of copying them", () => {
    const numbers = new Float32Array(4);
    const picture = { width: 1, height: 1, numbers, strings: [], styles: [], hits: [] };
    engine.answers = () => ({ type: "ribbon", picture, strips: [], path: [] });
    ask(1, "ribbon");
    world.turn();
    expect(world.transferred.at(-1)).toEqual([numbers.buffer]);
  });
});

describe("a trap", () => {
  test("is reported once, and nothing is asked of the engine afterwards", () => {
    engine.step = () => {
      throw new Error("unreachable");
    };
    open();
    world.turn(2);
    ask(1);
    world.turn(2);
    expect(world.posted).toEqual([{ type: "broken", what: "unreachable", unfetched: false }]);
  });
});

describe("an address", () => {
  const address = "https://example.org/lu.zst";
  const fetchUrl = (of: Partial<Received<"fetch">> = {}) => session.receive({ type: "fetch", handle: 1, name: "lu", url: address, wanted: {}, ...of });
  afterEach(() => vi.unstubAllGlobals());

  test("is fetched as a stream and then opened", async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    vi.stubGlobal("fetch", async () => new Response(bytes, { headers: { "content-length": "3" } }));
    engine.steps = [opened];
    fetchUrl({ url: "https://example.org/lu.tar.zst?x" });
    await vi.waitFor(() => expect(engine.calls).toContain("open 1 lu lu.tar.zst {}"));
    world.turn(2);
    expect(types()).toEqual(["fetching", "done"]);
  });

  test("that was expected is asked for once, and again when it is opened again", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (url: string) => {
      asked.push(url);
      return new Response(new Uint8Array([1]));
    });
    world.ahead.begin(address);
    fetchUrl();
    await vi.waitFor(() => expect(engine.calls).toContain("open 1 lu lu.zst {}"));
    expect(asked).toHaveLength(1);
    cancel();
    fetchUrl({ handle: 2 });
    await vi.waitFor(() => expect(engine.calls).toContain("open 2 lu lu.zst {}"));
    expect(asked).toHaveLength(2);
  });

  test("that was expected can be cancelled like any other", async () => {
    let aborted = false;
    vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => new Promise(() => signal?.addEventListener("abort", () => (aborted = true))));
    world.ahead.begin(address);
    fetchUrl();
    cancel();
    expect(aborted).toBe(true);
  });

  test("that stalls has told its last bytes", async () => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
    vi.stubGlobal("fetch", async () => new Response(body, { headers: { "content-length": "100" } }));
    fetchUrl();
    await vi.waitFor(() => expect(types()).toEqual(["fetching"]));
    controller?.enqueue(new Uint8Array(25));
    await vi.waitFor(() => {
      world.ring();
      expect(world.posted.at(-1)).toEqual({ type: "fetching", handle: 1, bytes: 25, totalBytes: 100 });
    });
    cancel();
  });

  test.each([
    ["that is not there", async () => new Response("", { status: 404, statusText: "Not Found" }), "404 Not Found"],
    ["that may not be read", async () => Promise.reject(new TypeError("Failed to fetch")), "Failed to fetch"],
  ])("%s gives a clear problem", async (_, fetcher, found) => {
    vi.stubGlobal("fetch", fetcher);
    fetchUrl();
    await vi.waitFor(() => expect(types()).toContain("failed"));
    const last = world.posted.at(-1);
    expect(last?.type === "failed" && last.problems[0]?.found).toBe(found);
  });

  test("that stalls can be cancelled, and then says nothing", async () => {
    let aborted = false;
    vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => {
          aborted = true;
          reject(new DOMException("aborted", "AbortError"));
        }),
      ),
    );
    fetchUrl();
    cancel();
    await vi.waitFor(() => expect(aborted).toBe(true));
    await Promise.resolve();
    expect(types()).toEqual([]);
  });
});

describe("a task", () => {
  const slice = (done: number, part?: string): Step => ({ type: "task", handle: 1, report: { type: "progress", progress: { done, total: 90, part } } });
  const result = { kind: "predict", processes: [] } as unknown as TaskResult;
  const finished: Step = { type: "task", handle: 1, report: { type: "finished", result } };
  const request = { kind: "predict", depth: 20 } as const;
  const start = (run: number, task: Received<"start">["task"] = request, handle = 1) => session.receive({ type: "start", run, handle, task });
  const started = 'start 1 {"kind":"predict","depth":20}';
  const reports = () => world.posted.map((message) => (message.type === "task" ? message.report : message));

  test("is worked on in slices, reports now and then, and ends with its time", () => {
    engine.steps = [slice(0), slice(30), slice(60), finished];
    engine.takes = [60, 60, 10, 20];
    engine.world = world;
    start(7);
    world.turn(6);
    expect(engine.calls).toEqual([started, "step", "step", "step", "step"]);
    const progress = [0, 30].map((done) => ({ type: "progress", progress: { done, total: 90, part: undefined } }));
    expect(reports()).toEqual([...progress, { type: "finished", result, seconds: { total: 0.15, parts: {} } }]);
    expect(world.posted.every((message) => message.type === "task" && message.run === 7)).toBe(true);
    expect(world.idle).toBe(true);
  });

  test("reports every slice that completes a part, with the time of each part", () => {
    engine.steps = [slice(0), slice(1, "greedy"), slice(2, "optimal"), finished];
    engine.takes = [5, 10, 30, 2];
    engine.world = world;
    start(7);
    world.turn(6);
    expect(reports().map(({ type }) => type)).toEqual(["progress", "progress", "progress", "finished"]);
    expect(reports().at(-1)).toEqual({ type: "finished", result, seconds: { total: expect.closeTo(0.047), parts: { greedy: 0.01, optimal: 0.03 } } });
  });

  test("ends when it is cancelled, and no other work ends then", () => {
    engine.steps = [slice(0), slice(30)];
    start(7);
    world.turn(1);
    session.receive({ type: "cancelTask", run: 6 });
    expect(engine.calls).toEqual([started, "step"]);
    session.receive({ type: "cancelTask", run: 7 });
    world.turn(3);
    expect(engine.calls).toEqual([started, "step", "cancel"]);
    session.receive({ type: "configure", handle: 1, wanted: {} });
    session.receive({ type: "cancelTask", run: 7 });
    expect(engine.calls.slice(3)).toEqual(["configure 1 {}"]);
  });

  test("takes the place of the one before", () => {
    engine.steps = [slice(0)];
    start(7);
    world.turn(1);
    start(8, { kind: "compare", process: 3 });
    expect(engine.calls.slice(2)).toEqual(["cancel", 'start 1 {"kind":"compare","process":3}']);
  });

  test("that fails says why, at once or on the way", () => {
    const problem = { what: "nothing can be predicted" } as Problem;
    engine.steps = [{ type: "task", handle: 1, report: { type: "failed", problem } }];
    start(7);
    world.turn(2);
    engine.refuses = problem;
    start(8, request, 2);
    world.turn(2);
    expect(world.posted).toEqual([7, 8].map((run) => ({ type: "task", run, report: { type: "failed", problem } })));
    expect(world.idle).toBe(true);
  });

  test("lets questions be answered between its slices", () => {
    engine.steps = [slice(0), slice(30), finished];
    start(7);
    ask(1);
    ask(2);
    world.turn(2, 1);
    expect(engine.calls.slice(1)).toEqual(["handle items", "step", "handle items", "step"]);
  });

  test("of a kind that nobody here knows passes through as it is", () => {
    const dummy = { kind: "dummy", question: 6 } as never;
    const answer = { kind: "dummy", answer: 42 } as never;
    engine.steps = [{ type: "task", handle: 1, report: { type: "finished", result: answer } }];
    start(7, dummy);
    world.turn(2);
    expect(engine.calls[0]).toBe('start 1 {"kind":"dummy","question":6}');
    expect(reports()).toEqual([{ type: "finished", result: answer, seconds: { total: 0, parts: {} } }]);
  });
});
