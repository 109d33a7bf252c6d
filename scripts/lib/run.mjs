// Running other programs, and saying so: what every script here needs. No dependency but Node.

import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The folder of the repository, wherever the script was started from. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Where the set-up puts the tools it builds; not in the person's own cargo folder, whose versions may serve other projects. */
export const tools = path.join(root, ".tools");

/** Something the person has to do or know: printed without a stack trace. */
export class Stop extends Error {}

/** A test that this machine cannot run, for want of something that the page does not need: said by name at the end. */
export class NotRun extends Error {}

/** One line of what is being done. @param {string} line */
export function say(line) {
  const plain = !process.stdout.isTTY || process.env.NO_COLOR;
  console.log(plain ? `== ${line}` : `\x1b[1m== ${line}\x1b[0m`);
}

/** One line below it. @param {string} line */
export function note(line) {
  console.log(`   ${line}`);
}

/**
 * The environment for children: our tools and the programs of node_modules first.
 * @param {Record<string, string>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(more) {
  // Some programs colour what goes into a file too.
  if (!process.stdout.isTTY) more = { NO_COLOR: "1", ...more };
  const first = [path.join(tools, "bin"), path.join(root, "node_modules", ".bin")];
  return { ...process.env, ...more, PATH: [...first, process.env.PATH ?? ""].join(path.delimiter) };
}

/**
 * Runs a program and shows what it prints. Gives its exit code; 127 where it cannot be started.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, seconds?: number }} [options] `seconds`: it is stopped after that time (code 124)
 * @returns {Promise<number>}
 */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env: environment(options.env), stdio: ["ignore", "inherit", "inherit"], shell: needsShell(program) });
    let late = false;
    const timer = options.seconds === undefined ? undefined : setTimeout(() => {
      late = true;
      child.kill("SIGTERM");
    }, options.seconds * 1000);
    child.on("error", (error) => {
      clearTimeout(timer);
      console.error(`${program}: ${error.message}`);
      resolve(127);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve(late ? 124 : (code ?? 1));
    });
  });
}

/**
 * Like `run`, but stops everything where the program fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, seconds?: number }} [options]
 */
export async function must(program, args, options) {
  const code = await run(program, args, options);
  if (code !== 0) throw new Stop(`"${[program, ...args].join(" ")}" failed with exit code ${code}; its own message is above.`);
}

/**
 * What a program prints on standard output, or null where it is missing or fails.
 * @param {string} program
 * @param {string[]} args
 * @returns {string | null}
 */
export function output(program, args) {
  const done = spawnSync(program, args, { cwd: root, env: environment(), encoding: "utf8", shell: needsShell(program) });
  return done.status === 0 ? done.stdout.trim() : null;
}

/** On Windows npm and what lies in node_modules/.bin are .cmd files, which only a shell starts. @param {string} program */
function needsShell(program) {
  return process.platform === "win32" && !path.isAbsolute(program) && !["cargo", "rustup", "rustc"].includes(program);
}

/** Is this process allowed to install system packages? */
export function isRoot() {
  return process.getuid?.() === 0;
}

/**
 * The way out of a script: a `Stop` is told in its own words, anything else with its stack.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** The folder that cargo builds in. */
export function cargoTarget() {
  const told = output("cargo", ["metadata", "--format-version", "1", "--no-deps"]);
  if (told === null) throw new Stop("\"cargo metadata\" failed: run it to see why.");
  return String(JSON.parse(told).target_directory);
}
