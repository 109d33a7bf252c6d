/**
 * The timeline: a task that prepares it once for a trace, a method and a choice of clocks, and pictures of it, asked for whenever
 * they would show something else, at most one a frame. While the next one is being drawn the one before is stretched. Of many
 * calls a draft comes first, without waits; the same picture has them as soon as they are found.
 */
import { computed, effect, signal } from "@preact/signals";
import { COMPACT_BELOW } from "../../base/constants";
import type { Axis, Range } from "../../base/range";
import type { Answer } from "../../engine/client";
import type { TimelineCall, TimelineLook, TimelineStrip, TimelineSummary } from "../../engine/wire";
import { createTask, type Task, type TaskWanted } from "../../workspace/task";
import { useFeature, type Workspace } from "../../workspace/workspace";
import { pathOf, readSelection, select, type Step, type TimeSelection } from "./selection";

export interface Drawn {
  handle: number;
  /** Of which timeline: as the clocks and loops are chosen, without waits, or with them. */
  of: TimelineSummary;
  look: TimelineLook;
  reply: Answer<"timeline">;
}

/** What the engine finds at a time of a process. */
export interface Found {
  call: TimelineCall | null;
  path: Step[];
}

/** No strip shows less, in nanoseconds. */
export const LEAST_SPAN = 20;

/** Pictures that are drawn unseen, each that much closer than the one before, and the pause before each: a gesture waits for one at most. */
const UNSEEN = 12;
const CLOSER = 0.35;
const PAUSE_MS = 30;

/** A strip as an axis that begins at 0, and how far that is from the beginning of the run. */
export interface TimeAxis extends Axis {
  origin: number;
}

export class TimelineState {
  /** The room that the picture has, in CSS pixels; no width while it is not in the page. */
  readonly room = signal({ width: 0, height: 0 });
  /** The strip that keys zoom. */
  readonly active = signal(0);
  readonly messages = signal(true);

  private readonly handle = computed(() => this.workspace.modelView.handle.value);
  private readonly isShown = computed(() => this.workspace.screen.view.value === "time");
  private readonly wanted = computed<TaskWanted<"timeline"> | null>(() => {
    const handle = this.handle.value;
    if (handle === null || !this.workspace.traces.loaded.value?.summary.hasTimes) return null;
    const request = { kind: "timeline", ...this.workspace.modelView.choices.value, draft: false } as const;
    return { handle, key: JSON.stringify(request), request };
  });
  private readonly draftWanted = computed<TaskWanted<"timeline"> | null>(() => {
    const { wanted } = this;
    return wanted.value && { ...wanted.value, request: { ...wanted.value.request, draft: true } };
  });
  private readonly task: Task<"timeline">;
  private readonly draftTask: Task<"timeline">;

  readonly running = computed(() => this.task.running.value ?? this.draftTask.running.value);
  /** Why there is no timeline. */
  readonly problem = computed(() => this.task.problemOf(this.wanted.value) ?? this.draftTask.problemOf(this.wanted.value));
  private readonly drafted = computed(() => this.draftTask.resultOf(this.wanted.value)?.result ?? null);
  private readonly complete = computed(() => this.task.resultOf(this.wanted.value)?.result ?? (this.drafted.value?.draft === false ? this.drafted.value : null));
  /** Of the draft, as long as waits are not known. */
  readonly summary = computed(() => this.complete.value ?? this.drafted.value);
  readonly loops = computed(() => this.summary.value?.loops ?? []);
  readonly selection = computed(() => readSelection(this.workspace, this.loops.value));
  /** The iterations that strips are asked to open. */
  private readonly path = computed(() => pathOf(this.loops.value, this.selection.value));
  private readonly spans = computed(() => this.workspace.modelView.view.value.spans);

  readonly look = computed<TimelineLook>(() => {
    const { width, height } = this.room.value;
    const { process, loop, call, steps } = this.selection.value;
    return {
      width,
      height,
      theme: this.workspace.themes.theme.value,
      compact: width < COMPACT_BELOW,
      path: this.path.value,
      zoom: this.spans.value.map(([from, to]): [number, number] | undefined => (to > from ? [from, to] : undefined)),
      process: process ?? undefined,
      selected: loop,
      call: call ?? undefined,
      about: Math.min(steps.length, 2),
      messages: this.messages.value,
    };
  });

  private readonly last = signal<Drawn | null>(null);
  readonly drawn = computed(() => (this.last.value?.handle === this.handle.value && this.summary.value ? this.last.value : null));
  readonly strips = computed<readonly TimelineStrip[]>(() => this.drawn.value?.reply.strips ?? []);
  readonly isCurrent = computed(() => this.drawn.value?.look === this.look.value && this.drawn.value.of.draft === this.summary.value?.draft);
  /** Whether the picture shows what is wanted. */
  readonly isSettled = computed(() => !this.isShown.value || this.problem.value !== null || (this.complete.value !== null && this.isCurrent.value && this.found.value !== null));

  /** What each strip is wanted to show. */
  readonly axes = computed<readonly TimeAxis[]>(() =>
    this.strips.value.map(({ range, visible, plotLeft, plotRight }, index) => {
      const [from, to] = this.spans.value[index] ?? [0, 0];
      const [start, end] = to > from && range[0] <= from && to <= range[1] ? [from, to] : this.isCurrent.value ? visible : range;
      return { from: start - range[0], to: end - range[0], length: range[1] - range[0], plotLeft, plotRight, origin: range[0], least: LEAST_SPAN };
    }),
  );

  /** Whether the sentence is about all of the run. */
  readonly isWhole = computed(() => this.look.value.about === 0 && this.axes.value.slice(0, 1).some(({ from, to, length }) => from <= 0 && to >= length));

  private readonly known = signal<{ key: string; found: Found } | null>(null);
  private readonly callKey = computed(() => {
    const { process, call } = this.selection.value;
    return process === null || call === null ? "" : `${this.handle.value} ${process} ${call} ${this.summary.value?.draft} ${this.wanted.value?.key ?? ""}`;
  });
  /** The selected call; null while it is not known. */
  readonly found = computed<Found | null>(() => {
    if (this.callKey.value === "") return { call: null, path: [] };
    return this.known.value?.key === this.callKey.value ? this.known.value.found : null;
  });

  private frame = 0;
  /** The trace whose pictures are fast. */
  private warm: number | null = null;

  constructor(readonly workspace: Workspace) {
    this.draftTask = createTask<"timeline">(workspace.engine, () => (this.isShown.value && !this.complete.value ? this.draftWanted.value : null), "newest", true);
    this.task = createTask<"timeline">(workspace.engine, () => (this.isShown.value && this.drafted.value?.draft ? this.wanted.value : null), "newest", true);
    this.draftTask.follow();
    this.task.follow();
    effect(() => this.draw());
    effect(() => this.lookUp());
  }

  private draw(): void {
    const [look, handle, summary] = [this.look.value, this.handle.value, this.summary.value];
    cancelAnimationFrame(this.frame);
    if (handle === null || !this.isShown.value || !summary || look.width <= 0) return;
    this.frame = requestAnimationFrame(() => {
      void this.workspace.engine.ask({ type: "timeline", handle, look }, "timeline").then((reply) => {
        if (!reply || this.handle.peek() !== handle) return;
        this.last.value = { handle, of: summary, look, reply };
        if (!summary.draft) void this.warmUp(handle, look, reply.strips[0]?.range ?? [0, 0]);
      });
    });
  }

  /** Of many calls, draws some pictures that nobody sees, closer and closer: code that has run a few times is faster, and then a gesture does not stutter. */
  private async warmUp(handle: number, look: TimelineLook, [from, to]: readonly [number, number]): Promise<void> {
    if (this.warm === handle || !this.drafted.peek()?.draft) return;
    this.warm = handle;
    for (let depth = 1; depth <= UNSEEN; depth += 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      // Something is to be seen: that warms up as well.
      if (this.look.peek() !== look || this.handle.peek() !== handle || !this.isShown.peek()) return;
      const width = (to - from) * CLOSER ** depth;
      const begin = from + (to - from - width) / 2;
      await this.workspace.engine.ask({ type: "timeline", handle, look: { ...look, zoom: [[begin, begin + width]] } });
    }
  }

  private lookUp(): void {
    const key = this.callKey.value;
    const { process, call } = this.selection.value;
    if (key === "" || !this.isShown.value || !this.summary.value || process === null || call === null) return;
    void this.find(process, 0, call).then((found) => {
      if (!found || this.callKey.peek() !== key) return;
      this.known.value = { key, found };
      this.workspace.modelView.callName.value = found.call?.name ?? "";
    });
  }

  /** Finds the call of a process, by its number or at a time, and the loops around it. */
  async find(process: number, time: number, call?: number): Promise<Found | null> {
    const handle = this.handle.peek();
    if (handle === null) return null;
    const reply = await this.workspace.engine.ask({ type: "timelineCall", handle, process, call, time });
    return reply && { call: reply.call ?? null, path: reply.path.map(({ loop, iteration }) => ({ loop, iteration })) };
  }

  /** Selects something else; strips whose iteration changes show all of it. */
  select(change: Partial<TimeSelection>): void {
    const before = this.path.peek();
    select(this.workspace, this.loops.peek(), { ...this.selection.peek(), ...change });
    const after = this.path.peek();
    const same = after.findIndex(({ loop, iteration }, at) => before[at]?.loop !== loop || before[at]?.iteration !== iteration);
    if (same >= 0 && this.spans.peek().length > same + 1) this.setSpans(this.spans.peek().slice(0, same + 1));
  }

  /** Selects a call. As long as it is in sight the strips stay as they are, else they go to the iteration around it. */
  private selectFound({ call, path }: Found): void {
    if (!call) return;
    const index = Math.min(this.active.peek(), this.strips.peek().length - 1);
    const [from, to] = this.strips.peek()[index]?.visible ?? [0, 0];
    const opened = (this.drawn.peek()?.reply.path ?? []).slice(0, index).map(({ loop, iteration }) => ({ loop, iteration }));
    const steps = call.leave > from && call.enter < to ? opened : path;
    const last = steps.at(-1);
    this.select({ ...(last ? { loop: last.loop, steps, iterated: true } : {}), process: call.process, call: call.number });
  }

  /** Selects the call of a process at a time, or the one of that number. */
  async selectCall(process: number, time: number, call?: number): Promise<void> {
    // Where it stands is asked by its begin: at the time there may be the gap after it.
    const number = call ?? (await this.find(process, time))?.call?.number;
    const found = number === undefined ? null : await this.find(process, 0, number);
    if (found) this.selectFound(found);
  }

  /** Goes to the call that a process makes at a time: the strips open the iterations around it. */
  async goTo(process: number, time: number): Promise<void> {
    const found = await this.find(process, time);
    if (!found?.call) return;
    this.select({ process, call: found.call.number, loop: found.path.at(-1)?.loop ?? this.selection.peek().loop, steps: found.path, iterated: found.path.length > 0 });
  }

  /** Shows a range of a strip, in nanoseconds from its beginning. */
  show(index: number, [from, to]: Range): void {
    const axis = this.axes.peek()[index];
    if (!axis) return;
    const whole = from <= 0 && to >= axis.length;
    const spans = this.strips.peek().map((_, at): [number, number] => [...(this.spans.peek()[at] ?? [0, 0])] as [number, number]);
    spans[index] = whole ? [0, 0] : [Math.round(axis.origin + from), Math.round(axis.origin + to)];
    while ((spans.at(-1)?.[1] ?? 1) <= (spans.at(-1)?.[0] ?? 0)) spans.pop();
    this.setSpans(spans);
  }

  setSpans(spans: [number, number][] | readonly (readonly [number, number])[]): void {
    const { modelView } = this.workspace;
    const handle = this.handle.peek();
    if (handle !== null) modelView.set(handle, { ...modelView.view.peek(), spans });
  }
}

export const createTimeline = (workspace: Workspace): TimelineState => new TimelineState(workspace);

export const useTimeline = (): TimelineState => useFeature(createTimeline);
