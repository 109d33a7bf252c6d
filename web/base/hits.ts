/** From a point on the ribbon to what lies there. */
import { valueAt } from "./range";
import type { Hit, Strip } from "../engine/wire";

/** What lies under a point: the last one drawn wins, with two pixels of grace around narrow marks. */
export function hitAt(hits: readonly Hit[], x: number, y: number): Hit | null {
  for (let i = hits.length - 1; i >= 0; i -= 1) {
    const hit = hits[i];
    if (!hit) continue;
    const grace = hit.kind === "mark" && hit.w < 10 ? (10 - hit.w) / 2 : 0;
    if (x >= hit.x - grace && x < hit.x + hit.w + grace && y >= hit.y && y < hit.y + hit.h) return hit;
  }
  return null;
}

/** The strip that a height falls into, or -1. */
export function stripAt(strips: readonly Strip[], y: number): number {
  return strips.findIndex((strip) => y >= strip.top && y < strip.top + strip.height);
}

/** The iteration of the opened loop that stands at a pixel, kept inside the loop. */
export function iterationAt(strip: Strip, x: number): number {
  const opened = strip.opened;
  if (!opened || opened.period <= 0) return 0;
  const iteration = Math.floor((valueAt(strip, x) - opened.start) / opened.period);
  return Math.max(0, Math.min(opened.count - 1, iteration));
}

/** The middle of the opened iteration, otherwise of the range that is shown. */
export function middleOf({ opened, from, to }: Strip): number {
  return opened ? opened.start + (opened.iteration + 0.5) * opened.period : (from + to) / 2;
}
