// The engine in parts answers as the whole one, to the byte, about every sample and fixture; and a first visit needs no
// more than the parts that are meant for it.

import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { initSync, setLoader, Engine as SplitEngine } from "../../crate/wasm/pkg/parts/engine.js";
import { PARTS } from "../../crate/wasm/pkg/parts/files.js";
import { cardOf } from "../../scripts/lib/cards.mjs";
import { finishWith, HANDLE, samplesIn, startEngine, withFile, withSample, type Engine, type Glue } from "../../scripts/lib/engine.mjs";
import { readData, SECTION, sectionsOf } from "../../scripts/lib/split/module.mjs";
import { look, NUMBERS } from "../../scripts/lib/split/profile.mjs";
import { root } from "../../scripts/lib/run.mjs";
import type { AskQuery, FlowLook, FlowQuery, LabInput, LabQuery, Reply, Request, WhatIfQuery } from "../../web/engine/wire";

const PACKAGE = path.join(root, "crate/wasm/pkg");
const SAMPLES = path.join(root, "web/public/samples");
const FIXTURES = path.join(root, "tests/fixtures");
/** Files of more bytes take longer than they tell. */
const LARGEST = 300_000;
/** The row of the rounds between the first operations of all processes, in numbers of the engine. */
const ROUNDS = 2 ** 32 - 1;

const read = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path.join(PACKAGE, name)));
const { glue: whole } = await startEngine(path.join(PACKAGE, "loopscope_wasm.js"), read("loopscope_wasm_bg.wasm"));

/** The parts that were loaded, in order. */
const loaded: string[] = [];
let offline = false;

const exports = initSync({ module: read("parts/main.wasm") });
spoil();
setLoader((part) => {
  const name = PARTS[part]?.name ?? "";
  if (offline) throw new Error(`${name} is not there`);
  loaded.push(name);
  void new WebAssembly.Instance(new WebAssembly.Module(read(`parts/${name}.wasm`)), { "": exports as unknown as WebAssembly.ModuleImports });
});
const split = { Engine: SplitEngine } as unknown as Glue;

/** Puts rubbish where bytes will come with a part: whoever uses them before answers wrongly. */
function spoil(): void {
  const memory = new Uint8Array(exports.memory.buffer);
  for (const { name } of PARTS) {
    const data = sectionsOf(read(`parts/${name}.wasm`)).find(({ id }) => id === SECTION.data);
    for (const { start, bytes } of readData(data?.content ?? new Uint8Array(1))) memory.fill(0xa5, start, start + bytes.length);
  }
}

/** Before anything has loaded the rest: tests of a file run in their order. */
test("samples are opened and looked at with the parts that are meant for them", () => {
  const visit = (name: string): void => withSample(split, SAMPLES, name, look);
  const programs = samplesIn(SAMPLES).filter((name) => !NUMBERS.includes(name));
  expect(programs).toContain("lu");
  programs.forEach(visit);
  expect(loaded).toEqual([]);
  NUMBERS.forEach(visit);
  expect(loaded).toEqual(["numbers"]);
});

test("a part that cannot be fetched is an error, and an engine that is started then fetches it", () => {
  offline = true;
  const model = (engine: Engine): void => {
    expect(engine.start(HANDLE, { kind: "model", options: {} })).toBeUndefined();
    expect(finishWith(engine, "the model").processes).toHaveLength(16);
  };
  try {
    expect(() => withSample(split, SAMPLES, "cg", model)).toThrow("model is not there");
  } finally {
    offline = false;
  }
  withSample(split, SAMPLES, "cg", model);
  expect(loaded).toEqual(["numbers", "model"]);
});

test("cards are what the engine draws", () => {
  const cards = JSON.parse(readFileSync(path.join(PACKAGE, "cards.json"), "utf8")) as Record<string, string>;
  expect(Object.keys(cards).sort()).toEqual(samplesIn(SAMPLES));
  for (const name of samplesIn(SAMPLES).filter((each) => !NUMBERS.includes(each))) expect(cards[name] === withSample(split, SAMPLES, name, cardOf), name).toBe(true);
});

test("the lab's answers are those of the whole engine", () => {
  const [name] = samplesIn(SAMPLES);
  const answered = (glue: Glue): string[] => withSample(glue, SAMPLES, name ?? "", answersOfLab);
  const [expected, found] = [answered(whole), answered(split)];
  expect(expected.length).toBeGreaterThan(10);
  expect(found).toEqual(expected);
});

test("the answers about all samples and fixtures are those of the whole engine", () => {
  const files = [...filesBelow(SAMPLES), ...filesBelow(FIXTURES)].filter((file) => statSync(file).size <= LARGEST);
  expect(files.length).toBeGreaterThan(100);
  let opened = 0;
  for (const file of files) {
    const [expected, found] = [answers(whole, file), answers(split, file)];
    if (expected.length > 1) opened += 1;
    expect(found.length, file).toBe(expected.length);
    // Compared as strings, since a difference in a long text takes minutes to print.
    expected.forEach((answer, at) => expect(found[at] === answer, `${file}: ${answer.slice(0, 200)}`).toBe(true));
  }
  expect(opened).toBeGreaterThan(40);
  // No sample or fixture has iterations that branch, or calls whose sizes and polls hide a loop.
  for (const [name, text] of [["branches.trace", branches()], ["polls.csv", polls()]] as const) {
    const said = (glue: Glue): string[] => withFile(glue, name, Buffer.from(text), answersOfFile);
    const [expected, found] = [said(whole), said(split)];
    expect(expected.length, name).toBeGreaterThan(10);
    expect(found, name).toEqual(expected);
  }
  // No graph of a sample or fixture is so irregular that Wei's search gives up.
  const needed = PARTS.map(({ name }) => name).filter((name) => name !== "ramalingam");
  expect([...loaded].sort()).toEqual(needed.sort());
});

/** What an engine says of a file: how reading ends, and, of a trace, what it is, its nests as files and its model. */
function answers(glue: Glue, file: string): string[] {
  return withFile(glue, path.basename(file), readFileSync(file), answersOfFile);
}

function answersOfFile(engine: Engine): string[] {
  const said = [finished(engine)];
  if (!said[0]?.includes('"type":"done"')) return said;
  for (const method of ["greedy", "nlr", "smallest"]) {
    engine.configure(HANDLE, { method });
    said.push(finished(engine));
    for (const what of ["text", "json", "csv"] as const) said.push(JSON.stringify(engine.handle({ type: "export", handle: HANDLE, process: undefined, what, look: undefined })));
  }
  const first = engine.handle({ type: "summary", handle: HANDLE });
  const process = first.type === "summary" ? first.summary.processes[0]?.process : undefined;
  // What other methods find, and whether its iterations are variants of one loop.
  if (process !== undefined) said.push(JSON.stringify(engine.handle({ type: "others", handle: HANDLE, process })));
  for (const task of [{ kind: "model", options: {} }, { kind: "compare", process: 0 }, { kind: "predict", depth: 8 }] as const) {
    const problem = engine.start(HANDLE, task);
    said.push(problem ? JSON.stringify(problem) : finished(engine));
  }
  const ofModel: Request[] = [{ type: "modelVariants", handle: HANDLE }, { type: "modelPart", handle: HANDLE, ids: [] }];
  said.push(...ofModel.map((request) => JSON.stringify(engine.handle(request))));
  const summary = engine.handle({ type: "summary", handle: HANDLE });
  if (summary.type === "summary" && summary.summary.hasTimes) said.push(...answersOfTime(engine), ...answersOfWhatIf(engine));
  said.push(...answersOfAsk(engine), ...answersOfFlow(engine));
  const problem = engine.configure(HANDLE, { view: "calls" });
  return [...said, problem ? JSON.stringify(problem) : finished(engine)];
}

/** Two processes that reduce twice in some of their steps. */
function branches(): string {
  const steps = Array.from({ length: 40 }, (_, step) => step % 10 === 3);
  const body = ["send", "recv"].map((verb, process) => {
    const parts = [0, 1, 2, 3].map((part) => `${process} local part ${part}`);
    return steps.flatMap((twice) => [`${process} ${verb} ${1 - process} 5`, ...parts, ...(twice ? [`${process} sync MPI_Allreduce 0,1`] : []), `${process} sync MPI_Allreduce 0,1`, `${process} local end`]);
  });
  return `${body.flat().join("\n")}\n`;
}

/** A process whose messages have other sizes and which polls another number of times in each step. */
function polls(): string {
  const steps = Array.from({ length: 100 }, (_, step) => (step * step) % 37);
  const body = steps.flatMap((any) => [`MPI_Isend,1,3,${8 * any}`, ...Array<string>(1 + (any % 5)).fill("MPI_Test,,,"), "MPI_Recv,1,4,64"]);
  return `call,peer,tag,bytes\n${body.join("\n")}\n`;
}

/** What it says of each station of the lab: its steps, some frames, and the picture of a step. */
function answersOfLab(engine: Engine): string[] {
  const ask = (query: LabQuery): Reply => engine.handle({ type: "lab", query });
  const listed = ask("stations");
  if (listed.type !== "lab" || !("stations" in listed.reply)) return [JSON.stringify(listed)];
  const inputs = listed.reply.stations.stations.map(({ name }): LabInput => ({ station: name, example: undefined, text: undefined, k: undefined, smax: undefined, nflush: undefined, model: undefined, ahead: undefined, split: undefined, case: undefined, of: undefined, p: undefined, q: undefined }));
  const queries = inputs.flatMap((input): LabQuery[] => [{ open: { input } }, { frames: { input, from: 0, to: 8 } }, { draw: { input, at: 3, width: 784, theme: "light", page: undefined } }]);
  return [listed, ...queries.map(ask)].map((reply) => JSON.stringify(reply));
}

/** What it says of the records of the main loop, and how it writes them. */
function answersOfAsk(engine: Engine): string[] {
  const query: AskQuery = { handle: HANDLE, what: "places", construct: 1, each: true, processes: [], attributes: ["events", "bytes"], ranges: [], attribute: 0, process: undefined, columns: 50, rows: 20, from: 0 };
  const ask = (change: Partial<AskQuery>): string => JSON.stringify(engine.handle({ type: "ask", ...query, ...change }));
  const places = engine.handle({ type: "ask", ...query });
  const found = places.type === "ask" ? /"construct":(\d+)/.exec(places.json)?.[1] : undefined;
  if (found === undefined) return [JSON.stringify(places)];
  const construct = Number(found);
  const said = [JSON.stringify(places), ask({ what: "describe", construct })];
  for (const what of ["over", "processes", "loops", "sorted", "histogram", "ranges", "rows", "csv", "json", "parquet", "text", "c", "python", "sql"] as const) {
    let reply = ask({ what, construct });
    for (let turn = 0; turn < 200 && reply.includes("working"); turn += 1) reply = ask({ what, construct });
    said.push(reply);
  }
  return said;
}

/** What it says of the times of a trace: where they go, the iterations of the main loop, and the picture of all processes. */
function answersOfTime(engine: Engine): string[] {
  const times = { options: {}, asRecorded: false, whole: false };
  const said = ([{ kind: "time", ...times }, { kind: "iterations", ...times, id: ROUNDS }, { kind: "iterations", ...times, id: 1 }, { kind: "excess", id: 1, index: 0 }, { kind: "timeline", ...times }] as const).map((task) => {
    const problem = engine.start(HANDLE, task);
    return problem ? JSON.stringify(problem) : finished(engine);
  });
  const drawn: Extract<Request, { type: "timeline" }>["look"] = { width: 784, height: 620, theme: "light", compact: false, path: [], zoom: [], process: undefined, selected: 0, call: undefined, about: 0, messages: true };
  return [...said, JSON.stringify(engine.handle({ type: "timeline", handle: HANDLE, look: drawn }))];
}

/** What the run would last if something took another time, what would help most, and the critical path. */
function answersOfWhatIf(engine: Engine): string[] {
  const said = [JSON.stringify(engine.start(HANDLE, { kind: "whatIf", options: {}, asRecorded: false, whole: false })) + finished(engine)];
  const over = { processes: [0, 1], ranges: [[0, 1e6]] as [number, number][], columns: 50 };
  const queries: WhatIfQuery[] = [
    { answer: { changes: [{ select: "wait:all", factor: 0.5 }, { select: "calc:L1", factor: 2 }], moving: 0 } },
    { domino: { computations: true, after: [] } },
    { path: { ...over, over: "path" } },
    { path: { ...over, over: "slack" } },
    { path: { ...over, over: { leftOut: "equal" } } },
    { path: { ...over, over: { leftOut: "alone" } } },
    { iteration: { id: 1, iteration: 0 } },
    { touched: { selects: ["wait:L1&iteration=1", "calc:all"] } },
  ];
  return [...said, ...queries.map((query) => JSON.stringify(engine.handle({ type: "whatIf", handle: HANDLE, query })))];
}

/** What it says of the flow graphs: the picture of the first process, what is known of its largest loop, and a file. */
function answersOfFlow(engine: Engine): string[] {
  const problem = engine.start(HANDLE, { kind: "flow", queries: true });
  if (problem) return [JSON.stringify(problem)];
  const drawn: FlowLook = { width: 784, theme: "light", process: 0, kinds: true, loop: 1, block: undefined, folded: [], runs: [] };
  const queries: FlowQuery[] = [{ draw: { look: drawn } }, { text: { process: 0 } }, { part: { look: drawn } }, { links: { process: 0 } }, { file: { what: "json", look: drawn } }];
  const said = [finished(engine), ...queries.map((query) => JSON.stringify(engine.handle({ type: "flow", handle: HANDLE, query })))];
  const main = { loop: 0, process: 0, steps: undefined, from: undefined, spread: false, irregular: false } as const;
  const tasks = [{ kind: "growth", ...main }, { kind: "reduce", ...main }, { kind: "reduce", ...main, steps: 4, from: 2, spread: true }] as const;
  return [...said, ...tasks.map((task) => JSON.stringify(engine.start(HANDLE, task)) + finished(engine))];
}

/** The last step of the work, as text. */
function finished(engine: Engine): string {
  for (;;) {
    const step = engine.step();
    if (step.type !== "working" && !(step.type === "task" && step.report.type === "progress")) return JSON.stringify(step);
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(path.join(folder, entry.name)) : [path.join(folder, entry.name)]));
}
