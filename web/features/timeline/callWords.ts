/** A call in words. */
import { bytes, span } from "../../base/format";
import type { TimelineCall, TimeParts } from "../../engine/wire";

/** When it begins and ends, how long it lasts, how much it carries, for whom it waits. */
export function callInWords({ span: when, enter, leave, waited, bytes: size, why }: TimelineCall): string {
  const parts = [`${when}, ${span(leave - enter)}`];
  if (size !== undefined) parts.unshift(bytes(size));
  if (why !== "") parts.push(`waits ${span(waited - enter)} ${why}`);
  return `${parts.join("; ")}.`;
}

/** The three parts of a time. */
export function rowInWords({ compute, calls, wait }: TimeParts): string {
  return `computes ${span(compute)}, in calls ${span(calls)}, waits ${span(wait)}`;
}
