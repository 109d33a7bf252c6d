// How evenly the lab moves while its bar is dragged over all steps of the longest runs, and while a key is held.

import path from "node:path";
import { note, root, say } from "./run.mjs";
import { serve } from "./serve.mjs";

/** @typedef {import("@playwright/test").Browser} Browser */
/** @typedef {import("@playwright/test").Page} Page */

/** Frames of a drag: to the last step and back. */
const FRAMES = 300;
/** How long a key is held, and how often it repeats, in ms. */
const HELD = 4000;
const REPEAT = 16;

/** Numbers below a bound from a seed: the same at each run. @param {number} seed */
function random(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The longest input of each station, as a link. @returns {[string, string][]} */
function links() {
  const next = random(5);
  const many = (/** @type {number} */ count, /** @type {(at: number) => string | number} */ item) => Array.from({ length: count }, (_, at) => item(at));
  const numbers = many(1000, () => next(10)).join(",");
  let [before, fibonacci] = ["b", "a"];
  while (fibonacci.length < 200) [before, fibonacci] = [fibonacci, fibonacci + before];
  const programs = "97(s1.0 x) 53(s1.0 y) 10(s1.0) 9(r1.1) | 41(r0.0) 50(r0.0 z) 69(r0.0) 3(s0.1 s0.1 s0.1)";
  return [
    ["nlr", `v=${numbers}&k=10`],
    ["prediction", `v=${numbers}&k=10`],
    ["repeats", `s=${fibonacci.slice(0, 200)}`],
    ["greedy-optimal", `s=${many(200, () => "ab"[next(2)] ?? "a").join("")}`],
    ["flow", `s=${many(200, () => `n${next(38)}`).join("+")}`],
    ["merge", `s=${encodeURIComponent(programs)}`],
    ["what-if", "case=domino"],
  ];
}

/** Prints the table. @param {Browser} driven @param {string[]} wished the names of stations; all if there are none */
export async function labTable(driven, wished) {
  const { address, close } = await serve({ folder: path.join(root, "dist"), port: 0 });
  try {
    say(`Dragging the lab's bar over all steps and back in ${FRAMES} frames, and holding a key: ms between frames`);
    note("station           steps   drag: median    p95   pictures   key: median    p95   pictures");
    for (const [station, input] of links()) {
      if (wished.length > 0 && !wished.includes(station)) continue;
      const context = await driven.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
      const page = await context.newPage();
      try {
        await page.goto(`${address}?lab=${station}&${input}`);
        await page.locator("[data-testid=stage]:not([data-step=''])").waitFor();
        // What loads late is there.
        await page.waitForTimeout(500);
        const dragged = await drag(page);
        const held = await hold(page);
        const of = (/** @type {Moved} */ { frames, pictures }) => `${quantile(frames, 0.5).toFixed(1).padStart(8)} ${quantile(frames, 0.95).toFixed(1).padStart(6)} ${String(pictures).padStart(10)}`;
        note(`${station.padEnd(16)} ${String(dragged.steps).padStart(6)}       ${of(dragged)}      ${of(held)}`);
      } finally {
        await context.close();
      }
    }
  } finally {
    close();
  }
}

/** @typedef {{ frames: number[], pictures: number, steps: number }} Moved */

/** Moves the bar at each frame. @param {Page} page @returns {Promise<Moved>} */
async function drag(page) {
  // As text, since functions do not cross.
  return page.evaluate(`new Promise((resolve) => {
    const bar = document.querySelector("[data-lab=bar]");
    const stage = document.querySelector("[data-testid=stage]");
    const [last, frames] = [Number(bar.max), []];
    let [before, shown, pictures] = [0, stage.dataset.step, 0];
    const tick = (now) => {
      if (before > 0) frames.push(now - before);
      before = now;
      if (stage.dataset.step !== shown) [shown, pictures] = [stage.dataset.step, pictures + 1];
      if (frames.length >= ${FRAMES}) return resolve({ frames, pictures, steps: last + 1 });
      bar.value = String(Math.round(last * (0.5 - 0.5 * Math.cos((2 * Math.PI * frames.length) / ${FRAMES}))));
      bar.dispatchEvent(new Event("input", { bubbles: true }));
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  })`);
}

/** Holds the right arrow over fine steps. @param {Page} page @returns {Promise<Moved>} */
async function hold(page) {
  await page.keyboard.press("Home");
  await page.keyboard.press("z");
  await page.evaluate(`(() => {
    const stage = document.querySelector("[data-testid=stage]");
    window.held = { frames: [], pictures: 0, on: true };
    let [before, shown] = [0, stage.dataset.step];
    const tick = (now) => {
      if (before > 0) window.held.frames.push(now - before);
      before = now;
      if (stage.dataset.step !== shown) [shown, window.held.pictures] = [stage.dataset.step, window.held.pictures + 1];
      if (window.held.on) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  })()`);
  const until = Date.now() + HELD;
  while (Date.now() < until) {
    await page.keyboard.down("ArrowRight");
    await page.waitForTimeout(REPEAT);
  }
  await page.keyboard.up("ArrowRight");
  return page.evaluate("((window.held.on = false), { frames: window.held.frames, pictures: window.held.pictures, steps: 0 })");
}

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
