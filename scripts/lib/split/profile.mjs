// Which functions a first visit calls: every sample is opened and looked at, as the page does it, in an instrumented engine.
//
// What is asked here need not be all that the page can ask of a sample: what is missing is loaded when it is called
// first, and a test of the page says so (tests/e2e/parts.spec.ts). Nothing here depends on time or chance, so the same
// sources give the same parts.

import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { finish, finishWith, HANDLE, samplesIn, startEngine, withFile, withSample } from "../engine.mjs";
import { instrument } from "./instrument.mjs";

/** @typedef {import("./module.mjs").Module} Module */
/** @typedef {import("../engine.mjs").Engine} Engine */
/** @typedef {import("../engine.mjs").Summary} Summary */

const WIDTHS = [{ width: 880, compact: false }, { width: 360, compact: true }];

/** Formats whose readers are parts of their own, by the names of the folders of their fixtures. @typedef {"otf2" | "paraver" | "dumpi" | "chrome" | "paje" | "simgrid" | "csv-events"} FileFormat */
/** What visitors do: open a program, look at its model, open a trace of numbers, open files of their own, of several formats or of one. @typedef {"open" | "model" | "numbers" | "files" | FileFormat} Visit */

/** @type {readonly FileFormat[]} */
const FORMATS = ["otf2", "paraver", "dumpi", "chrome", "paje", "simgrid", "csv-events"];

/** The samples that are traces of numbers; the others are programs that send messages. */
export const NUMBERS = ["matmul"];

/** What stands beside fixtures, and those that take longer than they tell. */
const NO_TRACE = /\.(expected|otf2-print|counts|md)$/;
const LARGEST = 100_000;

/**
 * The visit that calls each function with a body, by number. What several call is needed by the first, `open`, but for files: those are
 * opened when the others are there, too. What files of several formats call belongs to `files`. What none calls is left out.
 * @param {Module} module
 * @param {{ glue: string, samples: string, fixtures: string }} paths the file of the module's JavaScript, the folder of the samples, and
 *   one with files of all formats
 * @returns {Promise<Map<number, Visit>>}
 */
export async function profile(module, { glue, samples, fixtures }) {
  const { bytes, takeMet } = instrument(module);
  const { glue: started, exports } = await startEngine(glue, bytes);
  /** @param {boolean} numbers @param {(engine: Engine, summary: Summary) => void} visit */
  const each = (numbers, visit) => {
    for (const name of samplesIn(samples)) if (NUMBERS.includes(name) === numbers) withSample(started, samples, name, visit);
  };
  /** @type {Map<number, Visit>} */
  const visits = new Map();
  const note = (/** @type {Visit} */ visit) => {
    for (const index of takeMet(exports.memory)) visits.set(index, visits.has(index) ? "open" : visit);
  };
  const noteFile = (/** @type {Visit} */ visit) => {
    for (const index of takeMet(exports.memory)) {
      const before = visits.get(index);
      if (before === undefined) visits.set(index, visit);
      else if (ofFiles(before) && before !== visit) visits.set(index, "files");
    }
  };
  each(false, look);
  note("open");
  each(false, model);
  note("model");
  each(true, look);
  note("numbers");
  for (const file of filesBelow(fixtures)) {
    withFile(started, path.basename(file), readFileSync(file), (engine) => openAny(engine));
    const [folder] = path.relative(fixtures, file).split(path.sep);
    noteFile(FORMATS.find((format) => format === folder) ?? "files");
  }
  return visits;
}

/** Whether a visit opens files of one's own. @param {Visit} visit */
export function ofFiles(visit) {
  return visit === "files" || FORMATS.some((format) => format === visit);
}

/** A file of whatever content, opened: what is wrong with it is said, and otherwise it is looked at. @param {Engine} engine */
function openAny(engine) {
  const summary = finish(engine);
  if (summary !== undefined) nest(engine, summary);
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !NO_TRACE.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size <= LARGEST)
    .sort();
}

/** What is asked of what is open: its nests, by the methods that have buttons. @param {Engine} engine @param {Summary} summary */
export function look(engine, summary) {
  nest(engine, summary);
  for (const method of ["greedy", "optimal"]) {
    if (engine.configure(HANDLE, { lenient: true, method, order: "auto" }) === undefined) nest(engine, finishWith(engine, method));
  }
}

/** What is asked of the nests of two processes. @param {Engine} engine @param {Summary} summary */
function nest(engine, summary) {
  engine.handle({ type: "summary", handle: HANDLE });
  for (const { process, mainLoop } of [summary.processes[0], summary.processes.at(-1)].filter((row) => row !== undefined)) {
    const about = { handle: HANDLE, process };
    const told = engine.handle({ type: "process", ...about });
    const loops = told.type === "process" ? told.loops : [];
    const ids = loops.slice(0, 8).map(({ id }) => id);
    engine.handle({ type: "items", ...about, node: undefined, offset: 0, limit: 40 });
    for (const theme of /** @type {const} */ (["light", "dark"])) {
      for (const { width, compact } of WIDTHS) {
        for (const selected of [0, ...ids]) {
          const opened = loops.find(({ id }) => id === selected)?.path ?? [];
          const ribbon = { width, theme, compact, path: opened, zoom: [], selected };
          const drawn = engine.handle({ type: "ribbon", ...about, look: ribbon });
          // A loop that is selected is found by the engine, if the view does not say on which path.
          engine.handle({ type: "ribbon", ...about, look: { ...ribbon, path: [] } });
          const strips = drawn.type === "ribbon" ? drawn.strips : [];
          // Zoomed in until single events are seen.
          for (const part of [4, 1000]) engine.handle({ type: "ribbon", ...about, look: { ...ribbon, zoom: strips.map(({ length }) => [0, Math.ceil(length / part)]) } });
          for (const [strip] of strips.entries()) engine.handle({ type: "addresses", ...about, look: ribbon, strip, field: 0 });
        }
      }
      engine.handle({ type: "thumbnails", ...about, theme, width: 200, height: 48, ids });
    }
    // Where the main loop leaves much out, the part for variants would answer, too.
    if ((mainLoop?.share ?? 1) >= 0.9) engine.handle({ type: "others", ...about });
    for (const { node } of loops.slice(0, 8)) engine.handle({ type: "items", ...about, node, offset: 0, limit: 40 });
  }
}

/** The model of the whole program. @param {Engine} engine */
function model(engine) {
  if (engine.start(HANDLE, { kind: "model", options: {} }) !== undefined) return;
  finishWith(engine, "its model");
  /** @type {import("../../../crate/wasm/pkg/loopscope_wasm.js").ModelLook} */
  const plain = { width: 880, height: 500, theme: "light", compact: false, whole: false, folded: false, zoom: undefined, selected: 1, closed: [], process: undefined, opened: [], card: false };
  const first = engine.handle({ type: "model", handle: HANDLE, look: plain });
  const [from, to] = first.type === "model" ? [first.figure.from, first.figure.to] : [0, 1];
  for (const change of [
    { theme: /** @type {const} */ ("dark"), width: 360, compact: true },
    { whole: true },
    { folded: true },
    { closed: [1] },
    { process: 1, selected: 2 },
    { zoom: /** @type {[number, number]} */ ([from, from + (to - from) / 4]) },
  ]) engine.handle({ type: "model", handle: HANDLE, look: { ...plain, ...change } });
  for (const ids of [[], [1], [1, 2]]) engine.handle({ type: "modelPart", handle: HANDLE, ids });
}
