/**
 * Steps of the selection: to another process, loop, iteration or range. Keys, canvas, cards and text all end here.
 */
import { batch } from "@preact/signals";
import { isWhole, type Range } from "../base/range";
import { type Step, runsThrough } from "../base/path";
import type { LoopCard, Opened } from "../engine/wire";
import type { DetailState } from "./details";
import type { OpenLoop, RibbonState } from "./ribbon";
import { changed, type ModelViewState } from "./modelView";
import type { SelectionState } from "./selection";
import { FRESH_VIEW } from "./view";

export class Chooser {
  constructor(
    private readonly selection: SelectionState,
    private readonly details: DetailState,
    private readonly ribbon: RibbonState,
    private readonly modelView: ModelViewState,
  ) {}

  /** Selects a process, in the nest and in the model; null: all of them, of which the nest shows the first. */
  readonly process = (process: number | null): void => {
    const { selection, modelView } = this;
    batch(() => {
      const handle = modelView.handle.value;
      if (handle !== null && modelView.view.value.process !== process) modelView.set(handle, changed(modelView.view.value, { process }));
      if (process === selection.view.value.process || process === selection.row.value?.process) return;
      this.ribbon.activeStrip.value = 0;
      selection.setView({ ...FRESH_VIEW, process });
    });
  };

  /** Selects a loop, wherever it stands, and opens its first occurrence. */
  readonly card = ({ id, path }: LoopCard): void => this.open(id, path, true);

  readonly loop = (id: number): void => {
    const card = this.details.cardOf(id);
    if (card) this.card(card);
  };

  /** Selects one occurrence of a loop, and opens it. */
  place(loop: number, path: readonly Opened[]): void {
    this.open(loop, path, false);
  }

  /** Selects and opens the loop that stands at `item` of a strip that was drawn. */
  inStrip(strip: number, item: number, loop: number): void {
    const drawn = this.ribbon.drawn.value?.reply.path ?? [];
    const opened = this.ribbon.opened.value;
    const around = runsThrough(opened, drawn.slice(0, strip)) ? opened.slice(0, strip) : drawn.slice(0, strip);
    const before = runsThrough(opened, [...around, { item, iteration: 0 }]) ? opened[strip] : undefined;
    const iteration = before?.iteration ?? Math.floor((this.details.cardOf(loop)?.count ?? 1) / 2);
    const inside = before ? opened.slice(strip + 1) : [];
    const { zoom } = this.selection.view.value;
    this.set(strip, { loop, path: steps([...around, { item, iteration, loop }, ...inside]), zoom: before ? zoom : zoom.slice(0, strip + 1) });
  }

  /** Shows another iteration of the loop that is opened in a strip. */
  iteration(strip: number, iteration: number): void {
    const opened = this.ribbon.opened.value;
    const at = opened[strip];
    const count = at && this.countOf(at);
    if (!at || !count) return;
    const kept = Math.max(0, Math.min(count - 1, iteration));
    if (kept === at.iteration) return;
    const iterated = at.loop === this.selection.loop.value || this.selection.view.value.iterated;
    this.selection.setView({ path: steps(opened.map((step, index) => (index === strip ? { ...step, iteration: kept } : step))), iterated });
  }

  /** Another iteration: of the selected loop where it is opened, otherwise of the innermost opened one. */
  stepIteration(by: number): void {
    const opened = this.ribbon.opened.value;
    const selected = opened.findIndex(({ loop }) => loop === this.selection.loop.value);
    const at = selected < 0 ? opened.length - 1 : selected;
    this.iteration(at, (opened[at]?.iteration ?? 0) + by);
  }

  /** Shows a range of a strip; the whole range is written as none. */
  range(strip: number, range: Range): void {
    const { strips } = this.ribbon;
    const now = strips.value[strip];
    if (!now) return;
    const zoom = strips.value.map((_, index): [number, number] => [...(this.selection.view.value.zoom[index] ?? [0, 0])]);
    zoom[strip] = isWhole(now, range) ? [0, 0] : [...range];
    while ((zoom.at(-1)?.[1] ?? 1) <= (zoom.at(-1)?.[0] ?? 0)) zoom.pop();
    this.selection.setView({ zoom });
  }

  /** Shows some events of the process, with no loop opened. */
  events(range: Range): void {
    this.ribbon.activeStrip.value = 0;
    this.selection.setView({ path: [], zoom: [[range[0], range[1]]] });
  }

  private open(loop: number, path: readonly Opened[], anywhere: boolean): void {
    const now = this.ribbon.opened.value;
    // Loops that are open already stay at their iterations.
    const kept = path.map(({ item, iteration }, index): Step => {
      const known = runsThrough(now, path.slice(0, index + 1)) ? now[index] : undefined;
      return known ?? { item, iteration };
    });
    const last = kept.at(-1);
    this.set(Math.max(0, path.length - 1), { loop, path: steps(last ? [...kept.slice(0, -1), { ...last, loop }] : []), zoom: [], anywhere });
  }

  private set(strip: number, change: { loop: number; path: readonly Step[]; zoom: readonly [number, number][]; anywhere?: boolean }): void {
    batch(() => {
      this.ribbon.activeStrip.value = strip;
      this.selection.setView({ anywhere: false, iterated: false, ...change });
    });
  }

  private countOf({ count, loop }: OpenLoop): number | undefined {
    return count ?? (loop === undefined ? undefined : this.details.cardOf(loop)?.count);
  }
}

/** The steps without what only the ribbon knows of them. */
function steps(opened: readonly OpenLoop[]): Step[] {
  return opened.map(({ item, iteration, loop }) => (loop === undefined ? { item, iteration } : { item, iteration, loop }));
}
