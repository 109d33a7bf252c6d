import { expect, test } from "vitest";
import { gridWidth, partnersOf, shapeInWords } from "./grid";
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

test("how messages lead is put into words", () => {
  const line = [{ from: 0, to: 1 }, { from: 1, to: 2 }, { from: 2, to: 3 }];
  const back = line.map(({ from, to }) => ({ from: to, to: from }));
  const all = [0, 1, 2, 3].flatMap((from) => [0, 1, 2, 3].flatMap((to) => (from === to ? [] : [{ from, to }])));
  expect(shapeInWords(gridOf(3, 2), 6)).toBe("Messages go along a grid of 2 rows and 3 columns.");
  expect(shapeInWords(line, 4)).toBe("Messages go along a line: from each process to the next.");
  expect(shapeInWords([...line, ...back], 4)).toBe("Messages go along a line: from each process to the next and to the one before.");
  expect(shapeInWords([...back, { from: 0, to: 3 }], 4)).toBe("Messages go round a ring: from each process to the one before.");
  expect(shapeInWords(all, 4)).toBe("Each process sends to all others.");
  const cube = [1, 2, 4].flatMap((digit) => Array.from({ length: 8 }, (_, from) => ({ from, to: from ^ digit })));
  expect(shapeInWords(cube, 8)).toBe("Messages go along a cube of 2 × 2 × 2 processes: numbers of partners differ by 1, 2 and 4.");
  // What is missing is no line, no grid and no cube.
  expect(shapeInWords([line, back].flatMap((one) => [one[0], one[2]].flatMap((pair) => pair ?? [])), 4)).toBe("Processes talk in pairs.");
  expect([shapeInWords(line.slice(1), 4), shapeInWords(gridOf(3, 2).slice(2), 6), shapeInWords(cube.slice(2), 8)]).toEqual(["", "", ""]);
  expect([shapeInWords([], 4), shapeInWords([...line, { from: 0, to: 2 }], 4), shapeInWords([...line, { from: 0, to: 3 }], 4), shapeInWords([{ from: 0, to: 1 }], 2)]).toEqual(["", "", "", ""]);
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
