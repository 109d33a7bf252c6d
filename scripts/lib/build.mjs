// From Rust and TypeScript to dist/: the wasm package, then the page around it.

import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { writeCards } from "./cards.mjs";
import { writeLicences } from "./licences.mjs";
import { cargoTarget, must, note, output, root, say } from "./run.mjs";
import { withoutRecords } from "./split/linked.mjs";
import { splitEngine } from "./split/engine.mjs";

const PACKAGE = path.join(root, "crate", "wasm", "pkg");
const WASM = path.join(PACKAGE, "loopscope_wasm_bg.wasm");
const GLUE = path.join(PACKAGE, "loopscope_wasm.js");

/** Passes that only tidy up. With them, and without the sections that say what compiled it by which features, the download loses 4.5 KB, gzipped. */
const SMALLER = ["duplicate-function-elimination", "reorder-locals", "vacuum", "merge-blocks", "remove-unused-brs", "rse", "vacuum"].map((pass) => `--${pass}`);

/** The engine as the linker wrote it, with its records of who names which data. */
const LINKED = path.join(PACKAGE, "linked.wasm");
/** The engine with the names of its functions, by which it is split. */
const NAMED = path.join(PACKAGE, "named.wasm");
/** The parts of it that the page loads. The whole engine beside them is for benches and tests. */
const PARTS = path.join(PACKAGE, "parts");
const CARDS = path.join(PACKAGE, "cards.json");

const SAMPLES = "web/public/samples";
/** Drawings of samples that have no model. */
const DRAWINGS = "web/features/landing";
const FIXTURES = "tests/fixtures";

/** Builds crate/wasm/pkg where something it is made of has changed. */
export async function buildWasm() {
  say("The wasm package");
  const sources = ["scripts/lib/build.mjs", ".cargo/config.toml", "Cargo.toml", "Cargo.lock", "package-lock.json"];
  for (const crate of readdirSync(path.join(root, "crate")).sort()) {
    if (crate !== "cli") sources.push(...filesBelow(`crate/${crate}`));
  }
  await unlessUpToDate("the engine", ".compiled", fingerprint(sources), compile);
  const folders = ["scripts/lib/split", SAMPLES, FIXTURES].flatMap(filesBelow);
  const parts = fingerprint([...sources, "scripts/lib/cards.mjs", "scripts/lib/engine.mjs", "scripts/lib/held.mjs", ...folders, ...filesBelow(DRAWINGS).filter((file) => file.endsWith(".svg"))]);
  await unlessUpToDate("its parts, and the cards of the first screen", ".split", parts, async () => {
    const [samples, fixtures, drawings] = [path.join(root, SAMPLES), path.join(root, FIXTURES), path.join(root, DRAWINGS)];
    await splitEngine({ linked: LINKED, wasm: NAMED, glue: GLUE, samples, fixtures, into: PARTS });
    await writeCards({ wasm: WASM, glue: GLUE, samples, drawings, into: CARDS });
  });
}

/**
 * Makes something unless it was made of the same. @param {string} what @param {string} stamp the file that says of what it was made
 * @param {string} inputs
 * @param {() => Promise<void>} make
 */
async function unlessUpToDate(what, stamp, inputs, make) {
  const file = path.join(PACKAGE, stamp);
  if (existsSync(file) && readFileSync(file, "utf8") === inputs) {
    note(`${what}: up to date`);
    return;
  }
  note(what);
  rmSync(file, { force: true });
  await make();
  writeFileSync(file, inputs);
}

/** Compiles the engine. */
async function compile() {
  // no-install: the set-up chose the tools; no-pack: the page imports the folder by its path.
  const options = ["--config", compilerFlags()];
  await must("wasm-pack", ["build", "crate/wasm", "--target", "web", "--release", "--mode", "no-install", "--no-pack", "--out-dir", "pkg", "--", ...options]);
  copyFileSync(path.join(cargoTarget(), "wasm32-unknown-unknown", "release", "loopscope_wasm.wasm"), LINKED);
  writeFileSync(WASM, withoutRecords(readFileSync(WASM)));
  // The pinned wasm-opt, never the one in PATH: an old one breaks what wasm-bindgen writes. Without
  // feature flags: it reads the features from the file, and --all-features adds some that Node 20 rejects.
  // -O1: the compiler has optimised already. Higher levels take up to ten times as long, and gave neither a
  // smaller download (gzipped) nor a faster engine (npm run bench). A second run on what the first one wrote takes 7 KB
  // more off the download; two rounds within one run do not, and a third run finds nothing.
  // At the end functions are ordered by their demangled names: those of one module, and the copies of one generic
  // function, come to stand beside each other, where gzip sees how alike they are. -g keeps the names.
  await optimise(WASM, NAMED, ["-O1", "-g", ...SMALLER]);
  await optimise(NAMED, NAMED, ["-O1", "-g"]);
  await optimise(NAMED, NAMED, ["--reorder-functions-by-name", "-g"]);
  await optimise(NAMED, WASM, ["--strip-debug", "--strip-producers", "--strip-target-features"]);
}

/** Runs wasm-opt. @param {string} from @param {string} to may be the same @param {string[]} passes */
async function optimise(from, to, passes) {
  note(`wasm-opt ${passes.slice(0, 2).join(" ")}`);
  const smaller = `${to}.new`;
  await must(process.execPath, [path.join(root, "node_modules", "binaryen", "bin", "wasm-opt"), ...passes, from, "-o", smaller]);
  renameSync(smaller, to);
}

/**
 * Flags of the compiler. Paths of sources in messages of failures come without the folders of this machine: the same bytes on each, and
 * fewer of them. The linker keeps its records, by which the data is split.
 */
function compilerFlags() {
  const home = process.env.CARGO_HOME ?? path.join(homedir(), ".cargo");
  const registry = path.join(home, "registry", "src");
  const sources = existsSync(registry) ? readdirSync(registry).sort().map((name) => path.join(registry, name)) : [];
  // Where the registry's folder is still to be made, its name is not known.
  const flags = [root, registry, ...sources].map((folder) => `--remap-path-prefix=${folder}${path.sep}=`);
  return `target.wasm32-unknown-unknown.rustflags=${JSON.stringify([...flags, "-Clink-arg=--emit-relocs"])}`;
}

/** Builds dist/: static files that work from any folder of any host. */
export async function buildPage() {
  await buildWasm();
  say("The page");
  await must("vite", ["build", "--logLevel", "warn"]);
  writeLicences();
  note("dist/ is built");
}

/** A hash of files and of the compiler; cargo's own check alone would still run wasm-opt each time. @param {string[]} files */
function fingerprint(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(path.join(root, file))).update("\0");
  return hash.update(output("rustc", ["--version"]) ?? "").digest("hex");
}

/**
 * All files below a folder in the order of their names, without what was built there.
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry) => !["pkg", "tests", "target"].includes(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));
}
