/** The selection in a nest as a trail: for links, and back from them to places in bodies. */
import type { Trail, TrailStep } from "../base/trail";
import type { Step } from "../base/path";
import type { LoopCard } from "../engine/wire";
import type { ViewState } from "./view";

/** The loops around a loop where it stands first, from outside in, and the loop itself. O(loops). */
export function chainOf(card: LoopCard, cards: readonly LoopCard[]): LoopCard[] {
  return card.path.map((_, depth) => cards.find(({ path }) => path.length === depth + 1 && path.every(({ item }, at) => item === card.path[at]?.item)) ?? card);
}

/** Whether the first steps lead to where a loop stands first. */
function isFirstPlace(steps: readonly Step[], card: LoopCard | undefined): boolean {
  return card !== undefined && card.path.length === steps.length && steps.every(({ item }, at) => item === card.path[at]?.item);
}

/**
 * What is viewed as a trail, and the path that the trail does not say. `opened` are the loops that the ribbon shows, with their
 * numbers, and `cards` the loops of the process.
 */
export function trailOf(view: ViewState, opened: readonly Step[], cards: readonly LoopCard[]): Trail & { path: readonly Step[] } {
  const { process, loop, path, iterated } = view;
  const alone: TrailStep[] = loop ? [{ loop, iteration: null, item: null }] : [];
  const way = opened.slice(0, path.length);
  const whole = way.length === path.length && path.length > 0 && loop !== null && way.at(-1)?.loop === loop;
  const steps = whole ? stepsOf(way, cards, iterated) : null;
  return steps ? { process, loop, steps, path: [] } : { process, loop, steps: alone, path };
}

function stepsOf(way: readonly Step[], cards: readonly LoopCard[], iterated: boolean): TrailStep[] | null {
  const steps: TrailStep[] = [];
  for (const [at, { loop, item, iteration }] of way.entries()) {
    if (loop === undefined) return null;
    const first = isFirstPlace(way.slice(0, at + 1), cards.find(({ id }) => id === loop));
    steps.push({ loop, item: first ? null : item, iteration: at < way.length - 1 || iterated ? iteration : null });
  }
  return steps;
}

/**
 * The places that the loops of a trail name, as far as they are known: a step without a place means where its loop stands first,
 * so it says nothing of a loop that stands first elsewhere. Null if the trail names no more than a loop, or one that is not there.
 */
export function pathOf(steps: readonly TrailStep[], cards: readonly LoopCard[]): readonly Step[] | null {
  const cardOf = (loop: number): LoopCard | undefined => cards.find(({ id }) => id === loop);
  const [first] = steps;
  const alone = steps.length === 1 && first ? cardOf(first.loop) : undefined;
  if (!first || (steps.length === 1 && first.iteration === null && first.item === null)) return null;
  if (alone && first.item === null) {
    const chain = chainOf(alone, cards);
    return alone.path.map(({ item, iteration }, depth) => {
      const loop = chain[depth]?.id ?? alone.id;
      return { item, iteration: loop === first.loop ? (first.iteration ?? iteration) : iteration, loop };
    });
  }
  const path: Step[] = [];
  for (const { loop, item, iteration } of steps) {
    const card = cardOf(loop);
    const place = card?.path[path.length];
    if (!card) break;
    const isFirst = card.path.length === path.length + 1 && path.every((step, at) => step.item === card.path[at]?.item);
    const at = item ?? (isFirst ? place?.item : undefined);
    if (at === undefined) break;
    path.push({ item: at, iteration: iteration ?? (isFirst ? place?.iteration : undefined) ?? Math.floor(card.count / 2), loop });
  }
  return path.length > 0 ? path : null;
}
