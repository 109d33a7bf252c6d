/** What a prediction says: in a sentence, as shares, as a table to save. */
import { count, percent, plural } from "../../base/format";
import type { Prediction, PredictionCounts } from "../../engine/wire";

/** What became of the predictions at a distance, as shares of 0..1; all 0 if nothing is that far apart. */
export interface Shares {
  distance: number;
  correct: number;
  wrong: number;
  none: number;
}

export const PARTS = ["correct", "wrong", "none"] as const;

export function shares({ distance, correct, wrong, none }: PredictionCounts): Shares {
  const total = Math.max(1, correct + wrong + none);
  return { distance, correct: correct / total, wrong: wrong / total, none: none / total };
}

/** The counts of one process, or of all together. */
export function countsOf(prediction: Prediction, process: number | null): readonly PredictionCounts[] {
  if (process === null) return prediction.total;
  return prediction.processes.find((candidate) => candidate.process === process)?.distances ?? [];
}

/** The nearest and the farthest in a sentence. */
export function predictionSentence(counts: readonly PredictionCounts[], noun: string): string {
  const all = counts.filter(({ correct, wrong, none }) => correct + wrong + none > 0).map(shares);
  const [first, last] = [all[0], all[all.length - 1]];
  if (!first || !last) return `There are too few ${plural(2, noun)} to predict any.`;
  const next = first.distance === 1 ? `the next ${noun}` : `the ${noun} ${count(first.distance)} ahead`;
  const far = last === first ? "" : `, and the ${noun} ${count(last.distance)} ahead ${percent(last.correct)} of the time`;
  return `The current loop correctly predicts ${next} ${percent(first.correct)} of the time${far}.`;
}

/** The table as rows for a CSV file: all processes together first. */
export function tableOf(prediction: Prediction): (string | number)[][] {
  const row = (name: string, { distance, correct, wrong, none }: PredictionCounts): (string | number)[] => [name, distance, correct, wrong, none];
  return [
    ["process", "distance", "correct", "wrong", "none"],
    ...prediction.total.map((counts) => row("all", counts)),
    ...prediction.processes.flatMap(({ process, distances }) => distances.map((counts) => row(String(process), counts))),
  ];
}
