import { expect, test } from "vitest";
import { kindsOf, shortRanges } from "./kinds";

test("rows are gathered by their kind, in the order of the first members", () => {
  const rows = [[0, 0], [1, 1], [2, 1], [3, 0], [4, 4]].map(([process = 0, kind = 0]) => ({ process, kind }));
  expect(kindsOf(rows).map(({ id, members }) => [id, members.map(({ process }) => process)])).toEqual([
    [0, [0, 3]],
    [1, [1, 2]],
    [4, [4]],
  ]);
  expect(kindsOf([])).toEqual([]);
});

test("numbers stand as runs, and what has no room is counted", () => {
  const many = [...Array.from({ length: 14 }, (_, at) => at + 1), 33, 40, 41, 50];
  expect(shortRanges(many, 40)).toBe("1–14, 33, 40, 41, 50");
  expect(shortRanges(many, 14)).toBe("1–14, 33, +3");
  expect(shortRanges(many, 3)).toBe("1–14, +4");
  expect(shortRanges([7], 3)).toBe("7");
  expect(shortRanges([], 9)).toBe("");
});

test("whatever the room, no number is lost", () => {
  const values = Array.from({ length: 200 }, (_, at) => at * 2 + (at % 7 === 0 ? 1 : 0)).sort((a, b) => a - b);
  for (let room = 0; room < 200; room += 7) {
    const told = shortRanges(values, room).split(", ").reduce((sum, part) => {
      if (part.startsWith("+")) return sum + Number(part.slice(1));
      const [from = 0, to = from] = part.split("–").map(Number);
      return sum + to - from + 1;
    }, 0);
    expect(told, `${room}`).toBe(values.length);
  }
});
