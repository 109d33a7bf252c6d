/**
 * A question to the loops as a link has it: `58/period,mpi/over/i0:100-199`. The construct, or nothing for the selected loop; the
 * attributes, the first of which is shown; along what; some iterations only.
 */

const ASK_AXES = ["over", "processes", "loops", "sorted", "histogram", "table"] as const;
export type AskAxes = (typeof ASK_AXES)[number];

/** Iterations of one loop: the number of its index, the first and the last, both included. */
export interface AskedRange {
  level: number;
  first: number;
  last: number;
}

export interface AskLink {
  /** The construct of the model; null for the selected loop. */
  construct: number | null;
  /** None: the engine's choice. */
  attributes: readonly string[];
  axes: AskAxes;
  ranges: readonly AskedRange[];
}

export const FRESH_ASK: AskLink = { construct: null, attributes: [], axes: "over", ranges: [] };

/** A place of the model that was clicked, before its construct is known. */
export type AskPlace =
  /** A line of the text of a loop, 0 for the whole program. */
  | { kind: "line"; loop: number; line: number }
  | { kind: "construct"; construct: number };

const MOST = 16;
const LARGEST = 2 ** 53 - 1;

/** Empty if it says nothing. */
export function writeAsk({ construct, attributes, axes, ranges }: AskLink): string {
  const parts = [construct === null ? "" : String(construct), attributes.join(","), axes === "over" ? "" : axes, ranges.map(({ level, first, last }) => `i${level}:${first}-${last}`).join(",")];
  while (parts.at(-1) === "") parts.pop();
  return parts.join("/");
}

/** Null if it cannot be read. */
export function readAsk(text: string): AskLink | null {
  const parts = text.split("/");
  const [construct = "", attributes = "", along = "", ranges = ""] = parts;
  if (parts.length > 4 || !/^\d{0,9}$/.test(construct)) return null;
  const names = listOf(attributes);
  const axes = ASK_AXES.find((name) => name === (along || "over"));
  const found = listOf(ranges).map(readRange);
  if (!axes || names.length > MOST || names.some((name) => !/^[a-z]{1,12}$/.test(name)) || found.length > MOST || found.includes(null)) return null;
  return { construct: construct === "" ? null : Number(construct), attributes: [...new Set(names)], axes, ranges: found.filter((range) => range !== null) };
}

function listOf(text: string): string[] {
  return text === "" ? [] : text.split(",", MOST + 1);
}

function readRange(text: string): AskedRange | null {
  const [, level, first, last] = /^i(\d{1,2}):(\d{1,16})-(\d{1,16})$/.exec(text) ?? [];
  const range = { level: Number(level), first: Number(first), last: Number(last) };
  return level !== undefined && range.first <= range.last && range.last <= LARGEST ? range : null;
}
