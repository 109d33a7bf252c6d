import { describe, expect, test } from "vitest";
import { type BarImage, lineOf, replay, type Surface } from "./replay";
import type { Picture, Style } from "./wire";

const style = (part: Partial<Style>): Style => ({ fill: "", stroke: "", lineWidth: 1, font: "", ...part });

function picture(numbers: number[], styles: Style[], strings: string[] = []): Picture {
  return { width: 100, height: 50, numbers: new Float32Array(numbers), strings, styles, hits: [] };
}

/** A canvas that writes down what is done to it. */
function log(): { surface: Surface; lines: string[] } {
  const lines: string[] = [];
  const surface = new Proxy(
    {},
    {
      get: (_, name) => (...args: unknown[]) => void lines.push(`${String(name)} ${args.join(" ")}`.trim()),
      set: (_, name, value) => lines.push(`${String(name)}=${value}`) > 0,
    },
  ) as Surface;
  return { surface, lines };
}

function drawn(numbers: number[], styles: Style[], strings: string[] = []): string[] {
  const { surface, lines } = log();
  replay(surface, picture(numbers, styles, strings));
  return lines;
}

describe("replay", () => {
  test("neighbouring rectangles of one style become one path", () => {
    const lines = drawn([1, 0, 0, 0, 5, 5, 0, 1, 0, 2, 0, 5, 5, 0, 1, 0, 20, 0, 5, 5, 2], [style({ fill: "#eee" })]);
    expect(lines).toEqual(["beginPath", "rect 0 0 5 5", "rect 2 0 5 5", "roundRect 20 0 5 5 2", "fillStyle=#eee", "fill"]);
  });

  test("bars are filled one by one, and stay on pixels while they are stretched", () => {
    const bars = [8, 0, 2, 0, 2, 1, 8, 1, 4, 1.5, 6];
    const styles = [style({ fill: "#eee" })];
    expect(drawn(bars, styles)).toEqual(["fillStyle=#eee", "fillRect 0 2 1 8", "fillRect 1 4 1.5 6"]);
    const { surface, lines } = log();
    replay(surface, picture([5, 0, 0, 0, 0, 99, 9, ...bars, 6, 0], styles), { stretched: () => ({ scale: 1.4, shift: 0.3 }) });
    // 1.7 and 3.8 are the edges.
    expect(lines.filter((line) => line.startsWith("fillRect"))).toEqual(["fillRect 0 2 2 8", "fillRect 2 4 2 6"]);
    const narrow = log();
    replay(narrow.surface, picture([5, 0, 0, 0, 0, 99, 9, ...bars, 6, 0], styles), { stretched: () => ({ scale: 0.25, shift: 0 }) });
    expect(narrow.lines.filter((line) => line.startsWith("fillRect"))).toEqual(["fillRect 0 2 0.25 8", "fillRect 0 4 1 6"]);
  });

  test("many bars of a layer become one image", () => {
    const { surface, lines } = log();
    const bar = (at: number): number[] => [2 * at, 1, 1, 4];
    const many = [8, 0, 40, ...Array.from({ length: 40 }, (_, at) => bar(at)).flat()];
    const shapes = [5, 0, 0, 0, 0, 90, 9, ...many, 8, 1, 1, ...bar(2), 8, 2, 1, ...bar(3), 6, 0, ...many];
    const image = (layer: readonly number[]): BarImage => ({
      dip: (colour) => !colour.startsWith("hatch") && lines.push(`dip ${colour} in ${layer.join(" ")}`) > 0,
      fill: (...area) => void lines.push(`fill ${area.join(" ")}`),
      put: () => void lines.push("put"),
    });
    replay(surface, picture(shapes, [style({ fill: "#eee" }), style({ fill: "#123" }), style({ fill: "hatch #888" })]), { image });
    // A bar above them is in the image, a hatch is not; outside of a layer there is none.
    expect(lines.slice(0, 6)).toEqual(["save", "beginPath", "rect 0 0 90 9", "clip", "dip #eee in 0 0 90 9", "fill 0 1 1 4"]);
    expect(lines.slice(44, 51)).toEqual(["fill 78 1 1 4", "dip #123 in 0 0 90 9", "fill 4 1 1 4", "put", "fillStyle=#888", "fillRect 6 1 1 4", "restore"]);
    expect(lines.slice(51)).toHaveLength(41);
  });

  test("a hatch is painted as its caller says, and flat without", () => {
    const { surface, lines } = log();
    const hatch = picture([1, 0, 0, 0, 5, 5, 0], [style({ fill: "hatch #888" })]);
    replay(surface, hatch, { hatch: (colour) => `lines in ${colour}` });
    replay(surface, hatch);
    expect(lines.filter((line) => line.startsWith("fillStyle"))).toEqual(["fillStyle=lines in #888", "fillStyle=#888"]);
  });

  test("boxes with edge and filling that overlap are painted one after the other", () => {
    const box = style({ fill: "#eee", stroke: "#888", lineWidth: 0.75 });
    const lines = drawn([1, 0, 0, 0, 10, 5, 0, 1, 0, 5, 0, 10, 5, 0], [box]);
    expect(lines.filter((line) => line === "fill")).toHaveLength(2);
    const apart = drawn([1, 0, 0, 0, 10, 5, 0, 1, 0, 10, 0, 10, 5, 0], [box]);
    expect(apart.filter((line) => line === "fill")).toHaveLength(1);
  });

  test("paths, circles and texts", () => {
    const styles = [style({ stroke: "#123", lineWidth: 2 }), style({ fill: "#000", font: "600 12px Inter" })];
    const lines = drawn([2, 0, 1, 3, 0, 0, 4, 0, 4, 4, 4, 1, 8, 8, 3, 3, 1, 0, 50, 20, 1], styles, ["×249"]);
    expect(lines).toEqual([
      "beginPath",
      "moveTo 0 0",
      "lineTo 4 0",
      "lineTo 4 4",
      "closePath",
      "strokeStyle=#123",
      "lineWidth=2",
      "stroke",
      "beginPath",
      "moveTo 11 8",
      `arc 8 8 3 0 ${Math.PI * 2}`,
      "fillStyle=#000",
      "fill",
      "font=600 12px Inter",
      "textAlign=center",
      "fillText ×249 50 20",
    ]);
  });

  test("what belongs to others steps back", () => {
    const { surface, lines } = log();
    const line = [2, 0, 0, 2, 0, 0, 4, 0];
    const shapes = picture([7, 0, 0, ...line, 7, 0, 1, ...line, 7, 0, -2, ...line, 7, 0, -1, ...line], [style({ stroke: "#123" })]);
    replay(surface, shapes, { strength: (owner) => (owner === 1 ? 0.2 : 1) });
    expect(lines.filter((said) => /Alpha|^stroke$/.test(said))).toEqual(["stroke", "globalAlpha=0.2", "stroke", "globalAlpha=1", "stroke"]);
    expect([lineOf(-2), lineOf(-5), lineOf(-1), lineOf(3)]).toEqual([0, 3, -1, -1]);
    // Without a highlight, everything of one style is one path.
    const plain = log();
    replay(plain.surface, shapes);
    expect(plain.lines.filter((said) => said === "stroke")).toHaveLength(1);
  });

  test("a layer is clipped, and stretched while a gesture lasts", () => {
    const { surface, lines } = log();
    const shapes = picture([5, 0, 1, 10, 0, 80, 20, 1, 0, 20, 5, 10, 5, 0, 6, 0, 1, 0, 20, 30, 10, 5, 0], [style({ fill: "#eee" })]);
    replay(surface, shapes, { stretched: (strip) => (strip === 1 ? { scale: 2, shift: -10 } : null) });
    expect(lines).toEqual([
      "save",
      "beginPath",
      "rect 10 0 80 20",
      "clip",
      "beginPath",
      "rect 30 5 20 5",
      "fillStyle=#eee",
      "fill",
      "restore",
      "beginPath",
      "rect 20 30 10 5",
      "fillStyle=#eee",
      "fill",
    ]);
  });

  test("an unknown command ends the drawing, and every layer is closed", () => {
    const lines = drawn([5, 0, 0, 0, 0, 9, 9, 77, 0, 1, 2, 3], [style({ fill: "#eee" })]);
    expect(lines.filter((line) => line === "save")).toHaveLength(1);
    expect(lines.filter((line) => line === "restore")).toHaveLength(1);
  });

  test("an end without a beginning is no reason to restore", () => {
    expect(drawn([6, 0], [])).toEqual([]);
  });

  test("nothing in, nothing out", () => {
    expect(drawn([], [])).toEqual([]);
  });
});
