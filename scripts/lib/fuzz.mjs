// Coverage-guided fuzzing: builds the instrumented program of tests/fuzz and runs its targets.
//
// The engine is libFuzzer, whose sources come with the crate libfuzzer-sys. The instrumentation is LLVM's own pass, which stable
// Rust reaches with -C passes; so no nightly compiler and no other program is needed, only a C++ compiler.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { spawn } from "node:child_process";
import { environment, must, note, output, root, Stop } from "./run.mjs";
import { aptInstall } from "./setup.mjs";

/** What the compiler is told, beside the profile `fuzz` in Cargo.toml: count edges, and remember what is compared with what. */
const FLAGS = [
  "-Cpasses=sancov-module",
  "-Cllvm-args=-sanitizer-coverage-level=4",
  "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
  "-Cllvm-args=-sanitizer-coverage-pc-table",
  "-Cllvm-args=-sanitizer-coverage-trace-compares",
  "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
];

/** Its own folder: everything is compiled with other flags. */
const BUILD = path.join(root, "target", "fuzzers");

/** Inputs that libFuzzer makes are no longer than this; the largest fixtures are. */
const MOST_BYTES = 16384;

/** One input takes milliseconds; a target that takes this long hangs. */
const SECONDS_AN_INPUT = 20;

/** Where a target that fails leaves its input. */
const FINDS = path.join(root, "target", "finds");

/** Builds the instrumented program, libFuzzer with all targets, and gives its path. @returns {Promise<string>} */
export async function buildFuzzers() {
  if (process.platform === "win32") throw new Stop("The fuzzers run on Linux and macOS.");
  if (!["c++", "g++", "clang++"].some((name) => output(name, ["--version"]) !== null)) {
    note("no C++ compiler, which libFuzzer is built with; installing one");
    if (!(await aptInstall(["g++"]))) throw new Stop("No C++ compiler was found, and libFuzzer is built with one. Install it, then run this again:\n  sudo apt-get install g++     (Debian, Ubuntu)");
  }
  const host = /^host: (.+)$/m.exec(output("rustc", ["-vV"]) ?? "")?.[1];
  if (host === undefined) throw new Stop("rustc does not say what it compiles for.");
  // With a target of its own, what runs while compiling (build scripts, macros) is not instrumented.
  await must("cargo", ["build", "--quiet", "--profile", "fuzz", "-p", "loopscope-fuzz", "--features", "libfuzzer", "--bin", "fuzz", "--target", host], {
    env: { CARGO_TARGET_DIR: BUILD, RUSTFLAGS: FLAGS.join(" ") },
  });
  return path.join(BUILD, host, "fuzz", "fuzz");
}

/** The names of all targets. @param {string} program */
export function targets(program) {
  return (output(program, ["list"]) ?? "").split("\n").filter((name) => name !== "");
}

/**
 * @typedef {object} Run
 * @property {string} name
 * @property {number} code exit code of libFuzzer
 * @property {string} log what it printed
 * @property {string | null} find the input that failed
 */

/**
 * Runs a target from its corpus for some seconds, with a seed of its own or a fixed one.
 * @param {string} program
 * @param {string} name
 * @param {{ seconds: number, seed?: number, keep?: string }} options `keep`: a folder for inputs that reach something new
 * @returns {Promise<Run>}
 */
export async function fuzz(program, name, { seconds, seed, keep }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), `loopscope-fuzz-${name}-`));
  try {
    const seeds = path.join(folder, "seeds");
    await must(program, ["unpack", name, seeds]);
    if (keep !== undefined) mkdirSync(keep, { recursive: true });
    const finds = path.join(folder, "find-");
    const args = [`-max_total_time=${seconds}`, `-timeout=${SECONDS_AN_INPUT}`, `-max_len=${MOST_BYTES}`, "-rss_limit_mb=3000", "-print_final_stats=1", `-artifact_prefix=${finds}`];
    if (seed !== undefined) args.push(`-seed=${seed}`);
    const { code, log } = await logged(program, [...args, ...(keep === undefined ? [] : [keep]), seeds], { FUZZ_TARGET: name });
    const left = readdirSync(folder).find((file) => file.startsWith("find-"));
    let find = null;
    if (left !== undefined) {
      mkdirSync(path.join(FINDS, name), { recursive: true });
      find = path.join(FINDS, name, left.replace(/^find-/, "").slice(0, 24));
      writeFileSync(find, readFileSync(path.join(folder, left)));
    }
    return { name, code, log, find };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a program and gives what it printed, without showing it.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, log: string }>}
 */
function logged(program, args, env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env: environment(env), stdio: ["ignore", "ignore", "pipe"] });
    /** @type {Buffer[]} */
    const parts = [];
    child.stderr.on("data", (part) => parts.push(part));
    child.on("error", (error) => resolve({ code: 127, log: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, log: Buffer.concat(parts).toString("utf8") }));
  });
}

/** What libFuzzer says at its end of runs and edges. @param {string} log */
export function figures(log) {
  const runs = Number(/stat::number_of_executed_units:\s*(\d+)/.exec(log)?.[1] ?? 0);
  const edges = Number([...log.matchAll(/cov: (\d+)/g)].at(-1)?.[1] ?? 0);
  return { runs, edges };
}

/**
 * Runs targets side by side, a processor each, and stops with the commands that reproduce what they found.
 * @param {string} program
 * @param {string[]} names
 * @param {{ seconds: number, seed?: number, keep?: string }} options
 */
export async function fuzzAll(program, names, options) {
  const waiting = [...names];
  /** @type {string[]} */
  const found = [];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const keep = options.keep === undefined ? undefined : path.join(options.keep, name);
      const run = await fuzz(program, name, { ...options, keep });
      const { runs, edges } = figures(run.log);
      note(`${name}: ${runs} runs, ${edges} edges${run.code === 0 ? "" : ", FAILED"}`);
      // A fuzzer that reaches nothing would pass.
      if (run.code === 0 && (runs < 10 || edges < 100)) found.push(`${name} reaches nothing: ${runs} runs, ${edges} edges`);
      if (run.code === 0) continue;
      const lines = run.log.split("\n").filter((line) => /panicked at|ERROR: libFuzzer|^SUMMARY/.test(line) || /assertion|bytes of memory/.test(line));
      const again = run.find === null ? `npm run fuzz -- ${name}` : `npm run fuzz -- ${name} ${path.relative(root, run.find)}`;
      found.push(`${name}: ${lines.join("\n  ").slice(0, 2000)}\n  reproduce it with: ${again}`);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, os.availableParallelism()) }, work));
  if (found.length > 0) throw new Stop(`The fuzzers found something:\n${found.join("\n")}`);
}

/** Runs a target on one input. @param {string} program @param {string} name @param {string} input */
export async function reproduce(program, name, input) {
  await must(program, ["run", name, input], { env: { RUST_BACKTRACE: "1" } });
}

/**
 * Makes the inputs of a folder, with those that are known, the corpus of a target: the fewest and smallest that reach all that
 * they reach together.
 * @param {string} program
 * @param {string} name
 * @param {string} folder
 */
export async function minimise(program, name, folder) {
  const work = mkdtempSync(path.join(os.tmpdir(), `loopscope-fuzz-${name}-`));
  try {
    const seeds = path.join(work, "seeds");
    const best = path.join(work, "best");
    await must(program, ["unpack", name, seeds]);
    mkdirSync(best);
    const inputs = existsSync(folder) ? [seeds, folder] : [seeds];
    const { code, log } = await logged(program, ["-merge=1", `-max_len=${MOST_BYTES}`, `-timeout=${SECONDS_AN_INPUT}`, best, ...inputs], { FUZZ_TARGET: name });
    if (code !== 0) throw new Stop(`The corpus of ${name} cannot be minimised:\n${log.split("\n").slice(-20).join("\n")}`);
    await must(program, ["pack", name, best]);
    note(`${name}: ${readdirSync(best).length} inputs`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
