/**
 * How well the loops of a trace predict its next events: a task for all processes that runs when it is looked at, once
 * for a trace and its options, and is cancelled when it is left.
 */
import { computed, signal } from "@preact/signals";
import { countsOf, predictionSentence } from "./chart";
import { createTask, type Task, type TaskWanted } from "../../workspace/task";
import { useFeature, type Workspace } from "../../workspace/workspace";

/** How many of the latest items may be searched: the paper's number, and more for loops with long bodies. */
export const DEPTHS = [20, 200, 2000] as const;

class PredictState {
  /** Whether it is in the page. */
  readonly isOpen = signal(false);
  readonly depth = signal<number>(DEPTHS[0]);
  /** Whether the chart is of all processes, or of the one that is viewed. */
  readonly ofAll = signal(true);
  private readonly task: Task<"predict">;

  /** What to predict; null while there is nothing to predict. The method plays no part. */
  private readonly wanted = computed<TaskWanted<"predict"> | null>(() => {
    const { traces } = this.workspace;
    const now = traces.loaded.value;
    if (!now || traces.opening.value || now.summary.source !== "trace") return null;
    const { view, signature, locals } = now.summary.options;
    const depth = this.depth.value;
    return { handle: now.handle, key: `${depth}/${view}/${signature.join(",")}/${locals}`, request: { kind: "predict", depth } };
  });

  readonly running = computed(() => this.task.running.value);
  readonly finished = computed(() => this.task.resultOf(this.wanted.value));
  readonly problem = computed(() => this.task.problemOf(this.wanted.value));
  /** The last one of this trace, while one of another depth is made. */
  readonly before = computed(() => {
    const last = this.task.finished.value.at(-1) ?? null;
    return this.running.value && last?.handle === this.workspace.traces.loaded.value?.handle ? last : null;
  });

  constructor(private readonly workspace: Workspace) {
    this.task = createTask<"predict">(workspace.engine, () => (this.isOpen.value ? this.wanted.value : null));
    this.task.follow();
  }
}

/** The prediction for a process or for all, as a sentence to be read out. */
export function spokenPrediction(workspace: Workspace, process: number): string {
  const { running, finished, ofAll } = workspace.feature(createPredict);
  if (running.value?.visible) return "The predictions are being measured.";
  const prediction = finished.value?.result;
  if (!prediction) return `Process ${process}.`;
  const all = prediction.processes.length > 1 && ofAll.value;
  return `${all ? "All processes" : `Process ${process}`}. ${predictionSentence(countsOf(prediction, all ? null : process), workspace.selection.noun.value)}`;
}

export const createPredict = (workspace: Workspace): PredictState => new PredictState(workspace);

export const usePredict = (): PredictState => useFeature(createPredict);
