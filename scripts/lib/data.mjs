// Tests that need programs of other people: what reads data traces, and what runs programs made from traces. Nothing is installed.

import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { must, note, NotRun, output, root, tools } from "./run.mjs";

const SAMPLE = path.join(root, "web", "public", "timed", "lu.S.4.tar.zst");
/** More runs that programs are made from, where the folder with all runs is at hand. */
const MORE = ["npb-cg.S.4", "npb-bt.S.4", "npb-mg.S.4", "npb-sp.S.4", "lulesh-s8-i100.8", "miniFE-16.8"];
const PACKAGES = ["pandas", "pyarrow", "polars", "duckdb"];

/** The program, built as the tests build it. */
async function program() {
  await must("cargo", ["build", "--quiet", "-p", "loopscope"]);
  const target = process.env.CARGO_TARGET_DIR ?? path.join(root, "target");
  return path.join(target, "debug", process.platform === "win32" ? "loopscope.exe" : "loopscope");
}

/** Compares what other programs read of a data trace, and runs the notebook. */
export async function checkData() {
  const own = path.join(tools, "python", "bin", "python3");
  const python = process.env.LOOPSCOPE_PYTHON ?? (existsSync(own) ? own : "python3");
  const known = output(python, ["-c", `import ${PACKAGES.join(", ")}; print("; ".join(f"{m.__name__} {m.__version__}" for m in (${PACKAGES.join(", ")})))`]);
  const how = `Install them, then run this again:\n  python3 -m venv .tools/python && .tools/python/bin/pip install ${PACKAGES.join(" ")}\nOr name a Python that has them: LOOPSCOPE_PYTHON=/path/to/python3 npm test -- data`;
  if (known === null) throw new NotRun(`Not run: ${python} does not have ${PACKAGES.join(", ")}. ${how}`);
  note(known);
  await must(python, [path.join("tests", "data", "check.py"), await program(), SAMPLE, path.join("docs", "iterations.ipynb")]);
}

/** @returns {string[]} */
function manyRuns() {
  const folder = process.env.LOOPSCOPE_TRACES;
  return folder === undefined ? [] : MORE.map((run) => path.join(folder, run, "timed.tar.zst")).filter((file) => existsSync(file));
}

/** Compiles programs made from traces, runs and records them, and compares the models; then asks SimGrid how long they last. */
export async function checkPrograms() {
  if (output("mpicc", ["--version"]) === null || output("mpirun", ["--version"]) === null) {
    throw new NotRun("Not run: mpicc or mpirun is missing. Install them, then run this again:\n  sudo apt-get install openmpi-bin libopenmpi-dev      (Debian)");
  }
  await must("python3", [path.join("tests", "data", "programs.py"), await program(), SAMPLE, ...manyRuns()]);
  if (output("smpirun", ["-help"]) === null) throw new NotRun("Run under MPI only: SimGrid is missing. Install it, then run this again:\n  sudo apt-get install libsimgrid-dev                  (Debian)");
}
