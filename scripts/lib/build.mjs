// From Rust and TypeScript to dist/: the wasm package, then the page around it.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { writeLicences } from "./licences.mjs";
import { must, note, output, root, say } from "./run.mjs";

const PACKAGE = path.join(root, "crate", "wasm", "pkg");
const WASM = path.join(PACKAGE, "loopscope_wasm_bg.wasm");
const STAMP = path.join(PACKAGE, ".inputs");

/**
 * The readers of formats, a third of the engine, are compiled for size in the page: 31 KB less to download, gzipped. Reading
 * takes a tenth to a third longer then, at 100 to 350 MB/s without fetching (npm run bench -- formats).
 */
const SMALL_FORMATS = 'profile.release.package.loopscope-formats.opt-level="s"';

/** Passes that only tidy up. With them, and without the sections that say what compiled it by which features, the download loses 4.5 KB, gzipped. */
const SMALLER = ["duplicate-function-elimination", "reorder-locals", "vacuum", "merge-blocks", "remove-unused-brs", "rse", "vacuum"].map((pass) => `--${pass}`);

/** Builds crate/wasm/pkg where something it is made of has changed. */
export async function buildWasm() {
  say("The wasm package");
  const inputs = fingerprint();
  if (existsSync(WASM) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === inputs) {
    note("up to date");
    return;
  }
  // no-install: the set-up chose the tools; no-pack: the page imports the folder by its path.
  await must("wasm-pack", ["build", "crate/wasm", "--target", "web", "--release", "--mode", "no-install", "--no-pack", "--out-dir", "pkg", "--", "--config", SMALL_FORMATS]);
  // The pinned wasm-opt, never the one in PATH: an old one breaks what wasm-bindgen writes. Without
  // feature flags: it reads the features from the file, and --all-features adds some that Node 20 rejects.
  // -O1: the compiler has optimised already. Higher levels take up to ten times as long, and gave neither a
  // smaller download (gzipped) nor a faster engine (npm run bench). A second run on what the first one wrote takes 7 KB
  // more off the download; two rounds within one run do not, and a third run finds nothing.
  // At the end functions are ordered by their demangled names: those of one module, and the copies of one generic
  // function, come to stand beside each other, where gzip sees how alike they are. -g keeps the names until then.
  const rounds = [["-O1", "-g", ...SMALLER], ["-O1", "-g"], ["--reorder-functions-by-name", "--strip-debug", "--strip-producers", "--strip-target-features"]];
  const smaller = path.join(PACKAGE, "smaller.wasm");
  for (const passes of rounds) {
    note(`wasm-opt ${passes.slice(0, 2).join(" ")}`);
    await must(process.execPath, [path.join(root, "node_modules", "binaryen", "bin", "wasm-opt"), ...passes, WASM, "-o", smaller]);
    renameSync(smaller, WASM);
  }
  writeFileSync(STAMP, inputs);
}

/** Builds dist/: static files that work from any folder of any host. */
export async function buildPage() {
  await buildWasm();
  say("The page");
  await must("vite", ["build", "--logLevel", "warn"]);
  writeLicences();
  note("dist/ is built");
}

/** A hash of everything the wasm package is made of; cargo's own check alone would still run wasm-opt each time. */
function fingerprint() {
  const hash = createHash("sha256");
  const files = [".cargo/config.toml", "Cargo.toml", "Cargo.lock", "package-lock.json", "scripts/lib/build.mjs"];
  for (const crate of readdirSync(path.join(root, "crate")).sort()) {
    if (crate !== "cli") files.push(...filesBelow(`crate/${crate}`));
  }
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
