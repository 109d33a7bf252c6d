import { expect, test } from "vitest";
import type { ExcessSummary, IterationPlace, IterationRow, IterationsSummary, LoopTime, TimeParts, TimeSummary } from "../../engine/wire";
import { columnOf } from "./columns";
import { doubtOf, figuresOf, longerOf, pairsOf, waitedFor } from "./details";
import { linesOf, strengthOf } from "../../components/plot";
import { type Measure, topOf, valueOf } from "./draw";
import { moreOf, restOf } from "./excessWords";
import { inWords } from "./iterationWords";
import { sentenceOf } from "./sentence";
import { tableOf } from "./table";
import { nameOf, numberOf } from "./iterationNames";
import { placeOf } from "./places";
import { rowsOf, wholeRun } from "./rows";

const plain = (text: string): string => text.replaceAll("\u00a0", " ");

const row = (index: number, more: Partial<IterationRow> = {}): IterationRow => ({
  index, first: index, iterations: 1, start: 0, end: 0, period: 40, least: 40, compute: 5, calls: 25, wait: 10, bytes: 640, collectiveBytes: 0, events: 8, process: 0, outlier: false, ...more,
});

const ten = Array.from({ length: 10 }, (_, index) => row(index, index === 6 ? { period: 90 } : index === 3 ? { wait: 60 } : {}));

test("waits are added up by pairs, the longest first, each with the reason and the loop of most of it", () => {
  const pairs = pairsOf([1, 0, 40, 3, 0, 1, 1, 0, 60, 2, 2, 4, 0, 1, 70, 1, 1, 0]);
  expect(pairs.map(({ process, partner, time, count, reason, loop }) => [process, partner, time, count, reason, loop])).toEqual([
    [1, 0, 100, 5, 2, 4],
    [0, 1, 70, 1, 1, 0],
  ]);
});

test("all waits together, and for whom most", () => {
  const pairs = pairsOf([1, 0, 40, 3, 0, 1, 2, 0, 60, 2, 2, 4, 0, 1, 70, 1, 1, 0, 0, 2, 5, 1, 1, 0, 0, 3, 4, 1, 1, 0]);
  expect(plain(waitedFor(pairs))).toBe("All processes together wait 179 ns, most for process 0 (100 ns), process 1 (70 ns) and process 2 (5 ns).");
  expect(waitedFor([])).toBe("");
});

test("a loop that takes longer than the main loop is named, one around it is not; waits after large shifts of clocks are doubted", () => {
  const total = (calls: number, wait: number): LoopTime["total"] => ({ compute: 0, calls, wait });
  const loop = (id: number, parent: number, of: LoopTime["total"]): LoopTime => ({ id, parent, count: 2, entered: 1, total: of, share: 0.4 }) as unknown as LoopTime;
  const summary = (loops: LoopTime[], shift: number): TimeSummary => ({ loops, main: [1], run: 1000, clocks: { comparable: true, corrected: shift > 0, shift } }) as unknown as TimeSummary;
  const loops = [loop(0, 0, total(900, 500)), loop(1, 3, total(100, 20)), loop(3, 0, total(800, 20)), loop(7, 0, total(100, 300))];
  expect(plain(longerOf(summary(loops, 0)))).toBe("By time another loop is larger: L7, run ×2, takes 40.0 %, of which 75.0 % are waits.");
  expect(longerOf(summary(loops.slice(0, 3), 0))).toBe("");
  // What does the same as the main loop counts with it.
  expect(longerOf({ ...summary(loops, 0), main: [1, 7] })).toBe("");
  expect(plain(doubtOf({ ...summary(loops, 300), main: [1, 7] }))).toContain("Of all waits 36.0 % are outside L1 and L7, where");
  expect(plain(doubtOf(summary(loops, 300)))).toMatch(/^Clocks were moved by up to 300 ns, and waits depend on that\. Of all waits 96\.0 % are outside L1/);
  expect(doubtOf(summary(loops, 10))).toBe("");
});

test("the sentence is about the attribute that is looked at, and about the process that is selected", () => {
  const known = { id: 2, iterations: 10, places: [], sentence: [{ text: "All.", strong: false }] } as unknown as IterationsSummary;
  const says = (process: number | undefined, measure: Measure, meanOf: number): string =>
    plain(sentenceOf(known, { process, events: 8, figures: figuresOf(ten) }, measure, meanOf).map(({ text }) => text).join(""));
  expect(says(undefined, "duration", 4)).toBe("All.");
  expect(says(3, "duration", 0)).toBe("Process 3: 10 iterations of L2. The median takes 40 ns; the longest, number 7, takes 90 ns. Of their time the process computes 11.1 %, is in calls 55.6 % and waits 33.3 %.");
  expect(says(undefined, "waits", 4)).toBe("10 iterations of L2: waits are 33.3 % of their time (mean of 4 processes): 10 ns in the median, and 60 ns at most, in number 4.");
  expect(says(undefined, "bytes", 4)).toBe("10 iterations of L2: a process sends 640 B in each (mean of 4 processes).");
  const given = (bytes: number) => {
    const figures = figuresOf([row(0, { bytes, collectiveBytes: 8 }), row(1, { bytes, collectiveBytes: 16 })]);
    return plain(sentenceOf(known, { process: 3, events: 8, figures }, "bytes", 0).map(({ text }) => text).join(""));
  };
  expect(given(640)).toBe("Process 3: 10 iterations of L2: each sends 640 B in messages and 8 B to 16 B in collective operations.");
  expect(given(0)).toBe("Process 3: 10 iterations of L2: each sends 8 B to 16 B in collective operations.");
  expect(says(3, "events", 0)).toBe("Process 3: 10 iterations of L2: each has 8 events, the same in all iterations.");
});

test("a strip is as high as the slowest process, or as what it is looked at for, and has lines at round values", () => {
  expect([valueOf(row(0), "duration"), valueOf(row(0), "waits"), valueOf(row(0), "bytes"), valueOf(row(0), "events")]).toEqual([40, 10, 640, 8]);
  expect(topOf([row(0), row(1, { period: 90 })], "duration")).toBeGreaterThan(90);
  expect(linesOf(10.6)).toEqual([2, 4, 6, 8, 10]);
  expect(linesOf(460e6)).toEqual([1e8, 2e8, 3e8, 4e8]);
  for (const top of [1, 7, 19, 33, 99, 101, 5e9]) expect(linesOf(top).length).toBeGreaterThan(1);
  expect(topOf([], "bytes")).toBeGreaterThan(0);
});

test("parts that are not listed make up for what is left of a difference", () => {
  const part = (time: number, median: number): ExcessSummary["rows"][number] => ({ loop: 1, part: "computes", name: "", time, median, waitsFor: undefined, reason: undefined });
  const found = { period: 100, median: 40, rows: [part(70, 10), part(5, 25)] } as unknown as ExcessSummary;
  expect(restOf(found)).toBe(20);
  expect([60, -20, 0].map((more) => plain(moreOf(more)))).toEqual(["+60 ns", "−20 ns", "0"]);
});

test("the column of an iteration is the one that it shares", () => {
  const rows = [row(2, { first: 0, iterations: 4 }), row(5, { first: 4, iterations: 4 })];
  expect([null, 0, 3, 4, 7, 8].map((iteration) => columnOf(rows, iteration))).toEqual([-1, 0, 0, 1, 1, -1]);
});

test("cells are stronger for more, by the logarithm, and nothing is nothing", () => {
  expect(strengthOf(0, 1, 100)).toBe(0);
  for (const [value, strength] of [[1, 0.04], [10, 0.49], [100, 0.94]] as const) expect(strengthOf(value, 1, 100)).toBeCloseTo(strength);
  expect(strengthOf(5, 5, 5)).toBe(0.5);
});

const alone = { places: [] };

test("iterations of several loops say which one they are of", () => {
  const place = (id: number, from: number, end: number, first: number): IterationPlace => ({ id, from, end, first });
  const known = { id: 1, timed: false, places: [place(1, 0, 4, 0), place(9, 4, 6, 0), place(1, 6, 10, 4)] };
  expect([0, 5, 6, 9, 10].map((at) => numberOf(known, at))).toEqual(["1 (1 in L1)", "6 (2 in L9)", "7 (5 in L1)", "10 (8 in L1)", "11"]);
  expect([4, 5].map((at) => placeOf(known, at)?.isLast)).toEqual([false, true]);
  expect([known, { ...known, ...alone }].map(nameOf)).toEqual(["the main loop", "L1"]);
  expect(inWords(known, row(5), undefined, "bytes", 0).title).toBe("iteration 6 (2 in L9)");
  expect(tableOf([{ process: 3, rows: [row(5)] }], known)).toEqual([["process", "i0", "loop", "i0_of_loop", "bytes", "collective_bytes", "events"], [3, 5, 9, 1, 640, 0, 8]]);
});

test("iterations count from 1 in words, and from 0 in files", () => {
  expect(inWords(alone, row(120), undefined, "duration", 0).title).toBe("iteration 121");
  expect(inWords(alone, row(2, { first: 0, iterations: 4 }), 3, "bytes", 0)).toEqual({ title: "iteration 3, the longest of 1 to 4, process 3", detail: "640\u00a0B sent" });
  expect(inWords(alone, row(0, { process: 2 }), undefined, "duration", 4).detail).toBe("40\u00a0ns on process 2, the slowest; mean of 4 processes: computes 5\u00a0ns, in calls 25\u00a0ns, waits 10\u00a0ns");
  expect(inWords(alone, row(0), undefined, "waits", 4).detail).toBe("waits 10\u00a0ns, mean of 4 processes");
  const table = tableOf([{ process: undefined, rows: [row(120, { outlier: true, period: 50 })] }, { process: 3, rows: [row(120)] }], { timed: true, ...alone });
  expect(table[1]?.slice(0, 2)).toEqual(["mean", 120]);
  // The parts of a mean add up to a mean; the slowest process stands beside it.
  expect(table[0]?.slice(4, 10)).toEqual(["period_ns", "compute_ns", "calls_ns", "wait_ns", "longest_period_ns", "slowest_process"]);
  expect(table[1]?.slice(4, 10)).toEqual([40, 5, 25, 10, 50, 0]);
  expect(table[2]?.slice(0, 2)).toEqual([3, 120]);
  expect(table.every((line) => line.length === table[0]?.length)).toBe(true);
  expect(tableOf([{ process: undefined, rows: [row(0)] }], { timed: false, ...alone })).toEqual([["process", "i0", "bytes", "collective_bytes", "events"], ["mean", 0, 640, 0, 8]]);
});

test("loops are listed by their own time, trifles are not, and what is in no loop comes last", () => {
  const none = { compute: 0, calls: 0, wait: 0 };
  const loop = (id: number, ownShare: number, more: Partial<LoopTime> = {}): LoopTime => ({ id, like: id, entered: 1, ownShare, own: none, total: none, cells: [], ...more }) as unknown as LoopTime;
  const { rows: listed, others } = rowsOf([loop(0, 0.9), loop(1, 0.02), loop(2, 0.05), loop(3, 0.001)]);
  expect(listed.map(({ id }) => id)).toEqual([2, 1, 0]);
  // Nothing is left out in silence.
  expect(others).toBe(0.001);
  // Loops that do the same on other processes share a row.
  const of = (...processes: number[]): Partial<LoopTime> => ({ count: 2, parent: 1, level: 2, cells: processes.map((process) => ({ process, own: none, total: none, waitsFor: undefined })) });
  const { rows } = rowsOf([loop(3, 0.1, of(0, 1)), loop(4, 0.2, of(2, 3)), loop(5, 0.1, of(3))]);
  expect(rows.map(({ name, cells }) => [name, cells.map(({ loop: own, process }) => [own, process])])).toEqual([
    ["L3–L4", [[3, 0], [3, 1], [4, 2], [4, 3]]],
    ["L5", [[5, 3]]],
  ]);
  // What the main loop does in several places is one row, and so what is inside.
  const busy = (id: number, like: number, wait: number, more: Partial<LoopTime>): LoopTime => {
    const own = { ...none, wait };
    return loop(id, wait / 100, { like, own, cells: [{ process: 4, own, total: own, waitsFor: { process: id, reason: "collective", time: wait, count: 1 } }], ...more });
  };
  const { rows: placed } = rowsOf([busy(1, 1, 10, { count: 9 }), busy(2, 1, 30, { count: 5 }), busy(3, 1, 0, { count: 9 }), busy(6, 6, 5, { parent: 1, count: 2 }), busy(7, 6, 4, { parent: 2, count: 2 })]);
  expect(placed.map(({ name, count, places, own, ownShare, cells }) => [name, count, places, own.wait, ownShare, cells.map(({ own: { wait }, waitsFor }) => [wait, waitsFor?.process])])).toEqual([
    ["L1", 23, 3, 40, 0.4, [[40, 2]]],
    ["L6", 2, 2, 9, 0.09, [[9, 6]]],
  ]);
  // Loops of chance are one row with all else.
  const took = (compute: number): TimeParts => ({ ...none, compute });
  const cells = (...own: number[]): Partial<LoopTime> => ({ own: took(own.reduce((sum, one) => sum + one)), cells: own.map((time, process) => ({ process, own: took(time), total: none, waitsFor: undefined })) });
  const [run] = wholeRun([loop(0, 0.5, cells(1, 2)), loop(1, 0.5, cells(4))]);
  expect([run?.own.compute, run?.cells.map(({ process, own }) => [process, own.compute])]).toEqual([7, [[0, 5], [1, 2]]]);
});
