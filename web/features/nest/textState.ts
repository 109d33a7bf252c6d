/** The nest text of the process that is looked at: loaded as far as it is unfolded, opened where the selection is. */
import { computed, effect, signal, untracked } from "@preact/signals";
import { childPath, EMPTY_TREE, FIRST, missing, partKey, partOf, partRange, windowOf, type Body, type Tree, type Window } from "./tree";
import type { Opened } from "../../engine/wire";
import { engine } from "../../workspace/open";
import { ribbonWidth } from "./state";
import { card, details, place, ribbonIsCurrent, row, shown } from "../../workspace/store";

export const tree = signal<Tree>(EMPTY_TREE);

/** How many lines find room in the column. */
export const room = signal(0);

/**
 * The way to the selected place: where the ribbon has opened the loop, else to the loop's first occurrence. Null as
 * long as the ribbon has not said yet which of the two it is.
 */
export const chosenWay = computed<readonly Opened[] | null>(() => {
  const at = place.value;
  if (at) return at.path;
  if (ribbonWidth.value > 0 && !ribbonIsCurrent.value) return null;
  return card.value?.path ?? null;
});

let key = "";
let asked = new Set<string>();

/** Starts following; called once. */
export function startTree(): void {
  effect(() => {
    const now = shown.value;
    const at = row.value;
    const next = now && at ? `${now.handle}/${now.edition}/${at.process}` : "";
    if (next === key) return;
    key = next;
    asked = new Set();
    tree.value = EMPTY_TREE;
  });

  effect(() => {
    const way = chosenWay.value;
    // The top level says where the main loop stands; until then nothing can be unfolded.
    const known = tree.value.bodies.has("");
    if (way && known) untracked(() => reveal(way));
  });

  effect(() => {
    const now = shown.value;
    const at = row.value;
    const is = details.value?.handle === now?.handle && details.value?.reply.process === at?.process;
    if (!now || !at || !is) return;
    for (const part of missing(tree.value)) {
      const name = `${part.path}:${part.offset}:${part.limit}`;
      if (asked.has(name)) continue;
      asked.add(name);
      const mine = key;
      const { node, offset, limit } = part;
      const request = { type: "items" as const, handle: now.handle, process: at.process, node: node ?? undefined, offset, limit };
      void engine.ask(request).then((reply) => {
        if (!reply || mine !== key) return;
        const items = new Map(tree.value.bodies.get(part.path)?.items);
        reply.items.forEach((item, index) => items.set(reply.offset + index, item));
        const body: Body = { node, total: reply.total, items };
        const bodies = new Map(tree.value.bodies).set(part.path, body);
        if (part.path !== "") tree.value = { ...tree.value, bodies };
        else {
          const { item: mainItem, before, after, runsAfter } = reply.main ?? { item: -1, before: 0, after: 0, runsAfter: 0 };
          tree.value = { ...tree.value, bodies, mainItem, before, after, runsAfter };
        }
      });
    }
  });
}

export function toggle(path: string): void {
  const open = new Set(tree.value.open);
  if (!open.delete(path)) open.add(path);
  tree.value = { ...tree.value, open };
}

export function showWindow(name: string, range: Window): void {
  tree.value = { ...tree.value, windows: new Map(tree.value.windows).set(name, range) };
}

/** Shows so many events of a run of events. */
export function showRun(name: string, show: number): void {
  tree.value = { ...tree.value, runs: new Map(tree.value.runs).set(name, show) };
}

/** The way to a line of the text, each loop at its middle iteration. */
export function wayTo(path: string): Opened[] {
  let around = "";
  return path.split("/").map((step) => {
    const item = Number(step);
    const found = tree.value.bodies.get(around)?.items.get(item);
    around = childPath(around, item);
    return { item, iteration: found?.kind === "loop" ? Math.floor(found.count / 2) : 0 };
  });
}

/** The path of a loop in the text, from the way to open it. */
export function pathOf(steps: readonly Opened[]): string {
  return steps.reduce((path, { item }) => childPath(path, written(path, item)), "");
}

/**
 * The place of an item in the text's body. A loop whose iterations differ is drawn with all of them one after the
 * other, and written with one.
 */
function written(path: string, item: number): number {
  const total = tree.value.bodies.get(path)?.total ?? 0;
  return total > 0 ? item % total : item;
}

/** Unfolds everything on the way to a loop, and the loop itself. */
function reveal(steps: readonly Opened[]): void {
  const now = tree.value;
  const open = new Set(now.open);
  const windows = new Map(now.windows);
  let path = "";
  for (const step of steps) {
    const item = written(path, step.item);
    const part = partOf(now, path, item);
    if (part) {
      if (path === "" && part !== "all") open.add(partKey("", part));
      const name = partKey(path, part);
      // Of a body that is not loaded yet only the wish is known.
      const wish = windows.get(name) ?? { from: 0, to: FIRST };
      const shownNow = now.bodies.has(path) ? windowOf({ ...now, windows }, path, part) : wish;
      if (item < shownNow.from || item >= shownNow.to) {
        const first = part === "after" ? partRange(now, path, part).from : 0;
        windows.set(name, { from: Math.max(first, item - FIRST / 2), to: item + FIRST / 2 });
      }
    }
    path = childPath(path, item);
    open.add(path);
  }
  if (open.size !== now.open.size || windows.size !== now.windows.size || changed(windows, now.windows)) {
    tree.value = { ...now, open, windows };
  }
}

function changed(a: ReadonlyMap<string, Window>, b: ReadonlyMap<string, Window>): boolean {
  for (const [name, range] of a) if (b.get(name) !== range) return true;
  return false;
}
