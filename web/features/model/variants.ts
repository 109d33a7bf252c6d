/** Whether a program may be one loop of several variants: only then is the code loaded that shows it. */
import type { ModelSummary } from "../../engine/wire";

/** Where the main loop holds as much, the engine looks for no other. */
const ENOUGH = 0.9;

export function mayVary(summary: ModelSummary | null): boolean {
  const largest = summary?.loops[0];
  return summary !== null && !summary.hubs && largest !== undefined && largest.share < ENOUGH;
}
