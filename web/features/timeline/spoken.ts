/** The selected part of the timeline as a sentence to be read out: what the tooltip would say. */
import { count } from "../../base/format";
import { callInWords } from "./callWords";
import type { TimelineState } from "./state";

export function spoken(state: TimelineState): string {
  const { process, loop, steps, iterated, call } = state.selection.value;
  const whose = process === null ? "All processes" : `Process ${process}`;
  const known = state.found.value?.call;
  if (call !== null) return known ? `${whose}. Call ${count(call + 1)}: ${known.name}. ${callInWords(known)}` : "";
  const drawn = state.drawn.value;
  const strip = drawn?.reply.strips[Math.min(steps.length, 2)];
  const about = drawn && state.isCurrent.value ? drawn.reply.sentence.map(({ text }) => text).join("") : "";
  const at = iterated ? `Iteration ${count((steps.at(-1)?.iteration ?? 0) + 1)} of L${loop}.` : loop > 0 ? `Loop L${loop}.` : "No loop.";
  return `${whose}. ${at} ${about} ${strip ? `Shown: ${strip.note}.` : ""}`;
}
