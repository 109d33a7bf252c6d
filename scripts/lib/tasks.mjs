// What tasks on a trace cost, natively (tests/bench/tasks.rs) and in a worker of Chromium (tests/bench/worker.js), by turns.

import path from "node:path";
import { countable, workerSeconds } from "./processes.mjs";
import { must, note, output, say, Stop } from "./run.mjs";
import { writeModules } from "./session.mjs";
import { withWorker } from "./worker.mjs";

const NATIVE = ["bench", "--quiet", "-p", "loopscope-tests", "--bench", "tasks"];
/** On a machine that others use too, one round says little. */
const ROUNDS = 3;
/** Sessions in a worker; in the first the browser has not compiled the engine for good. */
const RUNS = 4;

const TIME = { options: {}, asRecorded: false, whole: false };
const ofRun = (/** @type {object} */ query) => ({ type: "whatIf", handle: 1, query });
const changes = [{ select: "wait:L1", factor: 0.5 }];

/** In this order: what comes later uses what was found before. Only the flow graph can be made without times. */
const STEPS = [
  { name: "flow-graphs", start: { kind: "flow", queries: false } },
  { name: "times", start: { kind: "time", ...TIME } },
  { name: "what-if-ready", start: { kind: "whatIf", ...TIME } },
  { name: "answer", ask: ofRun({ answer: { changes } }) },
  { name: "with-its-curve", ask: ofRun({ answer: { changes, moving: 0 } }) },
  { name: "domino-step", ask: ofRun({ domino: { computations: false, after: [] } }) },
];

/** @param {import("@playwright/test").Browser} driven @param {string[]} files one trace each */
export async function tasksTable(driven, files) {
  if (files.length === 0) throw new Stop("Name traces: npm run bench -- tasks FILE..");
  await must("cargo", [...NATIVE, "--no-run"]);
  await writeModules();
  for (const file of files.map((named) => path.resolve(named))) {
    say(path.basename(file));
    const steps = await timed(file);
    const native = new Map(steps.map(({ name }) => [name, Infinity]));
    const there = new Map(native);
    for (let round = 0; round < ROUNDS; round += 1) {
      least(native, natively(steps, file));
      least(there, await inBrowser(driven, steps, file));
    }
    note("processor time, shortest   native    Chromium   Chromium's speed : native");
    const cell = (/** @type {number} */ seconds) => `${(seconds * 1000).toFixed(1).padStart(8)} ms`;
    for (const { name } of steps) {
      const [here, away] = [native.get(name) ?? Number.NaN, there.get(name) ?? Number.NaN];
      note(`${name.padEnd(22)} ${cell(here)} ${cell(away)} ${(here / away).toFixed(2).padStart(10)}`);
    }
  }
}

/** The steps that a trace takes: without times the first alone. @param {string} file */
async function timed(file) {
  return output("cargo", [...NATIVE, "--", JSON.stringify(STEPS.slice(1, 2)), file]) === null ? STEPS.slice(0, 1) : STEPS;
}

/** @param {Map<string, number>} best @param {Map<string, number>} found */
function least(best, found) {
  for (const [name, seconds] of found) best.set(name, Math.min(best.get(name) ?? Infinity, seconds));
}

/** @param {typeof STEPS} steps @param {string} file */
function natively(steps, file) {
  const text = output("cargo", [...NATIVE, "--", JSON.stringify(steps), file]);
  if (text === null) throw new Stop(`The native bench failed; run it alone to see why:\n  cargo ${NATIVE.join(" ")} -- STEPS ${file}`);
  return new Map(text.trim().split("\n").map((line) => [line.split(" ")[0] ?? "", Number(line.split(" ")[1])]));
}

/** @param {import("@playwright/test").Browser} driven @param {typeof STEPS} steps @param {string} file */
function inBrowser(driven, steps, file) {
  return withWorker(driven, { worker: "tests/bench/worker.js", files: [file] }, async (ask) => {
    /** @type {Map<string, number>} */
    const best = new Map();
    await ask("memory");
    for (let run = 0; run < RUNS; run += 1) {
      await ask("read");
      await ask("rest");
      for (const { name, ...step } of steps) {
        const before = workerSeconds();
        const { seconds } = await ask(step);
        least(best, new Map([[name, countable ? workerSeconds() - before : seconds]]));
      }
    }
    return best;
  });
}
