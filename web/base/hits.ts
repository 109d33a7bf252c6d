/**
 * From a point on the ribbon to what lies there, and from pixels to events and back.
 */
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

/** The event (with a fraction) that stands at a pixel of a strip. */
export function eventAt(strip: Strip, x: number): number {
  const width = strip.plotRight - strip.plotLeft;
  if (width <= 0) return strip.from;
  return strip.from + ((x - strip.plotLeft) / width) * (strip.to - strip.from);
}

/** The iteration of the opened loop that stands at a pixel, kept inside the loop. */
export function iterationAt(strip: Strip, x: number): number {
  const opened = strip.opened;
  if (!opened || opened.period <= 0) return 0;
  const iteration = Math.floor((eventAt(strip, x) - opened.start) / opened.period);
  return Math.max(0, Math.min(opened.count - 1, iteration));
}

/** How few events a strip may show: less would be one tick on an empty line. */
const SMALLEST = 2;

/** The range after zooming by `factor` (below 1: closer) around an event that stays where it is. */
export function zoomed(strip: Strip, factor: number, around: number): [number, number] {
  const span = strip.to - strip.from;
  const wanted = Math.max(Math.min(SMALLEST, strip.length), Math.min(strip.length, span * factor));
  const share = span > 0 ? (around - strip.from) / span : 0.5;
  return within(strip, around - share * wanted, wanted);
}

/** The range after moving by some events; the width stays. */
export function panned(strip: Strip, by: number): [number, number] {
  return within(strip, strip.from + by, strip.to - strip.from);
}

/** The range of the same width with the opened iteration in its middle. */
export function centred(strip: Strip): [number, number] {
  const { opened } = strip;
  const span = strip.to - strip.from;
  const middle = opened ? opened.start + (opened.iteration + 0.5) * opened.period : (strip.from + strip.to) / 2;
  return within(strip, middle - span / 2, span);
}

/** Whether a range is all there is. */
export function isWhole(strip: Strip, [from, to]: [number, number]): boolean {
  return from <= 0.0005 && to >= strip.length - 0.0005;
}

function within(strip: Strip, from: number, span: number): [number, number] {
  const start = Math.max(0, Math.min(strip.length - span, from));
  return [start, start + span];
}

/** The stretch that shows the range `to` with a picture that was drawn for the strip's own range. */
export function stretchTo(strip: Strip, [from, to]: [number, number]): { scale: number; shift: number } {
  const span = to - from;
  if (span <= 0) return { scale: 1, shift: 0 };
  const scale = (strip.to - strip.from) / span;
  const width = strip.plotRight - strip.plotLeft;
  const offset = ((strip.from - from) / span) * width;
  return { scale, shift: strip.plotLeft + offset - scale * strip.plotLeft };
}
