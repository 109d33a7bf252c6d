// What the processes that this one has started use, as Linux counts it: processor time and memory.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import process from "node:process";

/** Whether this can be known here. */
export const countable = existsSync("/proc/self/stat");

/** @typedef {{ pid: number, seconds: number, command: string }} Child */

/** All processes below this one. @returns {Child[]} */
export function children() {
  if (!countable) return [];
  /** @type {Map<number, Child[]>} */
  const byParent = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = text(`/proc/${name}/stat`);
    // The name of the program stands in brackets and may hold any.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields.length < 13) continue;
    // Hundredths of a second.
    const child = { pid: Number(name), seconds: (Number(fields[11]) + Number(fields[12])) / 100, command: text(`/proc/${name}/cmdline`) };
    const parent = Number(fields[1]);
    byParent.set(parent, [...(byParent.get(parent) ?? []), child]);
  }
  /** @type {Child[]} */
  const all = [];
  const add = (/** @type {number} */ pid) => {
    for (const child of byParent.get(pid) ?? []) {
      all.push(child);
      add(child.pid);
    }
  };
  add(process.pid);
  return all;
}

/** Seconds of a processor that all of them together have used; those that ended are gone. */
export function processorSeconds() {
  return children().reduce((sum, { seconds }) => sum + seconds, 0);
}

/** What Chromium calls the thread of a worker. */
const WORKER = "DedicatedWorker";

/** Seconds of a processor that the threads of all workers in browsers have used that still run. Linux counts nanoseconds. */
export function workerSeconds() {
  let sum = 0;
  for (const { pid } of children()) {
    for (const thread of entries(`/proc/${pid}/task`)) {
      const place = `/proc/${pid}/task/${thread}`;
      if (text(`${place}/comm`).startsWith(WORKER)) sum += Number(text(`${place}/schedstat`).split(" ")[0]) / 1e9;
    }
  }
  return sum;
}

/** Megabytes in memory of the browser's processes that pages run in, those of their workers among them. */
export function renderersMegabytes() {
  const renderers = children().filter(({ command }) => command.includes("--type=renderer"));
  return renderers.reduce((sum, { pid }) => sum + kilobytes(pid, "VmRSS") / 1e3, 0);
}

/** The most memory that a process has used so far, in megabytes; 0 if it is gone. @param {number} pid */
export function peakMegabytes(pid) {
  return kilobytes(pid, "VmHWM") / 1e3;
}

/** @param {number} pid @param {string} what */
function kilobytes(pid, what) {
  const found = new RegExp(`^${what}:\\s+(\\d+) kB`, "m").exec(text(`/proc/${pid}/status`));
  return Number(found?.[1] ?? 0) * 1.024;
}

/** @param {string} folder what is there, or nothing: processes come and go */
function entries(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** @param {string} file what is there, or nothing: processes come and go */
function text(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
