// Sets the figures and tables of the paper on event flow graphs (Aguilar, Fürlinger and Laure 2016) beside ours on real traces.
//
//     LOOPSCOPE_TRACES=DIR node scripts/flow-paper.mjs [PROGRAM]
//
// DIR holds a folder of each run with its `timed.tar.zst`; PROGRAM is the terminal program, else the one of the release build. What it finds
// is written to web/features/flowpaper/figures.json, and into the tables of docs/flow-paper.md.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { demand, program, publish, rounded, table, trace } from "./lib/paper.mjs";

/** Runs whose growth and cuts are shown; those of programs that the paper has come first. */
const RUNS = ["miniFE-16.8", "miniMD-lj-8.8", "npb-bt.W.4", "npb-lu.A.4", "lulesh-s8-i100.8", "npb-cg.A.16", "npb-sp.S.4"];
/** What the paper says of its six programs: processes, iterations, and how much smaller ten iterations are. */
const PAPER = [
  { program: "MiniGhost", ranks: 96, overhead: "0.9 %", iterations: 60, reduced: "83 %" },
  { program: "MiniFE", ranks: 144, overhead: "0.65 %", iterations: 200, reduced: "94.7 %" },
  { program: "GTC", ranks: 64, overhead: "1.06 %", iterations: 200, reduced: "97.3 %" },
  { program: "MiniMD", ranks: 192, overhead: "1.10 %", iterations: 2000, reduced: "99.8 %" },
  { program: "BT", ranks: 144, overhead: "0.81 %", iterations: 250, reduced: "96 %" },
  { program: "LU", ranks: 128, overhead: "1.2 %", iterations: 300, reduced: "96.53 %" },
];

/** @param {string[]} words */
function said(...words) {
  return execFileSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
}

/**
 * The main loop of each process: the share of its time in calls.
 * @param {string} run
 */
function shares(run) {
  const flow = JSON.parse(said("flow", "--queries", "drop", "--format", "json", trace(run)));
  return flow.processes.map((/** @type {{ process: number, loops: { number: number, calls_ns: number, compute_ns: number }[] }} */ { process: rank, loops }) => {
    const main = loops.find(({ number }) => number === 1);
    return { rank, share: main ? rounded(main.calls_ns / Math.max(1, main.calls_ns + main.compute_ns)) : 0 };
  });
}

/**
 * Nodes and transitions of process 0 after parts of its calls.
 * @param {string} run
 */
function growth(run) {
  const row = said("flow", "--rank", "0", "--table", "growth", trace(run)).trim().split("\n").at(-1) ?? "";
  const sizes = [...row.matchAll(/(\d+), (\d+)/g)].map(([, nodes, edges]) => ({ nodes: Number(nodes), transitions: Number(edges) }));
  return { run, sizes };
}

/**
 * What a cut to ten steps of the main loop keeps.
 * @param {string} run @param {string} out
 */
function reduced(run, out) {
  const words = ["reduce", trace(run), "--force", "-o", out];
  // It says what it does on standard error.
  const report = execFileSync("sh", ["-c", '"$0" "$@" 2>&1', program, ...words], { encoding: "utf8" });
  const [, from, to, steps] = /steps (\d+) to (\d+) of ([\d,]+)/.exec(report) ?? [];
  const [, full, kept, less] = /as a table ([\d,.]+ \w+) -> ([\d,.]+ \w+), ([\d.]+ %) less/.exec(report) ?? [];
  const [, share, mean] = /largest error of a share ([\d.]+) points?, of a mean ([\d.]+) %/.exec(report) ?? [];
  const calls = [...report.matchAll(/^ *([<>\d. ]+%) +([<>\d. ]+%) +([\d.]+ \S+) +([\d.]+ \S+) +(?:[\d.]+ \S+ +)?(\S+)$/gm)].map(([, whole, window, meanOfAll, meanOfWindow, call]) => ({ call, whole, window, mean: meanOfAll, meanInWindow: meanOfWindow }));
  return { run, steps: Number((steps ?? "0").replaceAll(",", "")), from: Number(from), to: Number(to), full, kept, less, share, mean, calls: calls.slice(0, 3) };
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;

demand("miniFE-16.8");
const made = mkdtempSync(path.join(tmpdir(), "flow-paper-"));
const runs = RUNS.filter((run) => existsSync(trace(run)));
const found = {
  about: "Written by scripts/flow-paper.mjs from real traces.",
  paper: PAPER,
  miniFE: shares("miniFE-16.8"),
  growth: runs.map(growth),
  tree: said("flow", "--queries", "drop", "--rank", "0", trace("npb-cg.A.16")).split("\n").filter((line) => /^ *(?:F\d+|process) /.test(line)),
  reduced: runs.map((run) => reduced(run, path.join(made, "reduced.csv"))),
};
rmSync(made, { recursive: true });

const PARTS = ["1 %", "5 %", "10 %", "25 %", "50 %", "90 %", "100 %"];
publish("flowpaper", found, "flow-paper.md", [
  table(["program", "processes", "overhead"], PAPER.map(({ program: name, ranks, overhead }) => [name, ranks, overhead])),
  table(["program", "iterations", "smaller by"], PAPER.map(({ program: name, iterations, reduced: less }) => [name, iterations, less])),
  table(["run", "steps", "kept", "full", "reduced", "smaller by"], found.reduced.map((it) => [it.run, it.steps, it.to - it.from + 1, it.full, it.kept, it.less])),
  table(["run", "largest error of a share", "of a mean"], found.reduced.map((it) => [it.run, `${it.share} points`, `${it.mean} %`])),
  table(["run", "call", "share", "in the window", "mean", "in the window"], found.reduced.flatMap((it) => it.calls.map((call) => [it.run, call.call, call.whole, call.window, call.mean, call.meanInWindow]))),
  table(found.miniFE.map((/** @type {{ rank: number }} */ { rank }) => rank), [found.miniFE.map((/** @type {{ share: number }} */ { share }) => percent(share))]),
  table(["run", ...PARTS], found.growth.map(({ run, sizes }) => [run, ...sizes.map(({ nodes, transitions }) => `${nodes}, ${transitions}`)])),
  found.tree.map((line) => `    ${line}`).join("\n"),
]);
