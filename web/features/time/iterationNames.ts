/** What iterations and their loops are called. */
import { capital, count } from "../../base/format";
import type { IterationsSummary } from "../../engine/wire";
import { placeOf } from "./places";

/** The number of an iteration: `19`, or `19 (3 in L9)` where those of several loops are listed together. */
export function numberOf(known: Pick<IterationsSummary, "places">, at: number): string {
  const place = placeOf(known, at);
  return `${count(at + 1)}${place ? ` (${count(place.index + 1)} in L${place.id})` : ""}`;
}

/** The loop whose iterations are listed: `L1`, or `the main loop` where it runs in several places. */
export function nameOf({ id, places }: Pick<IterationsSummary, "id" | "places">): string {
  return places.length > 0 ? "the main loop" : `L${id}`;
}

/** So many times the median is said of the longest iteration even where none stands out. */
const MUCH_LONGER = 1.2;

/** That no iteration stands out, beyond the groups in which they fall; that they grow or shrink, where they do. */
export function noneStandsOut({ iterations, inGroups, processes, median, max, trend }: Pick<IterationsSummary, "iterations" | "inGroups" | "processes" | "median" | "max" | "trend">): string {
  if (trend) return `${capital(trend)}.`;
  if (inGroups) return `Of ${count(iterations)}, ${processes.length > 1 ? "each on its slowest process, " : ""}${inGroups}; beyond that, none stands out.`;
  return max < MUCH_LONGER * median ? "No iteration stands out." : `Iterations differ too much for one to stand out, though the longest takes ${(max / median).toFixed(1)} times the median.`;
}
