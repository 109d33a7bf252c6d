// The engine in parts: a main part that a first visit needs, and others that are loaded when they are called first.
//
// In goes what wasm-bindgen wrote, with the names of its functions; out come the parts and a module of JavaScript that
// starts the main one. Start reading at write.mjs (how a module is split) or assign.mjs (what is where).

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { assign, copiesOf, PARTS } from "./assign.mjs";
import { assignData } from "./data.mjs";
import { readLinked } from "./linked.mjs";
import { readModule } from "./module.mjs";
import { profile } from "./profile.mjs";
import { LOADER, split } from "./write.mjs";

/**
 * Splits the engine.
 * @param {{ linked: string, wasm: string, glue: string, samples: string, fixtures: string, into: string }} files the wasm as the linker
 *   wrote it, the same with names as it is to be split, its JavaScript, the folders of the samples and of files of all formats, and the folder for the parts, which is emptied
 */
export async function splitEngine({ linked, wasm, glue, samples, fixtures, into }) {
  const module = readModule(new Uint8Array(readFileSync(wasm)));
  const partOf = assign(module, await profile(module, { glue, samples, fixtures }));
  const copies = copiesOf(module, partOf);
  const data = assignData(module, partOf, readLinked(new Uint8Array(readFileSync(linked))), PARTS.length, copies);
  const { main, parts } = split(module, partOf, data, copies);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  writeFileSync(path.join(into, "main.wasm"), main);
  parts.forEach((bytes, part) => writeFileSync(path.join(into, `${PARTS[part]?.name}.wasm`), bytes));
  writeFileSync(path.join(into, "engine.js"), gluedToParts(readFileSync(glue, "utf8")));
  writeFileSync(path.join(into, "engine.d.ts"), ENGINE_TYPES);
  writeFileSync(path.join(into, "files.js"), files());
  writeFileSync(path.join(into, "files.d.ts"), FILES_TYPES);
  writeFileSync(path.join(into, "names.js"), `export const NAMES = ${JSON.stringify(PARTS.map(({ name }) => name))};\n`);
  writeFileSync(path.join(into, "names.d.ts"), NAMES_TYPES);
}

/**
 * What wasm-bindgen wrote, for the main part: with the function that loads parts among the imports, and without the address of the whole
 * engine, which would be copied into the page.
 * @param {string} glue
 */
function gluedToParts(glue) {
  const imports = /("\.\/loopscope_wasm_bg\.js": import0,)/;
  const address = /new URL\('loopscope_wasm_bg\.wasm', import\.meta\.url\)/;
  for (const pattern of [imports, address]) {
    if (!pattern.test(glue)) throw new Error(`what wasm-bindgen wrote has no ${pattern.source} any more: see scripts/lib/split/engine.mjs`);
  }
  return `${glue
    .replace(imports, `$1\n        "${LOADER.module}": { "${LOADER.name}": (part) => load(part) },`)
    .replace(address, "undefined")}
let load;
/** Says how a part is loaded, by its number; called at most once for each. */
export function setLoader(loader) {
    load = loader;
}
`;
}

const ENGINE_TYPES = `export * from "../loopscope_wasm.js";
/** Says how a part is loaded, by its number; called at most once for each. */
export function setLoader(loader: (part: number) => void): void;
`;

/** Where the files of the parts lie. Written out, because bundlers look for such addresses in the source. */
function files() {
  const address = (/** @type {string} */ name) => `new URL("./${name}.wasm", import.meta.url).href`;
  return `export const MAIN = ${address("main")};
export const PARTS = [
${PARTS.map(({ name }) => `  { name: "${name}", address: ${address(name)} },`).join("\n")}
];
`;
}

/** Apart from where they lie: the page itself asks for parts by name, and its workers fetch them. */
const NAMES_TYPES = `/** Names of the parts besides the main one. */
export type PartName = ${PARTS.map(({ name }) => `"${name}"`).join(" | ")};
/** All of them, in the order of their numbers. */
export const NAMES: readonly PartName[];
`;

const FILES_TYPES = `import type { PartName } from "./names.js";
/** Where the main part lies. */
export const MAIN: string;
/** The other parts, in the order of their numbers. */
export const PARTS: readonly { readonly name: PartName; readonly address: string }[];
`;
