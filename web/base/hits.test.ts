import { describe, expect, test } from "vitest";
import { centred, eventAt, hitAt, isWhole, iterationAt, panned, stretchTo, stripAt, zoomed } from "./hits";
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

describe("pixels and events", () => {
  test("there and back", () => {
    expect(eventAt(strip(), 10)).toBe(0);
    expect(eventAt(strip(), 60)).toBe(500);
    expect(eventAt(strip({ from: 200, to: 400 }), 60)).toBe(300);
    expect(eventAt(strip({ plotRight: 10 }), 60)).toBe(0);
  });

  test("iterations stay inside the loop", () => {
    expect(iterationAt(strip(), 10)).toBe(0);
    expect(iterationAt(strip(), 35)).toBe(1);
    expect(iterationAt(strip(), 110)).toBe(8);
    expect(iterationAt(strip({ opened: undefined }), 60)).toBe(0);
  });
});

describe("zoom", () => {
  test("the event under the pointer stays where it is", () => {
    const [from, to] = zoomed(strip(), 0.5, 250);
    expect(to - from).toBe(500);
    expect((250 - from) / (to - from)).toBeCloseTo(0.25);
  });

  test("no further out than all, no further in than two events", () => {
    expect(zoomed(strip({ from: 400, to: 600 }), 100, 500)).toEqual([0, 1000]);
    const [from, to] = zoomed(strip(), 1e-9, 500);
    expect(to - from).toBe(2);
    expect(zoomed(strip({ length: 1, to: 1 }), 0.5, 0.5)).toEqual([0, 1]);
  });

  test("pans as far as there is something", () => {
    expect(panned(strip({ from: 100, to: 300 }), -500)).toEqual([0, 200]);
    expect(panned(strip({ from: 100, to: 300 }), 5000)).toEqual([800, 1000]);
    expect(isWhole(strip(), [0, 1000])).toBe(true);
    expect(isWhole(strip(), [1, 1000])).toBe(false);
  });

  test("the opened iteration comes to the middle, as far as there is something", () => {
    expect(centred(strip({ from: 0, to: 100 }))).toEqual([500, 600]);
    expect(centred(strip({ from: 600, to: 900 }))).toEqual([400, 700]);
    const first = { item: 3, iteration: 0, count: 9, loop: 1, start: 0, period: 100 };
    expect(centred(strip({ from: 600, to: 900, opened: first }))).toEqual([0, 300]);
  });

  test("the stretch puts the ends of the new range on the ends of the plot", () => {
    const drawn = strip({ from: 100, to: 500 });
    const { scale, shift } = stretchTo(drawn, [200, 300]);
    const pixel = (event: number) => 10 + ((event - 100) / 400) * 100;
    expect(scale * pixel(200) + shift).toBeCloseTo(10);
    expect(scale * pixel(300) + shift).toBeCloseTo(110);
    expect(stretchTo(drawn, [7, 7])).toEqual({ scale: 1, shift: 0 });
  });
});
