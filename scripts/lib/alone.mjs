// The methods alone, on strings that are easy and strings that are hard: natively and in a worker of Chromium, by turns.

import { mkdirSync } from "node:fs";
import path from "node:path";
import { must, note, output, root, say, Stop } from "./run.mjs";
import { withWorker } from "./worker.mjs";

const NATIVE = ["bench", "--quiet", "-p", "loopscope-tests", "--bench", "alone"];
const METHODS = ["greedy", "optimal", "nlr"];
/** On a machine that others use too, one round says little. */
const ROUNDS = 3;

/** @typedef {{ median: number, best: number, runs: number }} Times in seconds */

/**
 * Prints a table, the lowest ratio first. @param {import("@playwright/test").Browser} driven
 * @param {string[]} [wished] names of strings; all of them if none is named
 */
export async function methodsAlone(driven, wished = []) {
  say(`The methods alone, natively and in a worker of Chromium by turns, ${ROUNDS} rounds`);
  await must("cargo", [...NATIVE, "--no-run"]);
  const list = native("list").split("\n").map((line) => line.split(" "));
  const folder = path.join(root, "target", "strings");
  mkdirSync(folder, { recursive: true });
  /** @type {{ name: string, method: string, length: number, here: number, there: number, ratio: number, ofBest: number }[]} */
  const rows = [];
  for (const [name = "", length = ""] of list) {
    if (wished.length > 0 && !wished.includes(name)) continue;
    const ours = ["lu", "lu-3m", "lu-30m"].includes(name);
    const file = path.join(folder, `${name}.u32`);
    if (!ours) native("write", name, file);
    /** @type {{ here: Times[], there: Times[] }[]} */
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const here = native("run", name, ...METHODS).split("\n").map(timesOf);
      rounds.push({ here, there: await inBrowser(driven, ours ? { lu: Number(length) } : { file }) });
    }
    METHODS.forEach((method, index) => {
      const here = together(rounds.map((round) => round.here[index]));
      const there = together(rounds.map((round) => round.there[index]));
      rows.push({ name, method, length: Number(length), here: here.median, there: there.median, ratio: here.median / there.median, ofBest: here.best / there.best });
    });
  }
  rows.sort((a, b) => a.ratio - b.ratio);
  note("string        method    native (median)        Chromium (median)      Chromium's speed : native   of the best runs");
  for (const { name, method, length, here, there, ratio, ofBest } of rows) {
    const cell = (/** @type {number} */ seconds) => `${(seconds * 1000).toFixed(2).padStart(9)} ms ${(length / seconds / 1e6).toFixed(1).padStart(6)} M/s`;
    note(`${name.padEnd(13)} ${method.padEnd(8)} ${cell(here)}  ${cell(there)}  ${ratio.toFixed(2).padStart(8)} ${ofBest.toFixed(2).padStart(24)}`);
  }
}

/** A line of tests/bench/alone.rs. @param {string} line @returns {Times} */
function timesOf(line) {
  const [median = Number.NaN, best = Number.NaN, runs = 0] = line.split(" ").slice(1).map(Number);
  return { median, best, runs };
}

/** The median of the medians, and the best of all. @param {(Times | undefined)[]} rounds */
function together(rounds) {
  const times = rounds.filter((round) => round !== undefined);
  const medians = times.map(({ median }) => median).sort((a, b) => a - b);
  return { median: medians[medians.length >> 1] ?? Number.NaN, best: Math.min(...times.map(({ best }) => best)) };
}

/** What tests/bench/alone.rs prints. @param {string[]} words */
function native(...words) {
  const text = output("cargo", [...NATIVE, "--", ...words]);
  if (text === null) throw new Stop(`The native bench failed; run it alone to see why:\n  cargo ${NATIVE.join(" ")} -- ${words.join(" ")}`);
  return text.trim();
}

/**
 * The times of tests/bench/alone.worker.js.
 * @param {import("@playwright/test").Browser} driven
 * @param {{ lu?: number, file?: string }} what
 * @returns {Promise<Times[]>}
 */
function inBrowser(driven, { lu, file }) {
  return withWorker(driven, { worker: "tests/bench/alone.worker.js", bytes: file }, async (ask, address) => {
    const answer = await ask({ lu, string: file === undefined ? undefined : `${address}string`, methods: METHODS });
    return answer.times;
  });
}
