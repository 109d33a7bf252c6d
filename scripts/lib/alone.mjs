// The methods alone, on strings that are easy and strings that are hard: natively and in a worker of Chromium, by turns.

import { mkdirSync } from "node:fs";
import path from "node:path";
import { must, note, output, root, say, Stop } from "./run.mjs";
import { serve } from "./serve.mjs";

const NATIVE = ["bench", "--quiet", "-p", "loopscope-tests", "--bench", "alone"];
const METHODS = ["greedy", "optimal"];

/** @typedef {{ median: number, best: number, runs: number }} Times in seconds */

/**
 * Prints a table, the lowest ratio first. @param {import("@playwright/test").Browser} driven
 * @param {string[]} [wished] names of strings; all of them if none is named
 */
export async function methodsAlone(driven, wished = []) {
  say("The methods alone, natively and in a worker of Chromium by turns");
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
    const here = native("run", name, ...METHODS).split("\n").map((line) => line.split(" ").map(Number));
    const there = await inBrowser(driven, ours ? { lu: Number(length) } : { file });
    METHODS.forEach((method, index) => {
      const [, median = Number.NaN, best = Number.NaN] = here[index] ?? [];
      const times = there[index];
      if (times === undefined) throw new Stop(`Chromium gave no time for ${method} on ${name}`);
      rows.push({ name, method, length: Number(length), here: median, there: times.median, ratio: median / times.median, ofBest: best / times.best });
    });
  }
  rows.sort((a, b) => a.ratio - b.ratio);
  note("string        method    native (median)        Chromium (median)      Chromium's speed : native   of the best runs");
  for (const { name, method, length, here, there, ratio, ofBest } of rows) {
    const cell = (/** @type {number} */ seconds) => `${(seconds * 1000).toFixed(2).padStart(9)} ms ${(length / seconds / 1e6).toFixed(1).padStart(6)} M/s`;
    note(`${name.padEnd(13)} ${method.padEnd(8)} ${cell(here)}  ${cell(there)}  ${ratio.toFixed(2).padStart(8)} ${ofBest.toFixed(2).padStart(24)}`);
  }
}

/** What tests/bench/alone.rs prints. @param {string[]} words */
function native(...words) {
  const text = output("cargo", [...NATIVE, "--", ...words]);
  if (text === null) throw new Stop(`The native bench failed; run it alone to see why:\n  cargo ${NATIVE.join(" ")} -- ${words.join(" ")}`);
  return text.trim();
}

/**
 * The times of tests/bench/alone.worker.js, in a page with nothing else on it.
 * @param {import("@playwright/test").Browser} driven
 * @param {{ lu?: number, file?: string }} what
 * @returns {Promise<Times[]>}
 */
async function inBrowser(driven, { lu, file }) {
  const code = await serve({ folder: root, port: 0 });
  const page = await driven.newPage();
  try {
    await page.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body: "<title>bench</title>" }));
    if (file !== undefined) await page.route("**/string", (route) => route.fulfill({ path: file, contentType: "application/octet-stream" }));
    await page.goto(`${code.address}blank`);
    return await page.evaluate(
      ({ worker, message }) =>
        new Promise((resolve, reject) => {
          const made = new Worker(worker, { type: "module" });
          made.onmessage = ({ data }) => (data.error === undefined ? resolve(data.times) : reject(new Error(data.error)));
          made.onerror = (event) => reject(new Error(event.message || "the worker could not be loaded"));
          made.postMessage(message);
        }),
      { worker: `${code.address}tests/bench/alone.worker.js`, message: { lu, string: file === undefined ? undefined : `${code.address}string`, methods: METHODS } },
    );
  } finally {
    await page.close();
    code.close();
  }
}
