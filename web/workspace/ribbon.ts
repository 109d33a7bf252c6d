/**
 * The ribbon: what is asked of the engine whenever the selection changes, at most once a frame, and what came of it.
 *
 * While the next picture is being drawn the one before stays. `strips` and `opened` already tell what the next one will
 * show, so that gestures and keys add up.
 */
import { computed, effect, signal } from "@preact/signals";
import { type Step, runsThrough, stepsTo } from "../base/path";
import type { Answer, EngineClient } from "../engine/client";
import type { RibbonLook, Strip } from "../engine/wire";
import { COMPACT_BELOW } from "../base/constants";
import type { SelectionState } from "./selection";
import type { ThemeState } from "./theme";
import type { ViewState } from "./view";

/** A ribbon that was drawn, and what it was asked for. */
interface DrawnRibbon {
  key: string;
  process: number;
  loop: number;
  view: Pick<ViewState, "path" | "zoom">;
  reply: Answer<"ribbon">;
}

/** A loop that is opened in the ribbon; its number and count as far as they are known. */
export interface OpenLoop extends Step {
  count?: number;
}

/** The occurrence of the selected loop that the ribbon has opened. */
export interface Place {
  path: readonly Step[];
  /** Positions of its first and its last event. */
  first: number;
  last: number;
  /** 1 = outermost. */
  depth: number;
}

export class RibbonState {
  /** The width of the ribbon, in CSS pixels; 0 while it is not in the page. */
  readonly width = signal(0);
  /** The strip that keys act on. */
  readonly activeStrip = signal(0);
  /** The ribbon that was drawn last, of whatever process. */
  readonly last = signal<DrawnRibbon | null>(null);

  /** The same, if it is of the process that is viewed. */
  readonly drawn = computed(() => (this.last.value?.key === this.selection.key.value ? this.last.value : null));

  /** Whether the ribbon shows the path and the loop that are selected. */
  readonly isCurrent = computed(() => {
    const drawn = this.drawn.value;
    return drawn !== null && drawn.view.path === this.selection.view.value.path && drawn.loop === this.selection.loop.value;
  });

  /** Whether the picture shows all that is viewed, or is not in the page. */
  readonly isSettled = computed(() => this.width.value === 0 || (this.isCurrent.value && this.drawn.value?.view.zoom === this.selection.view.value.zoom));

  /** The strips with the ranges that are wanted. */
  readonly strips = computed<readonly Strip[]>(() => {
    const drawn = this.drawn.value;
    return (drawn?.reply.strips ?? []).map((strip, index) => {
      const [from, to] = this.selection.view.value.zoom[index] ?? [0, 0];
      const [drawnFrom, drawnTo] = drawn?.view.zoom[index] ?? [0, 0];
      if (from === drawnFrom && to === drawnTo) return strip;
      return to > from ? { ...strip, from, to } : { ...strip, from: 0, to: strip.length };
    });
  });

  /** The loops that are opened inside each other: as the view wants them, then those that the engine opened in addition. */
  readonly opened = computed<readonly OpenLoop[]>(() => {
    const drawn = this.drawnLoops.value;
    const wanted = this.selection.view.value.path;
    const steps = wanted.map((step, index) => (runsThrough(drawn, wanted.slice(0, index + 1)) ? { ...drawn[index], ...step } : step));
    return runsThrough(drawn, wanted) ? [...steps, ...drawn.slice(steps.length)] : steps;
  });

  private readonly drawnLoops = computed<readonly OpenLoop[]>(() => {
    const reply = this.drawn.value?.reply;
    return (reply?.path ?? []).map(({ item, iteration }, index): OpenLoop => {
      const opened = reply?.strips[index]?.opened;
      return opened ? { item, iteration, loop: opened.loop, count: opened.count } : { item, iteration };
    });
  });

  /** The selected place; null if the ribbon has not opened the selected loop, or is still to do so. */
  readonly place = computed<Place | null>(() => {
    const drawn = this.drawn.value;
    const loop = this.selection.loop.value;
    if (!drawn || drawn.loop !== loop) return null;
    const path = stepsTo(this.drawnLoops.value, loop);
    const strip = drawn.reply.strips[(path?.length ?? 0) - 1];
    if (!path || !strip?.opened) return null;
    // While another iteration is being drawn, the place before stands for it.
    if (!this.isCurrent.value && !runsThrough(this.selection.view.value.path, path)) return null;
    const { start, count, period } = strip.opened;
    const first = strip.origin + start;
    return { path, first, last: first + count * period - 1, depth: path.length };
  });

  private frame = 0;
  /** Calls that wait until the ribbon is current. */
  private readonly waiting: { key: string; act: () => void }[] = [];

  constructor(
    private readonly engine: EngineClient,
    private readonly selection: SelectionState,
    private readonly themes: ThemeState,
  ) {}

  /** The view in the form in which the engine takes it, for a picture of this width in CSS pixels. */
  lookFor(width: number): RibbonLook {
    const { path, zoom } = this.selection.view.value;
    return {
      width,
      theme: this.themes.theme.value,
      compact: width < COMPACT_BELOW,
      path: path.map(({ item, iteration }) => ({ item, iteration })),
      zoom: zoom.map(([from, to]): [number, number] => [from, to]),
      selected: this.selection.loop.value,
    };
  }

  /** Asks for the ribbon from now on whenever it would show something else. */
  follow(): void {
    effect(() => {
      const [shown, row, width] = [this.selection.shown.value, this.selection.row.value, this.width.value];
      const key = this.selection.key.value;
      const { path, zoom } = this.selection.view.value;
      const look = this.lookFor(width);
      cancelAnimationFrame(this.frame);
      if (!shown || !row || width <= 0) return;
      const { handle } = shown;
      const { process } = row;
      this.frame = requestAnimationFrame(() => {
        void this.engine.ask({ type: "ribbon", handle, process, look }, "ribbon").then((reply) => {
          if (reply && key === this.selection.key.peek()) this.last.value = { key, process, loop: look.selected, view: { path, zoom }, reply };
        });
      });
    });
    effect(() => {
      if (this.isCurrent.value) queueMicrotask(() => this.actNow());
    });
  }

  /** Calls `act` when the ribbon shows the selection, which may be now. Drops it if another process is viewed by then. */
  whenCurrent(act: () => void): void {
    if (this.waiting.length === 0 && this.isCurrent.peek()) act();
    else this.waiting.push({ key: this.selection.key.peek(), act });
  }

  private actNow(): void {
    while (this.isCurrent.peek()) {
      const next = this.waiting.shift();
      if (!next) return;
      if (next.key === this.selection.key.peek()) next.act();
    }
  }
}
