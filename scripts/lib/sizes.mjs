// What a visitor downloads, gzipped, by what it is for, and whether it keeps to tests/budgets/download.json.
//
// Roles: `landing` is the first screen, without the engine; each part of the engine is one; `sample` is a first visit
// that goes from the first screen to a program of the samples and its model; `later` is what most visitors never
// load, and has no budget.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { note, root, Stop } from "./run.mjs";
import { PARTS } from "./split/assign.mjs";

/** Gzipped at level 9 file by file, as hosts send them. @typedef {{ role: string, files: number, bytes: number, gzipped: number }} Size */
/** A file of dist/, its path with forward slashes. @typedef {{ file: string, content: Uint8Array }} Built */

/** The part of the engine that a first visit starts with, and the ones that a program of the samples needs besides. */
const STARTS = "main";
const PROGRAM = ["landing", STARTS, "model"];
/** The largest of those programs. Samples are sent as they are: they are packed already. */
const LARGEST = "samples/lu.tar.zst";

/**
 * The sizes of a built page by role.
 * @param {readonly Built[]} files all of dist/
 * @returns {Size[]}
 */
export function sizesOf(files) {
  const index = new TextDecoder().decode(files.find(({ file }) => file === "index.html")?.content);
  const roles = ["landing", STARTS, ...PARTS.map(({ name }) => name), "later"];
  /** @type {Map<string, Size>} */
  const sizes = new Map(roles.map((role) => [role, { role, files: 0, bytes: 0, gzipped: 0 }]));
  let sample = 0;
  for (const { file, content } of files) {
    const gzipped = gzipSync(content, { level: 9 }).length;
    const size = sizes.get(roleOf(file, index));
    if (size !== undefined) {
      size.files += 1;
      size.bytes += content.length;
      size.gzipped += gzipped;
    }
    if (file === LARGEST) sample = content.length;
  }
  const visit = PROGRAM.map((role) => sizes.get(role)).filter((size) => size !== undefined);
  const sum = (/** @type {"files" | "bytes" | "gzipped"} */ what) => visit.reduce((all, size) => all + size[what], 0);
  return [...sizes.values(), { role: "sample", files: sum("files") + 1, bytes: sum("bytes") + sample, gzipped: sum("gzipped") + sample }];
}

/** @param {string} file @param {string} index the page's first file, which names what it loads at once */
function roleOf(file, index) {
  const [, part] = /^assets\/([a-z0-9_]+)-[^/]*\.wasm$/.exec(file) ?? [];
  if (part !== undefined) return part;
  if (file === "index.html" || index.includes(`./${file}`)) return "landing";
  // What the first screen's scripts and styles load: the worker's script, fonts and cards.
  if (/^assets\/(main-[^/]*\.js|[^/]*\.woff2|cards-[^/]*\.json)$/.test(file)) return "landing";
  return file.startsWith("assets/") ? "later" : "";
}

/** All files of dist/. @param {string} [folder] @returns {Built[]} */
export function builtFiles(folder = path.join(root, "dist")) {
  if (!existsSync(path.join(folder, "index.html"))) throw new Stop("There is no dist/ yet: npm run build makes it.");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file: path.relative(folder, file).replaceAll(path.sep, "/"), content: readFileSync(file) }));
}

/**
 * What of it is over its budget, or has none, one line each; a role without files is over too, as nothing was measured.
 * @param {Size[]} measured
 * @param {Record<string, number>} limits gzipped bytes by role
 * @returns {string[]}
 */
export function overBudget(measured, limits) {
  const unlimited = measured.filter(({ role }) => role !== "later" && limits[role] === undefined).map(({ role }) => `${role}: it has no budget`);
  const over = Object.entries(limits).flatMap(([role, limit]) => {
    const size = measured.find((each) => each.role === role);
    if (size === undefined || size.files === 0) return [`${role}: dist/ has no such file`];
    return size.gzipped > limit ? [`${role}: ${thousands(size.gzipped)} bytes gzipped, the budget is ${thousands(limit)}`] : [];
  });
  return [...over, ...unlimited];
}

/** Prints the table and holds it against the budget. */
export function checkSizes() {
  const measured = sizesOf(builtFiles());
  const file = "tests/budgets/download.json";
  /** @type {Record<string, number>} */
  const limits = JSON.parse(readFileSync(path.join(root, file), "utf8"));
  note("role     files        bytes      gzipped       budget");
  for (const { role, files, bytes, gzipped } of measured) note(`${role.padEnd(8)} ${String(files).padStart(5)} ${[bytes, gzipped, limits[role] ?? 0].map((value) => thousands(value).padStart(12)).join(" ")}`);
  const over = overBudget(measured, limits);
  if (over.length > 0) throw new Stop(over.map((line) => `${file}: ${line}`).join("\n"));
  note(`within ${file}`);
}

/** @param {number} value */
function thousands(value) {
  return value.toLocaleString("en-US");
}
