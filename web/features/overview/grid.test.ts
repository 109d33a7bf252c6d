import { expect, test } from "vitest";
import { gridWidth, partnersOf } from "./grid";
import { treeOf } from "./tree";

/** Messages between neighbours of a grid, in both directions. */
function gridOf(width: number, height: number): { from: number; to: number }[] {
  return Array.from({ length: width * height }, (_, at) => at).flatMap((at) => [
    ...(at % width < width - 1 ? [{ from: at, to: at + 1 }, { from: at + 1, to: at }] : []),
    ...(at + width < width * height ? [{ from: at, to: at + width }] : []),
  ]);
}

test("messages along rows and columns give the width of the grid", () => {
  expect(gridWidth(gridOf(4, 4), 16)).toBe(4);
  expect(gridWidth(gridOf(32, 2), 64)).toBe(32);
});

test("what is no grid is none: a line, a ring, a third distance, a row that runs on, processes left over", () => {
  expect(gridWidth(gridOf(8, 1), 8)).toBe(0);
  expect(gridWidth([...gridOf(4, 1), { from: 3, to: 0 }], 4)).toBe(0);
  expect(gridWidth([...gridOf(4, 4), { from: 0, to: 5 }], 16)).toBe(0);
  expect(gridWidth([...gridOf(4, 4), { from: 3, to: 4 }], 16)).toBe(0);
  expect(gridWidth(gridOf(4, 4), 18)).toBe(0);
  expect(gridWidth([], 16)).toBe(0);
});

test("partners are counted once, whoever sends, and nobody is a partner of itself", () => {
  const partners = partnersOf([...gridOf(3, 3), { from: 0, to: 0 }]);
  expect([0, 1, 4].map((process) => partners.get(process))).toEqual([2, 3, 4]);
});

test("an inner loop follows the one around it, and stands alone where that one is not listed", () => {
  const loops = [{ id: 1, parent: 0 }, { id: 2, parent: 0 }, { id: 3, parent: 1 }, { id: 4, parent: 9 }, { id: 5, parent: 3 }];
  expect(treeOf(loops, 5).map(({ loop, depth }) => [loop.id, depth])).toEqual([[1, 0], [3, 1], [5, 2], [2, 0], [4, 0]]);
  expect(treeOf(loops, 2).map(({ loop }) => loop.id)).toEqual([1, 2]);
});
