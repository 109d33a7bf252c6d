import { expect, test } from "vitest";
import type { Figures } from "../engine/wire";
import { Trials, type TrialLike } from "./trials";

function fake(cost: number) {
  const clock = { now: 0 };
  const calls: string[] = [];
  const make = (row: number): TrialLike | undefined => {
    calls.push(`make ${row}`);
    if (row > 6) return undefined;
    return {
      run: (method) => {
        clock.now += cost;
        calls.push(method);
      },
      figures: () => ({ topLevel: row }) as Figures,
      free: () => void calls.push("free"),
    };
  };
  return { trials: new Trials(make, () => clock.now), calls };
}

test("short runs are counted until the time is over", () => {
  const { trials, calls } = fake(5);
  expect(trials.receive({ type: "try", id: 3, row: 2, method: "greedy", ms: 12 })).toEqual({
    type: "tried", id: 3, seconds: 0.005, runs: 3, figures: { topLevel: 2 },
  });
  expect(calls).toEqual(["make 2", "greedy", "greedy", "greedy"]);
});

test("a long one is run once; the string stays while it is asked for", () => {
  const { trials, calls } = fake(50);
  expect(trials.receive({ type: "try", id: 1, row: 2, method: "greedy", ms: 12 })).toMatchObject({ runs: 1, seconds: 0.05 });
  trials.receive({ type: "try", id: 2, row: 2, method: "optimal", ms: 12 });
  trials.receive({ type: "try", id: 3, row: 3, method: "optimal", ms: 12 });
  expect(calls).toEqual(["make 2", "greedy", "optimal", "free", "make 3", "optimal"]);
});

test("a row that is not there is given back", () => {
  expect(fake(1).trials.receive({ type: "try", id: 9, row: 7, method: "greedy", ms: 12 })).toEqual({ type: "dropped", id: 9 });
});
