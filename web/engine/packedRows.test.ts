import { expect, test } from "vitest";
import { pack, unpack } from "./packedRows";
import type { FromWorker } from "./protocol";
import type { MatrixCell, ModelSummary, ProcessRow, Summary } from "./wire";

/** Numbers from 0 to 1, the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function rowsOf(many: number, random: () => number): ProcessRow[] {
  const upTo = (most: number) => Math.floor(random() * most);
  return Array.from({ length: many }, (_, process) => ({
    process,
    kind: upTo(process + 1),
    source: `rank ${upTo(4)}`,
    name: upTo(2) === 0 ? "" : `thread ${process}`,
    events: upTo(2 ** 40),
    topLevel: upTo(9),
    total: upTo(9),
    ratio: random(),
    coverage: random(),
    depth: upTo(4),
    loops: upTo(4),
    mainLoop: upTo(3) === 0 ? undefined : { id: upTo(9), count: upTo(2 ** 40), period: upTo(9), runs: upTo(9), share: random() },
  }));
}

/** A message as the page has it; `moved`: how many arrays were moved. */
function through(message: FromWorker): { there: FromWorker; moved: number } {
  const transfer: Transferable[] = [];
  const packed = pack(message, transfer);
  return { there: unpack(structuredClone(packed, { transfer })) as FromWorker, moved: transfer.length };
}

function doneOf(processes: ProcessRow[]): FromWorker {
  return { type: "done", handle: 1, seconds: { reading: 0, loops: 0 }, summary: { name: "trace", processes } as unknown as Summary };
}

/** The rows in the page, with all fields read. */
function readOf(message: FromWorker): unknown {
  if (message.type !== "done") throw new Error("another message");
  return message.summary.processes.map(({ process, kind, source, name, events, topLevel, total, ratio, coverage, depth, loops, mainLoop }) => ({
    process, kind, source, name, events, topLevel, total, ratio, coverage, depth, loops,
    mainLoop: mainLoop && { id: mainLoop.id, count: mainLoop.count, period: mainLoop.period, runs: mainLoop.runs, share: mainLoop.share },
  }));
}

test("processes come as they went, those without a loop too", () => {
  for (let seed = 1; seed <= 50; seed++) {
    const rows = rowsOf(seed - 1, randomOf(seed));
    expect(readOf(through(doneOf(structuredClone(rows))).there)).toEqual(rows);
  }
});

test("rows of which none has a field, or whose first has none, come as they went", () => {
  const [one, other] = rowsOf(2, () => 0.9);
  if (!one || !other) throw new Error("no rows");
  for (const rows of [[{ ...one, mainLoop: undefined }], [{ ...one, mainLoop: undefined }, other]]) {
    expect(readOf(through(doneOf(structuredClone(rows))).there)).toEqual(rows);
  }
});

test("all columns are moved, and nothing is left in the message", () => {
  const rows = rowsOf(9, () => 0.9);
  const message = doneOf(rows);
  const { moved } = through(message);
  expect(moved).toBe(17);
  expect(message.type === "done" && message.summary.processes).toEqual([]);
});

test("cells with and without bytes, and pairs as arrays, come as they went", () => {
  const cells: MatrixCell[] = [{ from: 0, to: 1, messages: 7, bytes: undefined }, { from: 1, to: 0, messages: 8, bytes: 64 }];
  const events: [number, number][] = [[0, 20], [1, 30]];
  const { there } = through({ type: "answer", id: 1, reply: { type: "modelPart", ids: [], cells: [...cells], events: [...events], messages: 15, lines: [], linesInAll: 0 } });
  if (there.type !== "answer" || there.reply.type !== "modelPart") throw new Error("another message");
  expect(there.reply.cells.map(({ from, to, messages, bytes }) => ({ from, to, messages, bytes }))).toEqual(cells);
  expect(there.reply.events).toEqual(events);
});

test("the events of a model come as they went", () => {
  const eventsOf: [number, number][] = [[0, 20], [3, 30]];
  const result = { kind: "model", eventsOf: [...eventsOf] } as unknown as ModelSummary & { kind: "model" };
  const { there } = through({ type: "task", run: 1, report: { type: "finished", result, seconds: { total: 0, parts: {} } } });
  expect(there).toMatchObject({ report: { result: { eventsOf } } });
});

test("other messages stay as they are", () => {
  const message: FromWorker = { type: "dropped", id: 1 };
  expect(pack(message, [])).toBe(message);
  expect(unpack(message)).toBe(message);
});
