/** The paper's table: what was written down, and what this browser makes of the same strings. */
import { computed, signal } from "@preact/signals";
import table from "./table3.json";
import type { Figures } from "../../engine/wire";
import { engine } from "../../workspace/open";
import { say } from "../../workspace/say";

export const METHODS = ["greedy", "optimal", "smallest", "nlr"] as const;
export type Method = (typeof METHODS)[number];

/** What the paper says of a row and a method; two of the methods are its own. */
export interface Paper {
  topLevel: number;
  structure: string;
  seconds: number;
}

export interface Entry {
  /** The row's number in the table. */
  row: number;
  name: string;
  length: number;
  method: Method;
  figures: Figures;
  /** Native, as written down. */
  seconds: number;
  paper: Paper | null;
}

/** All rows and methods, in the paper's order. */
export const ENTRIES: readonly Entry[] = table.results.flatMap(({ name, length, methods, paper }, row) =>
  METHODS.flatMap((method) => {
    const figures = methods.find((candidate) => candidate.method === method);
    const seconds = table.measurements.seconds[row]?.[method];
    if (!figures || seconds === undefined) return [];
    return [{ row, name, length, method, figures, seconds, paper: method === "greedy" || method === "optimal" ? paper[method] : null }];
  }),
);

/** The machine of the times that were written down. */
export const MACHINE = table.measurements.machine;

/** The entry that the first sentence is about: the paper's longest time. */
export const LONGEST = ENTRIES.reduce<Entry | undefined>(
  (most, entry) => ((entry.paper?.seconds ?? 0) > (most?.paper?.seconds ?? 0) ? entry : most),
  undefined,
);

/** What this browser measured. */
export interface Own {
  /** Of one run: the median of several measurements. */
  seconds: number;
  runs: number;
  /** Whether the figures are those that were written down. */
  same: boolean;
}

const SAMPLES = 7;
const SAMPLE_MS = 12;

export const own = signal<ReadonlyMap<Entry, Own>>(new Map());
/** The entry that is being run; null if none is. */
export const running = signal<Entry | null>(null);
/** Why it could not be run to the end. */
export const stopped = signal("");
export const done = computed(() => own.value.size);

let round = 0;

/** Runs everything here, row by row. */
export async function runHere(): Promise<void> {
  const mine = ++round;
  own.value = new Map();
  stopped.value = "";
  for (const entry of ENTRIES) {
    running.value = entry;
    const measured = await measure(entry, () => mine === round);
    if (mine !== round) return;
    if (!measured) {
      stopped.value = "The engine could not run this. Reload the page and try again.";
      break;
    }
    own.value = new Map(own.value).set(entry, measured);
  }
  running.value = null;
  if (!stopped.value) say(allSame() ? "Done: all results agree" : "Done: some results differ");
}

/** Ends it; what was measured so far stays. */
export function cancelTrials(): void {
  round += 1;
  running.value = null;
}

export function allSame(): boolean {
  return own.value.size === ENTRIES.length && [...own.value.values()].every(({ same }) => same);
}

/** Some measurements of a few milliseconds each, so that Cancel need not wait; the first one warms up. */
async function measure(entry: Entry, wanted: () => boolean): Promise<Own | null> {
  const times: number[] = [];
  let runs = 0;
  for (let sample = 0; sample <= SAMPLES; sample += 1) {
    const tried = await engine.try(entry.row, entry.method, SAMPLE_MS);
    if (!tried || !wanted()) return null;
    if (sample === 0) {
      if (!equal(tried.figures, entry.figures)) return { seconds: tried.seconds, runs: tried.runs, same: false };
      continue;
    }
    times.push(tried.seconds);
    runs += tried.runs;
  }
  times.sort((a, b) => a - b);
  return { seconds: times[times.length >> 1] ?? 0, runs, same: true };
}

function equal(a: Figures, b: Figures): boolean {
  return (Object.keys(b) as (keyof Figures)[]).every((key) => a[key] === b[key]);
}
