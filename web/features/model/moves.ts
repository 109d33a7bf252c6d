/** Moves in the picture of the model, from loop to loop, message to message and step to step. */
import { computed } from "@preact/signals";
import { axisOf } from "../../base/model";
import { type Axis, isWhole, type Range, valueAt } from "../../base/range";
import type { Movable } from "../../workspace/movable";
import type { Workspace } from "../../workspace/workspace";
import { createModel, type ModelState } from "./state";

class ModelMoves implements Movable {
  private readonly model: ModelState;
  readonly loops;
  readonly selected;
  readonly axis;
  readonly zoomed;

  constructor(private readonly workspace: Workspace) {
    const model = workspace.feature(createModel);
    this.model = model;
    this.loops = computed(() => model.loops.value.map(({ id }) => id));
    this.selected = model.selected;
    this.axis = model.axis;
    this.zoomed = computed(() => model.view.value.zoom !== null);
  }

  select(loop: number): void {
    this.model.select(loop);
  }

  focus({ from, to }: Axis): number {
    return (from + to) / 2;
  }

  show(range: Range): void {
    const axis = this.axis.value;
    const all = axis !== null && isWhole(axis, range) && !this.model.look.value.compact;
    this.model.setView({ zoom: all ? null : range });
  }

  fit(): void {
    this.model.setView({ zoom: null });
  }

  stepBeside(direction: -1 | 1): void {
    const hits = this.model.figure.value?.picture.hits ?? [];
    const boxes = hits.filter(({ kind }) => kind === "loop").sort((a, b) => a.x - b.x || a.y - b.y);
    const at = boxes.findIndex(({ loop }) => loop === this.selected.value);
    const next = boxes[Math.max(0, Math.min(boxes.length - 1, at + direction))];
    if (next) this.select(next.loop);
  }

  /** Zooms to the selected loop. */
  enter(): void {
    const figure = this.model.figure.value;
    const box = figure?.picture.hits.find(({ kind, loop }) => kind === "loop" && loop === this.selected.value);
    if (!figure || !box) return;
    const axis = axisOf(figure);
    this.show([valueAt(axis, box.x) - 1, valueAt(axis, box.x + box.w) + 1]);
  }

  /** Out of the zoom, the iteration, the highlighting, then to the loop around the selected one. */
  out(): boolean {
    const { view, steppedTo, loop } = this.model;
    if (view.value.zoom && this.model.isShown.value) this.fit();
    else if (view.value.iteration !== null) this.model.setView({ iteration: null });
    else if (steppedTo.value >= 0 || view.value.process !== null) this.model.highlight(null);
    else if (loop.value?.parent) this.select(loop.value.parent);
    else return false;
    return true;
  }

  /** To the next message by time: of the highlighted process, if there is one. */
  step(by: number): void {
    const { figure, highlightedLine, steppedTo } = this.model;
    const line = highlightedLine.value;
    const own = (figure.value?.messages ?? []).map((message, index) => ({ message, index })).filter(({ message }) => line === null || message.lines.includes(line));
    own.sort((a, b) => (a.message.points[0] ?? 0) - (b.message.points[0] ?? 0) || (a.message.points[1] ?? 0) - (b.message.points[1] ?? 0));
    const now = own.findIndex(({ index }) => index === steppedTo.value);
    const next = own[now < 0 ? (by > 0 ? 0 : own.length - 1) : Math.max(0, Math.min(own.length - 1, now + by))];
    if (next) steppedTo.value = next.index;
  }

  /** Highlights the process so many rows further down. */
  stepProcess(by: number): void {
    const now = this.model.view.value.process;
    const next = this.workspace.groups.beside(now, by);
    if (next !== null && next !== now) this.model.highlight(next);
  }
}

export const createModelMoves = (workspace: Workspace): Movable => new ModelMoves(workspace);
