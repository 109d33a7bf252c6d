/**
 * The model of the whole program: a task that runs when the program is looked at, once for a trace and a method. Its picture, and
 * matrix and text of the selected loops, are asked for whenever they would show something else.
 */
import { computed, effect, signal } from "@preact/signals";
import type { AskPlace } from "../../base/ask";
import { COMPACT_BELOW } from "../../base/constants";
import { axisOf, rowOf } from "../../base/model";
import type { Axis } from "../../base/range";
import type { Answer } from "../../engine/client";
import type { MatrixCell, ModelFigure, ModelLook, ModelLoop } from "../../engine/wire";
import { changed, type ModelView } from "../../workspace/modelView";
import { isOfProgram } from "../../workspace/scope";
import { createTask, type Task, type TaskWanted } from "../../workspace/task";
import { useFeature, type Workspace } from "../../workspace/workspace";

/** A picture of the model, and what it was asked for. */
interface DrawnModel {
  handle: number;
  /** Whether it is the small one of the overview. */
  small: boolean;
  key: string;
  zoom: ModelView["zoom"];
  look: ModelLook;
  figure: ModelFigure;
}

/** An event of the picture that was clicked, and the places of the model that it is about. */
interface PickedPlace {
  title: string;
  detail: string;
  /** The figure it was in: it means something there alone. */
  handle: number;
  ends: readonly { label: string; place: AskPlace }[];
}

/** In the small picture more rows than these have no numbers. */
const NAMED_ROWS = 16;

export class ModelState {
  /** The room that the picture has, in CSS pixels; no width while it is not in the page. */
  readonly room = signal({ width: 0, height: 0 });
  /** The process that is pointed at. */
  readonly hovered = signal<number | null>(null);
  /** The message that was stepped to by keys: its place in the picture, -1 for none. */
  readonly steppedTo = signal(-1);
  /** What was clicked in the picture, to be asked for over the iterations; null for nothing. */
  readonly picked = signal<PickedPlace | null>(null);
  /** Where messages are counted: in the selected loops, or in the whole program. */
  readonly counting = signal<"loop" | "whole">("loop");

  readonly view = computed(() => this.workspace.modelView.view.value);
  private readonly handle = computed(() => this.workspace.modelView.handle.value);
  private readonly order = computed(() => this.workspace.traces.options.value?.order);
  /** Models of one trace differ by method, K and the order of receives. */
  private readonly key = computed(() => `${this.view.value.method ?? ""} ${this.view.value.k ?? ""} ${this.order.value ?? ""}`);

  private readonly wanted = computed<TaskWanted<"model"> | null>(() => {
    const handle = this.handle.value;
    const { method, k } = this.view.value;
    if (handle === null) return null;
    const order = this.order.value;
    const options = { ...(method ? { method } : {}), ...(k !== null ? { k } : {}), ...(order ? { order } : {}) };
    return { handle, key: this.key.value, request: { kind: "model", options } };
  });

  /** Whether the picture of the model is in Loops. */
  readonly isShown = computed(() => this.workspace.screen.view.value === "model");
  private readonly isOpen = computed(() => this.isShown.value || isOfProgram(this.workspace.screen.view.value, this.workspace.traces.loaded.value));
  private readonly task: Task<"model">;
  /** Whether the model that is wanted is there, and is looked at. */
  private readonly isReady = computed(() => this.isOpen.value && this.task.resultOf(this.wanted.value) !== null);

  readonly running = computed(() => this.task.running.value);
  readonly problem = computed(() => this.task.problemOf(this.wanted.value));
  /** The model that is there; while another is made of the same trace, the one before. */
  private readonly made = computed(() => {
    const last = this.task.finished.value.at(-1);
    return last?.handle === this.handle.value ? last : null;
  });
  readonly summary = computed(() => this.made.value?.result ?? null);
  readonly seconds = computed(() => this.made.value?.seconds.total ?? 0);
  readonly loops = computed<readonly ModelLoop[]>(() => this.summary.value?.loops ?? []);
  /**
   * The number of the selected loop, 0 for none. Where partners are shown by themselves, the loops that were recorded say little: none
   * is selected before it is chosen.
   */
  /** Whether processes take turns with another one, so that loops are chance. */
  readonly byTurns = computed(() => Boolean(this.summary.value?.hubs));
  readonly selected = computed(() => this.view.value.loop ?? (this.byTurns.value ? 0 : (this.loops.value[0]?.id ?? 0)));
  /** The processes that are shown partner by partner, unless the picture of the exact model shows the selected loop. */
  readonly hubs = computed(() => (this.isShown.value && this.loop.value ? null : (this.summary.value?.hubs ?? null)));
  readonly loop = computed(() => this.loops.value.find(({ id }) => id === this.selected.value) ?? null);

  private readonly last = signal<DrawnModel | null>(null);
  private readonly drawn = computed(() => {
    const last = this.last.value;
    return last?.handle === this.handle.value && last.small !== this.isShown.value ? last : null;
  });
  readonly figure = computed(() => this.drawn.value?.figure ?? null);

  /** The steps that are zoomed in to; never in the small picture. */
  private readonly zoom = computed(() => (this.isShown.value ? this.view.value.zoom : null));

  /** How the picture is to be drawn, whoever is pointed at. */
  readonly look = computed<ModelLook>(() => {
    const { width, height } = this.room.value;
    const { whole, folded, closed, opened } = this.view.value;
    const zoom = this.zoom.value;
    const small = !this.isShown.value;
    const narrow = width < COMPACT_BELOW;
    // Many rows have room in the small picture without their names only.
    const card = small && (narrow || (this.summary.value?.processes ?? 0) > NAMED_ROWS);
    const view = { whole, folded, closed: [...closed], opened: [...opened], zoom: zoom ? [...zoom] : undefined, process: undefined } satisfies Partial<ModelLook>;
    return { ...view, width, height, theme: this.workspace.themes.theme.value, compact: narrow && !small, selected: this.selected.value, card };
  });

  /** The steps that are wanted: those of the picture, or of the next one while that is being drawn. */
  readonly axis = computed<Axis | null>(() => {
    const drawn = this.drawn.value;
    if (!drawn) return null;
    const axis = axisOf(drawn.figure);
    const zoom = this.zoom.value;
    return zoom && drawn.zoom !== zoom ? { ...axis, from: zoom[0], to: zoom[1] } : axis;
  });

  /** Whether the picture still shows other steps than those that are wanted. */
  readonly isStretched = computed(() => {
    const [axis, figure] = [this.axis.value, this.figure.value];
    return axis !== null && figure !== null && (axis.from !== figure.from || axis.to !== figure.to);
  });

  /** Whether the picture is the one that is wanted. */
  readonly isCurrent = computed(() => this.drawn.value?.key === this.key.value && this.drawn.value.look === this.look.value);

  /** The process whose messages are highlighted: the one that is pointed at, otherwise the one that was chosen. */
  readonly highlighted = computed(() => this.hovered.value ?? this.view.value.process);

  /** The line of that process in the picture. */
  readonly highlightedLine = computed<number | null>(() => {
    const process = this.highlighted.value;
    return process === null ? null : (rowOf(this.figure.value?.rows ?? [], process)?.line ?? null);
  });

  private readonly counted = signal<{ handle: number; key: string; reply: Answer<"modelPart"> } | null>(null);
  /** The loops in which messages are counted; none for the whole program. */
  private readonly countedIds = computed<readonly number[]>(() => {
    const first = this.selected.value;
    if (this.counting.value === "whole" || first === 0) return [];
    return [first, ...this.view.value.also.filter((id) => id !== first)];
  });
  /** Matrix and text of what was counted last. */
  readonly part = computed(() => {
    const known = this.counted.value;
    return known && known.handle === this.handle.value && known.key === this.key.value ? known.reply : null;
  });

  private readonly ofAll = signal<{ handle: number; key: string; cells: readonly MatrixCell[] } | null>(null);
  /** The messages of the whole program, for the overview; null until they are there. */
  readonly cells = computed(() => {
    const known = this.ofAll.value;
    return known && known.handle === this.handle.value && known.key === this.key.value ? known.cells : null;
  });

  private frame = 0;

  constructor(private readonly workspace: Workspace) {
    this.task = createTask<"model">(workspace.engine, () => (this.isOpen.value ? this.wanted.value : null));
    this.task.follow();
    effect(() => this.draw());
    effect(() => this.count());
    effect(() => this.countAll());
    effect(() => this.correct());
  }

  private draw(): void {
    const [look, handle, key, small] = [this.look.value, this.handle.value, this.key.value, !this.isShown.value];
    const zoom = this.zoom.value;
    cancelAnimationFrame(this.frame);
    if (!this.isReady.value || handle === null || look.width <= 0) return;
    this.frame = requestAnimationFrame(() => {
      void this.workspace.engine.ask({ type: "model", handle, look }, "model").then((reply) => {
        if (reply && this.handle.peek() === handle && this.key.peek() === key) this.last.value = { handle, small, key, zoom, look, figure: reply.figure };
      });
    });
  }

  private count(): void {
    const [ids, handle, key] = [this.countedIds.value, this.handle.value, this.key.value];
    if (!this.isReady.value || handle === null || this.part.peek()?.ids.join() === ids.join()) return;
    void this.workspace.engine.ask({ type: "modelPart", handle, ids: [...ids] }).then((reply) => {
      if (reply && this.countedIds.peek() === ids && this.key.peek() === key) this.counted.value = { handle, key, reply };
    });
  }

  private countAll(): void {
    const [handle, key] = [this.handle.value, this.key.value];
    if (!this.isReady.value || handle === null || this.workspace.screen.view.value !== "overview" || this.cells.peek()) return;
    void this.workspace.engine.ask({ type: "modelPart", handle, ids: [] }).then((reply) => {
      if (reply) this.ofAll.value = { handle, key, cells: reply.cells };
    });
  }

  /** A link may name what the model does not have: says so, and puts it right. */
  private correct(): void {
    const { traces, toast } = this.workspace;
    if (!this.summary.value || this.running.value) return;
    const { loop, closed, also, process } = this.view.value;
    const rows = traces.loaded.value?.summary.processes ?? [];
    const has = (id: number) => id === 0 || this.loops.value.some((known) => known.id === id);
    if (loop !== null && !has(loop)) {
      this.setView({ loop: null });
      toast.announce(`There is no loop L${loop} here; the largest loop is selected`);
    }
    if (process !== null && !rows.some((row) => row.process === process)) {
      this.setView({ process: null });
      toast.announce(`There is no process ${process} here`);
    }
    if (!closed.every(has) || !also.every(has)) this.setView({ closed: closed.filter(has), also: also.filter(has) });
  }

  /** Changes what is viewed. */
  setView(change: Partial<ModelView>): void {
    const handle = this.handle.value;
    if (handle === null) return;
    // Numbers of loops mean something in one model only.
    const other = change.method !== undefined || change.k !== undefined ? { loop: null, also: [], closed: [], zoom: null } : {};
    // What changes the steps of the picture makes a range of them meaningless.
    const relaid = change.whole !== undefined || change.closed || change.opened || change.folded !== undefined;
    const unzoomed = relaid && change.zoom === undefined ? { zoom: null } : {};
    this.steppedTo.value = -1;
    this.workspace.modelView.set(handle, changed(this.view.value, { ...other, ...change, ...unzoomed }));
  }

  select(loop: number): void {
    this.setView({ loop, also: [] });
  }

  /** Counts the messages of a loop with those of the selected one, or no longer. */
  toggleCounted(loop: number): void {
    const { also } = this.view.value;
    const selected = this.selected.value;
    if (loop !== selected) this.setView({ loop: selected, also: also.includes(loop) ? also.filter((id) => id !== loop) : [...also, loop] });
  }

  /** Highlights the messages of a process, here and in the list; the same process again: no longer. */
  readonly highlight = (process: number | null): void => {
    this.steppedTo.value = -1;
    this.workspace.choose.process(process === this.view.value.process ? null : process);
  };

  /** Closes a loop, or opens it again. */
  toggleFold(loop: number): void {
    const { closed } = this.view.value;
    if (loop !== 0) this.setView({ closed: closed.includes(loop) ? closed.filter((other) => other !== loop) : [...closed, loop] });
  }

  /** Ends the making of a model: back to the one that is there, or to the nest. */
  readonly cancel = (): void => {
    const before = this.made.peek();
    if (!this.running.peek() || !before) this.workspace.screen.show("nest");
    else {
      const { method = null, k = null } = before.request.options ?? {};
      this.setView({ method, k });
    }
  };
}

export const createModel = (workspace: Workspace): ModelState => new ModelState(workspace);

export const useModel = (): ModelState => useFeature(createModel);
