import { expect, test } from "vitest";
import type { ModelSummary, TimeSummary } from "../../engine/wire";
import { bytesOfIteration, rowsOf } from "./Collectives";

test("an iteration carries its part of the bytes of each operation", () => {
  const model = {
    loops: [{ id: 1, count: 10, entered: 1 }],
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
  expect(bytesOfIteration(rowsOf({ model, times }))).toBe(200);
  expect(bytesOfIteration(rowsOf({ model, times: null }))).toBe(0);
});
