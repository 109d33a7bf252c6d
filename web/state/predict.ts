/**
 * What the loops under way say of the next events: computed for all processes when the tab is opened, once for a trace
 * and its options, given up when the tab is left.
 */
import { batch, computed, effect, signal } from "@preact/signals";
import type { Prediction, Problem } from "../base/wire";
import type { PredictReport } from "./engine";
import { engine } from "./open";
import { tab } from "./screen";
import { loaded, opening } from "./store";

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
  done: number;
  events: number;
  /** False for the first 100 ms. */
  visible: boolean;
}

const known = signal<{ key: string; done: Predicted } | null>(null);
const refused = signal<{ key: string; problem: Problem } | null>(null);
export const predicting = signal<Predicting | null>(null);

/** What a prediction is about; empty while there is nothing to predict. The method plays no part. */
const key = computed(() => {
  const now = loaded.value;
  if (!now || opening.value || now.summary.source !== "trace") return "";
  const { view, signature, locals } = now.summary.options;
  return `${now.handle}/${view}/${signature.join(",")}/${locals}`;
});

export const predicted = computed(() => (known.value?.key === key.value ? known.value.done : null));
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
    predicting.value = { key: wanted, handle: now.handle, done: 0, events: 0, visible: false };
    setTimeout(() => {
      if (predicting.peek()?.key === wanted) change({ visible: true });
    }, QUIET_MS);
    engine.predict(now.handle);
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
  batch(() => {
    predicting.value = null;
    if (report.type === "unpredicted") refused.value = { key: now.key, problem: report.problem };
    else known.value = { key: now.key, done: { prediction: report.prediction, seconds: report.seconds } };
  });
}
