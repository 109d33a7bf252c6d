// Opening a trace and finding its loops, timed: natively (tests/bench/session.rs), in a worker of Chromium with nothing else on its
// page (tests/bench/worker.js), and on the page itself.

import path from "node:path";
import { countable, processorSeconds } from "./processes.mjs";
import { must, output, root, Stop } from "./run.mjs";
import { serve } from "./serve.mjs";
import { withWorker } from "./worker.mjs";

/**
 * The best of several runs, in seconds: from the drop to the summary, and of that finding loops. `read` is
 * reading alone in processor time, of all threads and, of a browser, all its processes; on the clock where that is not known.
 * @typedef {{ events: number, all: number, loops: number, read: number }} Times
 */

const NATIVE = ["bench", "--quiet", "-p", "loopscope-tests", "--bench", "session"];

/** Builds the native bench. */
export function buildNative() {
  return must("cargo", [...NATIVE, "--no-run"]);
}

/** @param {string[]} files @returns {Times} */
export function native(files) {
  const text = output("cargo", [...NATIVE, "--", ...files]);
  const lines = /^all (\S+) (\S+) (\S+)\nloops \S+ (\S+) (\S+)$/m.exec(text ?? "");
  if (lines === null) throw new Stop(`The native bench gave no times for ${files[0]}: ${text ?? "it failed; run it alone to see why"}`);
  const [events = 0, all = 0, allProcessor = 0, loops = 0, loopsProcessor = 0] = lines.slice(1).map(Number);
  return { events, all, loops, read: allProcessor - loopsProcessor };
}

/** Of which the best counts: the first ones run what the browser has not compiled for good yet. */
const RUNS = 5;

/**
 * @param {import("@playwright/test").Browser} driven
 * @param {string[]} files
 * @returns {Promise<Times>}
 */
export function inBrowser(driven, files) {
  return withWorker(driven, { worker: "tests/bench/worker.js", files }, async (ask) => {
    const best = { events: 0, all: Infinity, loops: Infinity, read: Infinity };
    let [all, loops] = [Infinity, Infinity];
    for (let run = 0; run < RUNS; run += 1) {
      const before = processorSeconds();
      const opened = await ask("open");
      const between = processorSeconds();
      const configured = await ask("configure");
      all = Math.min(all, between - before);
      loops = Math.min(loops, processorSeconds() - between);
      best.events = opened.events;
      best.all = Math.min(best.all, opened.seconds);
      best.loops = Math.min(best.loops, configured.seconds);
    }
    best.read = countable ? all - loops : best.all - best.loops;
    return best;
  });
}

/**
 * Opens files on the page, in a new one each time: seconds from choosing them to what `seen` waits for, by the page's
 * own clock and of processors, of all processes of the browser.
 * @param {import("@playwright/test").Browser} driven
 * @param {string[]} files
 * @param {{ runs: number, seen: () => boolean, opened?: () => void }} how `seen` runs in the page, at every frame; `opened` here, when
 * the page is loaded
 * @returns {Promise<{ seconds: number, processor: number }[]>} the fastest first
 */
export async function onPage(driven, files, { runs, seen, opened }) {
  const dist = await serve({ folder: path.join(root, "dist"), port: 0 });
  const times = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      const page = await driven.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(dist.address, { waitUntil: "networkidle" });
      opened?.();
      // As text, since functions do not cross.
      const drawn = page.evaluate(`new Promise((resolve) => {
        const seen = ${String(seen)};
        let started = 0;
        document.addEventListener("change", () => (started = performance.now()), { capture: true, once: true });
        const look = () => {
          if (started > 0 && seen()) resolve((performance.now() - started) / 1000);
          else requestAnimationFrame(look);
        };
        look();
      })`);
      const before = processorSeconds();
      await page.getByTestId("files").setInputFiles(files);
      const seconds = Number(await drawn);
      times.push({ seconds, processor: processorSeconds() - before });
      await page.close();
    }
  } finally {
    dist.close();
  }
  return times.sort((a, b) => a.seconds - b.seconds);
}

/** In the page: whether something is drawn on the ribbon's canvas. */
export function pictured() {
  const canvas = document.querySelector("canvas[data-testid=ribbon]");
  const context = canvas instanceof HTMLCanvasElement && canvas.width > 0 ? canvas.getContext("2d") : null;
  const pixels = context?.getImageData(0, 0, context.canvas.width, context.canvas.height).data;
  return pixels?.some((value) => value !== 0) ?? false;
}

/** In the page: whether all is read and all nests are there, as its last line says. */
export function complete() {
  return document.querySelector("footer.foot")?.textContent?.includes("nests included") ?? false;
}
