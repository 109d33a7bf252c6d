import { expect, test } from "vitest";
import { partsOf, Pixels, type Region } from "./pixels";

type Rect = readonly [x: number, y: number, w: number, h: number];

/** How much of the pixel at a place a rectangle covers. */
function covered([x, y, w, h]: Rect, column: number, row: number): number {
  const overlap = (from: number, length: number, at: number) => Math.max(0, Math.min(from + length, at + 1) - Math.max(from, at));
  return overlap(x, w, column) * overlap(y, h, row);
}

/** Every pixel of the region asks every rectangle. */
function naive(region: Region, rects: readonly (readonly [colour: string, rect: Rect])[]): number[] {
  const bytes: number[] = [];
  for (let row = region.top; row < region.top + region.height; row += 1) {
    for (let column = region.left; column < region.left + region.width; column += 1) {
      let [mixed, strength] = [[0, 0, 0], 0];
      for (const [colour, rect] of rects) {
        const share = covered(rect, column, row);
        if (share === 0) continue;
        const all = share + strength * (1 - share);
        mixed = (partsOf(colour) ?? [0, 0, 0]).map((part, index) => (part * share + (mixed[index] ?? 0) * strength * (1 - share)) / all);
        strength = all;
      }
      bytes.push(...mixed, strength * 255);
    }
  }
  return bytes;
}

function filled(region: Region, rects: readonly (readonly [colour: string, rect: Rect])[]): Pixels {
  const pixels = new Pixels(region);
  for (const [colour, rect] of rects) {
    pixels.dip(partsOf(colour) ?? [0, 0, 0]);
    pixels.fill(...rect);
  }
  return pixels;
}

/** The same numbers from 0 to 1 in each run. */
function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test("whole pixels have the colour, and what is outside nothing", () => {
  const { bytes } = filled({ left: 10, top: 5, width: 3, height: 2 }, [["#102030", [11, 4, 9, 2]]]);
  const [none, full] = [[0, 0, 0, 0], [16, 32, 48, 255]];
  expect([...bytes]).toEqual([none, full, full, none, none, none].flat());
});

test("pixels that rectangles cover in part are mixed, as by the pixel", () => {
  const next = randomly(7);
  for (let round = 0; round < 3000; round += 1) {
    const region = { left: Math.floor(next() * 5), top: Math.floor(next() * 5), width: 1 + Math.floor(next() * 7), height: 1 + Math.floor(next() * 5) };
    const number = () => (next() < 0.3 ? Math.floor(next() * 12) : next() * 12);
    const rects = Array.from({ length: 1 + Math.floor(next() * 4) }, () => [next() < 0.5 ? "#c04010" : "#0870f8", [number(), number(), number() * next(), number() * next()]] as const);
    const wanted = naive(region, rects);
    const { bytes } = filled(region, rects);
    // Bytes are rounded with each rectangle; of what is hardly there the colour does not matter.
    bytes.forEach((byte, at) => {
      const strength = (wanted[at - (at % 4) + 3] ?? 0) / 255;
      const part = at % 4 === 3 ? 1 : strength;
      expect(Math.abs(byte - (wanted[at] ?? 0)) * part).toBeLessThan(4);
    });
  }
});

test("only colours of six digits have parts", () => {
  expect(partsOf("#1f6Feb")).toEqual([0x1f, 0x6f, 0xeb]);
  expect(["", "#123", "hatch #123456", "var(--text)", "#12345678"].map(partsOf)).toEqual([null, null, null, null, null]);
});
