import { describe, expect, test } from "vitest";
import { hitAt, iterationAt, middleOf, stripAt } from "./hits";
import type { Hit, Strip } from "../engine/wire";

const hit = (part: Partial<Hit>): Hit => ({
  x: 0, y: 0, w: 10, h: 10, kind: "loop", strip: 0, item: 0, loop: 1, title: "", detail: "", ...part,
});
const strip = (part: Partial<Strip> = {}): Strip => ({
  title: "", note: "", loop: 0, top: 0, height: 40, plotLeft: 10, plotRight: 110, length: 1000, from: 0, to: 1000, origin: 0,
  opened: { item: 3, iteration: 4, count: 9, loop: 1, start: 100, period: 100 }, ...part,
});

describe("what lies under a point", () => {
  test("the last one drawn wins", () => {
    const hits = [hit({ w: 100, loop: 1 }), hit({ x: 5, loop: 2 })];
    expect(hitAt(hits, 7, 5)?.loop).toBe(2);
    expect(hitAt(hits, 50, 5)?.loop).toBe(1);
    expect(hitAt(hits, 50, 15)).toBeNull();
  });

  test("a narrow mark is easier to take", () => {
    const hits = [hit({ kind: "mark", x: 50, w: 2 })];
    expect(hitAt(hits, 47, 5)).not.toBeNull();
    expect(hitAt(hits, 44, 5)).toBeNull();
  });

  test("strips by height", () => {
    const strips = [strip(), strip({ top: 50 })];
    expect(stripAt(strips, 20)).toBe(0);
    expect(stripAt(strips, 45)).toBe(-1);
    expect(stripAt(strips, 50)).toBe(1);
  });
});

describe("iterations", () => {
  test("at a pixel: they stay inside the loop", () => {
    expect(iterationAt(strip(), 10)).toBe(0);
    expect(iterationAt(strip(), 35)).toBe(1);
    expect(iterationAt(strip(), 110)).toBe(8);
    expect(iterationAt(strip({ opened: undefined }), 60)).toBe(0);
  });

  test("the middle of the opened one", () => {
    expect(middleOf(strip())).toBe(550);
    expect(middleOf(strip({ opened: undefined, from: 600, to: 900 }))).toBe(750);
  });
});
