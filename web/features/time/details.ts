/** What the engine sends as rows of numbers: who waits for whom, and what the iterations of a track come to; and what follows from them. */
import { listed, percent, span, times } from "../../base/format";
import type { IterationRow, IterationTrack, LoopTime, TimeSummary } from "../../engine/wire";
import { sumOf } from "./words";

/** The waits of one process for another, over the whole run. */
export interface PairWait {
  process: number;
  partner: number;
  time: number;
  count: number;
  /** Why, and in which loop, most of it is; 0 for none. */
  reason: number;
  loop: number;
}

/** What the partner does, by the number of the reason. */
export function why(reason: number): string {
  return ["sends late", "receives late"][reason] ?? "comes last to a collective";
}

/** Processes that are named as those that are waited for most. */
const MOST_PARTNERS = 3;

/** The numbers of a wait. */
const OF_WAIT = 6;

/** Pairs of processes of which one waits for the other, the longest wait first. O(waits log pairs). */
export function pairsOf(waits: readonly number[]): PairWait[] {
  const pairs = new Map<string, PairWait & { longest: number }>();
  for (let at = 0; at + OF_WAIT <= waits.length; at += OF_WAIT) {
    const [process = 0, partner = 0, time = 0, count = 0, reason = 0, loop = 0] = waits.slice(at, at + OF_WAIT);
    const key = `${process} ${partner}`;
    const known = pairs.get(key);
    if (!known) pairs.set(key, { process, partner, time, count, reason, loop, longest: time });
    else {
      known.time += time;
      known.count += count;
      if (time > known.longest) Object.assign(known, { reason, loop, longest: time });
    }
  }
  return [...pairs.values()].sort((a, b) => b.time - a.time || a.process - b.process || a.partner - b.partner);
}

/** How long all processes wait together, and for whom most, the longest first; empty without waits. */
export function waitedFor(pairs: readonly PairWait[]): string {
  const of = new Map<number, number>();
  for (const { partner, time } of pairs) of.set(partner, (of.get(partner) ?? 0) + time);
  const most = [...of].sort(([a, one], [b, other]) => other - one || a - b).slice(0, MOST_PARTNERS);
  if (most.length === 0) return "";
  const all = pairs.reduce((sum, { time }) => sum + time, 0);
  return `All processes together wait ${span(all)}, most for ${listed(most.map(([process, time]) => `process ${process} (${span(time)})`))}.`;
}

/** What all iterations of a process, or of all together, come to. */
export interface Figures {
  median: number;
  /** The longest of them, and its index. */
  longest: number;
  longestAt: number;
  compute: number;
  calls: number;
  wait: number;
  medianWait: number;
  longestWait: number;
  longestWaitAt: number;
  /** The least and the most of an iteration, in messages and in collective operations. */
  bytes: [number, number];
  collectiveBytes: [number, number];
}

/** The one in the middle; of an even number the mean of both, rounded down. */
function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const high = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? high : Math.floor(((sorted[half - 1] ?? high) + high) / 2);
}

/** The figures of iterations, one for each row. O(n log n). */
export function figuresOf(rows: readonly IterationRow[]): Figures {
  const sum = { compute: 0, calls: 0, wait: 0, longest: 0, longestAt: 0, longestWait: 0, longestWaitAt: 0 };
  for (const { index, period, compute, calls, wait } of rows) {
    sum.compute += compute;
    sum.calls += calls;
    sum.wait += wait;
    if (period > sum.longest) [sum.longest, sum.longestAt] = [period, index];
    if (wait > sum.longestWait) [sum.longestWait, sum.longestWaitAt] = [wait, index];
  }
  const ends = (of: (row: IterationRow) => number): [number, number] =>
    rows.reduce(([least, most], row) => [Math.min(least, of(row)), Math.max(most, of(row))], [Number.POSITIVE_INFINITY, 0]);
  const [bytes, collectiveBytes] = [ends((row) => row.bytes), ends((row) => row.collectiveBytes)];
  return { ...sum, bytes, collectiveBytes, median: middle(rows.map(({ period }) => period)), medianWait: middle(rows.map(({ wait }) => wait)) };
}

/** A shift of clocks by more than that part of the run is said with all waits. */
const LARGE_SHIFT = 0.05;

/** What is to be known before waits are believed: that there are none, or that they depend on how clocks were set right. Empty where nothing is. */
export function doubtOf(summary: TimeSummary): string {
  const { clocks, run, loops } = summary;
  if (!clocks.comparable) return "Waits for other processes are not computed: their clocks disagree, and are as recorded.";
  if (!clocks.corrected || clocks.shift < run * LARGE_SHIFT) return "";
  const all = loops.find(({ id }) => id === 0)?.total.wait;
  const outside = all ? 1 - ofMain(summary, ({ wait }) => wait) / all : 0;
  const depends = `Clocks were moved by up to ${span(clocks.shift)}, and waits depend on that`;
  return outside < 0.1
    ? `${depends}.`
    : `${depends}. Of all waits ${percent(outside)} are outside ${nameOf(summary)}, where processes that start one after the other (MPI_Init) look the same as processes that wait.`;
}

/** The main loop L1 and those that do the same, by name. */
const nameOf = ({ main }: TimeSummary): string => listed(main.map((id) => `L${id}`));

/** A time of these loops together. */
function ofMain({ loops, main }: TimeSummary, time: (total: LoopTime["total"]) => number): number {
  return loops.reduce((sum, { id, total }) => sum + (main.includes(id) ? time(total) : 0), 0);
}

/** The loop that takes longer than the main loop, in all its places, without holding it, in a sentence; empty if there is none. */
export function longerOf(summary: TimeSummary): string {
  const { loops, main } = summary;
  const around = new Set<number>([0, ...main]);
  const of = new Map(loops.map((loop) => [loop.id, loop]));
  for (const place of main) for (let id = of.get(place)?.parent ?? 0; id > 0 && !around.has(id); id = of.get(id)?.parent ?? 0) around.add(id);
  const others = loops.filter(({ id }) => !around.has(id));
  const longest = others.reduce<LoopTime | undefined>((most, loop) => (most && sumOf(most.total) >= sumOf(loop.total) ? most : loop), undefined);
  if (main.length === 0 || !longest || sumOf(longest.total) <= ofMain(summary, sumOf)) return "";
  const waits = longest.total.wait > 0 ? `, of which ${percent(longest.total.wait / sumOf(longest.total))} are waits` : "";
  return `By time another loop is larger: L${longest.id}, run ${times(longest.count * Math.max(1, longest.entered))}, takes ${percent(longest.share)}${waits}.`;
}

/** What is shown: of a process, or of all together. */
export interface Shown {
  process: number | undefined;
  /** Events of an iteration. */
  events: number;
  /** Null while they are not there, or where there are too many iterations. */
  figures: Figures | null;
}

/** What is said of the rows that are shown. */
export function shownOf(tracks: { shown: IterationTrack | null; all: readonly IterationRow[] | null } | null): Shown | null {
  if (!tracks?.shown) return null;
  const { process, rows } = tracks.shown;
  return { process, events: rows[0]?.events ?? 0, figures: tracks.all && figuresOf(tracks.all) };
}
