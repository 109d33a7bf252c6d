// The engine in Node, as workers of a browser run it: for what is made of it when the page is built.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { held } from "./held.mjs";

/** @typedef {typeof import("../../crate/wasm/pkg/loopscope_wasm.js")} Glue */
/** @typedef {import("../../crate/wasm/pkg/loopscope_wasm.js").Engine} Engine */
/** @typedef {import("../../crate/wasm/pkg/loopscope_wasm.js").Summary} Summary */
/** @typedef {import("../../crate/wasm/pkg/loopscope_wasm.js").InitOutput} Exports */

/** The one trace that is open in an engine. */
export const HANDLE = 1;

const SAMPLE = ".tar.zst";

/** Names of the samples in a folder. @param {string} folder */
export function samplesIn(folder) {
  return readdirSync(folder).filter((file) => file.endsWith(SAMPLE)).sort().map((file) => file.slice(0, -SAMPLE.length));
}

/**
 * Starts a module that wasm-bindgen wrote, besides whatever was started before.
 * @param {string} glue the file of its JavaScript
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<{ glue: Glue, exports: Exports }>}
 */
export async function startEngine(glue, bytes) {
  starts += 1;
  /** @type {Glue} */
  const started = await import(`${pathToFileURL(glue).href}?${starts}`);
  return { glue: started, exports: await started.default({ module_or_path: bytes }) };
}

let starts = 0;

/**
 * Opens a sample in a new engine and hands it over; frees the engine afterwards.
 * @template T
 * @param {Glue} glue
 * @param {string} folder
 * @param {string} name
 * @param {(engine: Engine, summary: Summary) => T} body
 * @returns {T}
 */
export function withSample(glue, folder, name, body) {
  const file = name + SAMPLE;
  return withFile(glue, file, readFileSync(path.join(folder, file)), (engine) => body(engine, finishWith(engine, file)));
}

/**
 * Begins to open a file in a new engine and hands it over; frees the engine afterwards.
 * @template T
 * @param {Glue} glue
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {(engine: Engine) => T} body
 * @returns {T}
 */
export function withFile({ Engine }, name, bytes, body) {
  const engine = new Engine();
  engine.open(HANDLE, name, [{ path: name, bytes: held(bytes) }], { lenient: true }, []);
  engine.spreadable();
  const said = body(engine);
  engine.free();
  return said;
}

/** Works until nothing is left to do. @param {Engine} engine @returns {Summary | undefined} of what is loaded then; nothing if that failed */
export function finish(engine) {
  for (;;) {
    const step = engine.step();
    if (step.type === "working" || (step.type === "task" && step.report.type === "progress")) continue;
    if (step.type === "done") return step.summary;
    if (step.type !== "task" || step.report.type !== "finished") return undefined;
    const reply = engine.handle({ type: "summary", handle: HANDLE });
    return reply.type === "summary" ? reply.summary : undefined;
  }
}

/** The same for what must not fail. @param {Engine} engine @param {string} what @returns {Summary} */
export function finishWith(engine, what) {
  const summary = finish(engine);
  if (summary === undefined) throw new Error(`the engine fails at what it can do: ${what}`);
  return summary;
}
