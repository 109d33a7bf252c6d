/** Ranges along a horizontal axis: from pixels to values and back, zoomed, panned, and stretched until the next picture is there. */
import type { Stretch } from "../engine/replay";

export type Range = readonly [number, number];

/** An axis: the range it shows, all there is, and where it lies in the picture. Strips of the ribbon and the model have one each. */
export interface Axis {
  from: number;
  to: number;
  /** Values run from 0 to this one. */
  length: number;
  /** How much more may be shown before the first and after the last value. */
  margin?: number;
  /** The least that is shown, if it is not two. */
  least?: number;
  /** Pixels between which the range is drawn. */
  plotLeft: number;
  plotRight: number;
}

/** The least a zoomed range shows: less would be one tick on an empty line. */
const SMALLEST = 2;
/** Ranges in an address have three decimals. */
const ROUNDING = 0.001;

/** The value at a pixel, with a fraction. */
export function valueAt(axis: Axis, x: number): number {
  const width = axis.plotRight - axis.plotLeft;
  return width <= 0 ? axis.from : axis.from + ((x - axis.plotLeft) / width) * (axis.to - axis.from);
}

/** Values for one pixel. */
export function perPixel(axis: Axis): number {
  return (axis.to - axis.from) / Math.max(1, axis.plotRight - axis.plotLeft);
}

/** The range after zooming by `factor` (below 1: closer) around a value that stays where it is. */
export function zoomedAround(axis: Axis, factor: number, around: number): [number, number] {
  const span = axis.to - axis.from;
  const all = axis.length + 2 * (axis.margin ?? 0);
  const wanted = Math.max(Math.min(axis.least ?? SMALLEST, all), Math.min(all, span * factor));
  const share = span > 0 ? (around - axis.from) / span : 0.5;
  return within(axis, around - share * wanted, wanted);
}

/** The range after moving by some values; the width stays. */
export function panned(axis: Axis, by: number): [number, number] {
  return within(axis, axis.from + by, axis.to - axis.from);
}

/** The range of the same width with a value in its middle. */
export function centredOn(axis: Axis, middle: number): [number, number] {
  const span = axis.to - axis.from;
  return within(axis, middle - span / 2, span);
}

/** Whether a range is all there is. */
export function isWhole({ length, margin = 0 }: Axis, [from, to]: Range): boolean {
  return from <= ROUNDING - margin && to >= length + margin - ROUNDING;
}

/** Whether an axis shows all there is. */
export function showsAll(axis: Axis): boolean {
  return isWhole(axis, [axis.from, axis.to]);
}

function within({ length, margin = 0 }: Axis, from: number, span: number): [number, number] {
  const start = Math.max(0 - margin, Math.min(length + margin - span, from));
  return [start, start + span];
}

/** The stretch by which a picture of an axis shows another range; null if it shows that already. */
export function stretchTo(drawn: Axis, [from, to]: Range): Stretch | null {
  if (drawn.from === from && drawn.to === to) return null;
  const span = to - from;
  if (span <= 0) return { scale: 1, shift: 0 };
  const scale = (drawn.to - drawn.from) / span;
  const offset = ((drawn.from - from) / span) * (drawn.plotRight - drawn.plotLeft);
  return { scale, shift: drawn.plotLeft + offset - scale * drawn.plotLeft };
}
