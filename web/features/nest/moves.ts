/** Moves in the ribbon: from loop to loop, into and out of loops, from iteration to iteration. */
import { computed } from "@preact/signals";
import { middleOf } from "../../base/hits";
import type { Axis, Range } from "../../base/range";
import type { Strip } from "../../engine/wire";
import type { Movable } from "../../workspace/movable";
import { chainOf } from "../../workspace/trail";
import type { Workspace } from "../../workspace/workspace";

class NestMoves implements Movable {
  readonly loops;
  readonly selected;
  readonly axis;
  readonly zoomed;

  constructor(private readonly workspace: Workspace) {
    const { details, selection } = workspace;
    this.loops = computed(() => details.cards.value.map(({ id }) => id));
    this.selected = selection.loop;
    this.axis = computed<Axis | null>(() => this.strip ?? null);
    this.zoomed = selection.zoomed;
  }

  private get strip(): Strip | undefined {
    const { strips, activeStrip } = this.workspace.ribbon;
    return strips.value[activeStrip.value];
  }

  select(loop: number): void {
    this.workspace.choose.loop(loop);
  }

  /** The mark in the strip, or its middle if the mark is out of sight. */
  focus({ from, to }: Axis): number {
    const middle = this.strip ? middleOf(this.strip) : from;
    return middle >= from && middle <= to ? middle : (from + to) / 2;
  }

  show(range: Range): void {
    this.workspace.choose.range(this.workspace.ribbon.activeStrip.value, range);
  }

  fit(): void {
    this.workspace.selection.setView({ zoom: [] });
  }

  /** The loop before or after the opened one in the same body. */
  stepBeside(direction: -1 | 1): void {
    const { ribbon, choose } = this.workspace;
    ribbon.whenCurrent(() => {
      const active = ribbon.activeStrip.value;
      const hits = ribbon.drawn.value?.reply.picture.hits ?? [];
      const siblings = hits.filter(({ kind, strip, item }) => kind === "loop" && strip === active && item >= 0);
      const items = [...new Map(siblings.map((hit) => [hit.item, hit])).values()].sort((a, b) => a.item - b.item);
      const opened = ribbon.opened.value[active]?.item ?? -1;
      const next = direction > 0 ? items.find(({ item }) => item > opened) : items.findLast(({ item }) => item < opened);
      if (next) choose.inStrip(next.strip, next.item, next.loop);
    });
  }

  /** Selects the first loop inside the selected one. */
  readonly enter = (): void => {
    const { ribbon, choose } = this.workspace;
    ribbon.whenCurrent(() => {
      const opened = ribbon.opened.value;
      const at = opened.findIndex(({ loop }) => loop === this.selected.value) + 1;
      const inside = opened[at];
      if (inside?.loop) choose.inStrip(at, inside.item, inside.loop);
    });
  };

  /** Out of the zoom, then to the loop around the selected one; from an outermost loop to the whole trace. False there. */
  out(): boolean {
    const { ribbon, selection } = this.workspace;
    if (this.zoomed.value) this.fit();
    else if (selection.view.value.iterated) selection.setView({ iterated: false });
    else if (selection.loop.value === 0) return false;
    else if (ribbon.width.value === 0) this.outOfCard();
    else {
      ribbon.whenCurrent(() => {
        const opened = ribbon.opened.value;
        const at = opened.findIndex(({ loop }) => loop === this.selected.value);
        ribbon.activeStrip.value = Math.max(0, at - 1);
        selection.setView({ loop: opened[at - 1]?.loop ?? 0, anywhere: false });
      });
    }
    return true;
  }

  /** The same where no ribbon is in the page: to the loop around the place where the selected one stands first. */
  private outOfCard(): void {
    const { details, selection } = this.workspace;
    const card = details.card.value;
    const around = card && chainOf(card, details.cards.value).at(-2);
    selection.setView({ loop: around?.id ?? 0, path: [], anywhere: false });
  }

  step(by: number): void {
    this.workspace.choose.stepIteration(by);
  }

  stepProcess(by: number): void {
    const { groups, selection, choose } = this.workspace;
    const next = groups.beside(selection.row.value?.process, by);
    if (next !== null) choose.process(next);
  }
}

export const createNestMoves = (workspace: Workspace): NestMoves => new NestMoves(workspace);
