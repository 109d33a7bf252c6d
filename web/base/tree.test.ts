import { describe, expect, test } from "vitest";
import { EMPTY_TREE, lines, missing, partKey, type Body, type Tree } from "./tree";
import type { Item } from "./wire";

const symbol = (text: string): Item => ({ kind: "symbol", text });
const loop = (node: number, id: number, count: number, items = 2): Item => ({ kind: "loop", node, id, count, items, period: 4 });
const body = (node: number | null, total: number, ...items: Item[]): Body => ({
  node, total, items: new Map(items.map((item, index) => [index, item])),
});
const show = (tree: Tree): string[] =>
  lines(tree, String).map((line) => `${"  ".repeat(line.depth)}${line.text}${line.right ? ` [${line.right}]` : ""}`);

const top = body(null, 3, symbol("a"), loop(7, 1, 249), symbol("z"));
const main: Tree = { ...EMPTY_TREE, bodies: new Map([["", top]]), mainItem: 1, before: 559, after: 521 };

describe("the nest as lines", () => {
  test("what stands around the main loop is folded away", () => {
    expect(show(main)).toEqual(["… before the main loop [559]", "for i0 = 0 to 248 [L1]", "… after it [521]"]);
  });

  test("an open body is indented and ends with done", () => {
    const inner = body(7, 2, loop(8, 2, 62), symbol("send"));
    const tree = { ...main, bodies: new Map([["", top], ["1", inner]]), open: new Set(["1", partKey("", "before")]) };
    expect(show(tree)).toEqual([
      "… before the main loop [559]",
      "a",
      "for i0 = 0 to 248 [L1]",
      "  for i1 = 0 to 61 [L2]",
      "  send",
      "done",
      "… after it [521]",
    ]);
  });

  test("long bodies show a window and say how much is left out", () => {
    const long = body(null, 100, ...Array.from({ length: 100 }, (_, i) => symbol(`s${i}`)));
    const tree: Tree = { ...EMPTY_TREE, bodies: new Map([["", long]]) };
    expect(show(tree).at(-1)).toBe("… 92 more");
    const middle = { ...tree, windows: new Map([[partKey("", "all"), { from: 40, to: 42 }]]) };
    expect(show(middle)).toEqual(["… 40 before", "s40", "s41", "… 58 more"]);
    expect(lines(middle, String)[0]?.window?.range).toEqual({ from: 0, to: 42 });
    expect(lines(middle, String)[3]?.window?.range).toEqual({ from: 40, to: 92 });
  });

  test("nothing known, nothing shown", () => {
    expect(show(EMPTY_TREE)).toEqual([]);
  });
});

describe("what must be loaded", () => {
  test("first of all the top level", () => {
    expect(missing(EMPTY_TREE)).toEqual([{ path: "", node: null, offset: 0, limit: 8 }]);
  });

  test("the main loop, wherever it stands", () => {
    const far: Tree = { ...main, bodies: new Map([["", body(null, 500, symbol("a"))]]), mainItem: 300 };
    expect(missing(far)).toEqual([{ path: "", node: null, offset: 300, limit: 1 }]);
  });

  test("bodies that are open, and only those", () => {
    expect(missing(main)).toEqual([]);
    expect(missing({ ...main, open: new Set(["1"]) })).toEqual([{ path: "1", node: 7, offset: 0, limit: 8 }]);
  });

  test("the gap in a window", () => {
    const part: Tree = { ...EMPTY_TREE, bodies: new Map([["", { node: null, total: 9, items: new Map([[0, symbol("a")]]) }]]) };
    expect(missing(part)).toEqual([{ path: "", node: null, offset: 1, limit: 7 }]);
  });
});
