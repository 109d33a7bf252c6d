/** The nest text of the process that is looked at: loaded as far as it is unfolded, opened where the selection is. */
import { effect, signal, untracked } from "@preact/signals";
import { childPath, EMPTY_TREE, FIRST, missing, partKey, partOf, partRange, windowOf, type Body, type Tree, type Window } from "../base/tree";
import type { Opened } from "../base/wire";
import { engine } from "./open";
import { card, cards, details, row, shown } from "./store";

export const tree = signal<Tree>(EMPTY_TREE);

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
    const loop = card.value;
    // The top level says where the main loop stands; until then nothing can be unfolded.
    const known = tree.value.bodies.has("");
    if (loop && known) untracked(() => reveal(loop.path));
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
        const before = tree.value.bodies.get(part.path);
        const items = new Map(before?.items);
        reply.items.forEach((item, index) => items.set(reply.offset + index, item));
        const body: Body = { node, total: reply.total, items };
        const bodies = new Map(tree.value.bodies).set(part.path, body);
        if (part.path !== "") tree.value = { ...tree.value, bodies };
        else tree.value = { ...tree.value, bodies, mainItem: reply.mainItem, ...around() };
      });
    }
  });
}

/** Events before the main loop and after it. */
function around(): { before: number; after: number } {
  const at = row.value;
  const main = cards.value.find(({ id }) => id === at?.mainLoop?.id);
  if (!at || !main) return { before: 0, after: 0 };
  return { before: main.first, after: at.events - main.last - 1 };
}

export function toggle(path: string): void {
  const open = new Set(tree.value.open);
  if (!open.delete(path)) open.add(path);
  tree.value = { ...tree.value, open };
}

export function showWindow(name: string, range: Window): void {
  tree.value = { ...tree.value, windows: new Map(tree.value.windows).set(name, range) };
}

/** The path of a loop in the text, from the way to open it. */
export function pathOf(steps: readonly Opened[]): string {
  return steps.map(({ item }) => item).join("/");
}

/** Unfolds everything on the way to a loop, and the loop itself. */
function reveal(steps: readonly Opened[]): void {
  const now = tree.value;
  const open = new Set(now.open);
  const windows = new Map(now.windows);
  let path = "";
  for (const { item } of steps) {
    const part = partOf(now, path, item);
    if (part) {
      if (path === "" && part !== "all") open.add(partKey("", part));
      const name = partKey(path, part);
      // Of a body that is not loaded yet only the wish is known.
      const wish = windows.get(name) ?? { from: 0, to: FIRST };
      const shownNow = now.bodies.has(path) ? windowOf({ ...now, windows }, path, part) : wish;
      if (item < shownNow.from || item >= shownNow.to) {
        const first = part === "after" ? partRange(now, path, part).from : 0;
        windows.set(name, { from: Math.max(first, item - 2), to: item + 6 });
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
