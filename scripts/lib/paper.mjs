// What the pages have in common that set a paper's figures beside ours.

import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const folder = process.env["LOOPSCOPE_TRACES"] ?? "";
/** The terminal program. */
export const program = process.argv[2] ?? path.join(root, "target", "release", "loopscope");

/** @param {string} run */
export const trace = (run) => path.join(folder, run, "timed.tar.zst");

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
