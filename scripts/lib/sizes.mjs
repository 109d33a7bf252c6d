// What a visitor downloads, gzipped, and whether it keeps to tests/budgets/download.json.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { note, root, Stop } from "./run.mjs";

/** @typedef {{ kind: string, files: number, bytes: number, gzipped: number }} Size */

/**
 * The sizes of dist/ by kind of file, gzipped at level 9 file by file, as hosts send them. Scripts that are loaded only when
 * their part of the page is opened are of the kind "later".
 * @param {string} [folder]
 * @returns {Size[]}
 */
export function sizes(folder = path.join(root, "dist")) {
  if (!existsSync(path.join(folder, "index.html"))) throw new Stop("There is no dist/ yet: npm run build makes it.");
  /** @type {Map<string, Size>} */
  const kinds = new Map(["wasm", "js", "later", "css", "html"].map((kind) => [kind, { kind, files: 0, bytes: 0, gzipped: 0 }]));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const size = kinds.get(path.basename(entry.parentPath) === "later" && entry.name.endsWith(".js") ? "later" : path.extname(entry.name).slice(1));
    if (!entry.isFile() || size === undefined) continue;
    const content = readFileSync(path.join(entry.parentPath, entry.name));
    size.files += 1;
    size.bytes += content.length;
    size.gzipped += gzipSync(content, { level: 9 }).length;
  }
  return [...kinds.values()];
}

/**
 * What of it is over its budget, one line each; a kind that is missing is over too, as nothing was measured.
 * @param {Size[]} measured
 * @param {Record<string, number>} limits gzipped bytes by kind; "wasm+js" is their sum
 * @returns {string[]}
 */
export function overBudget(measured, limits) {
  return Object.entries(limits).flatMap(([name, limit]) => {
    const parts = name.split("+").map((kind) => measured.find((size) => size.kind === kind));
    if (parts.some((size) => size === undefined || size.files === 0)) return [`${name}: dist/ has no such file`];
    const bytes = parts.reduce((sum, size) => sum + (size?.gzipped ?? 0), 0);
    return bytes > limit ? [`${name}: ${thousands(bytes)} bytes gzipped, the budget is ${thousands(limit)}`] : [];
  });
}

/** Prints the table and holds it against the budget. */
export function checkSizes() {
  const measured = sizes();
  note("kind   files        bytes      gzipped");
  for (const size of measured) note(`${size.kind.padEnd(5)} ${String(size.files).padStart(6)} ${thousands(size.bytes).padStart(12)} ${thousands(size.gzipped).padStart(12)}`);
  const file = "tests/budgets/download.json";
  /** @type {Record<string, number>} */
  const limits = JSON.parse(readFileSync(path.join(root, file), "utf8"));
  const over = overBudget(measured, limits);
  if (over.length > 0) throw new Stop(over.map((line) => `${file}: ${line}`).join("\n"));
  note(`within ${file}`);
}

/** @param {number} value */
function thousands(value) {
  return value.toLocaleString("en-US");
}
