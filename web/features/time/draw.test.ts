import { expect, test } from "vitest";
import type { IterationRow, LoopTime } from "../../engine/wire";
import { columnOf } from "./columns";
import { heightOf, strengthOf, topOf } from "./draw";
import { inWords } from "./iterationWords";
import { tableOf } from "./table";
import { rowsOf } from "./rows";

const row = (index: number, more: Partial<IterationRow> = {}): IterationRow => ({
  index, first: index, iterations: 1, start: 0, end: 0, period: 40, least: 40, compute: 5, calls: 25, wait: 10, bytes: 640, events: 8, process: 0, outlier: false, ...more,
});

test("a column is as high as its parts together, or as what it is looked at for", () => {
  expect([heightOf(row(0), "duration"), heightOf(row(0), "waits"), heightOf(row(0), "bytes"), heightOf(row(0), "events")]).toEqual([40, 10, 640, 8]);
  expect(topOf([row(0), row(1, { wait: 60 })], "duration")).toBeGreaterThan(90);
  expect(topOf([], "bytes")).toBeGreaterThan(0);
});

test("the column of an iteration is the one that it shares", () => {
  const rows = [row(2, { first: 0, iterations: 4 }), row(5, { first: 4, iterations: 4 })];
  expect([null, 0, 3, 4, 7, 8].map((iteration) => columnOf(rows, iteration))).toEqual([-1, 0, 0, 1, 1, -1]);
});

test("cells are stronger for more, by the logarithm, and nothing is nothing", () => {
  expect(strengthOf(0, 1, 100)).toBe(0);
  expect(strengthOf(1, 1, 100)).toBeCloseTo(0.04);
  expect(strengthOf(10, 1, 100)).toBeCloseTo(0.49);
  expect(strengthOf(100, 1, 100)).toBeCloseTo(0.94);
  expect(strengthOf(5, 5, 5)).toBe(0.5);
});

test("iterations count from 1 in words, and from 0 in files", () => {
  expect(inWords(row(120), undefined, "duration").title).toBe("iteration 121");
  expect(inWords(row(2, { first: 0, iterations: 4 }), 3, "bytes")).toEqual({ title: "iteration 3, the longest of 1 to 4, process 3", detail: "640\u00a0B" });
  const table = tableOf([{ process: undefined, rows: [row(120, { outlier: true })] }, { process: 3, rows: [row(120)] }], true);
  expect(table[1]?.slice(0, 2)).toEqual(["all", 120]);
  expect(table[2]?.slice(0, 2)).toEqual([3, 120]);
  expect(table.every((line) => line.length === table[0]?.length)).toBe(true);
  expect(tableOf([{ process: undefined, rows: [row(0)] }], false)).toEqual([["process", "i0", "bytes", "events"], ["all", 0, 640, 8]]);
});

test("loops are listed by their own time, trifles are not, and what is in no loop comes last", () => {
  const none = { compute: 0, calls: 0, wait: 0 };
  const loop = (id: number, ownShare: number, more: Partial<LoopTime> = {}): LoopTime => ({ id, ownShare, own: none, total: none, cells: [], ...more }) as unknown as LoopTime;
  expect(rowsOf([loop(0, 0.9), loop(1, 0.02), loop(2, 0.05), loop(3, 0.001)]).map(({ id }) => id)).toEqual([2, 1, 0]);
  // Loops that do the same on other processes share a row.
  const of = (...processes: number[]): Partial<LoopTime> => ({ count: 2, parent: 1, level: 2, cells: processes.map((process) => ({ process, own: none, total: none, waitsFor: undefined })) });
  const rows = rowsOf([loop(3, 0.1, of(0, 1)), loop(4, 0.2, of(2, 3)), loop(5, 0.1, of(3))]);
  expect(rows.map(({ name, cells }) => [name, cells.map(({ loop: own, process }) => [own, process])])).toEqual([
    ["L3–L4", [[3, 0], [3, 1], [4, 2], [4, 3]]],
    ["L5", [[5, 3]]],
  ]);
});
