/** Pointer and wheel on the timeline: zoom, pan, the marks of iterations, and what a click selects. */
import { panned, perPixel, type Range, showsAll, valueAt, zoomedAround } from "../../base/range";
import { attachPointer, type Grip, type Point, type Surface } from "../../components/pointer";
import type { Hit, TimelineRow, TimelineStrip } from "../../engine/wire";
import { chainOf, type Step } from "./selection";
import type { TimeAxis, TimelineState } from "./state";

/** Told what lies under the pointer: a hit, or nothing; and of a row whose calls are too short to be hit, whose it is and when. */
type Watcher = (hit: Hit | null, at: Point, when: { process: number; time: number } | null) => void;

export function attachTimelinePointer(canvas: HTMLCanvasElement, state: TimelineState, watch: Watcher): () => void {
  return attachPointer(canvas, new TimelineSurface(state, watch));
}

/** A narrow mark can be taken hold of so many pixels beside it. */
const GRACE_PX = 4;

class TimelineSurface implements Surface {
  /** The drag of a mark that is being looked up; the newest one waits. */
  private asking = false;
  private next: (() => Promise<void>) | null = null;

  constructor(
    private readonly state: TimelineState,
    private readonly watch: Watcher,
  ) {}

  grip(at: Point): Grip | null {
    const index = this.stripAt(at);
    if (index < 0) return null;
    this.state.active.value = index;
    const hit = this.under(at);
    if (hit?.kind === "mark") {
      const drag = (_: Point, to: Point) => this.dragMark(hit.strip, to);
      return { drag, atOnce: true, cursor: "ew-resize" };
    }
    const pan = (from: Point, to: Point) => {
      const axis = this.axis(index);
      if (axis) this.state.show(index, panned(axis, valueAt(axis, from.x) - valueAt(axis, to.x)));
    };
    const axis = this.axis(index);
    return { drag: axis && !showsAll(axis) ? pan : null };
  }

  zoom(at: Point, factor: number): boolean {
    return this.change(at, (axis) => zoomedAround(axis, factor, valueAt(axis, at.x)));
  }

  pan(at: Point, pixels: number): boolean {
    return this.change(at, (axis) => panned(axis, pixels * perPixel(axis)));
  }

  private change(at: Point, rangeOf: (axis: TimeAxis) => Range): boolean {
    const index = this.stripAt(at);
    const axis = this.axis(index);
    if (!axis) return false;
    this.state.active.value = index;
    const range = rangeOf(axis);
    if (Math.abs(range[0] - axis.from) < 1 && Math.abs(range[1] - axis.to) < 1) return false;
    this.state.show(index, range);
    return true;
  }

  hover(at: Point | null): string {
    // While the next picture is being drawn, nothing is where it was.
    const hit = at && this.state.isCurrent.value ? this.under(at) : null;
    const strip = at ? this.stripAt(at) : -1;
    const [row, within] = [at && this.rowAt(strip, at), this.axis(strip)];
    const when = at && row && within && hit?.kind === "hatch" ? { process: row.process, time: within.origin + valueAt(within, at.x) } : null;
    this.watch(hit, at ?? { x: 0, y: 0 }, when);
    if (!at) return "default";
    if (hit?.kind === "mark") return "ew-resize";
    if (hit) return "pointer";
    const axis = this.axis(this.stripAt(at));
    return axis && !showsAll(axis) ? "grab" : "default";
  }

  click(at: Point): void {
    const index = this.stripAt(at);
    const [strip, axis, hit] = [this.state.strips.value[index], this.axis(index), this.under(at)];
    if (!strip || !axis) return;
    const row = this.rowAt(index, at);
    if (at.x < axis.plotLeft && row) return this.state.workspace.choose.process(row.process);
    if (hit?.kind === "loop") return this.selectLoop(hit.loop, index);
    if (!row) return;
    const time = axis.origin + valueAt(axis, at.x);
    if (hit?.kind === "event") void this.state.selectCall(row.process, time);
    else if (strip.opened) void this.selectIteration(index, row.process, time);
    else void this.state.selectCall(row.process, time);
  }

  doubleClick(at: Point): void {
    const index = this.stripAt(at);
    const axis = this.axis(index);
    const mark = this.state.strips.value[index]?.mark;
    if (!axis || !mark) return;
    // A mark and as much on both sides.
    const length = mark[1] - mark[0];
    this.state.show(index, [Math.max(0, mark[0] - axis.origin - length), Math.min(axis.length, mark[1] - axis.origin + length)]);
  }

  /** Selects a loop; the iterations around it stay. */
  private selectLoop(loop: number, strip: number): void {
    const opened = this.state.drawn.value?.reply.path ?? [];
    const around = chainOf(this.state.loops.value, loop).slice(0, -1);
    const steps = opened.slice(0, Math.min(strip, around.length)).map(({ loop: id, iteration }) => ({ loop: id, iteration }));
    this.state.select({ loop, steps, iterated: false, call: null });
  }

  /** Selects the iteration of a strip's loop at a time; where the process is in another loop then, that of the other. */
  private async selectIteration(strip: number, process: number, time: number): Promise<void> {
    const found = await this.state.find(process, time);
    const steps = found?.path.slice(0, strip + 1) ?? [];
    const last = steps[strip];
    if (last && this.isInside(steps, strip)) this.state.select({ loop: last.loop, steps, iterated: true, call: null });
    else if (found) void this.state.selectCall(process, time);
  }

  /** Whether the first steps are those that the strips above show. */
  private isInside(steps: readonly Step[], strip: number): boolean {
    const opened = this.state.drawn.value?.reply.path ?? [];
    return steps.slice(0, strip).every(({ loop, iteration }, at) => opened[at]?.loop === loop && opened[at].iteration === iteration);
  }

  /** Moves a mark to the iteration at a point; while one is looked up, only the newest point waits. */
  private dragMark(strip: number, to: Point): void {
    const move = async () => {
      const [now, axis] = [this.state.strips.value[strip], this.axis(strip)];
      const process = this.state.selection.value.process ?? now?.rows[0]?.process;
      if (!axis || process === undefined || !now?.opened) return;
      const time = axis.origin + Math.max(axis.from, Math.min(axis.to, valueAt(axis, to.x)));
      const found = await this.state.find(process, time);
      const step = found?.path[strip];
      const iteration = step?.loop === now.opened.loop ? step.iteration : this.atEnd(now, time);
      if (iteration === null || (found && step && !this.isInside(found.path, strip))) return;
      const steps = [...this.openedAround(strip), { loop: now.opened.loop, iteration }];
      this.state.select({ loop: now.opened.loop, steps, iterated: true, call: null });
    };
    this.next = move;
    void this.follow();
  }

  private async follow(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    for (let move = this.next; move; move = this.next) {
      this.next = null;
      await move();
    }
    this.asking = false;
  }

  private openedAround(strip: number): Step[] {
    return (this.state.drawn.value?.reply.path ?? []).slice(0, strip).map(({ loop, iteration }) => ({ loop, iteration }));
  }

  /** Before or after the loop a mark stays at its first or last iteration. */
  private atEnd({ mark, iterations, opened }: TimelineStrip, time: number): number | null {
    if (!mark || !opened) return null;
    const [from, to] = mark;
    if (time < from && opened.iteration <= 1) return 0;
    return time > to && opened.iteration >= iterations - 2 ? iterations - 1 : null;
  }

  private rowAt(strip: number, { y }: Point): TimelineRow | undefined {
    return this.state.strips.value[strip]?.rows.find(({ top, height }) => y >= top && y < top + height);
  }

  private axis(index: number): TimeAxis | undefined {
    return this.state.axes.value[index];
  }

  private stripAt({ y }: Point): number {
    return this.state.strips.value.findIndex(({ top, height }) => y >= top && y < top + height);
  }

  private under({ x, y }: Point): Hit | null {
    const hits = this.state.drawn.value?.reply.picture.hits ?? [];
    const on = (hit: Hit, grace: number) => x >= hit.x - grace && x < hit.x + hit.w + grace && y >= hit.y && y < hit.y + hit.h;
    return hits.findLast((hit) => on(hit, hit.kind === "mark" && hit.w < 2 * GRACE_PX ? GRACE_PX : 0)) ?? null;
  }
}
