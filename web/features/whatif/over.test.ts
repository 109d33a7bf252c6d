import { expect, test } from "vitest";
import { besidePath, fadeOf, marksOf, placed, runsOf } from "./over";

test("the later a call may be, the paler it is; what may not be later stays", () => {
  expect(fadeOf([0, -1, 100, 100, 25], 100)).toEqual([
    { opacity: 0.5, d: "M4 0h1v10h-1z" },
    { opacity: 0.75, d: "M2 0h2v10h-2z" },
  ]);
  expect(fadeOf([5], 0)).toEqual([]);
});

test("what is not on the critical path is pale", () => {
  expect(besidePath([1, 0, 0.5]).map(({ d }) => d)).toEqual(["M2 0h1v10h-1z", "M1 0h1v10h-1z"]);
});

test("numbers of steps stand where they begin; those that would cover each other share a mark", () => {
  const at = (process: number, begin: number): { process: number; begin: number } => ({ process, begin });
  const steps = [at(0, 50), at(1, 50), at(0, 40), at(0, 100)];
  expect(marksOf(steps, 0, (time) => time)).toEqual([
    { x: 45, numbers: "1 3" },
    { x: 100, numbers: "4" },
  ]);
  expect(marksOf(steps, 2, (time) => time)).toEqual([]);
});

test("columns of which half is left out are runs", () => {
  expect(runsOf([0.5, 1, 0.4, 0.9, 0])).toEqual([[0, 2], [3, 4]]);
  expect(runsOf([])).toEqual([]);
});

test("no mark covers another; each keeps the place that it is about", () => {
  const mark = (x: number, y: number, numbers: string): { x: number; y: number; numbers: string } => ({ x, y, numbers });
  const all = placed([mark(50, 0, "1"), mark(52, 8, "2"), mark(55, 4, "3 4"), mark(50, 30, "5"), mark(199, 0, "6")], [0, 200]);
  expect(all.map(({ at }) => at).sort((a, b) => a - b)).toEqual([50, 50, 52, 55, 199]);
  const width = ({ numbers }: { numbers: string }) => Math.max(18, 10 + 7 * numbers.length);
  for (const [at, one] of all.entries()) {
    expect(one.x - width(one) / 2).toBeGreaterThanOrEqual(0);
    expect(one.x + width(one) / 2).toBeLessThanOrEqual(200);
    for (const other of all.slice(at + 1)) expect(Math.abs(one.y - other.y) >= 16 || Math.abs(one.x - other.x) >= (width(one) + width(other)) / 2).toBe(true);
  }
  expect(all.find(({ numbers }) => numbers === "5")?.x).toBe(50);
});
