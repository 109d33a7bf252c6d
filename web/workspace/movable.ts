/** Moves that keys and buttons make in a picture, in the same way in each: fit, zoom, pan, and the loop before or after. */
import type { ReadonlySignal } from "@preact/signals";
import { type Axis, panned, type Range, showsAll, zoomedAround } from "../base/range";

/** A picture to move in. */
export interface Movable {
  /** The loops by share, largest first. */
  readonly loops: ReadonlySignal<readonly number[]>;
  /** The selected loop, 0 for none. */
  readonly selected: ReadonlySignal<number>;
  select(loop: number): void;
  /** What keys zoom and pan; null while there is no picture. */
  readonly axis: ReadonlySignal<Axis | null>;
  /** The value that stays where it is while keys zoom. */
  focus(axis: Axis): number;
  /** Shows another range of the axis. */
  show(range: Range): void;
  readonly zoomed: ReadonlySignal<boolean>;
  fit(): void;
  /** Selects the loop drawn before or after the selected one. */
  stepBeside(direction: -1 | 1): void;
  /** Goes into the selected loop. */
  enter(): void;
  /** Goes out again; false if there is no way out. */
  out(): boolean;
  /** To the next iteration or message. */
  step(by: number): void;
  /** Moves the selection to the left or right, where that is not to pan. */
  beside?(direction: -1 | 1): void;
  /** Folds what is selected, or unfolds it. */
  fold?(): void;
  /** What is selected, to be read out. */
  readonly says?: ReadonlySignal<string>;
  stepProcess(by: number): void;
}

/** How much closer or wider one press makes it. */
const ZOOM = 1.5;
/** Ranges that differ by less are one. */
const SAME = 0.001;
/** The part of a range by which one press pans. */
const PAN = 1 / 8;

export type Move = "fit" | "zoomIn" | "zoomOut" | "previousLoop" | "nextLoop";

export function move(picture: Movable, what: Move): void {
  switch (what) {
    case "fit":
      return picture.fit();
    case "zoomIn":
      return zoomBy(picture, 1 / ZOOM);
    case "zoomOut":
      return zoomBy(picture, ZOOM);
    case "previousLoop":
      return stepLoop(picture, -1);
    case "nextLoop":
      return stepLoop(picture, 1);
  }
}

/** The moves that would change something now. */
export function possibleMoves(picture: Movable): ReadonlySet<Move> {
  const axis = picture.axis.value;
  const ids = picture.loops.value;
  const at = ids.indexOf(picture.selected.value);
  const moves = new Set<Move>();
  if (picture.zoomed.value) moves.add("fit");
  if (axis) {
    const [from, to] = zoomedAround(axis, 1 / ZOOM, (axis.from + axis.to) / 2);
    if (to - from < axis.to - axis.from - SAME) moves.add("zoomIn");
    if (!showsAll(axis)) moves.add("zoomOut");
  }
  // Without a selection either way leads to the first loop.
  if (ids.length > 0 && at !== 0) moves.add("previousLoop");
  if (ids.length > 0 && at < ids.length - 1) moves.add("nextLoop");
  return moves;
}

/** Selects the loop so many places further by share. */
export function stepLoop(picture: Movable, by: number): void {
  const ids = picture.loops.value;
  const at = ids.indexOf(picture.selected.value);
  const next = ids[at < 0 ? 0 : Math.max(0, Math.min(ids.length - 1, at + by))];
  if (next !== undefined) picture.select(next);
}

/** Pans where a part is shown; otherwise selects the loop drawn before or after the selected one. */
export function sideways(picture: Movable, direction: -1 | 1): void {
  if (picture.beside) return picture.beside(direction);
  const axis = picture.axis.value;
  if (axis && !showsAll(axis)) picture.show(panned(axis, direction * (axis.to - axis.from) * PAN));
  else picture.stepBeside(direction);
}

function zoomBy(picture: Movable, factor: number): void {
  const axis = picture.axis.value;
  if (axis) picture.show(zoomedAround(axis, factor, picture.focus(axis)));
}
