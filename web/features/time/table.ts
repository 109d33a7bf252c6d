/** Iterations as rows for a file. */
import type { IterationTrack } from "../../engine/wire";

/** Rows for a file: indices from 0, times in nanoseconds, `all` for all processes together. */
export function tableOf(tracks: readonly IterationTrack[], timed: boolean): (string | number)[][] {
  const head = ["process", "i0", ...(timed ? ["start_ns", "end_ns", "period_ns", "compute_ns", "calls_ns", "wait_ns", "outlier"] : []), "bytes", "events"];
  return [
    head,
    ...tracks.flatMap(({ process, rows }) =>
      rows.map((row) => [
        process ?? "all",
        row.index,
        ...(timed ? [row.start, row.end, row.period, row.compute, row.calls, row.wait, row.outlier ? 1 : 0] : []),
        row.bytes,
        row.events,
      ]),
    ),
  ];
}
