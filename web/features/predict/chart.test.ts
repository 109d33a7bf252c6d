import { describe, expect, test } from "vitest";
import { countsOf, predictionSentence, shares, tableOf } from "./chart";
import type { Prediction } from "../../engine/wire";

const counts = (distance: number, correct: number, wrong: number, none: number) => ({ distance, correct, wrong, none });
const prediction: Prediction = {
  k: 1000,
  model: "constant",
  depth: 20,
  total: [counts(1, 90, 4, 6), counts(128, 50, 0, 0)],
  processes: [{ process: 3, events: 101, distances: [counts(1, 90, 4, 6), counts(128, 50, 0, 0)] }],
};

describe("a prediction", () => {
  test("as shares, also of nothing", () => {
    expect(shares(counts(1, 90, 4, 6))).toEqual({ distance: 1, correct: 0.9, wrong: 0.04, none: 0.06 });
    expect(shares(counts(8, 0, 0, 0))).toEqual({ distance: 8, correct: 0, wrong: 0, none: 0 });
  });

  test("of all, of one, of none", () => {
    expect(countsOf(prediction, null)).toBe(prediction.total);
    expect(countsOf(prediction, 3)).toHaveLength(2);
    expect(countsOf(prediction, 4)).toEqual([]);
  });

  test("in a sentence", () => {
    expect(predictionSentence(prediction.total, "event")).toBe("The current loop correctly predicts the next event 90.0\u00a0% of the time, and the event 128 ahead 100\u00a0% of the time.");
    expect(predictionSentence([counts(2, 1, 1, 0), counts(4, 0, 0, 0)], "call")).toBe("The current loop correctly predicts the call 2 ahead 50.0\u00a0% of the time.");
    expect(predictionSentence([counts(1, 0, 0, 0)], "tuple")).toBe("There are too few tuples to predict any.");
  });

  test("as a table", () => {
    expect(tableOf(prediction).slice(0, 2)).toEqual([["process", "distance", "correct", "wrong", "none"], ["all", 1, 90, 4, 6]]);
    expect(tableOf(prediction)).toHaveLength(5);
  });
});
