/**
 * What the loops under way say of the next events: computed for all processes when the tab is opened, once for a trace
 * and its options, given up when the tab is left.
 */
import { computed, signal } from "@preact/signals";
import { engine } from "../../workspace/open";
import { tab } from "../../workspace/screen";
import { loaded, opening } from "../../workspace/store";
import { createTask, type TaskWanted } from "../../workspace/task";

/** How many of the uppermost items may be searched: the paper's number, and more for loops with long bodies. */
export const DEPTHS = [20, 200, 2000] as const;
export const depth = signal<number>(DEPTHS[0]);

/** What to predict; nothing while there is nothing to predict. The method plays no part. */
const wanted = computed<TaskWanted<"predict"> | null>(() => {
  const now = loaded.value;
  if (!now || opening.value || now.summary.source !== "trace") return null;
  const { view, signature, locals } = now.summary.options;
  const key = `${depth.value}/${view}/${signature.join(",")}/${locals}`;
  return { handle: now.handle, key, request: { kind: "predict", depth: depth.value } };
});

const task = createTask<"predict">(engine, () => (tab.value === "predict" ? wanted.value : null));

export const predicting = task.running;
export const predicted = computed(() => task.resultOf(wanted.value));
/** The last one of this trace, while one of another depth is made. */
export const predictedBefore = computed(() => {
  const last = task.finished.value.at(-1) ?? null;
  return predicting.value && last?.handle === loaded.value?.handle ? last : null;
});
export const predictionRefused = computed(() => task.problemOf(wanted.value));

/** Whether the chart is of all processes, or of the one that is looked at. */
export const allProcesses = signal(true);

/** Starts following; called once. */
export function startPredict(): void {
  task.follow();
}
