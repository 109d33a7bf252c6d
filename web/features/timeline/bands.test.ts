import { expect, test } from "vitest";
import { outsideOf, toPaint } from "./bands";

test("strips that changed are painted down to the next one", () => {
  const strips = [{ top: 0 }, { top: 120 }, { top: 300.5 }];
  expect(toPaint(strips, 500, (index) => index !== 0)).toEqual([[0, 120]]);
  expect(toPaint(strips, 500, (index) => index === 1)).toEqual([[0, 120], [300.5, 500]]);
  expect(toPaint(strips, 500, () => true)).toEqual([]);
  expect(toPaint([], 20, () => false)).toEqual([]);
});

test("a band is outside of others if they meet at most at an edge", () => {
  const bands = [[0, 120], [300, 500]] as const;
  expect(outsideOf(bands, [120, 300])).toBe(true);
  expect(outsideOf(bands, [119, 130])).toBe(false);
  expect(outsideOf(bands, [290, 301])).toBe(false);
  expect(outsideOf([], [0, 1])).toBe(true);
});
