/** The methods that find loops: what each does, and how a choice of one is named. */
import { DEFAULT_K } from "./constants";
import { count } from "./format";

export const METHODS = [
  { name: "greedy", says: "Finds short loops first, then loops of loops. Fast at any length." },
  { name: "optimal", says: "Finds the loop that covers most of the trace first, so outer loops stay whole, as in the source. The default." },
  { name: "smallest", says: "Finds the shortest description. Slower; a note says if it had to stop early." },
  { name: "nlr", says: "Reads the trace once: what occurs three times in a row becomes a loop. Finds numbers that change." },
] as const;

/** A method's name, with its parameter where that is not the usual one. */
export function methodName(method: string, k: number | undefined): string {
  return k === undefined || k === DEFAULT_K ? method : `${method}, K ${count(k)}`;
}
