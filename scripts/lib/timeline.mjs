// The timeline of ten million calls, by the engine as workers of a browser run it: how long it takes to prepare, and each picture while
// one zooms in and out again.

import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { HANDLE, startEngine } from "./engine.mjs";
import { held } from "./held.mjs";
import { note, root, say, Stop } from "./run.mjs";

const PACKAGE = path.join(root, "crate", "wasm", "pkg");
const PROCESSES = 16;
/** Calls of one process: so many rounds of as many inner rounds with four calls, and two calls beside them; with few calls fewer rounds. */
const INNER = 62;
const callsOf = (/** @type {number} */ inner) => inner * 4 + 2;
/** With fewer calls of a process an inner loop is shorter. */
const FEW = 2_000;
const FEW_INNER = 5;
/** Pictures from the whole run down to single calls; as many back. */
const STEPS = 24;
const CLOSER = 0.55;
/** What the page draws unseen before (`web/features/timeline/state.ts`). */
const UNSEEN = 12;
const UNSEEN_CLOSER = 0.35;

/** @typedef {import("../../crate/wasm/pkg/loopscope_wasm.js").Engine} Engine */
/** @typedef {import("../../crate/wasm/pkg/loopscope_wasm.js").TimelineLook} TimelineLook */

/** @param {readonly string[]} named how many million calls, ten by default; on how many processes */
export async function timelineTable(named) {
  const [millions, processes] = [Number(named[0] ?? 10), Number(named[1] ?? PROCESSES)];
  if (!(millions > 0 && processes >= 2)) throw new Stop(`How many million calls, on how many processes, is "${named.join(" ")}"?`);
  say(`The timeline of ${millions} million calls on ${processes} processes, 752 x 620 pixels (the page at 1280)`);
  const compiled = new Uint8Array(readFileSync(path.join(PACKAGE, "loopscope_wasm_bg.wasm")));
  const { glue } = await startEngine(path.join(PACKAGE, "loopscope_wasm.js"), compiled);
  const engine = new glue.Engine();
  const inner = (millions * 1e6) / processes < FEW ? FEW_INNER : INNER;
  const rounds = Math.max(2, Math.round((millions * 1e6) / processes / callsOf(inner)));
  const files = tables(rounds, inner, processes).map((bytes, rank) => ({ path: `rank-${rank}.csv`, bytes: held(bytes) }));
  engine.open(HANDLE, "made", files, { lenient: true }, []);
  engine.spreadable();
  note(`read and loops found: ${seconds(() => finished(engine))}`);
  files.length = 0;
  const choices = { options: {}, asRecorded: false, whole: false };
  const timeline = (/** @type {boolean} */ draft) => engine.start(HANDLE, { kind: "timeline", ...choices, draft });
  timeline(true);
  note(`loops of the program, and calls without waits: ${seconds(() => finished(engine))}`);
  note(`first picture:        ${draw(engine, []).ms.toFixed(1)} ms`);
  timeline(false);
  note(`all waits found:      ${seconds(() => finished(engine))}`);
  const first = draw(engine, []);
  note(`the same with waits:  ${first.ms.toFixed(1)} ms`);
  engine.start(HANDLE, { kind: "time", ...choices });
  note(`where the time goes:  ${seconds(() => finished(engine))}`);
  engine.start(HANDLE, { kind: "iterations", ...choices, id: 1 });
  note(`iterations of L1:     ${seconds(() => finished(engine))}`);
  // As the page does while nobody zooms.
  for (let depth = 1; depth <= UNSEEN; depth += 1) {
    const width = first.run * UNSEEN_CLOSER ** depth;
    draw(engine, [[(first.run - width) / 2, (first.run + width) / 2]]);
  }
  for (const name of ["one after the other", "once more"]) {
    const times = zooms(engine, first.run);
    note(`  from the whole run in: ${times.slice(0, STEPS).map((ms) => ms.toFixed(0)).join(" ")}`);
    times.sort((a, b) => a - b);
    const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
    note(`${times.length} pictures, ${name}: ${mean.toFixed(1)} ms in the mean, ${times.at(-1)?.toFixed(1)} ms at most, ${times.filter((ms) => ms > 16).length} above 16 ms`);
  }
  predictions(engine, choices);
  engine.free();
}

/** How long it takes until predictions are ready, and each of them. @param {Engine} engine @param {{ options: {}, asRecorded: boolean, whole: boolean }} choices */
function predictions(engine, choices) {
  engine.start(HANDLE, { kind: "whatIf", ...choices });
  note(`ready for what if, with the gains of all loops: ${seconds(() => finished(engine))}`);
  const changes = [{ select: "wait:L1", factor: 0.5 }];
  const ask = (/** @type {import("../../crate/wasm/pkg/loopscope_wasm.js").WhatIfQuery} */ query) => {
    const begun = performance.now();
    engine.handle({ type: "whatIf", handle: HANDLE, query });
    return `${(performance.now() - begun).toFixed(0)} ms`;
  };
  note(`one answer, with all processes and the critical path: ${ask({ answer: { changes, moving: undefined } })}; with the curve of a slider: ${ask({ answer: { changes, moving: 0 } })}`);
  note(`one step of the domino path: ${ask({ domino: { computations: false, after: [] } })}`);
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
  // Processor time: others use the machine, too.
  const started = process.cpuUsage();
  const reply = engine.handle({ type: "timeline", handle: HANDLE, look });
  const ms = process.cpuUsage(started).user / 1000;
  if (reply.type !== "timeline") throw new Stop(`No timeline: ${JSON.stringify(reply)}`);
  return { ms, run: reply.strips[0]?.range[1] ?? 0 };
}

/** The processor time of some work, and of its longest step. @param {() => number} work */
function seconds(work) {
  const started = process.cpuUsage();
  const longest = work();
  const { user, system } = process.cpuUsage(started);
  return `${((user + system) / 1e6).toFixed(2)} s, longest step ${longest.toFixed(0)} ms`;
}

/** Works until nothing is left to do. Returns the processor time of the longest step, in milliseconds. @param {Engine} engine */
function finished(engine) {
  let longest = 0;
  for (;;) {
    const started = process.cpuUsage();
    const step = engine.step();
    longest = Math.max(longest, process.cpuUsage(started).user / 1000);
    if (step.type === "working" || (step.type === "task" && step.report.type === "progress")) continue;
    if (step.type === "done" || (step.type === "task" && step.report.type === "finished")) return longest;
    throw new Stop(`The engine fails: ${JSON.stringify(step).slice(0, 400)}`);
  }
}

/**
 * The calls of all processes as tables: in each round a ring of messages, there and back, again and again, then one to the neighbour. A receive
 * ends after its send has begun; how long calls and gaps last differs, and some are long.
 * @param {number} rounds
 * @param {number} inner
 * @param {number} processes
 * @returns {Uint8Array[]}
 */
function tables(rounds, inner, processes) {
  const ranks = Array.from({ length: processes }, (_, rank) => ({
    now: 1000,
    random: rank + 1,
    sent: 0,
    rows: ["start_ns,end_ns,call,peer,tag,bytes,matched"],
    /** @type {Buffer[]} */
    parts: [],
  }));
  /** Of each process the time until its next call. @param {{ random: number }} rank */
  const gap = (rank) => {
    rank.random = (Math.imul(rank.random, 1664525) + 1013904223) >>> 0;
    return 300 + ((rank.random >>> 12) % 700) + ((rank.random >>> 8) % 1000 === 0 ? 90_000 : 0);
  };
  const exchange = (/** @type {number} */ by, /** @type {number} */ tag) => {
    ranks.forEach((rank, at) => {
      rank.sent = rank.now + gap(rank);
      rank.now = rank.sent + 500;
      rank.rows.push(`${rank.sent},${rank.now},MPI_Send,${(at + by + processes) % processes},${tag},640,`);
    });
    ranks.forEach((rank, at) => {
      const from = (at - by + processes) % processes;
      const begin = rank.now + gap(rank);
      rank.now = Math.max(begin + 200, (ranks[from]?.sent ?? 0) + 400);
      rank.rows.push(`${begin},${rank.now},MPI_Recv,${from},${tag},640,${from}:${tag}:640`);
    });
  };
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < inner; turn += 1) {
      exchange(1, 1);
      exchange(-1, 2);
    }
    exchange(1, 3);
    for (const { rows, parts } of ranks) if (rows.length > 20_000) parts.push(Buffer.from(`${rows.splice(0).join("\n")}\n`));
  }
  return ranks.map(({ rows, parts }) => new Uint8Array(Buffer.concat([...parts, Buffer.from(`${rows.join("\n")}\n`)])));
}
