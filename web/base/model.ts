/** From a point on the picture of a model to the message there, and from pixels to steps and back. */
import type { ModelFigure, ModelMessage } from "./wire";

/** A message is under the pointer up to so many pixels beside its line. */
const NEAR_PX = 5;
/** Steps of line left and right of all. */
const AROUND = 1.5;
const SMALLEST = 2;

type Window = Pick<ModelFigure, "from" | "to" | "length" | "plotLeft" | "plotRight">;

/** The message whose line passes nearest to a point, if one is near. */
export function messageAt(messages: readonly ModelMessage[], x: number, y: number): ModelMessage | null {
  let best: ModelMessage | null = null;
  let nearest = NEAR_PX;
  for (const message of messages) {
    const away = distance(message, x, y);
    if (away <= nearest) {
      nearest = away;
      best = message;
    }
  }
  return best;
}

function distance({ from: [ax, ay], to: [bx, by] }: ModelMessage, x: number, y: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const part = length > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return Math.hypot(ax + part * dx - x, ay + part * dy - y);
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
export function isAll(figure: Window, [from, to]: [number, number]): boolean {
  return from <= -AROUND + 0.001 && to >= figure.length + AROUND - 0.001;
}

function within(figure: Window, from: number, span: number): [number, number] {
  const start = Math.max(-AROUND, Math.min(figure.length + AROUND - span, from));
  return [start, start + span];
}
