// The timeline of ten million calls, by the engine as workers of a browser run it: how long it takes to prepare, and each picture while
// one zooms in and out again.

import { readFileSync } from "node:fs";
import path from "node:path";
import { HANDLE, startEngine } from "./engine.mjs";
import { held } from "./held.mjs";
import { note, root, say, Stop } from "./run.mjs";

const PACKAGE = path.join(root, "crate", "wasm", "pkg");
const PROCESSES = 16;
/** Calls of one process: so many rounds of as many inner rounds with four calls, and two calls beside them. */
const INNER = 62;
const CALLS_A_ROUND = INNER * 4 + 2;
/** Pictures from the whole run down to single calls; as many back. */
const STEPS = 24;
const CLOSER = 0.55;

/** @typedef {import("../../crate/wasm/pkg/loopscope_wasm.js").Engine} Engine */
/** @typedef {import("../../crate/wasm/pkg/loopscope_wasm.js").TimelineLook} TimelineLook */

/** @param {readonly string[]} named how many million calls; ten by default */
export async function timelineTable(named) {
  const millions = Number(named[0] ?? 10);
  if (!(millions > 0)) throw new Stop(`How many million calls is "${named[0]}"?`);
  say(`The timeline of ${millions} million calls on ${PROCESSES} processes, 752 x 620 pixels (the page at 1280)`);
  const bytes = new Uint8Array(readFileSync(path.join(PACKAGE, "loopscope_wasm_bg.wasm")));
  const { glue } = await startEngine(path.join(PACKAGE, "loopscope_wasm.js"), bytes);
  const engine = new glue.Engine();
  const rounds = Math.round((millions * 1e6) / PROCESSES / CALLS_A_ROUND);
  const files = Array.from({ length: PROCESSES }, (_, rank) => ({ path: `rank-${rank}.csv`, bytes: held(calls(rank, rounds)) }));
  engine.open(HANDLE, "made", files, { lenient: true }, []);
  engine.spreadable();
  note(`read and loops found: ${seconds(() => finished(engine))}`);
  files.length = 0;
  const choices = { options: {}, asRecorded: false, whole: false };
  engine.start(HANDLE, { kind: "time", ...choices });
  note(`where the time goes:  ${seconds(() => finished(engine))}`);
  engine.start(HANDLE, { kind: "timeline", ...choices });
  note(`timeline prepared:    ${seconds(() => finished(engine))}`);
  const first = draw(engine, []);
  note(`first picture:        ${first.ms.toFixed(1)} ms`);
  for (const name of ["one after the other", "once more"]) {
    const times = zooms(engine, first.run);
    times.sort((a, b) => a - b);
    const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
    note(`${times.length} pictures, ${name}: ${mean.toFixed(1)} ms in the mean, ${times.at(-1)?.toFixed(1)} ms at most, ${times.filter((ms) => ms > 16).length} above 16 ms`);
  }
  engine.free();
}

/** The times of all pictures while the first strip is zoomed in to a place in its third quarter, and out again. @param {Engine} engine @param {number} run */
function zooms(engine, run) {
  /** @type {number[]} */
  const times = [];
  for (let step = 0; step < 2 * STEPS; step += 1) {
    const depth = Math.min(step, 2 * STEPS - 1 - step);
    const width = run * CLOSER ** depth;
    const from = Math.min(run - width, run * 0.6);
    times.push(draw(engine, [[from, from + width]]).ms);
  }
  return times;
}

/** @param {Engine} engine @param {[number, number][]} zoom */
function draw(engine, zoom) {
  /** @type {TimelineLook} */
  const look = { width: 752, height: 620, theme: "light", compact: false, path: [], zoom, process: undefined, selected: 1, call: undefined, about: 0, messages: true };
  const started = performance.now();
  const reply = engine.handle({ type: "timeline", handle: HANDLE, look });
  const ms = performance.now() - started;
  if (reply.type !== "timeline") throw new Stop(`No timeline: ${JSON.stringify(reply)}`);
  return { ms, run: reply.strips[0]?.range[1] ?? 0 };
}

/** @param {() => void} work */
function seconds(work) {
  const started = performance.now();
  work();
  return `${((performance.now() - started) / 1000).toFixed(2)} s`;
}

/** Works until nothing is left to do. @param {Engine} engine */
function finished(engine) {
  for (;;) {
    const step = engine.step();
    if (step.type === "working" || (step.type === "task" && step.report.type === "progress")) continue;
    if (step.type === "done" || (step.type === "task" && step.report.type === "finished")) return;
    throw new Stop(`The engine fails: ${JSON.stringify(step).slice(0, 400)}`);
  }
}

/**
 * The calls of a process as a table: in each round a ring of messages, again and again, then one to the neighbour. Times differ from call to
 * call, and some are long.
 * @param {number} rank @param {number} rounds
 */
function calls(rank, rounds) {
  const [next, before] = [(rank + 1) % PROCESSES, (rank + PROCESSES - 1) % PROCESSES];
  const rows = ["start_ns,end_ns,call,peer,tag,bytes,matched"];
  /** @type {Buffer[]} */
  const parts = [];
  let now = 1000;
  let random = rank + 1;
  const call = (/** @type {string} */ name, /** @type {number} */ peer, /** @type {number} */ tag) => {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    const begin = now + 300 + (random % 700);
    now = begin + 500 + (random % 1000 === 0 ? 90_000 : (random >>> 8) % 900);
    rows.push(`${begin},${now},${name},${peer},${tag},640,${name === "MPI_Recv" ? `${peer}:${tag}:640` : ""}`);
  };
  for (let round = 0; round < rounds; round += 1) {
    for (let inner = 0; inner < INNER; inner += 1) {
      call("MPI_Send", next, 1);
      call("MPI_Recv", before, 1);
      call("MPI_Send", before, 2);
      call("MPI_Recv", next, 2);
    }
    call("MPI_Send", next, 3);
    call("MPI_Recv", before, 3);
    // Clocks stay together: all begin the next round at the same time.
    now = 1000 + (round + 1) * CALLS_A_ROUND * 2200;
    if (rows.length > 20_000) parts.push(Buffer.from(`${rows.splice(0).join("\n")}\n`));
  }
  parts.push(Buffer.from(`${rows.join("\n")}\n`));
  return new Uint8Array(Buffer.concat(parts));
}
