/** Moves of keys in the timeline: the selection goes along both axes, into what is selected and out of it. */
import { computed } from "@preact/signals";
import type { Axis, Range } from "../../base/range";
import type { Movable } from "../../workspace/movable";
import type { Workspace } from "../../workspace/workspace";
import { chainOf, middleOf } from "./selection";
import { spoken } from "./spoken";
import { createTimeline, type TimelineState } from "./state";

class TimelineMoves implements Movable {
  private readonly state: TimelineState;
  readonly loops;
  readonly selected;
  readonly axis;
  readonly zoomed;
  readonly says;

  constructor(private readonly workspace: Workspace) {
    const state = workspace.feature(createTimeline);
    this.state = state;
    this.loops = computed(() => state.loops.value.map(({ id }) => id));
    this.selected = computed(() => state.selection.value.loop);
    this.axis = computed<Axis | null>(() => state.axes.value[this.strip] ?? null);
    this.zoomed = computed(() => workspace.modelView.view.value.spans.some(([from, to]) => to > from));
    this.says = computed(() => spoken(state));
  }

  /** The strip that was used last, if there is one still. */
  private get strip(): number {
    return Math.min(this.state.active.value, Math.max(0, this.state.strips.value.length - 1));
  }

  select(loop: number): void {
    const { steps } = this.state.selection.value;
    const around = chainOf(this.state.loops.value, loop).slice(0, -1);
    const kept = around.findIndex(({ id }, at) => steps[at]?.loop !== id);
    this.state.select({ loop, steps: steps.slice(0, kept < 0 ? around.length : kept), iterated: false, call: null });
  }

  /** The selected call or the mark, or the middle if that is out of sight. */
  focus({ from, to }: Axis): number {
    const axis = this.state.axes.value[this.strip];
    const call = this.state.found.value?.call;
    const mark = this.state.strips.value[this.strip]?.mark;
    const [begin, end] = call ? [call.enter, call.leave] : (mark ?? [0, 0]);
    const middle = (begin + end) / 2 - (axis?.origin ?? 0);
    return end > begin && middle >= from && middle <= to ? middle : (from + to) / 2;
  }

  show(range: Range): void {
    this.state.show(this.strip, range);
  }

  fit(): void {
    this.state.setSpans([]);
  }

  /** To the call, the iteration or the loop beside the selected one. */
  beside(direction: -1 | 1): void {
    const { call, iterated, process } = this.state.selection.value;
    if (call !== null && process !== null) return void this.state.selectCall(process, 0, Math.max(0, call + direction));
    if (iterated) return this.step(direction);
    this.stepBeside(direction);
  }

  stepBeside(direction: -1 | 1): void {
    const { loop } = this.state.selection.value;
    const { parent } = this.state.loops.value.find(({ id }) => id === loop) ?? { parent: 0 };
    const beside = this.state.loops.value.filter((other) => other.parent === parent);
    const at = beside.findIndex(({ id }) => id === loop);
    const next = beside[Math.max(0, Math.min(beside.length - 1, at + direction))];
    if (next && next.id !== loop) this.select(next.id);
  }

  /** From a loop to its middle iteration, from there to the loop inside, from the innermost strip to its first call. */
  enter(): void {
    const { state } = this;
    const { loop, steps, iterated, process } = state.selection.value;
    const opened = state.drawn.value?.reply.path ?? [];
    const strip = state.strips.value[steps.length];
    this.state.active.value = Math.min(steps.length + 1, Math.max(0, state.strips.value.length - 1));
    if (loop === 0) {
      const first = opened[0];
      if (first) state.select({ loop: first.loop, steps: [], iterated: false, call: null });
    } else if (!iterated) {
      const iteration = opened[steps.length]?.loop === loop ? opened[steps.length]?.iteration : undefined;
      const count = state.loops.value.find(({ id }) => id === loop)?.iterations ?? 1;
      state.select({ steps: [...steps, { loop, iteration: iteration ?? middleOf(count) }], iterated: true, call: null });
    } else if (steps.length < 2 && opened[steps.length]) {
      state.select({ loop: opened[steps.length]?.loop ?? loop, steps, iterated: false, call: null });
    } else if (strip) {
      const of = process ?? strip.rows[0]?.process;
      if (of !== undefined) void state.selectCall(of, strip.visible[0]);
    }
  }

  /** From a call to the iteration, out of the zoom, to the loop, to the iteration around it, to the whole run. */
  out(): boolean {
    const { state } = this;
    const { loop, steps, iterated, call, process } = state.selection.value;
    if (call !== null) state.select({ call: null });
    else if (this.zoomed.value) this.fit();
    else if (iterated) state.select({ steps: steps.slice(0, -1), iterated: false });
    else if (steps.length > 0) state.select({ loop: steps.at(-1)?.loop ?? loop, iterated: true });
    else if (loop !== 0) state.select({ loop: chainOf(state.loops.value, loop).at(-2)?.id ?? 0 });
    else if (process !== null) this.workspace.choose.process(null);
    else return false;
    return true;
  }

  /** To another iteration of the selected loop. */
  step(by: number): void {
    const { loop, steps, iterated } = this.state.selection.value;
    const opened = this.state.drawn.value?.reply.path ?? [];
    const at = iterated ? steps.length - 1 : steps.length;
    const count = this.state.strips.value[at]?.iterations || (this.state.loops.value.find(({ id }) => id === loop)?.iterations ?? 1);
    const now = iterated ? (steps.at(-1)?.iteration ?? 0) : (opened[at]?.iteration ?? 0) - by;
    const iteration = Math.max(0, Math.min(count - 1, now + by));
    if (loop !== 0) this.state.select({ steps: [...steps.slice(0, at), { loop, iteration }], iterated: true, call: null });
  }

  stepProcess(by: number): void {
    const { process, call } = this.state.selection.value;
    const rows = this.state.strips.value[0]?.rows.map((row) => row.process) ?? [];
    const at = process === null ? (by > 0 ? -1 : rows.length) : rows.indexOf(process);
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (next === undefined || next === process) return;
    const known = this.state.found.value?.call;
    if (call !== null && known) return void this.state.selectCall(next, (known.enter + known.leave) / 2);
    this.workspace.choose.process(next);
  }
}

export const createTimelineMoves = (workspace: Workspace): TimelineMoves => new TimelineMoves(workspace);
