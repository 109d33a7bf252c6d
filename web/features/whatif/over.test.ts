import { expect, test } from "vitest";
import { fadeOf, pathOf } from "./over";

test("the critical path is as high as its share, and equal columns are one bar", () => {
  expect(pathOf([1, 1, 0, 0.5])).toBe("M0 0h2v10h-2zM3 1.75h1v6.5h-1z");
  expect(pathOf([0, 0])).toBe("");
});

test("the later a call may be, the paler it is; what may not be later stays", () => {
  expect(fadeOf([0, -1, 100, 100, 25], 100)).toEqual([
    { opacity: 0.5, d: "M4 0h1v10h-1z" },
    { opacity: 0.75, d: "M2 0h2v10h-2z" },
  ]);
  expect(fadeOf([5], 0)).toEqual([]);
});
