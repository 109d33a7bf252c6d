import { describe, expect, test } from "vitest";
import { chainOf, pathOf, stepsTo } from "./selection";

/** L1 runs 249 times; in it L2 62 times, and in that L4 3 times; L3 stands in L1, too. */
const loops = [
  { id: 1, parent: 0, iterations: 249 },
  { id: 2, parent: 1, iterations: 62 },
  { id: 3, parent: 1, iterations: 5 },
  { id: 4, parent: 2, iterations: 3 },
];
const nothing = { process: null, loop: 0, steps: [], iterated: false, call: null };

describe("the selection of the timeline", () => {
  test("knows the loops around a loop", () => {
    expect(chainOf(loops, 4).map(({ id }) => id)).toEqual([1, 2, 4]);
    expect(chainOf(loops, 9)).toEqual([]);
    // Whatever a summary says, the way out ends.
    expect(chainOf([{ id: 1, parent: 1, iterations: 2 }], 1).length).toBeLessThanOrEqual(2);
  });

  test("takes an iteration of the whole run apart, and back", () => {
    const chain = chainOf(loops, 4);
    for (const iteration of [0, 1, 2, 3, 185, 186, 46_313]) {
      const steps = stepsTo(chain, iteration);
      expect(steps.map(({ loop }) => loop)).toEqual([1, 2, 4]);
      expect(steps.reduce((whole, step, at) => whole * (at > 0 ? (chain[at]?.iterations ?? 1) : 1) + step.iteration, 0)).toBe(iteration);
    }
    expect(stepsTo(chain, 187)).toEqual([{ loop: 1, iteration: 1 }, { loop: 2, iteration: 0 }, { loop: 4, iteration: 1 }]);
    expect(stepsTo(chainOf(loops, 1), 300)).toEqual([{ loop: 1, iteration: 300 }]);
  });

  test("opens what is selected, and middle iterations where nothing is", () => {
    expect(pathOf(loops, nothing)).toEqual([]);
    expect(pathOf(loops, { ...nothing, loop: 2 })).toEqual([{ loop: 1, iteration: 124 }, { loop: 2, iteration: 30 }]);
    const steps = [{ loop: 1, iteration: 7 }, { loop: 2, iteration: 60 }];
    expect(pathOf(loops, { ...nothing, loop: 2, steps, iterated: true })).toEqual(steps);
    expect(pathOf(loops, { ...nothing, loop: 3, steps })).toEqual([{ loop: 1, iteration: 7 }, { loop: 3, iteration: 2 }]);
  });
});
