// Sets up what a fresh machine lacks, each thing once: a second call only looks.
//
// Order: node modules, a C linker, Rust with its wasm target, wasm-bindgen and wasm-pack. What needs the
// person (no Rust, no right to install) is a `Stop` with the command to type. The browser is in browser.mjs.

import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { isRoot, must, note, output, root, run, say, Stop, tools } from "./run.mjs";

/** The newest wasm-pack that was tried with this project. */
const WASM_PACK = "0.15.1";

/**
 * Node modules, Rust, wasm target and the wasm tools.
 * @param {{ components?: string[] }} [options] Rust components the caller needs besides (rustfmt, clippy)
 */
export async function setUp(options = {}) {
  say("Set-up");
  await nodeModules();
  await linker();
  await rust(options.components ?? []);
  await wasmTools();
}

/** A linker and Rust, for what is neither the page nor its wasm. */
export async function setUpRust() {
  say("Set-up");
  await linker();
  await rust([]);
}

/** Installs node modules where the folder is not what the lock file says. */
export async function nodeModules() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Stop(`Node ${process.versions.node} is too old: Node 20.19 or newer is needed (https://nodejs.org).`);
  }
  const stale = staleModule();
  if (stale === null) {
    note("node modules are there");
    return;
  }
  note(`node modules: ${stale}; installing (about 10 s)`);
  await must("npm", ["ci"]);
}

/**
 * The first difference between package-lock.json and what npm says it installed; null if there is none.
 * npm keeps its own record in node_modules, so no stamp of ours can disagree with it.
 * @returns {string | null}
 */
function staleModule() {
  const installedFile = path.join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installedFile)) return "missing";
  /** @type {Record<string, { version?: string, optional?: boolean }>} */
  const wanted = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
  /** @type {Record<string, { version?: string }>} */
  const installed = JSON.parse(readFileSync(installedFile, "utf8")).packages;
  for (const [name, entry] of Object.entries(wanted)) {
    if (name === "" || entry.optional) continue;
    if (installed[name]?.version !== entry.version) return `${name.replace("node_modules/", "")} ${entry.version} is not installed`;
  }
  return null;
}

/** cargo links with the system's C compiler, which a bare machine may lack. */
async function linker() {
  if (process.platform === "win32" || ["cc", "gcc", "clang"].some((name) => output(name, ["--version"]) !== null)) return;
  note("no C compiler, which cargo links with; installing one");
  if (!(await aptInstall(["gcc", "libc6-dev"]))) {
    throw new Stop("No C compiler was found, and cargo links with one. Install it, then run this again:\n  sudo apt-get install gcc libc6-dev     (Debian, Ubuntu)\n  xcode-select --install                 (macOS)");
  }
}

/**
 * Installs Debian packages where this is a Debian and we are root.
 * @param {string[]} packages
 * @returns {Promise<boolean>} are they installed now?
 */
export async function aptInstall(packages) {
  if (!isRoot() || output("apt-get", ["--version"]) === null) return false;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  if ((await run("apt-get", ["update", "-qq"], { env })) !== 0) return false;
  return (await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env })) === 0;
}

/** @param {string[]} components */
async function rust(components) {
  const version = output("rustc", ["--version"]);
  if (version === null || output("cargo", ["--version"]) === null) {
    throw new Stop("Rust was not found. Install it, open a new terminal, then run this again:\n  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y");
  }
  const needed = /rust-version = "(\d+)\.(\d+)/.exec(readFileSync(path.join(root, "Cargo.toml"), "utf8"));
  const found = /(\d+)\.(\d+)/.exec(version);
  if (needed && found && Number(found[1]) * 1000 + Number(found[2]) < Number(needed[1]) * 1000 + Number(needed[2])) {
    throw new Stop(`${version} is too old: ${needed[1]}.${needed[2]} or newer is needed. Update it, then run this again:\n  rustup update stable`);
  }
  note(`${version} is there`);

  const libraries = output("rustc", ["--print", "target-libdir", "--target", "wasm32-unknown-unknown"]);
  if (libraries === null || !existsSync(libraries)) await rustup(["target", "add", "wasm32-unknown-unknown"]);
  for (const component of components) {
    const program = component === "rustfmt" ? "fmt" : component;
    if (output("cargo", [program, "--version"]) === null) await rustup(["component", "add", component]);
  }
}

/** @param {string[]} args */
async function rustup(args) {
  const command = `rustup ${args.join(" ")}`;
  if (output("rustup", ["--version"]) === null) {
    throw new Stop(`Part of Rust is missing, and there is no rustup to add it. Install Rust with rustup (https://rustup.rs), then run this again; or provide by other means what this would:\n  ${command}`);
  }
  note(command);
  if ((await run("rustup", args)) !== 0) throw new Stop(`"${command}" failed (its message is above). Run it by hand where the network allows it, then run this again.`);
}

/** The version of wasm-bindgen in Cargo.lock: its command line program must be of exactly that version. */
export function bindgenVersion() {
  const lock = readFileSync(path.join(root, "Cargo.lock"), "utf8");
  const found = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock);
  if (!found?.[1]) throw new Stop("Cargo.lock names no version of wasm-bindgen. Has it been committed?");
  return found[1];
}

async function wasmTools() {
  const bindgen = bindgenVersion();
  const missing = [];
  const hasBindgen = output("wasm-bindgen", ["--version"]) === `wasm-bindgen ${bindgen}` && output("wasm-bindgen-test-runner", ["--version"]) === `wasm-bindgen-test-runner ${bindgen}`;
  if (!hasBindgen) missing.push(`wasm-bindgen-cli@${bindgen}`);
  if (output("wasm-pack", ["--version"]) === null) missing.push(`wasm-pack@${WASM_PACK}`);
  if (missing.length === 0) {
    note(`wasm-bindgen ${bindgen} and wasm-pack are there`);
    return;
  }
  note(`building ${missing.join(" and ")} into .tools (some minutes, once)`);
  // Not --locked: a registry mirror may lack one of the locked versions. One target folder for both
  // shares what they have in common; unoptimised they build in half the time, and work for a second at most.
  const build = path.join(tools, "build");
  await must("cargo", ["install", "--root", tools, "--force", ...missing], {
    env: { CARGO_TARGET_DIR: build, CARGO_PROFILE_RELEASE_OPT_LEVEL: "0", CARGO_PROFILE_RELEASE_LTO: "off", CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "256", RUSTFLAGS: "" },
  });
  rmSync(build, { recursive: true, force: true });
}
