/** What the selection is about: one process, whose loops its nest numbers, or the whole program, whose loops the model numbers. */
import { isOfProcess, type ViewName } from "../base/places";
import type { Summary } from "../engine/wire";

/** Why a trace has no messages to make a model of; empty if it has some. */
export function noMessages(summary: Summary | undefined): string {
  if (summary?.source !== "trace" || summary.views.some(({ view, available }) => view === "communication" && available)) return "";
  if (summary.options.view === "values") return "this trace holds numbers, not messages";
  return summary.noun === "call" ? "this trace names calls without saying who received which message" : "this trace is a list of words, not of messages";
}

/** Whether most messages have no recorded partner, and the calls are shown, which say more. */
export function showsCalls(summary: Summary | undefined): boolean {
  return summary?.options.view === "calls" && summary.partnersOf !== undefined;
}

/**
 * Whether a view is about the whole program: every one but the nest and the flow graph, if the trace has messages and most of them are known. While it is
 * being read, there are only processes so far.
 */
export function isOfProgram(view: ViewName, shown: { summary: Summary; partial?: boolean } | null): boolean {
  return view === "model" || (!isOfProcess(view) && shown?.partial !== true && noMessages(shown?.summary) === "" && !showsCalls(shown?.summary));
}

/** Whether the trace has something that varies over iterations, or can be foretold. */
export function hasIterations(summary: Summary | undefined): boolean {
  return summary?.source === "trace";
}
