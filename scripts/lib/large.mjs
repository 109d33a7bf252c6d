// Traces of a gigabyte: how much memory they take, on the page and natively. Linux alone says that.

import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { made, sizeOf } from "./formats.mjs";
import { countable, peakMegabytes, renderersMegabytes } from "./processes.mjs";
import { environment, must, note, root, say, Stop } from "./run.mjs";
import { complete, onPage } from "./session.mjs";

/** Processes that make a gigabyte, of 13 MB each. */
const GIGABYTE = 80;

/** Processes that have 100 million events, of 912,000 each. */
const HUNDRED_MILLION = 110;

/** How often the memory of the browser is looked at. */
const EVERY_MS = 20;

/** @param {import("@playwright/test").Browser} driven */
export async function largeTraces(driven) {
  if (!countable) throw new Stop("How much memory processes take is read from /proc, which is not here.");
  await must("cargo", ["build", "--quiet", "--release", "-p", "loopscope"]);
  try {
    say("A gigabyte on the page: memory of the processes that the page and its workers run in");
    for (const name of ["native", "otf2"]) {
      const { files } = await made(name, GIGABYTE);
      const megabytes = sizeOf(files);
      let [before, peak] = [0, 0];
      const look = () => (peak = Math.max(peak, renderersMegabytes()));
      const timer = setInterval(look, EVERY_MS);
      const opened = () => (before = peak = renderersMegabytes());
      const [{ seconds } = { seconds: Number.NaN }] = await onPage(driven, files, { runs: 1, seen: complete, opened });
      clearInterval(timer);
      note(`${name.padEnd(8)} ${megabytes.toFixed(0)} MB in ${files.length} files: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most; all loops after ${seconds.toFixed(1)} s, ${(megabytes / seconds).toFixed(0)} MB/s`);
    }
    say("100 million OTF2 events natively, by loopscope info");
    const { files } = await made("otf2", HUNDRED_MILLION);
    const started = performance.now();
    const peak = await peakOf(files.find((file) => file.endsWith(".otf2")) ?? "");
    const seconds = (performance.now() - started) / 1000;
    note(`${(0.912 * HUNDRED_MILLION).toFixed(1)} million events, ${sizeOf(files).toFixed(0)} MB: ${peak.toFixed(0)} MB at most, ${seconds.toFixed(1)} s with all loops`);
  } finally {
    for (const name of ["native", "otf2"]) rmSync(path.join(root, "target", "traces", name), { recursive: true, force: true });
  }
}

/** The most memory that `loopscope info` takes for a trace. @param {string} file @returns {Promise<number>} megabytes */
function peakOf(file) {
  const folder = process.env.CARGO_TARGET_DIR ?? path.join(root, "target");
  const child = spawn(path.join(folder, "release", "loopscope"), ["info", file], { cwd: root, env: environment(), stdio: "ignore" });
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, peakMegabytes(child.pid ?? 0))), 5);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearInterval(timer);
      if (code === 0) resolve(peak);
      else reject(new Stop(`loopscope info ${file} failed with exit code ${code}`));
    });
  });
}
