// Opening a trace and finding its loops, timed: natively (tests/bench/session.rs), in a worker of Chromium with nothing else on its
// page (tests/bench/worker.js), and on the page itself.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { countable, processorSeconds, workerSeconds } from "./processes.mjs";
import { must, output, root, Stop } from "./run.mjs";
import { serve } from "./serve.mjs";
import { withWorker } from "./worker.mjs";

/**
 * Seconds, the best of several runs. `read` is reading from memory, in processor time of the thread that reads (on the clock
 * where that is not known); `all`, from the drop to the summary, and `loops`, finding them anew, are on the clock.
 * @typedef {{ events: number, read: number, all: number, loops: number }} Times
 */

const NATIVE = ["bench", "--quiet", "-p", "loopscope-tests", "--bench", "session"];

/** Builds the native bench. */
export function buildNative() {
  return must("cargo", [...NATIVE, "--no-run"]);
}

/** @param {string[]} files @returns {Times} */
export function native(files) {
  const text = output("cargo", [...NATIVE, "--", ...files]);
  const words = /^(\S+) (\S+) (\S+) (\S+)$/m.exec(text ?? "");
  if (words === null) throw new Stop(`The native bench gave no times for ${files[0]}: ${text ?? "it failed; run it alone to see why"}`);
  const [events = 0, read = 0, all = 0, loops = 0] = words.slice(1).map(Number);
  return { events, read, all, loops };
}

/** Of which the best counts: the first ones run what the browser has not compiled for good yet. */
const RUNS = 6;

/** New workers, of which the best counts: each can be cold but once. */
const COLD = 3;

/** Seconds after which nothing more is expected of a page. */
const PATIENCE = 600;

/** Fetching takes less time than Linux counts exactly, so it is done so often. */
const FETCHES = 5;

/**
 * `cold` is the first reading in a new worker, as `read`. `fetch` is fetching alone, in processor time of all processes of the browser,
 * and `pieces` the same with `FileReaderSync`.
 * @param {import("@playwright/test").Browser} driven
 * @param {string[]} files
 * @returns {Promise<Times & { cold: number, fetch: number, pieces: number }>}
 */
export async function inBrowser(driven, files) {
  await writeModules();
  const best = { events: 0, read: Infinity, all: Infinity, loops: Infinity, cold: Infinity, fetch: Infinity, pieces: Infinity };
  /** @param {(ask: (message: unknown) => Promise<any>) => Promise<void>} body */
  const worker = (body) => withWorker(driven, { worker: "tests/bench/worker.js", files }, body);
  for (let round = 0; round < COLD; round += 1) {
    await worker(async (ask) => {
      await ask("memory");
      for (let run = 0; run < RUNS; run += 1) {
        const before = workerSeconds();
        const { seconds } = await ask("read");
        const spent = countable ? workerSeconds() - before : seconds;
        if (run === 0) best.cold = Math.min(best.cold, spent);
        else best.read = Math.min(best.read, spent);
        if (round > 0) break;
        await ask("rest");
      }
    });
  }
  await worker(async (ask) => {
    for (let run = 0; run < RUNS; run += 1) {
      const read = await ask("read");
      const rest = await ask("rest");
      best.events = read.events || rest.events;
      best.all = Math.min(best.all, read.seconds + rest.seconds);
      best.loops = Math.min(best.loops, (await ask("configure")).seconds);
    }
    for (let run = 0; run < RUNS; run += 1) {
      for (const way of /** @type {const} */ (["fetch", "pieces"])) {
        const before = processorSeconds();
        let seconds = 0;
        for (let time = 0; time < FETCHES; time += 1) seconds += (await ask(way)).seconds;
        best[way] = Math.min(best[way], (countable ? processorSeconds() - before : seconds) / FETCHES);
      }
    }
  });
  return best;
}

/** Writes what the benches' worker uses of the page. */
export async function writeModules() {
  for (const name of ["browser", "files"]) await writeModule(`web/worker/${name}.ts`);
}

/** Writes a module of the page without its types where the benches find it. @param {string} file */
async function writeModule(file) {
  const { transformWithOxc } = await import("vite");
  const folder = path.join(root, "target", "bench");
  mkdirSync(folder, { recursive: true });
  const { code } = await transformWithOxc(readFileSync(path.join(root, file), "utf8"), file);
  writeFileSync(path.join(folder, `${path.basename(file, ".ts")}.js`), code);
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
          const seconds = (performance.now() - started) / 1000;
          if (started > 0 && (seen() || seconds > ${PATIENCE})) resolve(seconds);
          else requestAnimationFrame(look);
        };
        look();
      })`);
      const before = processorSeconds();
      await page.getByTestId("files").setInputFiles(files);
      const seconds = Number(await drawn);
      if (seconds > PATIENCE) throw new Stop(`After ${PATIENCE} seconds the page does not show what is waited for: ${seen.name} of scripts/lib/session.mjs`);
      times.push({ seconds, processor: processorSeconds() - before });
      await page.close();
    }
  } finally {
    dist.close();
  }
  return times.sort((a, b) => a.seconds - b.seconds);
}

/** In the page: whether something is drawn on a canvas of the place that is shown. */
export function pictured() {
  return [...document.querySelectorAll("main canvas")].some((canvas) => {
    const context = canvas instanceof HTMLCanvasElement && canvas.width > 0 ? canvas.getContext("2d") : null;
    const pixels = context?.getImageData(0, 0, context.canvas.width, context.canvas.height).data;
    return pixels?.some((value) => value !== 0) ?? false;
  });
}

/** In the page: whether all is read and all nests are there, as its last line says. */
export function complete() {
  return [...document.querySelectorAll("footer")].some((line) => line.textContent?.includes("loops included"));
}
