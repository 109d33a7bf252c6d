// dist/licences.txt: whose work the site contains, and under which terms. Most licences ask that their
// text goes along with every copy.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { output, root, Stop } from "./run.mjs";

/** @typedef {{ name: string, version: string, licence: string, folder: string }} Part */

const NAMES = /^(licen[cs]e|copying|unlicense)/i;
/** Where there is a choice, the text of one licence is enough: this one where it is among them. */
const CHOSEN = /mit/i;

/** Writes the list beside the page. */
export function writeLicences() {
  const texts = new Map();
  for (const part of [...crates(), ...packages()]) {
    const text = textOf(part);
    const title = `${part.name} ${part.version} (${part.licence})`;
    texts.set(text, [...(texts.get(text) ?? []), title]);
  }
  const own = readFileSync(path.join(root, "LICENSE"), "utf8").trim();
  const blocks = [...texts].map(([text, titles]) => `${titles.join("\n")}\n\n${text}`);
  const line = `\n\n${"-".repeat(80)}\n\n`;
  const head = "Loopscope contains the work of others. First its own licence, then theirs.";
  writeFileSync(path.join(root, "dist", "licences.txt"), `${[head, own, ...blocks].join(line)}\n`);
}

/**
 * The crates that end up in the wasm: no macros, which run only while it is compiled.
 * @returns {Part[]}
 */
function crates() {
  const told = output("cargo", ["metadata", "--format-version", "1", "--locked", "--filter-platform", "wasm32-unknown-unknown"]);
  if (told === null) throw new Stop("\"cargo metadata\" failed: run it to see why.");
  const { packages: all, resolve } = JSON.parse(told);
  const known = new Map(all.map((/** @type {any} */ one) => [one.id, one]));
  const nodes = new Map(resolve.nodes.map((/** @type {any} */ one) => [one.id, one]));
  const isMacro = (/** @type {any} */ one) => one.targets.some((/** @type {any} */ target) => target.kind.includes("proc-macro"));
  const found = new Map();
  const open = all.filter((/** @type {any} */ one) => one.name === "loopscope-wasm");
  while (open.length > 0) {
    const one = open.pop();
    if (found.has(one.id) || isMacro(one)) continue;
    found.set(one.id, one);
    const normal = nodes.get(one.id).deps.filter((/** @type {any} */ dep) => dep.dep_kinds.some((/** @type {any} */ kind) => kind.kind === null));
    open.push(...normal.map((/** @type {any} */ dep) => known.get(dep.pkg)));
  }
  return [...found.values()]
    .filter((one) => one.source !== null)
    .map((one) => ({ name: one.name, version: one.version, licence: one.license, folder: path.dirname(one.manifest_path) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * What the page itself is made of: the dependencies of package.json, and theirs.
 * @returns {Part[]}
 */
function packages() {
  const names = Object.keys(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).dependencies);
  /** @type {Map<string, Part>} */
  const found = new Map();
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (found.has(name)) continue;
    const folder = path.join(root, "node_modules", name);
    const { version, license, dependencies } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    found.set(name, { name, version, licence: license, folder });
    names.push(...Object.keys(dependencies ?? {}));
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @param {Part} part */
function textOf({ name, folder }) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => NAMES.test(file)).sort() : [];
  const file = files.find((candidate) => CHOSEN.test(candidate)) ?? files[0];
  if (file === undefined) throw new Stop(`${name} comes without the text of its licence: look at it, and leave it out if there is none.`);
  return readFileSync(path.join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
}
