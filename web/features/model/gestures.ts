/** Pointer and wheel on the picture of the model: zoom, pan, processes and loops to click. */
import { hitAt } from "../../base/hits";
import { messageAt, rowAt } from "../../base/model";
import { type Axis, panned, perPixel, type Range, showsAll, valueAt, zoomedAround } from "../../base/range";
import { attachPointer, type Grip, type Point, type Surface } from "../../components/pointer";
import type { Hit, ModelRow } from "../../engine/wire";
import type { Workspace } from "../../workspace/workspace";
import { createModelMoves } from "./moves";
import { createModel, type ModelState } from "./state";

/** What lies under the pointer. */
export interface Under {
  row: ModelRow | null;
  /** Place of a message, -1 for none. */
  message: number;
  hit: Hit | null;
}

/** Told what lies under the pointer, or nothing. */
type Watcher = (under: Under | null, at: Point) => void;

/** Below the last row, its label still reaches so far. */
const BELOW_ROWS_PX = 20;
/** Ranges that differ by less are one. */
const SAME = 1e-6;

/** `still`: whether the picture is the small one of the overview, which neither zooms nor pans. */
export function attachModelPointer(canvas: HTMLCanvasElement, workspace: Workspace, watch: Watcher, still: boolean): () => void {
  return attachPointer(canvas, new ModelSurface(workspace, watch, still));
}

class ModelSurface implements Surface {
  private readonly model: ModelState;

  constructor(
    private readonly workspace: Workspace,
    private readonly watch: Watcher,
    private readonly still: boolean,
  ) {
    this.model = workspace.feature(createModel);
  }

  grip(): Grip {
    const axis = this.model.axis.value;
    const pan = (from: Point, to: Point) => void this.change((now) => panned(now, valueAt(now, from.x) - valueAt(now, to.x)));
    return { drag: axis && !showsAll(axis) && !this.still ? pan : null };
  }

  zoom({ x }: Point, factor: number): boolean {
    return this.change((axis) => zoomedAround(axis, factor, valueAt(axis, x)));
  }

  pan(_: Point, pixels: number): boolean {
    return this.change((axis) => panned(axis, pixels * perPixel(axis)));
  }

  /** Shows other steps; false if they are the same. */
  private change(rangeOf: (axis: Axis) => Range): boolean {
    const axis = this.model.axis.value;
    if (!axis || this.still) return false;
    const [from, to] = rangeOf(axis);
    if (Math.abs(from - axis.from) + Math.abs(to - axis.to) < SAME) return false;
    this.workspace.feature(createModelMoves).show([from, to]);
    return true;
  }

  hover(at: Point | null): string {
    const found = at && this.under(at);
    this.watch(found, at ?? { x: 0, y: 0 });
    if (found?.row || found?.hit?.kind === "loop") return "pointer";
    const axis = this.model.axis.value;
    return axis && !showsAll(axis) ? "grab" : "default";
  }

  click(at: Point, event: PointerEvent): void {
    const found = this.under(at);
    if (found?.row) return this.model.highlight(found.row.processes[0] ?? null);
    // A finger has no hover: a message that it touches is named.
    if (event.pointerType !== "mouse" && found && found.message >= 0) return void this.hover(at);
    const loops = this.model.figure.value?.picture.hits.filter(({ kind }) => kind === "loop") ?? [];
    const loop = hitAt(loops, at.x, at.y)?.loop;
    if (found && this.pick(found)) return;
    if (loop === undefined) return;
    if (event.shiftKey) this.model.toggleCounted(loop);
    else this.model.select(loop);
  }

  /** Takes an event of the picture that was clicked, to be asked for over the iterations; whether there is one. */
  private pick({ message: place, hit }: Under): boolean {
    const [figure, handle] = [this.model.figure.peek(), this.workspace.modelView.handle.peek()];
    if (handle === null) return false;
    const message = figure?.messages[place];
    if (message) {
      const [sends, receives] = message.ends;
      const ends = [
        { label: "its sends", construct: sends },
        { label: "its receives", construct: receives },
      ].filter(({ construct }) => construct >= 0);
      // Both ends are in loops of this body, where they are asked for.
      if (ends.length === 0) return false;
      this.model.picked.value = { title: message.title, detail: message.detail, handle, ends: ends.map(({ label, construct }) => ({ label, place: { kind: "construct", construct } })) };
      return true;
    }
    if (hit?.kind !== "event" || hit.item < 0) return false;
    this.model.picked.value = { title: hit.title, detail: hit.detail, handle, ends: [{ label: "this event", place: { kind: "construct", construct: hit.item } }] };
    return true;
  }

  doubleClick(at: Point): void {
    if (this.still) this.workspace.screen.show("model");
    else if (!this.under(at)?.row) this.model.toggleFold(this.model.selected.value);
  }

  private under({ x, y }: Point): Under | null {
    const figure = this.model.figure.value;
    // While the next picture is being drawn, nothing is where it was.
    if (!figure || this.model.isStretched.value) return null;
    if (x < figure.plotLeft) return { row: y < (figure.rows.at(-1)?.y ?? 0) + BELOW_ROWS_PX ? rowAt(figure.rows, y) : null, message: -1, hit: null };
    const message = messageAt(figure.messages, x, y);
    return { row: null, message, hit: message >= 0 ? null : hitAt(figure.picture.hits, x, y) };
  }
}
