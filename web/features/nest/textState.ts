/** The nest of the process that is viewed, as text: loaded as far as it is unfolded, unfolded to the selected loop. */
import { computed, effect, signal, untracked } from "@preact/signals";
import { itemsOf, placeIn, type Step } from "../../base/path";
import type { Answer } from "../../engine/client";
import type { Opened } from "../../engine/wire";
import { useFeature, type Workspace } from "../../workspace/workspace";
import { EMPTY_TREE, FIRST, missing, partKey, partOf, partRange, type Tree, type Window, windowOf, withBody } from "./tree";

class NestText {
  readonly tree = signal<Tree>(EMPTY_TREE);
  /** How many lines find room in the column. */
  readonly room = signal(0);

  /**
   * The place of the selected loop: along the path that is viewed, otherwise at the loop's first occurrence. Where a path
   * leads to is read from the text itself; until enough of it is loaded, `found` is false and the place is one on the way.
   */
  private readonly target = computed<{ place: string; found: boolean }>(() => {
    const { selection, details } = this.workspace;
    const loop = selection.loop.value;
    if (loop === 0) return { place: "", found: false };
    return this.along(selection.view.value.path, loop) ?? { place: this.placeOf(details.card.value?.path ?? []), found: true };
  });

  /** The line of the selected loop, by its place; empty for none. */
  readonly selectedPlace = computed(() => (this.target.value.found ? this.target.value.place : ""));

  /** What the text is of, and what of it has been asked for. */
  private key = "";
  private asked = new Set<string>();

  constructor(private readonly workspace: Workspace) {
    effect(() => {
      const key = workspace.selection.key.value;
      if (key === this.key) return;
      this.key = key;
      this.asked = new Set();
      this.tree.value = EMPTY_TREE;
    });
    const place = computed(() => this.target.value.place);
    // The top level says where the main loop stands; until then nothing can be unfolded.
    const begun = computed(() => this.tree.value.bodies.has(""));
    effect(() => {
      const wanted = place.value;
      if (wanted !== "" && begun.value) untracked(() => this.reveal(itemsOf(wanted)));
    });
    effect(() => this.load());
  }

  /** Where a path leads to a loop, or how far it is known; null if it does not lead to it. */
  private along(path: readonly Step[], loop: number): { place: string; found: boolean } | null {
    let place = "";
    for (const step of path) {
      const body = this.tree.value.bodies.get(place);
      const item = this.written(place, step.item);
      const there = body?.items.get(item);
      place = placeIn(place, item);
      if (step.loop === loop || (there?.kind === "loop" && there.id === loop)) return { place, found: true };
      if (!there) return { place, found: false };
    }
    return null;
  }

  private load(): void {
    const { selection, details, engine } = this.workspace;
    const [shown, row] = [selection.shown.value, selection.row.value];
    if (!shown || !row || !details.reply.value) return;
    const mine = this.key;
    for (const { path, node, offset, limit } of missing(this.tree.value)) {
      const name = `${path}:${offset}:${limit}`;
      if (this.asked.has(name)) continue;
      this.asked.add(name);
      void engine.ask({ type: "items", handle: shown.handle, process: row.process, node: node ?? undefined, offset, limit }).then((reply) => {
        if (reply && mine === this.key) this.takeIn(path, node, reply);
      });
    }
  }

  private takeIn(path: string, node: number | null, reply: Answer<"items">): void {
    const next = withBody(this.tree.value, path, node, reply);
    const { item: mainItem, before, after, runsAfter } = reply.main ?? { item: -1, before: 0, after: 0, runsAfter: 0 };
    this.tree.value = path === "" ? { ...next, mainItem, before, after, runsAfter } : next;
  }

  toggle(place: string): void {
    const open = new Set(this.tree.value.open);
    if (!open.delete(place)) open.add(place);
    this.tree.value = { ...this.tree.value, open };
  }

  showWindow(name: string, range: Window): void {
    this.tree.value = { ...this.tree.value, windows: new Map(this.tree.value.windows).set(name, range) };
  }

  /** Shows so many events of a run of events. */
  showRun(name: string, show: number): void {
    this.tree.value = { ...this.tree.value, runs: new Map(this.tree.value.runs).set(name, show) };
  }

  /** The path to a line of the text, each loop at its middle iteration. */
  pathTo(place: string): Opened[] {
    let around = "";
    return itemsOf(place).map((item) => {
      const found = this.tree.value.bodies.get(around)?.items.get(item);
      around = placeIn(around, item);
      return { item, iteration: found?.kind === "loop" ? Math.floor(found.count / 2) : 0 };
    });
  }

  private placeOf(steps: readonly Opened[]): string {
    return steps.reduce((place, { item }) => placeIn(place, this.written(place, item)), "");
  }

  /**
   * The place of an item in a body of the text. A loop whose iterations differ is drawn with all of them one after the
   * other, and written with one.
   */
  private written(body: string, item: number): number {
    const total = this.tree.value.bodies.get(body)?.total ?? 0;
    return total > 0 ? item % total : item;
  }

  /** Unfolds everything on the way to a loop, and the loop itself. */
  private reveal(items: readonly number[]): void {
    const now = this.tree.value;
    const open = new Set(now.open);
    const windows = new Map(now.windows);
    let place = "";
    for (const item of items) {
      const part = partOf(now, place, item);
      if (part) {
        if (place === "" && part !== "all") open.add(partKey("", part));
        const name = partKey(place, part);
        // A body that is not loaded yet has no window, only the one that was asked for.
        const wish = windows.get(name) ?? { from: 0, to: FIRST };
        const shown = now.bodies.has(place) ? windowOf({ ...now, windows }, place, part) : wish;
        if (item < shown.from || item >= shown.to) {
          const first = part === "after" ? partRange(now, place, part).from : 0;
          windows.set(name, { from: Math.max(first, item - FIRST / 2), to: item + FIRST / 2 });
        }
      }
      place = placeIn(place, item);
      open.add(place);
    }
    const moved = [...windows].some(([name, range]) => now.windows.get(name) !== range);
    if (open.size !== now.open.size || windows.size !== now.windows.size || moved) this.tree.value = { ...now, open, windows };
  }
}

export const createNestText = (workspace: Workspace): NestText => new NestText(workspace);

export const useNestText = (): NestText => useFeature(createNestText);
