// Links as nobody would write them: whatever is in one, reading it says something that the engine can take.
import { expect, test } from "vitest";
import { ATTRIBUTES, SHEETS_IN_LINKS } from "./places";
import { MOST_K, parse, read, write, type Link } from "./url";

const ROUNDS = 4000;

/** A seeded generator (mulberry32): a round is told by its number alone. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

const KEYS = "sample trace page method k view same locals order process loop open zoom tab events as at of sheet graph by byk show rows closed opened also v x __proto__ constructor".split(" ");
const VALUES = [
  "", " ", "0", "1", "5", "-1", "+1", "01", "1.5", "1e3", "1e308", "1e-308", "NaN", "Infinity", "-Infinity", "0x10", "4294967295", "4294967296",
  "9007199254740993", "99999999999", "99999999999.9999999999", "9".repeat(400), "\u0661", "\u00b2", "\ud800", "\u202e1", "\0", "%", "%zz", "a%00b", "\u{1f600}",
  "overview", "loops", "iterations", "foretold", "3/L1:120/L2:30", "all/L2.5:3", "3", "all", "3/none", "L3", "all/L3", "allL3", "L0", "all/", "all/none", "x/L1", "3/L0", "3/L1/none", "3/L4294967296", "3/L1:9999999999999999", "nlr", "greedy", "optimal", "smallest", "nest", "model", "flow", "compare", "table", "predict", "calls", "values", "keep", "drop", "all", "folded", "table3", "lu", "LU",
  "name,peer:rel", "name,,name", "x", "toString", "__proto__", "1.2_3.4", "1.2_x_3.4", "99999999999.0", "4294967296.0", "1.9999999999999999", "_", "_1-2", "2-1", "0-1e9",
  "1-2_3-4", "999999999999999.999-999999999999999", "1.2.3", "1..3", "1.x.3", "1.1.1", "javascript:alert(1)", "https://example.org/a?b=c#d", "../../x", "//host/x",
];

function value(next: (below: number) => number): string {
  const one = () => VALUES[next(VALUES.length)] ?? "";
  switch (next(8)) {
    case 0:
      return Array.from({ length: next(12) }, () => String.fromCharCode(next(0x10000))).join("");
    case 1:
      return Array.from({ length: next(30) }, one).join(["_", ".", ",", "-"][next(4)]);
    case 2:
      return one().repeat(next(600));
    default:
      return one();
  }
}

/** Without halves of letters, which cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, "\ufffd");
}

function query(seed: number): string {
  const next = random(seed);
  const parts = Array.from({ length: next(14) }, () => {
    const text = value(next);
    // As a browser would write it, or as somebody typed it.
    return `${KEYS[next(KEYS.length)]}${next(12) === 0 ? "" : "="}${next(2) === 0 ? encodeURIComponent(wellFormed(text)) : text}`;
  });
  return `${next(2) === 0 ? "?" : ""}${parts.join("&")}`;
}

const isId = (number: number): boolean => Number.isInteger(number) && number >= 0 && number <= 0xffff_ffff;

/** What the engine, and the page around it, take for granted. */
function faults(link: Link): string[] {
  const wrong: string[] = [];
  const must = (holds: boolean, what: string) => void (holds || wrong.push(what));
  must(link.k === null || (isId(link.k) && link.k >= 1 && link.k <= MOST_K), "k");
  must(link.process === null || isId(link.process), "process");
  must(link.loop === null || isId(link.loop), "loop");
  must(link.path.every(({ item, iteration }) => isId(item) && Number.isSafeInteger(iteration) && iteration >= 0), "open");
  must(link.zoom.every(([from, to]) => from >= 0 && to <= Number.MAX_SAFE_INTEGER && (to > from || (from === 0 && to === 0))), "zoom");
  must(link.method === null || ["greedy", "optimal", "smallest", "nlr"].includes(link.method), "method");
  must(link.shows === null || ["nest", "model", "flow", "time", "iterations"].includes(link.shows), "view");
  must(link.of === null || ATTRIBUTES.includes(link.of), "of");
  must(link.graph === null || (link.shows === "flow" && (link.graph.all || link.graph.loop !== null) && (link.graph.loop === null || (isId(link.graph.loop) && link.graph.loop > 0))), "graph");
  must(link.sheet === null || SHEETS_IN_LINKS.includes(link.sheet), "sheet");
  must(link.at.length <= 200 && link.at.every(({ loop, item, iteration }) => isId(loop) && loop > 0 && (item === null || isId(item)) && (iteration === null || Number.isSafeInteger(iteration))), "at");
  must((link.at.at(-1)?.loop ?? 0) === (link.loop ?? 0), "the last of the trail");
  must(link.signature === null || (link.signature.length <= 200 && link.signature.every((field) => /^[a-z0-9:_-]{1,40}$/.test(field))), "same");
  const { by, byK, closed, opened, also } = link.model;
  must(byK === null || (by === "nlr" && byK >= 1 && byK <= MOST_K), "byk");
  for (const list of [closed, opened, also]) must(list.length <= 200 && list.every(isId) && new Set(list).size === list.length, "list");
  must([link.path, link.zoom].every((list) => list.length <= 200), "length");
  must(link.source?.kind !== "trace" || link.source.url.length <= 4000, "trace");
  must(link.source?.kind !== "sample" || link.source.id.length <= 60, "sample");
  return wrong;
}

test("any query is read as numbers and words that the engine takes, and says the same when it is written again", () => {
  let [sources, unreadable] = [0, 0];
  for (let seed = 0; seed < ROUNDS; seed++) {
    const text = query(seed);
    const { link, unread } = parse(text);
    expect(faults(link), `${seed}: ${text}`).toEqual([]);
    expect(unread.every((key) => KEYS.includes(key)), `${seed}: ${text}`).toBe(true);
    // Ranges that say nothing at the end of a list are not written.
    const said = { ...link, zoom: link.zoom.some(([from, to]) => to > from) ? link.zoom : [] };
    expect(link.source ? read(write(said)) : said, `${seed}: ${text}`).toEqual(said);
    sources += link.source ? 1 : 0;
    unreadable += unread.length > 0 ? 1 : 0;
  }
  expect(sources).toBeGreaterThan(ROUNDS / 8);
  expect(unreadable).toBeGreaterThan(ROUNDS / 8);
}, 60_000);

test.each([
  ["open=99999999999.9999999999", "open"],
  ["open=1.2_99999999999.1", "open"],
  ["same=x%00", "same"],
  ["process=4294967296", "process"],
  ["loop=-1", "loop"],
  ["zoom=9-3", "zoom"],
  ["k=1e3", "k"],
  ["tab=nothing", "tab"],
  ["view=nothing", "view"],
  ["at=x/L1", "at"],
  ["at=3/L1:120/x", "at"],
  ["view=iterations&of=nothing", "of"],
  ["view=loops&as=flow&graph=3", "graph"],
  ["view=loops&as=flow&graph=all/L0", "graph"],
  ["tab=model&closed=1.x", "closed"],
  ["tab=model&byk=5", "byk"],
  ["tab=model&show=some", "show"],
  ["v=2", "v"],
])("what cannot be read is named: %s", (part, key) => {
  expect(parse(`?sample=lu&${part}`)).toMatchObject({ link: { source: { kind: "sample", id: "lu" } }, unread: [key] });
});

test("nothing is named of a link that says nothing wrong", () => {
  expect(parse("?sample=lu&method=nlr&k=5&same=&tab=nest&open=1.2_0.0&zoom=_1-2&v=1&utm_source=x").unread).toEqual([]);
});
