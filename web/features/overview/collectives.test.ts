import { expect, test } from "vitest";
import type { ModelSummary, TimeSummary } from "../../engine/wire";
import { mainOf, rowsOf } from "./Collectives";

test("operations are counted before L1, in its iterations and after it, and have the times of their calls", () => {
  const model = {
    loops: [{ id: 1, count: 10, entered: 1, events: 200 }],
    outside: [1, 0, 0, 0, 10],
    collectiveNames: ["MPI_Allreduce", "MPI_Bcast"],
    collectiveGroups: ["0-3", "0-3"],
    // Allreduce: twice in each of ten iterations and once before; Bcast: before alone.
    collectiveCounts: [21, 2, 1, 0, 1, 0, 1, 0],
  } as unknown as ModelSummary;
  const times = {
    collectiveNames: ["MPI_Allreduce", "MPI_Bcast"],
    collectiveGroups: ["0-3", "0-3"],
    collectiveTimes: [84, 2100, 10, 5, 4, 900, 10, 5],
  } as unknown as TimeSummary;
  expect(rowsOf({ model, times }).map(({ name, each, outside, between, took }) => [name, each, outside, between, took])).toEqual([
    ["MPI_Allreduce", 2, [1, 0], 0, { calls: 84, bytes: 2100, spent: 10, wait: 5 }],
    ["MPI_Bcast", 0, [1, 0], 0, { calls: 4, bytes: 900, spent: 10, wait: 5 }],
  ]);
  expect(mainOf(model)).toEqual({ iterations: 10, events: 200, name: "L1", around: "around L1" });
  expect(mainOf({ ...model, outside: [1, 0, 0, 0, 15] })).toEqual({ iterations: 15, events: 300, name: "the main loop", around: "between" });
  expect(rowsOf({ model, times: null }).map(({ count, took }) => [count, took])).toEqual([[21, null], [1, null]]);
});
