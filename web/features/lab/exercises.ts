/** Exercises: a question before a step. The answer is read from the frames, so it holds for any input of the same kind. */
import type { LabInput, LabStep } from "../../engine/wire";

export interface Exercise {
  number: number;
  station: string;
  /** The example it is asked on, and the step before the answer. */
  input: LabInput;
  step: number;
  question: string;
  /** What to type. */
  hint: string;
  /** The answer, from the steps after the one at hand; null where there is none. */
  answer: (steps: readonly LabStep[], at: number) => { says: string; step: number } | null;
}

const PLAIN = { example: undefined, k: undefined, smax: undefined, nflush: undefined, model: undefined, ahead: undefined, split: undefined };

/** The first step from `at` on whose sentence matches, with what the groups of the pattern hold. */
function found(steps: readonly LabStep[], at: number, kind: string, pattern: RegExp): { says: string; step: number } | null {
  for (let step = at + 1; step < steps.length; step += 1) {
    const one = steps[step];
    const match = one?.kind === kind ? pattern.exec(one.say) : null;
    if (match) return { says: match.slice(1).join(" "), step };
  }
  return null;
}

export const EXERCISES: readonly Exercise[] = [
  {
    number: 1,
    station: "repeats",
    input: { ...PLAIN, station: "repeats", text: "abaababaabaab" },
    step: 12,
    question: "Which class must be used to split this level?",
    hint: "its word, such as ab",
    answer: (steps, at) => found(steps, at, "by", /small class (\S+) =/),
  },
  {
    number: 2,
    station: "greedy-optimal",
    input: { ...PLAIN, station: "greedy-optimal", text: "abaababaabaab" },
    step: 9,
    question: "At which symbol does the repeat begin that greedy takes next?",
    hint: "a number, from 1",
    answer: (steps, at) => found(steps, at, "take", /^(?!Largest).*? from (\d+), span/),
  },
  {
    number: 3,
    station: "nlr",
    input: { ...PLAIN, station: "nlr", text: "3, 10, 17, 24, 31, 38, 45", k: 2 },
    step: 4,
    question: "With which value would the loop on the stack go on?",
    hint: "a number",
    answer: (steps, at) => found(steps, at - 1, "push", /^(-?\d+) is pushed/) ?? null,
  },
  {
    number: 5,
    station: "flow",
    input: { ...PLAIN, station: "flow", text: "abcbcdacbcbd" },
    step: 38,
    question: "Which edge shows the second entry of a loop?",
    hint: "two nodes, such as a b",
    answer: (steps, at) => found(steps, at, "case-E", /^(\S+) to ([^\s:]+):/),
  },
];

/** Whether two answers say the same, whatever stands between letters. */
export function isRight(typed: string, answer: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/\bto\b/g, " ").replace(/[\s,;.→>-]+/g, " ").trim();
  return plain(typed) === plain(answer);
}
