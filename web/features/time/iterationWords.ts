/** One iteration, or one column of several, in words. */
import { bytes, count, counted, span } from "../../base/format";
import type { IterationRow, IterationsSummary } from "../../engine/wire";
import type { Measure } from "./draw";
import { numberOf } from "./iterationNames";
import { meanOfProcesses, partsInWords } from "./words";

/** What an iteration of a list is, in two lines. `meanOf`: how many processes it is of together, 0 for one. */
export function inWords(known: Pick<IterationsSummary, "places">, row: IterationRow, process: number | undefined, measure: Measure, meanOf: number): { title: string; detail: string } {
  const which = `iteration ${numberOf(known, row.index)}${row.iterations > 1 ? `, the longest of ${count(row.first + 1)} to ${count(row.first + row.iterations)}` : ""}`;
  const title = process === undefined ? which : `${which}, process ${process}`;
  const mean = meanOf > 1 ? `, ${meanOfProcesses(meanOf)}` : "";
  if (measure === "bytes") return { title, detail: `${bytes(row.bytes)} sent${row.collectiveBytes > 0 ? `, ${bytes(row.collectiveBytes)} in collectives` : ""}${mean}` };
  if (measure === "events") return { title, detail: counted(row.events, "event") + mean };
  if (measure === "waits") return { title, detail: `waits ${span(row.wait)}${mean}` };
  if (meanOf > 1) return { title, detail: `${span(row.period)} on process ${row.process}, the slowest; ${meanOfProcesses(meanOf)}: ${partsInWords(row)}` };
  return { title, detail: `${span(row.period)}: ${partsInWords(row)}` };
}
