/** Times in words, from nanoseconds. */
import { count, percent, span } from "../../base/format";
import type { TimeParts } from "../../engine/wire";

/** All of a time. */
export function sumOf({ compute, calls, wait }: TimeParts): number {
  return compute + calls + wait;
}

/** The three parts of a time in one line; `waits`: whether these are known. */
export function partsInWords(parts: TimeParts, waits = true): string {
  return `computes ${span(parts.compute)}, in calls ${span(parts.calls)}${waits ? `, waits ${span(parts.wait)}` : ""}`;
}

/** The share of a time that is a wait: `37.4 %`. */
export function waitShare(parts: TimeParts): string {
  const all = sumOf(parts);
  return percent(all > 0 ? parts.wait / all : 0);
}

/** What a figure is that stands for several processes. */
export function meanOfProcesses(processes: number): string {
  return `mean of ${count(processes)} processes`;
}

/** What the three parts are called, and what they mean. */
export const PARTS = [
  { part: "compute", label: "computes", means: "Outside of calls" },
  { part: "calls", label: "in calls", means: "Calls beyond their waits: copying, the network, another program" },
  { part: "wait", label: "waits", means: "Waiting for a late sender or receiver, or the last process at a collective" },
] as const;

/** The three parts in one sentence, beside pictures of them. */
export const PARTS_EXPLAINED =
  "Waits: until the other process begins what the call needs. In calls: the rest of a call, for copying, the network or other work of the machine. Computes: all else.";
