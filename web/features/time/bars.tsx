/** The bars of the list of processes, by time: the whole run of each, and the share that it waits. */
import type { Bar, Bars } from "../../components/ProcessList";
import type { ProcessRow, TimeParts } from "../../engine/wire";
import type { Workspace } from "../../workspace/workspace";
import { TimeBar } from "./Bar";
import { createTime } from "./state";
import { partsInWords, waitShare } from "./words";

/** Null while the times are not known, or the list is to show events. */
export function barsOfTime(workspace: Workspace): Bars | null {
  const time = workspace.feature(createTime);
  const known = time.ofProcess.value;
  if (known.size === 0 || !time.listsTime.value) return null;
  const waits = time.waitsAreKnown.value;
  const whole = [...known.values()].reduce((most, { run }) => Math.max(most, run), 0);
  const of = ({ events }: ProcessRow, members: readonly ProcessRow[]): Bar => {
    const found = members.flatMap(({ process }) => known.get(process)?.parts ?? []);
    if (found.length === 0) return { events, share: 0, title: "no times" };
    const mean = (part: (parts: TimeParts) => number): number => found.reduce((sum, parts) => sum + part(parts), 0) / found.length;
    const parts = { compute: mean(({ compute }) => compute), calls: mean(({ calls }) => calls), wait: mean(({ wait }) => wait) };
    return { events, share: 0, title: partsInWords(parts, waits), figure: waits ? waitShare(parts) : "–", drawn: <TimeBar parts={parts} whole={whole} /> };
  };
  const figures = { title: "waits", says: "A bar is the run of a process: computes, in calls, waits. The figure: its share of waits." };
  if (!waits) figures.says = "A bar is the run of a process: computes, in calls. Waits are not known.";
  return { of, longest: 1, noun: "event", dark: "", figures, others: { label: "by events", show: () => (time.listsTime.value = false) } };
}

/** The way back to times, where there are some. */
export function withTimes(workspace: Workspace, bars: Bars): Bars {
  const time = workspace.feature(createTime);
  return time.ofProcess.value.size === 0 ? bars : { ...bars, others: { label: "by time", show: () => (time.listsTime.value = true) } };
}
