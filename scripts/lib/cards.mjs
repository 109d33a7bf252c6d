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
  return drawn.type === "modelFile" ? joined(drawn.text.slice(drawn.text.indexOf("<svg"))) : undefined;
}

/**
 * The same picture with neighbouring lines of one style as one path of steps from point to point: half as many bytes when packed, and a
 * tenth of the elements.
 * @param {string} svg a line for each element
 */
function joined(svg) {
  /** @type {{ style: string, path: string, at: [number, number] } | undefined} */
  let open;
  /** @type {string[]} */
  const out = [];
  const close = () => {
    if (open) out.push(`<path ${open.style} d="${open.path}"/>`);
    open = undefined;
  };
  for (const line of svg.split("\n")) {
    const [, style, points] = /^<polyline (.*?) points="([^"]*)"\/>$/.exec(line) ?? [];
    if (style === undefined || points === undefined) {
      close();
      out.push(line);
      continue;
    }
    if (open?.style !== style) close();
    for (const [index, point] of points.trim().split(" ").entries()) {
      const [x = 0, y = 0] = point.split(",").map(Number);
      const [left, top] = open?.at ?? [0, 0];
      open ??= { style, path: "", at: [0, 0] };
      open.path += step(index === 0 ? "m" : "l", x - left, y - top);
      open.at = [x, y];
    }
  }
  close();
  return out.join("\n");
}

/** A step of a path, or of its pen. @param {"m" | "l"} letter @param {number} x @param {number} y */
function step(letter, x, y) {
  if (letter === "l" && y === 0) return `h${x}`;
  if (letter === "l" && x === 0) return `v${y}`;
  return `${letter}${x}${y < 0 ? "" : ","}${y}`;
}
