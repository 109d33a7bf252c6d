/** What would help most, and where a curve runs. */
import { type Assumption, MOST_FACTOR } from "../../base/assumptions";
import { doTheSame, listed, percent, span } from "../../base/format";
import type { LoopGains, PredictedProcess, PredictedRun, WhatIfSummary } from "../../engine/wire";

/** Something that could take no time. */
export interface Candidate {
  select: string;
  /** What else takes no time with it. */
  also?: readonly string[];
  /** How many times as long it lasts, if not 0. */
  factor?: number;
  name: string;
  /** The least and the most that the run would be shorter, in nanoseconds. */
  gain: readonly [number, number];
}

/** Below this share explained, predictions are hints: as the engine says. */
export const DOUBTFUL = 0.8;
/** Even where all is explained, forecasts were off by nearly as much, as a share of the run. */
const LEAST_ERROR = 0.01;
/** Loops of the critical path that are named. */
const MOST_ON_PATH = 4;

/** The largest gains, each alone. */
export function candidatesOf({ loops, length }: Pick<WhatIfSummary, "loops" | "length">, most: number): readonly Candidate[] {
  const all = loops.flatMap(({ id, computation, waits, calls }): Candidate[] => [
    { select: `wait:L${id}`, name: `waits in L${id}`, gain: waits },
    { select: computingIn(id), name: `computing in L${id}`, gain: computation },
    { select: `call:L${id}`, name: `calls in L${id}`, gain: calls },
  ]);
  return worth(all, length).slice(0, most);
}

/** What could take no time in loops that do the same, in all of them. */
export function inAllPlaces([first, ...others]: readonly { id: number }[]): readonly Omit<Candidate, "gain">[] {
  const parts = [["wait", "waits"], ["calc", "computing"], ["call", "calls"]] as const;
  return parts.map(([part, name]) => ({ select: `${part}:L${first?.id}`, also: others.map(({ id }) => `${part}:L${id}`), name: `${name} in L${first?.id}, wherever it runs` }));
}

/** What would last as long as on the median process: "computing before MPI_Allreduce on process 5". */
export function asTheMedian(change: string): Omit<Candidate, "gain"> {
  const [, select = "", call = "", process = "", factor] = /^(calc:call=(.*)&rank=(\d+))=(\d+)%$/.exec(change) ?? [];
  return { select, factor: Number(factor) / 100, name: `computing before ${call} on process ${process}` };
}

/** What is assumed of it. */
export const assumed = ({ select, also = [], factor = 0 }: Omit<Candidate, "gain">): Assumption[] => [select, ...also].map((one) => ({ select: one, factor }));

/** Those that gain a thousandth of the run, the largest gain first. */
export function worth(all: readonly Candidate[], length: number): readonly Candidate[] {
  return all.filter(({ gain }) => gain[1] >= length / 1000).sort((a, b) => b.gain[1] - a.gain[1] || (a.select < b.select ? -1 : 1));
}

/** Processes that are named where nothing is in a loop. */
const MOST_PROCESSES = 3;

/** What could take no time where nothing is in a loop: computing on the processes that hold most of the critical path, and all waits. */
export function withoutLoops({ now, length }: Pick<WhatIfSummary, "now" | "length">): readonly Omit<Candidate, "gain">[] {
  const most = [...now.processes].sort((a, b) => b.onPath - a.onPath || a.process - b.process).slice(0, MOST_PROCESSES);
  const held = most.filter(({ onPath }) => onPath >= length / 20);
  return [...held.map(({ process }) => ({ select: computingOn(process), name: `computing on process ${process}` })), { select: "wait:all", name: "all waits" }];
}

/** A process is named if it computes so many times as long as the median one. */
const MUCH_LONGER = 1.2;

/**
 * The process that computes longest, and which part of that the median process computes, in hundredths; null if that is about as much, or if
 * computing is less than a twentieth of the run.
 */
export function slowestOf({ now, length }: Pick<WhatIfSummary, "now" | "length">): { process: number; factor: number } | null {
  const sorted = [...now.processes].sort((a, b) => computing(b) - computing(a) || a.process - b.process);
  const [slowest, median] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
  if (!slowest || !median || computing(slowest) < Math.max(MUCH_LONGER * computing(median), length / 20)) return null;
  return { process: slowest.process, factor: hundredths(computing(median) / computing(slowest)) };
}

/** Those that compute much longer than the median one, if they are few. */
export function longestOf({ processes }: Pick<PredictedRun, "processes">): readonly number[] {
  const median = [...processes].sort((a, b) => computing(a) - computing(b))[Math.floor(processes.length / 2)];
  const long = processes.filter((one) => median && computing(one) > MUCH_LONGER * computing(median));
  return long.length > MOST_PROCESSES ? [] : long.map(({ process }) => process);
}

const computing = ({ parts }: PredictedProcess): number => parts.compute;

const hundredths = (factor: number): number => Math.round(100 * factor) / 100;

/** Load imbalance, which is gone where computing is spread evenly over the processes: in each iteration of these loops, or without one over the whole run. */
export function imbalanceIn(loops: readonly { id: number }[]): Omit<Candidate, "gain"> {
  const [select = "imbalance:all", ...also] = loops.map(({ id }) => `imbalance:L${id}`);
  return { select, also, name: `load imbalance${loops[0] ? ` in L${loops[0].id}` : ""}${also.length > 0 ? ", wherever it runs" : ""}` };
}

/** What selects computing on a process. */
export const computingOn = (process: number): string => `calc:rank=${process}`;

/** A main loop with that part of the longest stretch of the critical path in a loop is as good as that loop. */
const AS_GOOD = 0.8;

/** Of loops or processes the one that holds most of the critical path. */
const topOfPath = <T extends { onPath: number }>(all: readonly T[]): T | undefined => all.reduce<T | undefined>((best, one) => (best && best.onPath >= one.onPath ? best : one), undefined);

/** The loop that holds most of it; the main loop L1, if that holds nearly as much with the loops that do the `same`, since all else is said of it. */
export function mostOfPath({ loops }: Pick<WhatIfSummary, "loops">, same: readonly number[] = []): LoopGains | undefined {
  const most = topOfPath(loops);
  const main = loops.find(({ id }) => id === 1);
  const inMain = loops.reduce((sum, { id, onPath }) => sum + (id === 1 || same.includes(id) ? onPath : 0), 0);
  return main && most && inMain >= AS_GOOD * most.onPath ? main : most;
}

/** What selects computing in a loop. */
export const computingIn = (id: number): string => `calc:L${id}`;

/** How far gains are to be believed: a verdict, and why. `explained` is how much of the run, or `of` a loop, computing and messages explain. */
export function trustInWords(explained: number, of = "the run"): string {
  if (explained < DOUBTFUL) return `Hints, not forecasts: computing and messages explain only ${percent(explained)} of ${of}; forecasts need ${DOUBTFUL * 100}\u00a0%.`;
  return `These gains are forecasts with an error of about ${percent(Math.max(LEAST_ERROR, 1 - explained))} of the run: computing and messages explain ${percent(explained)} of ${of}.`;
}

/** Computing half as long in loops. */
export const halfIn = (loops: readonly { id: number }[]): Assumption[] => loops.map(({ id }) => ({ select: computingIn(id), factor: 0.5 }));

/** What selects all of a loop: computing and calls, with their waits. */
export const wholeOf = (id: number): string[] => [computingIn(id), `call:L${id}`];

/** What selects an iteration, from 0, of a loop, in the words of `loopscope whatif --set`. */
export const selectOf = ({ loop, index }: { loop: number; index: number }): string => `L${loop}&iteration=${index + 1}`;

/** "−0.7 to −4.4 %", or one figure where both are the same; "+3 to −2.3 %" where it may become longer. */
export function gainInWords([least, most]: readonly [number, number], length: number): string {
  const of = (time: number) => percent(time / Math.max(1, length)).replace(/\s?%$/, "");
  const share = (gain: number) => (Math.abs(gain) < length / 1000 ? "0" : gain < 0 ? `+${of(-gain)}` : `−${of(gain)}`);
  const [low, high] = [share(least), share(most)];
  return `${low === high ? high : `${low} to ${high}`}\u00a0%`;
}

/** The least of a gain. */
export const leastInWords = ([least]: readonly [number, number], length: number): string => gainInWords([least, least], length);

/** The process that most of the critical path is on. */
export function mostOnPath({ processes }: Pick<PredictedRun, "processes">): PredictedProcess | undefined {
  return topOfPath(processes);
}

/**
 * Where the critical path is: in the loops that hold most of it, or in one, in those of `all` that do the `same`, and in the one that holds more;
 * and on the process that holds most.
 */
export function pathInWords({ loops, length, now }: Pick<WhatIfSummary, "loops" | "length" | "now">, all = loops, same: readonly number[] = []): string {
  const share = (time: number) => percent(time / Math.max(1, length));
  const most = [...loops].sort((a, b) => b.onPath - a.onPath || a.id - b.id).slice(0, MOST_ON_PATH).filter(({ onPath }) => onPath >= length / 20);
  const process = mostOnPath(now);
  const outside = loops.length === 1 ? 1 - (most[0]?.onPath ?? length) / Math.max(1, length) : 0;
  const top = loops.length === 1 ? topOfPath(all) : undefined;
  const others = same.filter((id) => loops.length === 1 && id !== loops[0]?.id);
  const together = all.reduce((sum, { id, onPath }) => sum + (others.includes(id) ? onPath : 0), most[0]?.onPath ?? 0);
  const elsewhere = others.length > 0 ? `; ${share(together)} with ${doTheSame(others)}` : "";
  const more = elsewhere + (top && top.onPath > together ? `; ${share(top.onPath)} is in L${top.id}` : "");
  const rest = more || outside <= 0.5 ? more : `; ${percent(outside)} is outside L${most[0]?.id}`;
  // Two loops that hold more than half each are one inside the other.
  const inner = loops.length === 1 ? topOfPath(all.filter(({ id, onPath }) => id !== loops[0]?.id && !others.includes(id) && 2 * onPath > length && onPath <= (loops[0]?.onPath ?? 0))) : undefined;
  const inside = inner ? `, ${share(inner.onPath)} in L${inner.id} inside it` : ", inner loops included";
  const inLoops = most.length > 0 ? `Of the critical path, ${listed(most.map(({ id, onPath }, at) => `${share(onPath)} ${at === 0 ? "is " : ""}in L${id}`))}${inside}${rest}.` : "";
  const onProcess = process && now.processes.length > 1 ? `Process ${process.process} has the largest part of the path, ${share(process.onPath)}.` : "";
  return [inLoops, onProcess].filter(Boolean).join(" ");
}

/** "127.5 to 130.1 s"; where that reads as `length` does, by how much it differs from it: "19.4 s − 20.3 to 41.0 ms". */
export function lengthInWords([least, most]: readonly [number, number], length?: number): string {
  const range = (a: number, b: number) => (span(a) === span(b) ? span(a) : `${span(a)} to ${span(b)}`);
  const [low, high] = [Math.round(least), Math.round(most)];
  if (length === undefined || ![low, high].some((one) => one !== length && span(one) === span(length))) return range(low, high);
  if (high <= length) return `${span(length)} − ${range(length - high, length - low)}`;
  return low >= length ? `${span(length)} + ${range(low - length, high - length)}` : range(low, high);
}

/** Where a part of a run stands on the critical path: "3.10 ms, 10.1 % of it: computes 4.1 %, in calls 90.2 %, messages 5.7 %". */
export function onPathInWords(path: readonly [number, number, number], length: number): string {
  const [computes, calls, messages] = path;
  const all = computes + calls + messages;
  if (all <= 0) return "not in it";
  const share = (time: number) => percent(time / all);
  return `${span(all)}, ${percent(all / Math.max(1, length))} of the run: computes ${share(computes)}, in calls ${share(calls)}, messages ${share(messages)}`;
}

/** Where the path leads through calls for longer than it did, by at least a fiftieth of the run: that they keep their length, though some may wait. Else empty. */
export function throughCalls(now: PredictedRun, then: PredictedRun, length: number): string {
  const more = then.path[1] - now.path[1];
  if (more < length / 50) return "";
  return `The path then leads through calls for ${span(more)} more than it did, and these keep the length that they had. Where one waited in a way that the trace does not show, the run gets shorter than predicted.`;
}

/** The lengths at a factor from 0 to 2, between points in equal steps. */
export function curveAt(points: readonly (readonly [number, number])[], factor: number, top = MOST_FACTOR): readonly [number, number] {
  const place = (Math.min(top, Math.max(0, factor)) / top) * (points.length - 1);
  const [at, part] = [Math.floor(place), place % 1];
  const [low, high] = [points[at] ?? [0, 0], points[Math.min(at + 1, points.length - 1)] ?? [0, 0]];
  return [low[0] + (high[0] - low[0]) * part, low[1] + (high[1] - low[1]) * part];
}

/** A line through points, in a box of 100 by 100 whose top is `top`. */
export function lineOf(lengths: readonly number[], top: number): string {
  const last = Math.max(1, lengths.length - 1);
  return lengths.map((length, at) => `${at === 0 ? "M" : "L"}${((100 * at) / last).toFixed(3)} ${(100 - (100 * length) / Math.max(1, top)).toFixed(3)}`).join("");
}

/** The critical path on one process as bars around the middle of a box 10 high: their height is its share of each column. */
export function barsOf(columns: readonly number[]): string {
  const width = 100 / Math.max(1, columns.length);
  return columns
    .map((share, at) => {
      const half = Math.min(1, share) * 5;
      return share < 0.01 ? "" : `M${(at * width).toFixed(2)} ${(5 - half).toFixed(2)}h${width.toFixed(2)}v${(2 * half).toFixed(2)}h-${width.toFixed(2)}z`;
    })
    .join("");
}
