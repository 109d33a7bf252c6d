// How long the page takes to show something, and how evenly it moves: over networks and on processors of several speeds,
// slowed down by the browser itself (Chrome DevTools Protocol).

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { note, root, say } from "./run.mjs";
import { serve } from "./serve.mjs";
import { pictured } from "./session.mjs";
import { builtFiles } from "./sizes.mjs";

/** @typedef {import("@playwright/test").Browser} Browser */
/** @typedef {import("@playwright/test").Page} Page */

/** Bits a second and milliseconds to and fro. @typedef {{ name: string, bits: number, latency: number }} Network */
/** @type {Network[]} */
const NETWORKS = [
  { name: "no limit", bits: 0, latency: 0 },
  { name: "7.5 Mbit/s", bits: 7.5e6, latency: 40 },
  // What WebPageTest calls so.
  { name: "fast 3G", bits: 1.6e6, latency: 150 },
];
/** How many times slower the processor is made. */
const PROCESSORS = [1, 4];
/** Of which the median counts, and the shortest: the first says what this machine did, the second what the page needs. */
const RUNS = 5;

/**
 * What is waited for: an address, and what runs in the page at every frame until it is true.
 * @type {{ name: string, address: string, seen: () => boolean }[]}
 */
const PICTURES = [
  { name: "buttons", address: "", seen: () => document.querySelectorAll("[aria-labelledby=samples] button").length > 0 },
  { name: "all cards", address: "", seen: () => document.querySelectorAll("[data-drawn=true]").length === 7 },
  { name: "LU's nest", address: "?sample=lu&tab=nest", seen: pictured },
  { name: "LU's model", address: "?sample=lu&tab=model", seen: pictured },
];

/** The page with a packed copy beside each file, as hosts send it. @returns {string} its folder */
function packed() {
  const folder = path.join(root, "target", "page");
  rmSync(folder, { recursive: true, force: true });
  for (const { file, content } of builtFiles()) {
    const copy = path.join(folder, file);
    mkdirSync(path.dirname(copy), { recursive: true });
    writeFileSync(copy, content);
    if (!/\.(woff2|zst)$/.test(file)) writeFileSync(`${copy}.gz`, gzipSync(content, { level: 9 }));
  }
  return folder;
}

/** Prints both tables. @param {Browser} driven @param {string[]} wished words that the names of networks or pictures begin with; all if there are none */
export async function pageTables(driven, wished) {
  const { address, close } = await serve({ folder: packed(), port: 0, gzip: true });
  try {
    const [networks, pictures] = [chosen(NETWORKS, wished), chosen(PICTURES, wished)];
    say(`From the first request to the picture, in ms: shortest / median of ${RUNS} visits with an empty cache`);
    note(`network      processor ${pictures.map(({ name }) => name.padStart(14)).join("")}      bytes of the last`);
    for (const network of networks) {
      for (const slower of PROCESSORS) {
        const cells = [];
        let bytes = 0;
        for (const { address: query, seen } of pictures) {
          const visits = [];
          for (let run = 0; run < RUNS; run += 1) visits.push(await visit(driven, address + query, { network, slower, seen }));
          const times = visits.map(({ ms }) => ms);
          cells.push(`${Math.min(...times).toFixed(0)} / ${median(times).toFixed(0)}`);
          bytes = median(visits.map((each) => each.bytes));
        }
        note(`${network.name.padEnd(12)} 1/${slower} ${" ".repeat(6)}${cells.map((cell) => cell.padStart(14)).join("")} ${bytes.toLocaleString("en-US").padStart(20)}`);
      }
    }
    if (wished.length > 0) return;
    say("While the mouse moves: frames (95 of 100 are shorter) and the longest task, in ms");
    for (const slower of PROCESSORS) {
      for (const { name, address: query, move } of MOVES) {
        const { frame, task } = await moved(driven, address + query, slower, move);
        note(`${name.padEnd(28)} 1/${slower}  frames ${frame.toFixed(1).padStart(6)}  longest task ${task.toFixed(0).padStart(5)}`);
      }
    }
  } finally {
    close();
  }
}

/** @template {{ name: string }} T @param {T[]} all @param {string[]} wished @returns {T[]} those with a wished name; all if there is none */
function chosen(all, wished) {
  const found = all.filter(({ name }) => wished.some((word) => name.startsWith(word)));
  return found.length > 0 ? found : all;
}

/**
 * Visits an address with an empty cache.
 * @param {Browser} driven @param {string} address @param {{ network: Network, slower: number, seen: () => boolean }} how
 * @returns {Promise<{ ms: number, bytes: number }>} bytes: what the page itself received until then; its workers' are not counted
 */
async function visit(driven, address, { network, slower, seen }) {
  const context = await driven.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
  const page = await context.newPage();
  try {
    let bytes = 0;
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await client.send("Network.emulateNetworkConditions", { offline: false, latency: network.latency, downloadThroughput: network.bits === 0 ? -1 : network.bits / 8, uploadThroughput: -1 });
    await client.send("Emulation.setCPUThrottlingRate", { rate: slower });
    // As text, since functions do not cross.
    await page.addInitScript(`(() => {
      const seen = ${String(seen)};
      const look = () => (seen() ? (window.seenAfter = performance.now()) : requestAnimationFrame(look));
      requestAnimationFrame(look);
    })()`);
    await page.goto(address, { waitUntil: "commit" });
    const ms = await page.evaluate(`new Promise((resolve) => {
      const look = () => (window.seenAfter === undefined ? requestAnimationFrame(look) : resolve(window.seenAfter));
      look();
    })`);
    return { ms: Number(ms), bytes };
  } finally {
    await context.close();
  }
}

/** @type {{ name: string, address: string, move: (page: Page) => Promise<void> }[]} */
const MOVES = [
  { name: "dragging through LU's nest", address: "?sample=lu&tab=nest", move: (page) => drag(page, "canvas[data-testid=ribbon]") },
  { name: "pointing into MG's model", address: "?sample=mg&tab=model", move: (page) => point(page, "canvas[data-testid=model]") },
];

/** @param {Page} page @param {string} canvas */
async function drag(page, canvas) {
  const box = await page.locator(canvas).boundingBox();
  if (box === null) throw new Error(`${canvas} is not in the page`);
  await page.mouse.move(box.x + box.width / 2, box.y + 30);
  for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -300);
  await page.mouse.down();
  for (let step = 0; step < 120; step += 1) await page.mouse.move(box.x + box.width / 2 + 200 * Math.sin(step / 12), box.y + 30);
  await page.mouse.up();
}

/** @param {Page} page @param {string} canvas */
async function point(page, canvas) {
  const box = await page.locator(canvas).boundingBox();
  if (box === null) throw new Error(`${canvas} is not in the page`);
  for (let step = 0; step < 120; step += 1) await page.mouse.move(box.x + box.width * (0.1 + (0.8 * step) / 120), box.y + box.height * (0.5 + 0.4 * Math.sin(step / 7)));
}

/**
 * @param {Browser} driven @param {string} address @param {number} slower @param {(page: Page) => Promise<void>} move
 * @returns {Promise<{ frame: number, task: number }>}
 */
async function moved(driven, address, slower, move) {
  const context = await driven.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
  const page = await context.newPage();
  try {
    await page.goto(address, { waitUntil: "networkidle" });
    await page.locator("main[data-settled=true]").waitFor();
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slower });
    // As text, since functions do not cross.
    await page.evaluate(`(() => {
      window.measured = { frames: [], tasks: [], running: true };
      let last = performance.now();
      const frame = (now) => {
        window.measured.frames.push(now - last);
        last = now;
        if (window.measured.running) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      new PerformanceObserver((list) => window.measured.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
    })()`);
    await move(page);
    const { frames, tasks } = await page.evaluate("(window.measured.running = false, window.measured)");
    const sorted = [...frames].sort((a, b) => a - b);
    return { frame: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN, task: Math.max(0, ...tasks) };
  } finally {
    await context.close();
  }
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
