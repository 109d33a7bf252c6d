/**
 * The methods side by side on the process that is viewed: a task that runs when its sheet is opened, once for a process and
 * its options, and is cancelled when the sheet is closed.
 */
import { computed, effect, signal } from "@preact/signals";
import { COMPACT_BELOW } from "../../base/constants";
import type { Picture } from "../../engine/wire";
import { verdict } from "./rows";
import { createTask, type Task, type TaskFinished, type TaskWanted } from "../../workspace/task";
import { useFeature, type Workspace } from "../../workspace/workspace";

class CompareState {
  /** The width the picture has, in CSS pixels; 0 while it is not in the page. */
  readonly width = signal(0);
  /** The picture that was drawn last, with the comparison that it is of. */
  private readonly drawn = signal<{ of: TaskFinished<"compare">; picture: Picture } | null>(null);
  private readonly task: Task<"compare">;

  /** What to compare; null while there is nothing to compare. The method plays no part. */
  private readonly wanted = computed<TaskWanted<"compare"> | null>(() => {
    const { traces, selection } = this.workspace;
    const now = traces.loaded.value;
    const process = selection.row.value?.process;
    if (!now || traces.opening.value || process === undefined || now.summary.source !== "trace") return null;
    const { view, signature, locals } = now.summary.options;
    return { handle: now.handle, key: `${process}/${view}/${signature.join(",")}/${locals}`, request: { kind: "compare", process } };
  });

  readonly running = computed(() => this.task.running.value);
  readonly finished = computed(() => this.task.resultOf(this.wanted.value));
  readonly problem = computed(() => this.task.problemOf(this.wanted.value));
  /** The result as a sentence to be read out. */
  readonly says = computed(() => {
    if (this.running.value?.visible) return " The methods are being compared.";
    return this.finished.value ? ` ${verdict(this.finished.value.result, this.workspace.selection.noun.value)}` : "";
  });
  readonly picture = computed(() => (this.drawn.value?.of === this.finished.value ? (this.drawn.value?.picture ?? null) : null));

  private frame = 0;

  constructor(private readonly workspace: Workspace) {
    this.task = createTask<"compare">(workspace.engine, () => (workspace.screen.sheet.value === "compare" ? this.wanted.value : null), "all");
    this.task.follow();
    effect(() => this.draw());
  }

  /** Asks for the picture whenever it would show something else. */
  private draw(): void {
    const { engine, themes } = this.workspace;
    const [width, theme, now] = [this.width.value, themes.theme.value, this.finished.value];
    cancelAnimationFrame(this.frame);
    if (!now || width <= 0) return;
    const { handle, request } = now;
    const look = { width, theme, compact: width < COMPACT_BELOW, path: [], zoom: [], selected: 0 };
    this.frame = requestAnimationFrame(() => {
      void engine.ask({ type: "aligned", handle, process: request.process, look }).then((reply) => {
        if (this.finished.peek() !== now || width !== this.width.peek() || theme !== themes.theme.peek()) return;
        if (reply) this.drawn.value = { of: now, picture: reply.picture };
        // The engine has made room for others since: once more.
        else this.task.forget(now);
      });
    });
  }
}

const createCompare = (workspace: Workspace): CompareState => new CompareState(workspace);

export const useCompare = (): CompareState => useFeature(createCompare);
