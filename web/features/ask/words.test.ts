import { expect, test } from "vitest";
import type { AskAnswer } from "../../engine/wire";
import { outlierWords } from "./words";

const ANSWER = { byNumber: false, near: false, standsOutFrom: null, unevenness: 1 } as unknown as AskAnswer;

test("the rule says with what a record is compared, and only where it is so that there are too few", () => {
  const few = outlierWords(ANSWER, "duration");
  expect([few.rule.includes("above the median by more"), few.could]).toEqual([true, "Of fewer than eight iterations none stands out."]);
  const numbered = outlierWords({ ...ANSWER, byNumber: true }, "duration");
  expect(numbered.rule).toContain("above the median of the iterations of its number, taken of logarithms, by more");
  const near = outlierWords({ ...ANSWER, near: true }, "duration");
  expect([near.rule.includes("above what it would be between its neighbours by more"), near.could]).toEqual([true, ""]);
});
