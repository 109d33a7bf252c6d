import { describe, expect, test } from "vitest";
import { EMPTY_LINK, parse, read, write, type Link } from "./url";

const LU = { kind: "sample", id: "lu" } as const;

const full: Link = {
  page: null,
  source: LU,
  method: "nlr",
  k: 100,
  view: "communication",
  signature: ["name", "peer:rel"],
  locals: "drop",
  order: "recorded",
  variants: true,
  process: 5,
  loop: 2,
  call: null,
  x: [],
  assumes: null,
  at: [{ loop: 1, item: null, iteration: 124 }, { loop: 2, item: 7, iteration: null }],
  path: [{ item: 12, iteration: 124 }, { item: 0, iteration: 30 }],
  zoom: [[0, 0], [12.5, 508]],
  shows: "nest",
  of: null,
  ask: null,
  sheet: "compare",
  graph: null,
  model: EMPTY_LINK.model,
};

describe("a link", () => {
  test("says the same after a round trip", () => {
    expect(read(write(full))).toEqual(full);
    const other: Link = { ...EMPTY_LINK, source: { kind: "trace", url: "https://example.org/a b.zst?x=1&y=2#z" }, signature: [] };
    expect(read(write(other))).toEqual(other);
  });

  test("says what is looked at in the model", () => {
    const model = { by: "nlr", byK: 50, whole: true, folded: true, closed: [2, 3], opened: [7], also: [4] };
    const at = [{ loop: 2, item: null, iteration: null }];
    const link: Link = { ...EMPTY_LINK, source: LU, process: 5, loop: 2, at, zoom: [[0, 12.5]], shows: "model", model };
    expect(write(link)).toBe("?sample=lu&view=loops&as=model&at=5/L2&zoom=0-12.5&by=nlr&byk=50&show=all&rows=folded&closed=2.3&opened=7&also=4&v=1");
    expect(read("?sample=lu&process=5&loop=2&zoom=0-12.5&tab=model&by=nlr&byk=50&show=all&rows=folded&closed=2.3&opened=7&also=4&v=1")).toEqual(link);
    expect(read(write(link))).toEqual(link);
    expect(read("?sample=lu&tab=model&by=guess&byk=5&closed=1.x.3&show=some").model).toEqual({ ...EMPTY_LINK.model, closed: [1, 3] });
    // Of a nest it says nothing.
    expect(read("?sample=lu&tab=compare&closed=2").model).toEqual(EMPTY_LINK.model);
  });

  test("says what Time shows, in seconds, and the selected call", () => {
    const at = [{ loop: 1, item: null, iteration: 120 }, { loop: 2, item: null, iteration: 30 }];
    const link: Link = { ...EMPTY_LINK, source: LU, shows: "time", process: 3, loop: 2, at, call: 7, x: [[89_760_000_000, 90_160_000_000], [0, 0], [1, 100_000_000_020]] };
    expect(write(link)).toBe("?sample=lu&view=time&at=3/L1:120/L2:30/e7&x=89.76,90.16__0.000000001,100.00000002&v=1");
    expect(read(write(link))).toEqual(link);
    expect(parse("?sample=lu&view=time&x=1,2_no").unread).toEqual(["x"]);
    expect(read("?sample=lu&view=time&at=3/e7").call).toBe(7);
    expect(read("?sample=lu&x=2,1").x).toEqual([]);
  });

  test("the flow graph is a picture of Loops, with the selection of the nest", () => {
    const link: Link = { ...EMPTY_LINK, source: LU, process: 5, loop: 2, shows: "flow", at: read("?sample=lu&at=5/L2").at };
    expect(write(link)).toBe("?sample=lu&view=loops&as=flow&at=5/L2&v=1");
    for (const [graph, said] of [[{ all: false, loop: 3 }, "F3"], [{ all: true, loop: null }, "all"], [{ all: true, loop: 12 }, "all/F12"]] as const) {
      expect(write({ ...link, graph })).toBe(`?sample=lu&view=loops&as=flow&at=5/L2&graph=${said}&v=1`);
      expect(read(write({ ...link, graph }))).toEqual({ ...link, graph });
      // Links of earlier versions.
      expect(read(write({ ...link, graph }).replace(/F(\d)/, "L$1"))).toEqual({ ...link, graph });
    }
    expect(read(write(link))).toEqual(link);
  });

  test("is short and readable", () => {
    expect(write(full)).toBe(
      "?sample=lu&method=nlr&k=100&events=communication&same=name,peer:rel&locals=drop&order=recorded&variants=on&view=loops&at=5/L1:124/L2.7&open=12.124_0.30&zoom=_12.5-508&sheet=compare&v=1",
    );
    expect(write({ ...EMPTY_LINK, source: LU })).toBe("?sample=lu&v=1");
    expect(write(EMPTY_LINK)).toBe("");
    expect(write({ ...EMPTY_LINK, page: "table3" })).toBe("?page=table3&v=1");
    expect(read("?page=table3")).toEqual({ ...EMPTY_LINK, page: "table3" });
    expect(read("?page=table4").page).toBeNull();
    expect(read("?page=table3&sample=lu").page).toBeNull();
  });

  test.each([
    ["?sample=lu&process=-1", "process"],
    ["?sample=lu&process=1e9", "process"],
    ["?sample=lu&loop=two", "loop"],
    ["?sample=lu&method=guess", "method"],
    ["?sample=lu&method=nlr&k=0", "k"],
    ["?sample=lu&method=nlr&k=2000000", "k"],
    ["?sample=lu&method=greedy&k=100", "k"],
    ["?sample=lu&view=nothing", "shows"],
    ["?sample=lu&sheet=nothing", "sheet"],
    ["?sample=lu&of=nothing", "of"],
  ] as const)("leaves out what makes no sense: %s", (query, key) => {
    const link = read(query);
    expect(link.source).toEqual(LU);
    expect(link[key]).toBeNull();
  });

  test.each([
    ["?sample=lu&v=1", { shows: null, process: null, loop: null }],
    ["?sample=lu&process=5&v=1", { shows: "nest", process: 5, loop: null }],
    ["?sample=lu&loop=2&open=1.2&v=1", { shows: "nest", loop: 2, path: [{ item: 1, iteration: 2 }] }],
    ["?sample=lu&view=calls&loop=0&v=1", { shows: "nest", view: "calls", loop: 0 }],
    ["?sample=lu&tab=nest", { shows: "nest", sheet: null }],
    ["?sample=lu&tab=model&loop=3", { shows: "model", loop: 3 }],
    ["?sample=lu&tab=table", { shows: "nest", sheet: "table" }],
    ["?sample=lu&process=5&tab=compare", { shows: "nest", sheet: "compare", process: 5 }],
    ["?sample=lu&tab=predict", { shows: "iterations", of: "foretold" }],
  ] as const)("from before the places still opens what it named: %s", (query, what) => {
    expect(parse(query)).toMatchObject({ link: what, unread: [] });
  });

  test.each([
    ["3/L1:120/L2:30", { process: 3, loop: 2, at: [{ loop: 1, item: null, iteration: 120 }, { loop: 2, item: null, iteration: 30 }] }],
    ["all/L2.5", { process: null, loop: 2, at: [{ loop: 2, item: 5, iteration: null }] }],
    ["3", { process: 3, loop: null, at: [] }],
    ["all/none", { process: null, loop: 0, at: [] }],
  ] as const)("says the selection as a trail: %s", (at, what) => {
    expect(read(`?sample=lu&view=loops&at=${at}`)).toMatchObject(what);
    expect(write(read(`?sample=lu&view=loops&at=${at}`))).toBe(`?sample=lu&view=loops&at=${at}&v=1`);
  });

  test("keeps the readable start of a broken path and drops a broken range", () => {
    expect(read("?sample=lu&open=1.2_x_3.4").path).toEqual([{ item: 1, iteration: 2 }]);
    expect(read("?sample=lu&zoom=9-3_2-4").zoom).toEqual([[0, 0], [2, 4]]);
  });

  test("of a later version gives the trace alone", () => {
    expect(read("?sample=lu&loop=2&v=2")).toEqual({ ...EMPTY_LINK, source: LU });
  });

  test("names a sample in letters of any size", () => {
    expect(read("?sample=LU").source).toEqual(LU);
  });

  test("a sample goes before an address", () => {
    expect(read("?trace=x&sample=lu").source).toEqual(LU);
  });
});
