/** Iterations that share the columns of a chart. */
import type { IterationRow } from "../../engine/wire";

/** The column that shows an iteration, -1 if none does. */
export function columnOf(rows: readonly IterationRow[], iteration: number | null): number {
  return iteration === null ? -1 : rows.findIndex(({ first, iterations }) => iteration >= first && iteration < first + iterations);
}
