// How fast each format is read: natively, in one worker of Chromium, and on the page with all its workers.

import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { countable } from "./processes.mjs";
import { must, note, output, root, say, Stop } from "./run.mjs";
import { complete, inBrowser, native, onPage } from "./session.mjs";

const MADE = ["bench", "--quiet", "-p", "loopscope-tests", "--bench", "formats"];

/** Runs of the format's own programs, of which the best counts: they take many seconds. */
const RUNS = 2;

/** How often native and Chromium take turns: a machine that others use, too, is slower for minutes, and both must meet its best. */
const TURNS = 3;

/** @typedef {{ name: string, files: string[] }} Traced */

/**
 * Prints a table. Traces are made (crate/testing/src/made) if none is named by file or folder.
 * @param {import("@playwright/test").Browser} driven
 * @param {string[]} wished names of made traces, files, folders; all made ones if there is none
 */
export async function formatsTable(driven, wished) {
  await must("cargo", [...MADE, "--no-run"]);
  const names = (output("cargo", [...MADE, "--", "list"]) ?? "").split("\n");
  /** @type {Traced[]} */
  const traces = [];
  for (const name of wished.length > 0 ? wished : names) {
    if (names.includes(name)) traces.push(await made(name));
    else if (existsSync(name)) traces.push({ name: path.basename(name), files: filesOf(path.resolve(name)) });
    else throw new Stop(`There is no trace "${name}": name a file, a folder, or one of ${names.join(", ")}`);
  }
  say(`Reading on one core, without finding loops: ${countable ? "processor time of the thread that reads" : "time on the clock"}, best of several runs`);
  note("native and in a worker of Chromium both from memory; cold: the first reading in a new worker, as a multiple of a later one");
  note("fetching: from the disk into the worker as the page does it, processor time of all processes of the browser; as a multiple of");
  note("the rate of FileReaderSync with pieces of 16 MiB in the same worker");
  note("on the page: from the drop until all loops are there, with all its workers, by the clock and by processor time; best of 2");
  note("trace             MB   M events      native MB/s  M events/s    Chromium MB/s  M events/s   Chromium : native   cold   fetching MB/s  : pieces   page MB/s: clock  processor");
  for (const trace of traces) {
    const { name, files } = trace;
    const megabytes = sizeOf(files);
    const { here, there } = await inTurns(driven, files);
    const pages = await onPage(driven, files, { runs: 2, seen: complete });
    const [clock, processor] = [Math.min(...pages.map((page) => page.seconds)), Math.min(...pages.map((page) => page.processor))];
    const events = here.events / 1e6;
    const rate = (/** @type {number} */ seconds, /** @type {number} */ width) => (megabytes / seconds).toFixed(0).padStart(width);
    const cell = (/** @type {number} */ seconds) => `${rate(seconds, 11)} ${(events / seconds).toFixed(1).padStart(11)}`;
    note(`${name.padEnd(12)} ${megabytes.toFixed(1).padStart(7)} ${events.toFixed(2).padStart(10)}      ${cell(here.read)}      ${cell(there.read)} ${(here.read / there.read).toFixed(2).padStart(19)} ${(there.cold / there.read).toFixed(2).padStart(6)} ${rate(there.fetch, 15)} ${(there.pieces / there.fetch).toFixed(2).padStart(9)} ${rate(clock, 18)} ${rate(processor, 10)}`);
    const anchor = files.find((file) => file.endsWith(".otf2"));
    if (anchor !== undefined) besides(anchor, megabytes, [["native", here.read], ["Chromium", there.read]]);
  }
}

/**
 * The best of several turns of both.
 * @param {import("@playwright/test").Browser} driven
 * @param {string[]} files
 */
async function inTurns(driven, files) {
  let [here, there] = [native(files), await inBrowser(driven, files)];
  for (let turn = 1; turn < TURNS; turn += 1) [here, there] = [best(here, native(files)), best(there, await inBrowser(driven, files))];
  return { here, there };
}

/** The smaller of each figure. @template {Record<string, number>} T @param {T} one @param {T} other @returns {T} */
function best(one, other) {
  return /** @type {T} */ (Object.fromEntries(Object.entries(one).map(([name, value]) => [name, Math.min(value, other[name] ?? value)])));
}

/**
 * A made trace, of so many processes where that can be chosen.
 * @param {string} name
 * @param {number} [processes]
 * @returns {Promise<Traced>}
 */
export async function made(name, processes) {
  const folder = path.join(root, "target", "traces", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const more = processes === undefined ? [] : [String(processes)];
  await must("cargo", [...MADE, "--", "write", name, folder, ...more]);
  return { name, files: filesOf(folder) };
}

/** The files below a folder, or the file itself; those of a folder go as a person would drop them. @param {string} place @returns {string[]} */
function filesOf(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** @param {string[]} files @returns {number} megabytes */
export function sizeOf(files) {
  return files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
}

/**
 * The format's own programs on the same archive.
 * @param {string} anchor
 * @param {number} megabytes
 * @param {[string, number][]} ours
 */
function besides(anchor, megabytes, ours) {
  // A Python of one's own does not know the system's packages.
  const interpreter = ["python3", "/usr/bin/python3"].find((name) => output(name, ["-c", "import otf2"]) !== null) ?? "python3";
  const python = "import sys, otf2\nwith otf2.reader.open(sys.argv[1]) as trace:\n    print(sum(1 for _ in trace.events))";
  /** @type {[string, string[], string[]][]} */
  const programs = [
    ["otf2-print", ["otf2-print", anchor], ["otf2-print", "--version"]],
    ["otf2-print --silent", ["otf2-print", "--silent", anchor], ["otf2-print", "--version"]],
    ["python3-otf2, counting events", [interpreter, "-c", python, anchor], [interpreter, "-c", "import otf2"]],
  ];
  for (const [what, command, [program = "", ...test]] of programs) {
    if (output(program, test) === null) {
      note(`   ${what}: not installed`);
      continue;
    }
    const seconds = Math.min(...Array.from({ length: RUNS }, () => processorSecondsOf(command)));
    const times = ours.map(([where, own]) => `${where} ${(seconds / own).toFixed(1)} times as fast`);
    note(`   ${what}: ${Number.isNaN(seconds) ? "failed" : `${(megabytes / seconds).toFixed(0)} MB/s; ${times.join(", ")}`}`);
  }
}

/** Processor time of a program, as a shell counts it; what it prints is dropped. @param {string[]} command */
function processorSecondsOf(command) {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const text = output("sh", ["-c", `${quoted} >/dev/null 2>&1 || exit 1; times`]);
  const [, minutes, seconds, minutesOfSystem, secondsOfSystem] = /\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/.exec(text ?? "") ?? [];
  return Number(minutes) * 60 + Number(seconds) + Number(minutesOfSystem) * 60 + Number(secondsOfSystem);
}
