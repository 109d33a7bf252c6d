/** One iteration, or one column of several, in words. */
import { bytes, count, counted, span } from "../../base/format";
import type { IterationRow } from "../../engine/wire";
import type { Measure } from "./draw";
import { partsInWords } from "./words";

/** What an iteration is, in two lines. */
export function inWords(row: IterationRow, process: number | undefined, measure: Measure): { title: string; detail: string } {
  const which = row.iterations > 1 ? `iteration ${count(row.index + 1)}, the longest of ${count(row.first + 1)} to ${count(row.first + row.iterations)}` : `iteration ${count(row.index + 1)}`;
  const title = process === undefined ? which : `${which}, process ${process}`;
  if (measure === "bytes") return { title, detail: bytes(row.bytes) };
  if (measure === "events") return { title, detail: counted(row.events, "event") };
  return { title, detail: `${span(row.period)}: ${partsInWords(row)}` };
}
