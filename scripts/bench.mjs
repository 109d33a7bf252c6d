// npm run bench: how fast traces are read and their loops found, natively and in Chromium, with the ratio
// of the two; how long a dropped file takes to become a picture; and what the page weighs.
//
//   npm run bench                  the bundled trace of LU on 16 processes, and the methods alone
//   npm run bench -- FILE...       other traces
//   npm run bench -- alone [STRING...]   only the methods alone: native and Chromium, on easy and hard strings
//   npm run bench -- table         the paper's table on this machine; writes what the page shows of it
//   npm run bench -- compress [FILE...]   bytes of compressed traces, beside bzip2, xz and zstd

import { statSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { methodsAlone } from "./lib/alone.mjs";
import { browser, FLAGS } from "./lib/browser.mjs";
import { buildPage } from "./lib/build.mjs";
import { compressTable } from "./lib/compress-table.mjs";
import { main, must, note, output, root, say, Stop } from "./lib/run.mjs";
import { serve } from "./lib/serve.mjs";
import { setUp } from "./lib/setup.mjs";
import { checkSizes } from "./lib/sizes.mjs";

/** @typedef {{ events: number, all: number, loops: number }} Times in seconds */

const NATIVE = ["bench", "--quiet", "-p", "loopscope-tests", "--bench", "session"];

await main(async () => {
  const named = process.argv.slice(2);
  const [first, ...others] = named;
  if (first === "compress") return compressTable(others);
  const alone = first === "alone";
  const traces = alone ? [] : named.length > 0 ? named : ["web/public/samples/lu.tar.zst"];
  await setUp();
  if (first === "table") return must("cargo", ["bench", "--quiet", "-p", "loopscope-tests", "--bench", "table", "--", "write"]);
  await buildPage();
  if (!alone) {
    say("The native bench");
    await must("cargo", [...NATIVE, "--no-run"]);
  }
  const { chromium } = await import("@playwright/test");
  const driven = await chromium.launch({ executablePath: await browser(), args: FLAGS });
  try {
    for (const trace of traces) {
      const file = path.resolve(trace);
      say(path.basename(file));
      const here = native(file);
      const there = await inBrowser(driven, file);
      note(`${here.events.toLocaleString("en-US")} events; best of several runs`);
      note("            native            Chromium          Chromium : native");
      row("reading", here.events, here.all - here.loops, there.all - there.loops);
      const megabytes = statSync(file).size / 1e6;
      const rate = (/** @type {Times} */ times) => (megabytes / (times.all - times.loops)).toFixed(0);
      note(`         ${rate(here).padStart(8)} MB/s ${rate(there).padStart(17)} MB/s of ${megabytes.toFixed(1)} MB`);
      row("loops", here.events, here.loops, there.loops);
      row("both", here.events, here.all, there.all);
      note(`from the drop to the first picture on the page: ${Math.round(await firstPicture(driven, file))} ms (median of 5, new page each time)`);
    }
    if (alone || named.length === 0) await methodsAlone(driven, others);
  } finally {
    await driven.close();
  }
  say("What a visitor downloads");
  checkSizes();
});

/** @param {string} name @param {number} events @param {number} here @param {number} there */
function row(name, events, here, there) {
  const cell = (/** @type {number} */ seconds) => `${(seconds * 1000).toFixed(0).padStart(5)} ms ${(events / seconds / 1e6).toFixed(1).padStart(5)} M/s`;
  note(`${name.padEnd(8)} ${cell(here)}  ${cell(there)}  ${(there / here).toFixed(2).padStart(8)}`);
}

/** The times of tests/bench/session.rs. @param {string} file @returns {Times} */
function native(file) {
  const text = output("cargo", [...NATIVE, "--", file]);
  const lines = /^all (\S+) (\S+)\nloops \S+ (\S+)$/m.exec(text ?? "");
  if (lines === null) throw new Stop(`The native bench gave no times for ${file}: ${text ?? "it failed; run it alone to see why"}`);
  return { events: Number(lines[1]), all: Number(lines[2]), loops: Number(lines[3]) };
}

/**
 * The times of tests/bench/worker.js, in a worker of a page with nothing else on it.
 * @param {import("@playwright/test").Browser} driven
 * @param {string} file
 * @returns {Promise<Times>}
 */
async function inBrowser(driven, file) {
  const code = await serve({ folder: root, port: 0 });
  const page = await driven.newPage();
  try {
    await page.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body: "<title>bench</title><input type=file>" }));
    await page.goto(`${code.address}blank`);
    // As a user chooses it: the browser reads it from the disk, and it may be large.
    await page.locator("input").setInputFiles(file);
    return await page.evaluate(
      ({ worker }) =>
        new Promise((resolve, reject) => {
          const made = new Worker(worker, { type: "module" });
          made.onmessage = ({ data }) => (data.error === undefined ? resolve(data) : reject(new Error(data.error)));
          made.onerror = (event) => reject(new Error(event.message || "the worker could not be loaded"));
          made.postMessage({ file: document.querySelector("input")?.files?.[0] });
        }),
      { worker: `${code.address}tests/bench/worker.js` },
    );
  } finally {
    await page.close();
    code.close();
  }
}

/**
 * Milliseconds from choosing a file to the first frame with something on the ribbon's canvas; the page is loaded before.
 * @param {import("@playwright/test").Browser} driven
 * @param {string} file
 */
async function firstPicture(driven, file) {
  const dist = await serve({ folder: path.join(root, "dist"), port: 0 });
  const times = [];
  try {
    for (let run = 0; run < 5; run += 1) {
      const page = await driven.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(dist.address, { waitUntil: "networkidle" });
      const drawn = page.evaluate(
        () =>
          new Promise((resolve) => {
            let started = 0;
            document.addEventListener("change", () => (started = performance.now()), { capture: true, once: true });
            const look = () => {
              const canvas = document.querySelector("canvas[data-testid=ribbon]");
              const context = canvas instanceof HTMLCanvasElement && canvas.width > 0 ? canvas.getContext("2d") : null;
              const pixels = context?.getImageData(0, 0, context.canvas.width, context.canvas.height).data;
              if (started > 0 && pixels?.some((value) => value !== 0)) resolve(performance.now() - started);
              else requestAnimationFrame(look);
            };
            look();
          }),
      );
      await page.getByTestId("files").setInputFiles(file);
      times.push(Number(await drawn));
      await page.close();
    }
  } finally {
    dist.close();
  }
  return times.sort((a, b) => a - b)[2] ?? Number.NaN;
}
