/** From a point on the picture of a model to what is there, and from pixels to steps and back. */
import type { Stretch } from "../engine/replay";
import type { ModelFigure, ModelMessage, ModelRow } from "../engine/wire";

/** A message is under the pointer up to so many pixels beside its line. */
const NEAR_PX = 5;
/** Steps of line left and right of all. */
const AROUND = 1.5;
const SMALLEST = 2;

/** The steps that a picture shows, and where. */
export type Window = Pick<ModelFigure, "from" | "to" | "length" | "plotLeft" | "plotRight">;

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

/** The step that stands at a pixel. */
export function stepAt(figure: Window, x: number): number {
  const width = Math.max(1, figure.plotRight - figure.plotLeft);
  return figure.from + ((x - figure.plotLeft) / width) * (figure.to - figure.from);
}

/** The steps seen after zooming by `factor` (below 1: closer) around a step that stays where it is. */
export function zoomedSteps(figure: Window, factor: number, around: number): [number, number] {
  const span = figure.to - figure.from;
  const wanted = Math.max(SMALLEST, Math.min(figure.length + 2 * AROUND, span * factor));
  const share = span > 0 ? (around - figure.from) / span : 0.5;
  return within(figure, around - share * wanted, wanted);
}

/** The steps seen after moving by some. */
export function movedSteps(figure: Window, by: number): [number, number] {
  return within(figure, figure.from + by, figure.to - figure.from);
}

/** Whether a window shows all there is. */
export function isAll(figure: Window, [from, to]: readonly [number, number]): boolean {
  return from <= -AROUND + 0.001 && to >= figure.length + AROUND - 0.001;
}

/** How a picture of some steps is stretched to show others until the next one is there. */
export function stretchOf(drawn: Window, wanted: Window): Stretch | null {
  if (drawn.from === wanted.from && drawn.to === wanted.to) return null;
  const scale = (drawn.to - drawn.from) / Math.max(1e-9, wanted.to - wanted.from);
  const width = (drawn.plotRight - drawn.plotLeft) / Math.max(1e-9, wanted.to - wanted.from);
  return { scale, shift: drawn.plotLeft + (drawn.from - wanted.from) * width - scale * drawn.plotLeft };
}

function within(figure: Window, from: number, span: number): [number, number] {
  const start = Math.max(-AROUND, Math.min(figure.length + AROUND - span, from));
  return [start, start + span];
}

/** The window as a link says it: steps from the left end of the lines, which are never negative. */
export function toLink([from, to]: readonly [number, number]): [number, number] {
  return [Math.max(0, from + AROUND), to + AROUND];
}

export function fromLink([from, to]: readonly [number, number]): [number, number] {
  return [from - AROUND, to - AROUND];
}

/** Loops by their names: `L2`, `L2 and L3`, `the whole program`. */
export function named(ids: readonly number[]): string {
  if (ids.length === 0) return "the whole program";
  const names = ids.map((id) => `L${id}`);
  return names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
