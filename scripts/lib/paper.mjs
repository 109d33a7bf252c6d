// What the pages have in common that set a paper's figures beside ours.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const folder = process.env["LOOPSCOPE_TRACES"] ?? "";
/** The terminal program. */
export const program = process.argv[2] ?? path.join(root, "target", "release", "loopscope");

/** @param {string} run */
export const trace = (run) => path.join(folder, run, "timed.tar.zst");

/** A share, to a ten thousandth of a percent. @param {number} share */
export const rounded = (share) => Number(share.toFixed(6));

/** @param {readonly string[]} head @param {readonly (readonly unknown[])[]} rows */
export function table(head, rows) {
  const line = (/** @type {readonly unknown[]} */ cells) => `| ${cells.map(String).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/**
 * Ends the script if the runs or the program are missing.
 * @param {string} run a run that must be there
 */
export function demand(run) {
  if (folder && existsSync(trace(run)) && existsSync(program)) return;
  console.error("LOOPSCOPE_TRACES must name a folder of runs, and the terminal program must be built");
  process.exit(2);
}

/**
 * Writes the figures that were found for the page, and sets the tables of the document anew: all else in it is written by hand.
 * @param {string} feature the page's folder @param {unknown} found
 * @param {string} name of the document @param {readonly string[]} tables in their order, and indented blocks as they are
 */
export function publish(feature, found, name, tables) {
  const document = path.join(root, "docs", name);
  const parts = readFileSync(document, "utf8").split(/((?:^(?:\|| {4}).*\n)+)/m);
  if (parts.length !== 2 * tables.length + 1) throw new Error(`docs/${name}: found ${(parts.length - 1) / 2} tables, expected ${tables.length}`);
  writeFileSync(document, parts.map((part, at) => (at % 2 === 1 ? `${tables[(at - 1) / 2]}\n` : part)).join(""));
  writeFileSync(path.join(root, "web", "features", feature, "figures.json"), `${JSON.stringify(found)}\n`);
  console.log(`web/features/${feature}/figures.json, docs/${name}`);
}
