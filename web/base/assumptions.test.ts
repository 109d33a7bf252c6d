import { expect, test } from "vitest";
import { readAssumptions, writeAssumptions } from "./assumptions";

test("assumptions are read as they are written", () => {
  for (const assumptions of [[], [{ select: "wait:L3", factor: 0.5 }], [{ select: "calc:rank=1&L2", factor: 0 }, { select: "message:0->1&bytes>4096", factor: 1.25 }]]) {
    expect(readAssumptions(writeAssumptions(assumptions))).toEqual(assumptions);
  }
  expect(writeAssumptions([{ select: "wait:L3", factor: 0.1 + 0.2 }])).toBe("wait:L3*0.3");
});

test("what is none is not read", () => {
  for (const text of ["", "wait:L3", "wait:L3*", "wait:L3*2.1", "wait:L3*-1", "L3*0.5", "wait:L3*0.5,", `wait:${"x".repeat(300)}*0`]) expect(readAssumptions(text), text).toBeNull();
});
