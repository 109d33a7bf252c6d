/** From a point on the picture of a model to what is there; its steps as an axis, and in a link. */
import type { Axis, Range } from "./range";
import type { ModelFigure, ModelMessage, ModelRow } from "../engine/wire";

/** A message is under the pointer up to so many pixels from its line. */
const NEAR_PX = 5;
/** Steps of line left and right of all. */
const MARGIN = 1.5;

/** The axis of a picture: steps from left to right. */
export function axisOf({ from, to, length, plotLeft, plotRight }: ModelFigure): Axis {
  return { from, to, length, margin: MARGIN, plotLeft, plotRight };
}

/** Place of the message whose line passes nearest to a point, -1 if none is near. */
export function messageAt(messages: readonly ModelMessage[], x: number, y: number): number {
  let best = -1;
  let nearest = NEAR_PX;
  messages.forEach(({ points }, index) => {
    for (let i = 0; i + 3 < points.length; i += 2) {
      const away = distance(points[i] ?? 0, points[i + 1] ?? 0, points[i + 2] ?? 0, points[i + 3] ?? 0, x, y);
      if (away <= nearest) {
        nearest = away;
        best = index;
      }
    }
  });
  return best;
}

function distance(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const part = length > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return Math.hypot(ax + part * dx - x, ay + part * dy - y);
}

/** The row whose line at the left edge is nearest to a height. */
export function rowAt(rows: readonly ModelRow[], y: number): ModelRow | null {
  let best: ModelRow | null = null;
  for (const row of rows) if (!best || Math.abs(row.y - y) < Math.abs(best.y - y)) best = row;
  return best;
}

/** The row that a process stands in at the left edge. */
export function rowOf(rows: readonly ModelRow[], process: number): ModelRow | null {
  return rows.find(({ processes }) => processes.includes(process)) ?? null;
}

/** The window as a link says it: steps from the left end of the lines, which are never negative. */
export function toLink([from, to]: Range): [number, number] {
  return [Math.max(0, from + MARGIN), to + MARGIN];
}

export function fromLink([from, to]: Range): [number, number] {
  return [from - MARGIN, to - MARGIN];
}

/** Loops by their names: `L2`, `L2 and L3`, `the whole program`. */
export function named(ids: readonly number[]): string {
  if (ids.length === 0) return "the whole program";
  const names = ids.map((id) => `L${id}`);
  return names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
