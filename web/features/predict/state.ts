/**
 * What the loops under way say of the next events: computed for all processes when the tab is opened, once for a trace
 * and its options, given up when the tab is left.
 */
import { batch, computed, effect, signal } from "@preact/signals";
import type { Prediction, Problem } from "../../engine/wire";
import type { PredictReport } from "../../engine/client";
import { engine } from "../../workspace/open";
import { tab } from "../../workspace/screen";
import { loaded, opening } from "../../workspace/store";

/** Nothing is said of what takes less. */
const QUIET_MS = 100;

/** A prediction and how long it took. */
export interface Predicted {
  prediction: Prediction;
  seconds: number;
}

/** A prediction under way. */
export interface Predicting {
  key: string;
  handle: number;
  depth: number;
  done: number;
  events: number;
  /** False for the first 100 ms. */
  visible: boolean;
}

const known = signal<{ key: string; done: Predicted } | null>(null);
const refused = signal<{ key: string; problem: Problem } | null>(null);
export const predicting = signal<Predicting | null>(null);

/** How many of the uppermost items may be searched: the paper's number, and more for loops with long bodies. */
export const DEPTHS = [20, 200, 2000] as const;
export const depth = signal<number>(DEPTHS[0]);

/** What a prediction is about; empty while there is nothing to predict. The method plays no part. */
const key = computed(() => {
  const now = loaded.value;
  if (!now || opening.value || now.summary.source !== "trace") return "";
  const { view, signature, locals } = now.summary.options;
  return `${now.handle}/${depth.value}/${view}/${signature.join(",")}/${locals}`;
});

export const predicted = computed(() => (known.value?.key === key.value ? known.value.done : null));
/** The last one of this trace, while one of another depth is made. */
export const predictedBefore = computed(() => {
  const handle = loaded.value?.handle;
  return predicting.value && known.value?.key.startsWith(`${handle}/`) ? known.value.done : null;
});
export const predictionRefused = computed(() => (refused.value?.key === key.value ? refused.value.problem : null));

/** Whether the chart is of all processes, or of the one that is looked at. */
export const allProcesses = signal(true);

/** Starts following; called once. */
export function startPredict(): void {
  engine.predicted = heard;
  effect(() => {
    const wanted = tab.value === "predict" ? key.value : "";
    const there = known.value?.key === wanted || refused.value?.key === wanted;
    const before = predicting.peek();
    if (before && before.key !== wanted) {
      engine.leave(before.handle, "predict");
      predicting.value = null;
    }
    const now = loaded.peek();
    if (wanted === "" || there || !now || predicting.peek()) return;
    predicting.value = { key: wanted, handle: now.handle, depth: depth.peek(), done: 0, events: 0, visible: false };
    setTimeout(() => {
      if (predicting.peek()?.key === wanted) change({ visible: true });
    }, QUIET_MS);
    engine.predict(now.handle, depth.peek());
  });
}

function change(part: Partial<Predicting>): void {
  const now = predicting.peek();
  if (now) predicting.value = { ...now, ...part };
}

function heard(report: PredictReport): void {
  const now = predicting.peek();
  if (!now || now.handle !== report.handle) return;
  if (report.type === "predicting") return change({ done: report.done, events: report.events });
  // What a search of another depth came to, given up too late.
  if (report.type === "predicted" && report.prediction.depth !== now.depth) return;
  batch(() => {
    predicting.value = null;
    if (report.type === "unpredicted") refused.value = { key: now.key, problem: report.problem };
    else known.value = { key: now.key, done: { prediction: report.prediction, seconds: report.seconds } };
  });
}
