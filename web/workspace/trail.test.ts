// The selection in a nest as a trail, and the way back to places.
import { expect, test } from "vitest";
import type { LoopCard } from "../engine/wire";
import { chainOf, pathOf, trailOf } from "./trail";
import { FRESH_VIEW } from "./view";

const card = (id: number, ...items: number[]): LoopCard => ({ id, path: items.map((item) => ({ item, iteration: 9 })) }) as unknown as LoopCard;
const cards = [card(1, 3), card(2, 3, 0), card(3, 3, 5), card(4, 1)];
const step = (item: number, iteration: number, loop: number) => ({ item, iteration, loop });

test("the loops around a loop are those that stand on its way", () => {
  expect(chainOf(card(3, 3, 5), cards).map(({ id }) => id)).toEqual([1, 3]);
  expect(chainOf(card(4, 1), cards).map(({ id }) => id)).toEqual([4]);
});

test("iterations of the loops around the selected one are said, its own only if one was selected", () => {
  const path = [step(3, 120, 1), step(0, 30, 2)];
  const view = { ...FRESH_VIEW, process: 3, loop: 2, path };
  expect(trailOf(view, path, cards)).toEqual({ process: 3, loop: 2, path: [], steps: [{ loop: 1, item: null, iteration: 120 }, { loop: 2, item: null, iteration: null }] });
  expect(trailOf({ ...view, iterated: true }, path, cards).steps.at(-1)).toEqual({ loop: 2, item: null, iteration: 30 });
});

test("a loop that does not stand in its first place says where it stands", () => {
  const path = [step(3, 120, 1), step(7, 30, 2)];
  expect(trailOf({ ...FRESH_VIEW, loop: 2, path }, path, cards).steps.at(-1)).toEqual({ loop: 2, item: 7, iteration: null });
});

test("what is opened further in than the selected loop is left to the path", () => {
  const path = [step(3, 120, 1), step(0, 30, 2)];
  expect(trailOf({ ...FRESH_VIEW, loop: 1, path }, path, cards)).toEqual({ process: null, loop: 1, path, steps: [{ loop: 1, iteration: null, item: null }] });
  // Until the loops of the path are known, too.
  expect(trailOf({ ...FRESH_VIEW, loop: 2, path }, [], cards).path).toBe(path);
});

test("a trail leads back to the places that it was written from", () => {
  for (const path of [[step(3, 120, 1), step(0, 30, 2)], [step(3, 120, 1), step(7, 30, 2)], [step(1, 4, 4)]]) {
    const loop = path.at(-1)?.loop ?? 0;
    const { steps } = trailOf({ ...FRESH_VIEW, loop, path, iterated: true }, path, cards);
    expect(pathOf(steps, cards)).toEqual(path);
  }
});

test("a loop that stands first elsewhere needs its place; without it the trail ends before", () => {
  const around = [card(1, 3), card(2, 0)];
  const inside = [step(3, 120, 1), step(7, 30, 2)];
  const { steps } = trailOf({ ...FRESH_VIEW, loop: 2, path: inside, iterated: true }, inside, around);
  expect(steps.map(({ item }) => item)).toEqual([null, 7]);
  expect(pathOf(steps, around)).toEqual(inside);
  expect(pathOf(steps.map((one) => ({ ...one, item: null })), around)).toEqual([step(3, 120, 1)]);
});

test("a trail of a loop alone opens nothing, and one of a loop that is not there neither", () => {
  expect(pathOf([{ loop: 2, item: null, iteration: null }], cards)).toBeNull();
  expect(pathOf([{ loop: 9, item: null, iteration: 3 }], cards)).toBeNull();
  expect(pathOf([], cards)).toBeNull();
  expect(pathOf([{ loop: 2, item: null, iteration: 5 }], cards)).toEqual([step(3, 9, 1), step(0, 5, 2)]);
});
