/** What iterations and their loops are called. */
import { capital, count } from "../../base/format";
import type { IterationsSummary } from "../../engine/wire";
import { placeOf } from "./places";
import { isOfRounds, unitOf } from "./rounds";

/** The number of an iteration: `19`, or `19 (3 in L9)` where those of several loops are listed together. */
export function numberOf(known: Pick<IterationsSummary, "places">, at: number): string {
  const place = placeOf(known, at);
  return `${count(at + 1)}${place ? ` (${count(place.index + 1)} in L${place.id})` : ""}`;
}

/** The loop whose iterations are listed: `L1`, or `the main loop` where it runs in several places. */
export function nameOf({ id, places }: Pick<IterationsSummary, "id" | "places">): string {
  if (isOfRounds({ id })) return "all processes";
  return places.length > 0 ? "the main loop" : `L${id}`;
}

/** Of fewer none stands out. */
const FEWEST_COMPARED = 8;
/** So many times the median is said of the longest iteration even where none stands out. */
const MUCH_LONGER = 1.2;

/** That no iteration stands out, beyond the groups in which they fall; that they grow or shrink, where they do. */
export function noneStandsOut(known: Pick<IterationsSummary, "id" | "iterations" | "inGroups" | "processes" | "median" | "max" | "trend">): string {
  const { iterations, inGroups, processes, median, max, trend } = known;
  const unit = unitOf(known);
  if (trend) return `${capital(trend)}.`;
  if (inGroups) return `Of ${count(iterations)}, ${processes.length > 1 ? "each on its slowest process, " : ""}${inGroups}; beyond that, none stands out.`;
  if (iterations < FEWEST_COMPARED) return `With fewer than eight ${unit}s none can be told to stand out.`;
  return max < MUCH_LONGER * median ? `No ${unit} stands out.` : `${capital(unit)}s differ too much for one to stand out, though the longest takes ${(max / median).toFixed(1)} times the median.`;
}
