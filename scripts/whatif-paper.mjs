// Sets the figures and tables of the paper on what-if prediction (Ino, Kanbe, Okita and Hagihara 2006) beside ours on real traces.
//
//     LOOPSCOPE_TRACES=DIR node scripts/whatif-paper.mjs [PROGRAM]
//
// DIR holds a folder of each run with its `timed.tar.zst`; PROGRAM is the terminal program, else the one of the release build. What it finds
// is written to web/features/whatifpaper/figures.json, for the page, and into the tables of docs/whatif-paper.md.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { demand, program, publish, rounded, table, trace } from "./lib/paper.mjs";

const RUNS = ["npb-lu.A.4", "npb-bt.W.4", "npb-cg.A.16", "npb-mg.B.16", "miniMD-lj-8.8", "lulesh-s8-i100.8"];
/** What is left out, and by which options. */
const RULES = [
  { name: "R3, m = 3", words: ["--rule", "equal", "--last", "3"] },
  { name: "R3, m = 8", words: ["--rule", "equal", "--last", "8"] },
  { name: "R3, m = 64", words: ["--rule", "equal", "--last", "64"] },
  { name: "R3', m = 8", words: ["--rule", "unmoved", "--last", "8"] },
  { name: "R3', m = 64", words: ["--rule", "unmoved", "--last", "64"] },
  { name: "one at a time", words: ["--rule", "alone"] },
];
/** The rule of which all figures stand beside the paper's. */
const BESIDE = RULES.findIndex(({ name }) => name === "R3', m = 64");
/** Steps of the domino path, and longest waits. */
const STEPS = 7;

/** @param {string[]} words */
function said(...words) {
  // A reduction says what it does on standard error.
  return execFileSync("sh", ["-c", '"$0" "$@" 2>&1', program, ...words], { encoding: "utf8", maxBuffer: 1 << 28 });
}

/**
 * What a reduction to the fifty longest waits and the fifty longest computations saves.
 * @param {string} run @param {string} out @param {string[]} words
 */
function reduced(run, out, words) {
  const report = said("reduce", "--candidates", "100", "--of", "each", "--delay", "loggps", ...words, trace(run), "--force", "-o", out);
  const row = /of the model +([\d,]+) +([\d,]+) +([-\d.]+ %) +([\d.,]+ \w+) +([\d.,]+ \w+) +([-\d.]+ %) +([\d.]+ \S+) +([\d.]+ \S+) +([-\d.]+ %)/.exec(report);
  const [, before, after, events, bytesBefore, bytesAfter, bytes, timeBefore, timeAfter, time] = row ?? [];
  return { before, after, events, bytesBefore, bytesAfter, bytes, timeBefore, timeAfter, time };
}

/**
 * By how many percent the run is shorter without the longest waits, and without those of the domino path.
 * @param {string} run @param {string} out
 */
function gains(run, out) {
  const reading = (/** @type {"loggps" | "measured"} */ delay) => {
    said("reduce", "--candidates", String(STEPS), "--of", "waits", "--delay", delay, trace(run), "--force", "-o", out);
    const { asked, T_ns: length } = JSON.parse(readFileSync(out, "utf8"));
    const sets = asked.flatMap((/** @type {{ select: string }} */ { select }) => ["--set", `${select}=0`]);
    const { predicted } = JSON.parse(said("whatif", "--delay", delay, ...sets, "--format", "json", out));
    const words = ["path", "--domino", String(STEPS), ...(delay === "measured" ? ["--measured"] : []), "--format", "json", trace(run)];
    const { domino } = JSON.parse(said(...words));
    return { longest: rounded(1 - predicted[delay] / length), domino: rounded((domino.at(-1)?.total_ns ?? 0) / length) };
  };
  return { run, loggps: reading("loggps"), measured: reading("measured") };
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(2)} %`;

demand("npb-lu.A.4");
const made = mkdtempSync(path.join(tmpdir(), "whatif-paper-"));
const out = path.join(made, "reduced.json");
const runs = RUNS.filter((run) => existsSync(trace(run)));
const found = {
  about: "Written by scripts/whatif-paper.mjs from real traces.",
  rules: RULES.map(({ name }) => name),
  reduced: runs.map((run) => {
    const byRule = RULES.map(({ words }) => reduced(run, out, words));
    return { run, ...byRule[BESIDE], less: byRule.map(({ events }) => events) };
  }),
  gains: runs.map((run) => gains(run, out)),
};
rmSync(made, { recursive: true });

publish("whatifpaper", found, "whatif-paper.md", [
  table(
    ["run", "events", "after", "less", "bytes", "after", "less", "a question", "after", "less"],
    found.reduced.map((it) => [it.run, it.before, it.after, it.events, it.bytesBefore, it.bytesAfter, it.bytes, it.timeBefore, it.timeAfter, it.time]),
  ),
  table(["run", ...found.rules], found.reduced.map((it) => [it.run, ...it.less])),
  table(
    ["run", "seven longest", "domino path", "seven longest, measured delays", "domino path, measured delays"],
    found.gains.map((it) => [it.run, percent(it.loggps.longest), percent(it.loggps.domino), percent(it.measured.longest), percent(it.measured.domino)]),
  ),
]);
