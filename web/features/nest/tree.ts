/**
 * The nest as lines of text that fold: which lines are to be shown, from what has been loaded of it.
 *
 * A body is known by its place, as `base/path.ts` writes it; the top level is `""`. Loops are
 * always shown. Of the events between them only the first few are shown, as many as there is room for; a line
 * says how many are left out, and opens more of them. Very long bodies are loaded a window at a time.
 */
import { placeIn } from "../../base/path";
import type { Answer } from "../../engine/client";
import type { Item } from "../../engine/wire";

/** What is known of one body. */
export interface Body {
  /** The loop's node; null for the top level. */
  node: number | null;
  total: number;
  items: ReadonlyMap<number, Item>;
}

/** Part of a body that folds as one: all of it, or what stands before or after the main loop. */
export type Part = "all" | "before" | "after";

export interface Window {
  from: number;
  to: number;
}

export interface Tree {
  bodies: ReadonlyMap<string, Body>;
  open: ReadonlySet<string>;
  /** What is loaded of a part that is too long to be loaded whole. */
  windows: ReadonlyMap<string, Window>;
  /** How many events of a run of events between two loops the user asked to see. */
  runs: ReadonlyMap<string, number>;
  /** Place of the main loop at the top level, -1 for none. */
  mainItem: number;
  /** Events before the main loop and after it. */
  before: number;
  after: number;
  /** How often the main loop runs again after its first place. */
  runsAfter: number;
}

export interface Line {
  key: string;
  /** Number of loops around it. */
  depth: number;
  kind: "loop" | "symbol" | "done" | "fold" | "more" | "wait";
  text: string;
  right: string;
  /** Null where there is nothing to open. */
  open: boolean | null;
  /** The number of a loop; 0 for other lines. */
  loop: number;
  /** For `more`: what to load instead. */
  window: { key: string; range: Window } | null;
  /** For `more`: how many of a run of events to show instead. */
  run: { key: string; show: number } | null;
}

/** Items of a body that are loaded at first, and how many more each time. */
export const FIRST = 500;
/** How many more events of a run are shown each time. */
const MORE = 50;
/** How many events of each run are shown at most, tried from the left until there is room. */
const SHOWN = [Number.POSITIVE_INFINITY, 100, 50, 25, 12, 8, 5, 3, 2] as const;

export const EMPTY_TREE: Tree = {
  bodies: new Map(),
  open: new Set(),
  windows: new Map(),
  runs: new Map(),
  mainItem: -1,
  before: 0,
  after: 0,
  runsAfter: 0,
};

export function partKey(path: string, part: Part): string {
  return `${path}|${part}`;
}

/** The tree with items of a body that were loaded. */
export function withBody(tree: Tree, path: string, node: number | null, { items, offset, total }: Pick<Answer<"items">, "items" | "offset" | "total">): Tree {
  const known = new Map(tree.bodies.get(path)?.items);
  items.forEach((item, index) => known.set(offset + index, item));
  return { ...tree, bodies: new Map(tree.bodies).set(path, { node, total, items: known }) };
}

/** The range of items of a part of a body. */
export function partRange(tree: Tree, path: string, part: Part): Window {
  const total = tree.bodies.get(path)?.total ?? 0;
  if (part === "before") return { from: 0, to: Math.max(0, tree.mainItem) };
  if (part === "after") return { from: tree.mainItem + 1, to: total };
  return { from: 0, to: total };
}

/** What of a part is loaded: the window, or its first items. */
export function windowOf(tree: Tree, path: string, part: Part): Window {
  const whole = partRange(tree, path, part);
  const chosen = tree.windows.get(partKey(path, part));
  if (!chosen) return { from: whole.from, to: Math.min(whole.to, whole.from + FIRST) };
  return { from: Math.max(whole.from, chosen.from), to: Math.min(whole.to, chosen.to) };
}

/** The part of a body that an item stands in; null for the main loop itself. */
export function partOf(tree: Tree, path: string, item: number): Part | null {
  if (path !== "" || tree.mainItem < 0) return "all";
  if (item === tree.mainItem) return null;
  return item < tree.mainItem ? "before" : "after";
}

/**
 * All lines that are to be shown. `number` writes a count, `room` is how many lines find room: events between loops
 * give way to it, loops do not. Time: a few times the items that are loaded and open.
 */
export function lines(tree: Tree, number: (value: number) => string, room = 0): Line[] {
  let result: Line[] = [];
  for (const most of SHOWN) {
    result = linesOf(tree, number, most);
    if (result.length <= room) break;
  }
  return result;
}

function linesOf(tree: Tree, number: (value: number) => string, most: number): Line[] {
  const result: Line[] = [];
  const put = (line: Partial<Line> & Pick<Line, "key" | "depth" | "kind" | "text">) => {
    result.push({ right: "", open: null, loop: 0, window: null, run: null, ...line });
  };

  const item = (path: string, index: number, depth: number) => {
    const found = tree.bodies.get(path)?.items.get(index);
    const key = placeIn(path, index);
    if (!found) return put({ key, depth, kind: "wait", text: "…" });
    if (found.kind === "symbol") return put({ key, depth, kind: "symbol", text: found.text });
    const open = tree.open.has(key);
    const text = `for i${depth} = 0 to ${found.bound || found.count - 1}`;
    put({ key, depth, kind: "loop", text, right: `L${found.id}`, open, loop: found.id });
    if (!open) return;
    part(key, "all", depth + 1);
    put({ key: `${key}!`, depth, kind: "done", text: "done" });
  };

  /** Where the run of events that starts at an item ends; there, if it is none. */
  const runEnd = (path: string, from: number, to: number) => {
    const items = tree.bodies.get(path)?.items;
    let end = from;
    while (end < to && items?.get(end)?.kind === "symbol") end += 1;
    return end;
  };

  const run = (path: string, from: number, to: number, depth: number) => {
    const key = `${path}:${from}`;
    const wanted = tree.runs.get(key) ?? most;
    // A line in place of a single event would save nothing.
    const end = to - from <= wanted + 1 ? to : from + wanted;
    for (let index = from; index < end; index += 1) item(path, index, depth);
    if (end === to) return;
    const show = end - from + MORE;
    put({ key: `${key}+`, depth, kind: "more", text: `… ${number(to - end)} more`, run: { key, show } });
  };

  const part = (path: string, which: Part, depth: number) => {
    if (!tree.bodies.has(path)) return put({ key: `${path}?`, depth, kind: "wait", text: "…" });
    const whole = partRange(tree, path, which);
    const shown = windowOf(tree, path, which);
    const key = partKey(path, which);
    if (shown.from > whole.from) {
      const range = { from: Math.max(whole.from, shown.from - FIRST), to: shown.to };
      put({ key: `${key}<`, depth, kind: "more", text: `… ${number(shown.from - whole.from)} before`, window: { key, range } });
    }
    for (let index = shown.from; index < shown.to; ) {
      const end = runEnd(path, index, shown.to);
      if (end > index) run(path, index, end, depth);
      else item(path, index, depth);
      index = Math.max(end, index + 1);
    }
    if (shown.to < whole.to) {
      const range = { from: shown.from, to: Math.min(whole.to, shown.to + FIRST) };
      put({ key: `${key}>`, depth, kind: "more", text: `… ${number(whole.to - shown.to)} more`, window: { key, range } });
    }
  };

  const fold = (which: "before" | "after", text: string, events: number) => {
    const { from, to } = partRange(tree, "", which);
    if (to <= from) return;
    const key = partKey("", which);
    const open = tree.open.has(key);
    put({ key, depth: 0, kind: "fold", text, right: number(events), open });
    if (open) part("", which, 0);
  };

  if (!tree.bodies.has("")) return result;
  if (tree.mainItem < 0) {
    part("", "all", 0);
    return result;
  }
  fold("before", "… before the main loop", tree.before);
  item("", tree.mainItem, 0);
  const again = tree.runsAfter > 0 ? `, with ${number(tree.runsAfter)} more ${tree.runsAfter === 1 ? "run" : "runs"} of it` : "";
  fold("after", `… after it${again}`, tree.after);
  return result;
}

/** The bodies and ranges that are shown but not loaded yet. */
export function missing(tree: Tree): { path: string; node: number | null; offset: number; limit: number }[] {
  const wanted: { path: string; node: number | null; offset: number; limit: number }[] = [];
  const look = (path: string, part: Part) => {
    const body = tree.bodies.get(path);
    if (!body) return;
    const { from, to } = windowOf(tree, path, part);
    let first = -1;
    let last = -1;
    for (let index = from; index < to; index += 1) {
      const found = body.items.get(index);
      if (!found) {
        if (first < 0) first = index;
        last = index;
      } else if (found.kind === "loop") {
        inside(placeIn(path, index), found.node);
      }
    }
    if (first >= 0) wanted.push({ path, node: body.node, offset: first, limit: last - first + 1 });
  };
  const inside = (path: string, node: number) => {
    if (!tree.open.has(path)) return;
    if (!tree.bodies.has(path)) wanted.push({ path, node, offset: 0, limit: FIRST });
    else look(path, "all");
  };

  const top = tree.bodies.get("");
  if (!top) return [{ path: "", node: null, offset: 0, limit: FIRST }];
  if (tree.mainItem < 0) {
    look("", "all");
    return wanted;
  }
  if (tree.open.has(partKey("", "before"))) look("", "before");
  const main = top.items.get(tree.mainItem);
  if (!main) wanted.push({ path: "", node: null, offset: tree.mainItem, limit: 1 });
  else if (main.kind === "loop") inside(String(tree.mainItem), main.node);
  if (tree.open.has(partKey("", "after"))) look("", "after");
  return wanted;
}
