import { describe, expect, test } from "vitest";
import { type CountedLoop, isIn, nearestLoop, sameLoop } from "./sameLoop";

const loops = (...counts: number[]): CountedLoop[] => counts.map((count, at) => ({ id: at + 1, count }));

describe("a loop of a process among those of the program", () => {
  const program = loops(249, 62, 62, 9, 62);

  test("is the one that runs as often, and of several the one of the same rank", () => {
    expect(sameLoop(4, program, loops(249, 9, 62))).toBe(2);
    expect(sameLoop(2, program, loops(249, 9, 62, 62))).toBe(3);
    expect(sameLoop(3, program, loops(249, 9, 62, 62))).toBe(4);
    expect(sameLoop(4, loops(249, 9, 62, 62), program)).toBe(3);
  });

  test("is not there where fewer run as often", () => {
    expect(sameLoop(5, program, loops(249, 62, 62))).toBeNull();
    expect(sameLoop(4, program, loops(249, 62, 62))).toBeNull();
    expect(sameLoop(99, program, program)).toBeNull();
  });

  test("the main loop is the main loop, however often it runs, and none is none", () => {
    expect(sameLoop(1, program, loops(248))).toBe(1);
    expect(sameLoop(2, loops(249, 62), loops(62, 249))).toBeNull();
    expect(sameLoop(0, program, program)).toBe(0);
  });
});

test("where the others lack a loop, the nearest around it is selected", () => {
  const program = loops(249, 62, 62, 9, 62);
  expect(nearestLoop([1, 2, 4], program, loops(249, 9, 62, 62))).toBe(2);
  expect(nearestLoop([1, 2, 4], program, loops(249, 62, 62))).toBe(2);
  expect(nearestLoop([1, 4], program, loops(249, 62))).toBe(1);
  expect(nearestLoop([4], program, loops(249, 62))).toBeNull();
  expect(nearestLoop([0], program, program)).toBe(0);
});

test("a process is in the ranges that name it", () => {
  expect([0, 3, 4, 8, 9].map((process) => isIn("0-3,8", process))).toEqual([true, true, false, true, false]);
  expect(isIn("", 0)).toBe(false);
});
