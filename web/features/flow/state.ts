/**
 * The flow graph: a task that makes the graphs of all processes once for a trace, pictures of it, and what is known of the
 * selected loop or block. The process is that of the nest. The loop follows the nest's too, until another one is picked here.
 */
import { batch, computed, effect, type Signal, signal } from "@preact/signals";
import type { FlowLink, FlowLook, FlowPart, FlowPicture, FlowQuery, FlowReply, FlowText, FlowVariants } from "../../engine/wire";
import { pickOf } from "../../workspace/screen";
import { createTask, type Task, type TaskWanted } from "../../workspace/task";
import { useFeature, type Workspace } from "../../workspace/workspace";

interface Drawn {
  handle: number;
  look: FlowLook;
  reply: FlowPicture;
}

/** Loops by their names, and straight runs of calls by one of them, that are one row each. */
interface Folds {
  key: string;
  loops: readonly number[];
  runs: readonly number[];
}

/** What the engine replied about a process. */
interface Known<T> {
  key: string;
  reply: T;
}

const UNFOLDED: Folds = { key: "", loops: [], runs: [] };

export class FlowState {
  /** The width of the picture in CSS pixels; 0 while it is not in the page. */
  readonly width = signal(0);
  /** Whether one process of each kind is drawn. */
  readonly kinds = signal(false);
  /** Whether calls that only ask for something are drawn. */
  readonly queries = computed(() => this.workspace.screen.flowQueries.value);

  private readonly handle = computed(() => this.workspace.selection.shown.value?.handle ?? null);
  private readonly isShown = computed(() => this.workspace.screen.view.value === "flow");
  private readonly wanted = computed<TaskWanted<"flow"> | null>(() => {
    const shown = this.workspace.selection.shown.value;
    if (!shown || shown.partial) return null;
    const request = { kind: "flow", queries: this.queries.value } as const;
    return { handle: shown.handle, key: JSON.stringify([request, shown.summary.options]), request };
  });
  private readonly task: Task<"flow">;

  readonly running = computed(() => this.task.running.value);
  readonly problem = computed(() => this.task.problemOf(this.wanted.value));
  readonly summary = computed(() => this.task.resultOf(this.wanted.value)?.result ?? null);
  readonly process = computed(() => this.workspace.selection.row.value?.process ?? 0);

  private readonly picked = computed(() => pickOf(this.workspace.screen.flowPick.value, this.handle.value, this.workspace.selection.view.value));
  private readonly folds = signal<Folds>(UNFOLDED);
  private readonly linksKnown = signal<Known<readonly FlowLink[]> | null>(null);
  private readonly linksKey = computed(() => `${this.wanted.value?.key ?? ""} ${this.handle.value} ${this.process.value}`);
  /** How loops of the nest and of the graph belong together; null while it is not known. */
  readonly links = computed(() => (this.linksKnown.value?.key === this.linksKey.value ? this.linksKnown.value.reply : null));

  private readonly variantsKnown = signal<Known<FlowVariants | null> | null>(null);
  /** What the variants of the process say of the graph; null where it has none, and until it is known. */
  readonly variants = computed(() => (this.variantsKnown.value?.key === this.linksKey.value ? this.variantsKnown.value.reply : null));
  /** Whether the loop that holds the variants is to be selected as soon as it is known. */
  private readonly wantsVariants = signal(false);

  /** The selected loop of the graph: the one that was picked, or that of the nest's selected loop, or the largest. */
  readonly loop = computed<number>(() => {
    const picked = this.picked.value;
    if (picked) return picked.loop;
    const nest = this.workspace.selection.loop.value;
    return this.links.value?.find((link) => link.nest === nest)?.flow ?? 1;
  });
  readonly block = computed<number | null>(() => this.picked.value?.block ?? null);
  /** What of the process is one row each. */
  readonly folded = computed(() => (this.folds.value.key === this.linksKey.value ? this.folds.value : UNFOLDED));

  readonly look = computed<FlowLook>(() => ({
    width: this.width.value,
    theme: this.workspace.themes.theme.value,
    process: this.process.value,
    kinds: this.kinds.value,
    loop: this.block.value === null ? this.loop.value : 0,
    block: this.block.value ?? undefined,
    folded: [...this.folded.value.loops],
    runs: [...this.folded.value.runs],
  }));

  private readonly last = signal<Drawn | null>(null);
  readonly drawn = computed(() => (this.last.value?.handle === this.handle.value && this.summary.value ? this.last.value : null));
  readonly isCurrent = computed(() => this.drawn.value?.look === this.look.value);

  private readonly about = computed(() => `${this.linksKey.value} ${this.loop.value} ${this.block.value} ${this.folded.value.runs.join()}`);
  private readonly told = signal<{ about: string; part: FlowPart } | null>(null);
  /** What is known of the selected part; of the one before, until that of the new one is there. */
  readonly part = computed(() => this.told.value?.part ?? null);
  /** Whether all that is shown is what is wanted. */
  readonly isSettled = computed(() => !this.isShown.value || this.problem.value !== null || (this.isCurrent.value && this.told.value?.about === this.about.value && this.links.value !== null));

  /** The loop of the nest whose iterations are counted in the graph, too; 0 for none. */
  readonly counts = signal(0);
  private readonly countsKey = computed(() => `${this.linksKey.value} ${this.counts.value}`);
  private readonly counted = signal<{ key: string; both: string; loop: number } | null>(null);
  /** What graph and nest count for that loop, empty where they count the same, and its name in the graph; null where it has none, and until it is known. */
  readonly both = computed(() => (this.counted.value?.key === this.countsKey.value && this.counted.value.loop > 0 ? this.counted.value : null));

  private frame = 0;

  constructor(readonly workspace: Workspace) {
    this.task = createTask<"flow">(workspace.engine, () => (this.isShown.value || this.counts.value > 0 ? this.wanted.value : null));
    this.task.follow();
    effect(() => this.count());
    effect(() => this.draw());
    effect(() => this.tell());
    effect(() => this.askOnce(this.linksKnown, (process) => ({ links: { process } }), (reply) => (reply && "links" in reply ? reply.links.links : [])));
    effect(() => this.askOnce(this.variantsKnown, (process) => ({ variants: { process } }), (reply) => (reply && "variants" in reply ? (reply.variants.variants ?? null) : null)));
    effect(() => {
      if (!this.wantsVariants.value || this.variantsKnown.value?.key !== this.linksKey.value) return;
      this.wantsVariants.value = false;
      const loop = this.variants.value?.flow ?? 0;
      if (loop > 0) this.pick(loop);
    });
  }

  private draw(): void {
    const [look, handle] = [this.look.value, this.handle.value];
    cancelAnimationFrame(this.frame);
    if (handle === null || !this.isShown.value || !this.summary.value || look.width <= 0) return;
    this.frame = requestAnimationFrame(() => {
      void this.workspace.engine.ask({ type: "flow", handle, query: { draw: { look } } }, "flow").then((answer) => {
        if (answer && "drawn" in answer.reply && this.handle.peek() === handle) this.last.value = { handle, look, reply: answer.reply.drawn };
      });
    });
  }

  private tell(): void {
    const [about, handle] = [this.about.value, this.handle.value];
    if (handle === null || !this.isShown.value || !this.summary.value) return;
    const look = this.look.peek();
    void this.workspace.engine.ask({ type: "flow", handle, query: { part: { look } } }).then((answer) => {
      if (!answer || !("part" in answer.reply) || this.about.peek() !== about) return;
      const { part } = answer.reply.part;
      if (part.title !== "" || !this.picked.peek()) return void (this.told.value = { about, part });
      // A link may name a loop that the graph does not have.
      this.workspace.screen.flowPick.value = null;
      this.workspace.toast.announce(`There is no loop F${look.loop} in this flow graph`);
    });
  }

  /** Asks something about the graph of a process, once for it while it is shown. */
  private askOnce<T>(known: Signal<Known<T> | null>, query: (process: number) => FlowQuery, read: (reply: FlowReply | null) => T): void {
    const [handle, process, key] = [this.handle.value, this.process.value, this.linksKey.value];
    if (handle === null || !this.isShown.value || !this.summary.value || known.peek()?.key === key) return;
    void this.workspace.engine.ask({ type: "flow", handle, query: query(process) }).then((answer) => {
      if (this.linksKey.peek() === key) known.value = { key, reply: read(answer?.reply ?? null) };
    });
  }

  /** Selects the loop that holds the variants of the process. */
  showVariants(): void {
    this.wantsVariants.value = true;
  }

  /** Finds a loop of the nest in the graph, and asks what each of the two counts. */
  private count(): void {
    const [handle, process, key, own] = [this.handle.value, this.process.value, this.countsKey.value, this.counts.value];
    if (handle === null || own === 0 || !this.summary.value || this.counted.peek()?.key === key) return;
    const { engine } = this.workspace;
    void engine
      .ask({ type: "flow", handle, query: { links: { process } } })
      .then((answer) => {
        const loop = answer && "links" in answer.reply ? (answer.reply.links.links.find(({ nest }) => nest === own)?.flow ?? 0) : 0;
        if (loop === 0) return null;
        const look: FlowLook = { ...this.look.peek(), process, loop, block: undefined, folded: [], runs: [] };
        return engine.ask({ type: "flow", handle, query: { part: { look } } }).then((part) => (part && "part" in part.reply ? { loop, both: part.reply.part.part.both } : null));
      })
      .then((found) => {
        if (this.countsKey.peek() === key) this.counted.value = { key, both: found?.both ?? "", loop: found?.loop ?? 0 };
      });
  }

  /** Selects a loop or a block of the process. */
  pick(loop: number, block: number | null = null): void {
    const { selection, screen } = this.workspace;
    const handle = this.handle.peek();
    const { process, loop: nest } = selection.view.peek();
    if (handle !== null) screen.flowPick.value = { handle, process, nest, loop, block };
  }

  /** Draws calls that only ask, or leaves them out: loops have other numbers then. */
  toggleQueries(): void {
    const { screen } = this.workspace;
    batch(() => {
      screen.flowPick.value = null;
      screen.flowQueries.value = !screen.flowQueries.peek();
    });
  }

  /** One row for a loop, or all of it again. */
  toggleFold(loop: number): void {
    const { loops, runs } = this.folded.peek();
    this.folds.value = { key: this.linksKey.peek(), loops: loops.includes(loop) ? loops.filter((known) => known !== loop) : [...loops, loop], runs };
  }

  /** One row for the straight run of calls around a call, or all of them again; it stays selected. */
  toggleRun(node: number): void {
    const { loops, runs } = this.folded.peek();
    const row = (of: number): number | undefined => this.drawn.peek()?.reply.spines[0]?.blockOf[of];
    const others = runs.filter((known) => row(known) !== row(node));
    this.folds.value = { key: this.linksKey.peek(), loops, runs: others.length < runs.length ? others : [...runs, node] };
    this.pick(0, node);
  }

  unfold(): void {
    this.folds.value = UNFOLDED;
  }

  /** The graph of the process as text. */
  async text(): Promise<FlowText | null> {
    const handle = this.handle.peek();
    if (handle === null || !this.summary.peek()) return null;
    const answer = await this.workspace.engine.ask({ type: "flow", handle, query: { text: { process: this.process.peek() } } });
    return answer && "text" in answer.reply ? answer.reply.text : null;
  }
}

export const createFlow = (workspace: Workspace): FlowState => new FlowState(workspace);

export const useFlow = (): FlowState => useFeature(createFlow);
