import { expect, test } from "vitest";
import { fromLink, messageAt, rowAt, rowOf, toLink } from "./model";
import type { ModelMessage } from "../engine/wire";

function message(from: [number, number], to: [number, number], title: string): ModelMessage {
  return { points: [...from, ...to], lines: [0, 1], slot: 1, ends: [-1, -1], title, detail: "" };
}

test("the nearest line is found, if one is near", () => {
  const messages = [message([0, 0], [100, 100], "down"), message([0, 100], [100, 100], "flat"), message([7, 7], [7, 7], "point")];
  const at = (x: number, y: number): string | undefined => messages[messageAt(messages, x, y)]?.title;
  expect(at(50, 53)).toBe("down");
  expect(at(50, 97)).toBe("flat");
  expect(at(7, 9)).toBe("down");
  expect(at(50, 75)).toBeUndefined();
  expect(at(110, 100)).toBeUndefined();
});

test("a line with bends is found at each of its parts", () => {
  const bent: ModelMessage = { points: [0, 0, 20, 10, 60, 90, 100, 90], lines: [0, 3], slot: 1, ends: [-1, -1], title: "bent", detail: "" };
  expect(messageAt([bent], 10, 6)).toBe(0);
  expect(messageAt([bent], 40, 50)).toBe(0);
  expect(messageAt([bent], 80, 92)).toBe(0);
  expect(messageAt([bent], 50, 40)).toBe(-1);
});

test("rows are found by height and by process", () => {
  const rows = [
    { label: "0", y: 20, line: 0, processes: [0] },
    { label: "1-3", y: 50, line: 1, processes: [1, 2, 3] },
  ];
  expect(rowAt(rows, 32)?.label).toBe("0");
  expect(rowAt(rows, 500)?.label).toBe("1-3");
  expect(rowAt([], 5)).toBeNull();
  expect(rowOf(rows, 2)?.line).toBe(1);
  expect(rowOf(rows, 9)).toBeNull();
});

test("a window in a link is never negative", () => {
  expect(toLink([-1.5, 12])).toEqual([0, 13.5]);
  expect(fromLink(toLink([3, 7]))).toEqual([3, 7]);
});
