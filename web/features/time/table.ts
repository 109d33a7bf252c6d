/** Iterations as rows for a file. */
import type { IterationsSummary, IterationTrack } from "../../engine/wire";
import { placeOf } from "./places";
import { sumOf } from "./words";

/**
 * Rows for a file: indices from 0, times in nanoseconds. The parts of a period add up to it. `mean` stands for the mean of all
 * processes; there the longest period is that of the slowest process, which is named. Where iterations of several loops are listed
 * together, each row says which loop it is of, and its index there.
 */
export function tableOf(tracks: readonly IterationTrack[], known: Pick<IterationsSummary, "timed" | "places">): (string | number)[][] {
  const { timed, places } = known;
  const head = ["process", "i0", ...(places.length > 0 ? ["loop", "i0_of_loop"] : []), ...(timed ? ["start_ns", "end_ns", "period_ns", "compute_ns", "calls_ns", "wait_ns", "longest_period_ns", "slowest_process", "outlier"] : []), "bytes", "collective_bytes", "events"];
  return [
    head,
    ...tracks.flatMap(({ process, rows }) =>
      rows.map((row) => [
        process ?? "mean",
        row.index,
        ...[placeOf(known, row.index)].flatMap((place) => (place ? [place.id, place.index] : [])),
        ...(timed ? [row.start, row.end, process === undefined ? sumOf(row) : row.period, row.compute, row.calls, row.wait, row.period, row.process, row.outlier ? 1 : 0] : []),
        row.bytes,
        row.collectiveBytes,
        row.events,
      ]),
    ),
  ];
}
