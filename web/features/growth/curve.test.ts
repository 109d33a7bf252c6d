import { expect, test } from "vitest";
import { grownOf, sizeAt, stepsOf, stopAt, stopsOf, tableOf } from "./curve";

const growth = grownOf({
  process: 3,
  calls: 100,
  sentence: [],
  points: [1, 1, 0, 2, 2, 1, 90, 2, 2],
  parts: [50, 2, 1],
  notices: [],
  windows: [
    { number: 1, header: "Wait", nodes: 1, from: 20, to: 30, iterations: 10, droppedFor: 2 },
    { number: 2, header: "Send", nodes: 2, from: 40, to: 60, iterations: 10, droppedFor: 0 },
  ],
  steps: [10, 20],
});

test("a curve runs in steps from the first call to the last", () => {
  expect(stepsOf(growth, "nodes", 2)).toBe("M0 100H1.000V50.000H2.000V0.000H90.000V0.000H100");
  expect(stepsOf({ points: [], calls: 0 }, "edges", 0)).toBe("M0 100H100");
});

test("a place says the size then, and in which window it lies", () => {
  expect(sizeAt(growth.points, 0).nodes).toBe(0);
  expect(stopAt(growth, 50)).toEqual({ calls: 50, title: "2 nodes, 1 transition", detail: "after 50 calls, 50.0\u00a0%; window 2" });
  expect(stopAt(growth, 21).detail).toMatch(/window 1, dropped$/);
  expect(stopAt(growth, 20).detail).toMatch(/in the reduced trace$/);
  expect(stopsOf(growth)).toEqual([1, 2, 11, 21, 41, 90, 100]);
});

test("rows for a file", () => {
  expect(tableOf([growth])[1]).toEqual([3, 1, 1, 0]);
  expect(tableOf([growth])).toHaveLength(4);
});
