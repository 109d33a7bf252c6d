/** Iterations of several loops that are listed together. */
import type { IterationsSummary } from "../../engine/wire";

/** Where an iteration stands in its own loop, if those of several loops are listed together; null else. */
export function placeOf({ places }: Pick<IterationsSummary, "places">, at: number): { id: number; index: number; isLast: boolean } | null {
  const place = places.find(({ from, end }) => at >= from && at < end);
  return place ? { id: place.id, index: at - place.from + place.first, isLast: at + 1 === place.end } : null;
}
