import { describe, expect, test } from "vitest";
import { EMPTY_TREE, lines, missing, partKey, type Body, type Tree } from "./tree";
import type { Item } from "../../engine/wire";

const symbol = (text: string): Item => ({ kind: "symbol", text });
const loop = (node: number, id: number, count: number, items = 2): Item => ({ kind: "loop", node, id, count, bound: "", items, period: 4 });
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

  test("further runs of the main loop are not passed over in silence", () => {
    expect(show({ ...main, runsAfter: 1 }).at(-1)).toBe("… after it, with 1 more run of it [521]");
    expect(show({ ...main, runsAfter: 2 }).at(-1)).toBe("… after it, with 2 more runs of it [521]");
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

  test("events give way to the room there is, and say how much is left out", () => {
    const long = body(null, 100, ...Array.from({ length: 100 }, (_, i) => symbol(`s${i}`)));
    const tree: Tree = { ...EMPTY_TREE, bodies: new Map([["", long]]) };
    expect(show(tree)).toEqual(["s0", "s1", "… 98 more"]);
    expect(lines(tree, String, 100).length).toBe(100);
    expect(lines(tree, String, 30).at(-1)?.text).toBe("… 75 more");
    expect(lines(tree, String)[2]?.run).toEqual({ key: ":0", show: 52 });
    expect(show({ ...tree, runs: new Map([[":0", 52]]) }).at(-1)).toBe("… 48 more");
  });

  test("loops are shown however little room there is", () => {
    const items = Array.from({ length: 60 }, (_, i) => (i % 10 === 9 ? loop(i, i, 20) : symbol(`s${i}`)));
    const tree: Tree = { ...EMPTY_TREE, bodies: new Map([["", body(null, 60, ...items)]]) };
    expect(lines(tree, String, 1).filter(({ kind }) => kind === "loop").map(({ loop: id }) => id)).toEqual([9, 19, 29, 39, 49, 59]);
    expect(show(tree).slice(0, 4)).toEqual(["s0", "s1", "… 7 more", "for i0 = 0 to 19 [L9]"]);
    // Three events are not shortened to two and a line for the third.
    const three = body(null, 4, symbol("a"), symbol("b"), symbol("c"), loop(1, 1, 2));
    expect(show({ ...EMPTY_TREE, bodies: new Map([["", three]]) })).toEqual(["a", "b", "c", "for i0 = 0 to 1 [L1]"]);
  });

  test("of a body too long to be loaded whole a window is shown", () => {
    const part = { node: null, total: 2000, items: new Map([[900, loop(1, 1, 3)], [901, loop(2, 2, 4)]]) };
    const tree: Tree = { ...EMPTY_TREE, bodies: new Map([["", part]]), windows: new Map([[partKey("", "all"), { from: 900, to: 902 }]]) };
    expect(show(tree)).toEqual(["… 900 before", "for i0 = 0 to 2 [L1]", "for i0 = 0 to 3 [L2]", "… 1098 more"]);
    expect(lines(tree, String)[0]?.window?.range).toEqual({ from: 400, to: 902 });
    expect(lines(tree, String)[3]?.window?.range).toEqual({ from: 900, to: 1402 });
  });

  test("nothing known, nothing shown", () => {
    expect(show(EMPTY_TREE)).toEqual([]);
  });
});

describe("what must be loaded", () => {
  test("first of all the top level", () => {
    expect(missing(EMPTY_TREE)).toEqual([{ path: "", node: null, offset: 0, limit: 500 }]);
  });

  test("the main loop, wherever it stands", () => {
    const far: Tree = { ...main, bodies: new Map([["", body(null, 500, symbol("a"))]]), mainItem: 300 };
    expect(missing(far)).toEqual([{ path: "", node: null, offset: 300, limit: 1 }]);
  });

  test("bodies that are open, and only those", () => {
    expect(missing(main)).toEqual([]);
    expect(missing({ ...main, open: new Set(["1"]) })).toEqual([{ path: "1", node: 7, offset: 0, limit: 500 }]);
  });

  test("the gap in a window", () => {
    const part: Tree = { ...EMPTY_TREE, bodies: new Map([["", { node: null, total: 9, items: new Map([[0, symbol("a")]]) }]]) };
    expect(missing(part)).toEqual([{ path: "", node: null, offset: 1, limit: 8 }]);
  });
});

test("a bound that is a function stands as it is", () => {
  const outer = { ...loop(1, 1, 6, 1), bound: "" };
  const inner: Item = { kind: "loop", node: 2, id: 2, count: 14, bound: "5 + 3*i0", items: 1, period: 1 };
  const tree: Tree = {
    ...EMPTY_TREE,
    bodies: new Map([["", body(null, 1, outer)], ["0", body(1, 1, inner)], ["0_0", body(2, 1, symbol("val 8*i1"))]]),
    open: new Set(["0", "0_0"]),
  };
  expect(show(tree)).toEqual(["for i0 = 0 to 5 [L1]", "  for i1 = 0 to 5 + 3*i0 [L2]", "    val 8*i1", "  done", "done"]);
});
