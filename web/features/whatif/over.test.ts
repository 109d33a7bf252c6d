import { expect, test } from "vitest";
import { besidePath, fadeOf, marksOf } from "./over";

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
