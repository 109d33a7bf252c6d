/** Differences of times in words and numbers. */
import { span } from "../../base/format";
import type { ExcessSummary } from "../../engine/wire";

/** A difference with its sign: `+12 ms`. */
export function moreOf(difference: number): string {
  return difference === 0 ? "0" : `${difference > 0 ? "+" : "−"}${span(Math.abs(difference))}`;
}

/** What the parts that are not listed differ by: with those that are listed it makes the difference of the whole. */
export function restOf({ period, median, rows }: ExcessSummary): number {
  return rows.reduce((rest, row) => rest - (row.time - row.median), period - median);
}
