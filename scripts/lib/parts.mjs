// The parts of `npm test` and `npm run check`: what each runs, and what must have worked before it.

import process from "node:process";
import { checkSizes } from "./sizes.mjs";
import { browser, firefox } from "./browser.mjs";
import { buildPage, buildWasm } from "./build.mjs";
import { checkData, checkPrograms } from "./data.mjs";
import { main, must, NotRun, note, say, Stop } from "./run.mjs";
import { freePort } from "./serve.mjs";
import { setUp } from "./setup.mjs";

/**
 * @typedef {object} Part
 * @property {string} name what is typed after `npm test --` to run this part alone
 * @property {string} what the section line
 * @property {string[]} [after] parts without which this one cannot be run
 * @property {boolean} [mayMiss] whether it needs programs that no set-up installs: where they are missing it is not run, and that is said
 * @property {() => Promise<void>} run throws where it fails
 */

/** A build that a few tests run once: compiling it fast counts, not how fast it runs. */
const WASM_TESTS = { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: "wasm-bindgen-test-runner", CARGO_PROFILE_TEST_OPT_LEVEL: "1", CARGO_PROFILE_TEST_DEBUG: "0" };
const PROJECTS = ["tsconfig.json", "web/worker/tsconfig.json", "tests/tsconfig.json"];


/** @type {Part[]} */
const ALL = [
  { name: "set-up", what: "set-up", run: () => setUp({ components: ["rustfmt", "clippy"] }) },
  { name: "format", what: "Rust: cargo fmt --check", run: () => must("cargo", ["fmt", "--all", "--check"]) },
  {
    name: "clippy",
    what: "Rust: clippy, warnings are errors",
    run: () => must("cargo", ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"]),
  },
  { name: "rust", what: "Rust: all tests", run: () => must("cargo", ["test", "--quiet", "--workspace", "--no-fail-fast"]) },
  {
    // In Node, not in a browser: no driver whose version must fit the browser's. The browser runs the same wasm in the page tests.
    name: "wasm",
    what: "wasm: the tests of crate/wasm, compiled to wasm, in Node",
    run: () => must("cargo", ["test", "-p", "loopscope-wasm", "--target", "wasm32-unknown-unknown", "--tests"], { env: WASM_TESTS }),
  },
  { name: "data", what: "Data traces in pandas, polars and DuckDB; the notebook", after: ["rust"], mayMiss: true, run: checkData },
  { name: "programs", what: "Programs from traces under MPI and SimGrid", after: ["rust"], mayMiss: true, run: checkPrograms },
  { name: "package", what: "wasm: the package for the page", run: buildWasm },
  {
    name: "types",
    what: "TypeScript: tsc, strict",
    after: ["package"],
    run: async () => {
      for (const project of PROJECTS) await must("tsc", ["--noEmit", "-p", project]);
    },
  },
  {
    // Rules that know the types need those of the wasm package.
    name: "lint",
    what: "TypeScript: oxlint, every finding is an error",
    after: ["package"],
    run: () => must("oxlint", []),
  },
  { name: "house", what: "House checks: layers, sizes, paths, words", run: () => must("vitest", ["run", "--project", "house"]) },
  { name: "units", what: "TypeScript: unit tests", after: ["package"], run: () => must("vitest", ["run", "--project", "web"]) },
  { name: "parts", what: "wasm: the engine in parts answers as the whole one", after: ["package"], run: () => must("vitest", ["run", "--project", "engine"]) },
  { name: "page", what: "The page: vite build", after: ["package"], run: buildPage },
  { name: "budgets", what: "Budgets: what the page downloads", after: ["page"], run: async () => checkSizes() },
  {
    name: "browser",
    what: "The page in a real Chromium",
    after: ["page"],
    run: async () => must("playwright", ["test", "--project", "chromium"], { env: { LOOPSCOPE_BROWSER: await browser(), LOOPSCOPE_PORT: String(await freePort()) } }),
  },
  {
    // What differs between browsers: modules in workers, vectors in wasm, canvas and files. Everything else is tried in one.
    name: "firefox",
    what: "The page in a real Firefox",
    after: ["page"],
    run: async () => must("playwright", ["test", "--project", "firefox"], { env: { LOOPSCOPE_FIREFOX: await firefox(), LOOPSCOPE_PORT: String(await freePort()) } }),
  },
];

/** What can be said within a minute, without building or starting much. */
const FAST = ["set-up", "format", "clippy", "package", "types", "lint", "house"];

/**
 * Runs parts in order, goes on after a failure with what does not need the failed part, and says at the end how it went.
 * A part that could not be run counts as failed. Only a second browser may be missing: whoever has no right to install one
 * still learns whether everything else works, and reads at the end what was not run. In continuous integration, where it can
 * always be installed, that fails too. Programs that nothing here installs (pandas, MPI, SimGrid) may be missing everywhere.
 * @param {Part[]} parts
 */
async function runParts(parts) {
  const failed = new Map();
  /** @type {string[]} */
  const notRun = [];
  const times = [];
  for (const [index, part] of parts.entries()) {
    const started = Date.now();
    console.log("");
    say(`[${index + 1}/${parts.length}] ${part.what}`);
    const missing = part.after?.find((name) => failed.has(name));
    try {
      if (missing !== undefined) throw new Stop(`Not run: it needs the part "${missing}", which failed.`);
      await part.run();
    } catch (error) {
      // Without a set-up nothing can be run: what to do about it stays the last thing on the screen.
      if (part.name === "set-up" && error instanceof Stop) throw new Stop(`${error.message}\n\nThe set-up FAILED: none of the ${parts.length} parts could be run.`);
      if (error instanceof NotRun && (part.mayMiss || !process.env.CI)) notRun.push(part.name);
      else failed.set(part.name, error);
      console.error(error instanceof Stop || error instanceof NotRun ? error.message : error);
    }
    times.push(`${part.name} ${((Date.now() - started) / 1000).toFixed(0)} s`);
  }
  console.log("");
  note(times.join(", "));
  if (failed.size > 0) throw new Stop(`${failed.size} of ${parts.length} parts FAILED: ${[...failed.keys()].join(", ")}`);
  if (notRun.length > 0) say(`${parts.length - notRun.length} of ${parts.length} parts passed, NOT RUN on this machine: ${notRun.join(", ")}`);
  else say(`all ${parts.length} parts passed`);
}

/** npm test: everything; with names behind `--`, those parts and what they need. */
export function test() {
  return main(async () => {
    const wished = process.argv.slice(2);
    const unknown = wished.find((name) => !ALL.some((part) => part.name === name));
    if (unknown !== undefined) throw new Stop(`There is no part "${unknown}". The parts are: ${ALL.map((part) => part.name).join(", ")}`);
    await runParts(wished.length === 0 ? ALL : ALL.filter((part) => needed(wished).has(part.name)));
  });
}

/** npm run check: the fast parts. */
export function check() {
  return main(() => runParts(ALL.filter((part) => FAST.includes(part.name))));
}

/** @param {string[]} names */
function needed(names) {
  const all = new Set(["set-up", ...names]);
  for (const name of all) {
    for (const before of ALL.find((part) => part.name === name)?.after ?? []) all.add(before);
  }
  return all;
}
