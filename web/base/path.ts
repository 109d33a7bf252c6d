/**
 * The way to a loop: for each loop from outside in, its place in the body around it and the iteration that is shown.
 *
 * One type and one encoding for all: the address writes `3.124_0.31`; a line of the text is named by the places alone, `3_0`.
 */
import type { Opened } from "../engine/wire";

/** A step into a loop. `loop` is the loop's number where it is known; an address does not say it. */
export interface Step extends Opened {
  loop?: number;
}

/** More steps of a written path are not read. */
const MOST_STEPS = 200;
/** The largest place in a body. */
const LARGEST_ITEM = 0xffff_ffff;
const SEPARATOR = "_";

export function writePath(path: readonly Opened[]): string {
  return path.map(({ item, iteration }) => `${item}.${iteration}`).join(SEPARATOR);
}

/** The steps up to the first that cannot be read; `bad` is called for that one. */
export function readPath(text: string, bad: () => void): Step[] {
  const path: Step[] = [];
  for (const part of text.split(SEPARATOR, MOST_STEPS)) {
    const found = /^(\d{1,10})\.(\d{1,15})$/.exec(part);
    const item = Number(found?.[1]);
    if (!found || item > LARGEST_ITEM) {
      bad();
      break;
    }
    path.push({ item, iteration: Number(found[2]) });
  }
  return path;
}

/** The name of the place at `item` in the body of that name; the top level is "". */
export function placeIn(body: string, item: number): string {
  return body === "" ? String(item) : `${body}${SEPARATOR}${item}`;
}

/** The places on the way to a place, from outside in. */
export function itemsOf(place: string): number[] {
  return place === "" ? [] : place.split(SEPARATOR).map(Number);
}

/** Whether a path runs through the places of another one, at whatever iterations. */
export function runsThrough(path: readonly Opened[], start: readonly Opened[]): boolean {
  return start.every(({ item }, index) => path[index]?.item === item);
}

/** The steps to the loop with that number, with it; null if the path does not lead to it as far as is known. */
export function stepsTo(path: readonly Step[], loop: number): readonly Step[] | null {
  const at = path.findIndex((step) => step.loop === loop);
  return at < 0 ? null : path.slice(0, at + 1);
}
