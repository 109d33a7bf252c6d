/** A call in words. */
import { bytes, count, span } from "../../base/format";
import type { TimelineCall, TimeParts } from "../../engine/wire";

/** A size as the engine writes it in tooltips: `1,240 B`, `1.2 MB`. */
export function sizeInWords(size: number): string {
  return size < 1e6 ? `${count(size)}\u00a0B` : bytes(size);
}

/** When it begins and ends, how long it lasts, how much it carries, for whom it waits. */
export function callInWords({ span: when, enter, leave, waited, bytes: size, why }: TimelineCall): string {
  const parts = [`${when}, ${span(leave - enter)}`];
  if (size !== undefined) parts.unshift(sizeInWords(size));
  if (why !== "") parts.push(`waits ${span(waited - enter)} ${why}`);
  return `${parts.join("; ")}.`;
}

/** The three parts of a time. */
export function rowInWords({ compute, calls, wait }: TimeParts): string {
  return `computes ${span(compute)}, in calls ${span(calls)}, waits ${span(wait)}`;
}

/** What a process does at a time, in two lines: the call, and the loops around it. */
export function foundInWords({ call, path }: { call: TimelineCall | null; path: readonly { loop: number; iteration: number }[] }, process: number): { title: string; detail: string } {
  const where = path.map(({ loop, iteration }) => `L${loop} number ${count(iteration + 1)}`).join(", ");
  return { title: call ? `process ${process}: ${call.name}` : `process ${process}`, detail: [where, call ? callInWords(call) : ""].filter(Boolean).join("; ") };
}
