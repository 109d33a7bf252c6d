// The cards of the first screen: the model of each sample as SVG, drawn by the engine when the page is built.

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { finishWith, HANDLE, samplesIn, startEngine, withSample } from "./engine.mjs";

/** @typedef {import("./engine.mjs").Engine} Engine */

/**
 * The size that a card is drawn for; it is shown as wide as there is room. Its colours follow the page.
 * @type {import("../../crate/wasm/pkg/loopscope_wasm.js").ModelLook}
 */
const LOOK = { width: 364, height: 200, theme: "variables", compact: false, whole: false, folded: false, zoom: undefined, selected: 0, closed: [], process: undefined, opened: [], card: true };

/**
 * Writes all cards into one file: SVG by the sample's name. `drawings` is the folder with the cards of samples without messages.
 * @param {{ wasm: string, glue: string, samples: string, drawings: string, into: string }} files
 */
export async function writeCards({ wasm, glue, samples, drawings, into }) {
  const { glue: started } = await startEngine(glue, new Uint8Array(readFileSync(wasm)));
  const cards = Object.fromEntries(samplesIn(samples).map((name) => [name, withSample(started, samples, name, cardOf) ?? readFileSync(path.join(drawings, `${name}.svg`), "utf8")]));
  writeFileSync(into, JSON.stringify(cards));
}

/** The card of what is open; nothing if it has no model. @param {Engine} engine @returns {string | undefined} */
export function cardOf(engine) {
  if (engine.start(HANDLE, { kind: "model", options: {} }) !== undefined) return undefined;
  finishWith(engine, "its model");
  const drawn = engine.handle({ type: "modelFile", handle: HANDLE, what: "svg", look: LOOK });
  return drawn.type === "modelFile" ? drawn.text.slice(drawn.text.indexOf("<svg")) : undefined;
}
