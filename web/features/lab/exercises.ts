/** Exercises: a question before a step. The answer is read from the frames, so it holds for any input of the same kind. */
import type { LabInput, LabStep } from "../../engine/wire";
import { PLAIN } from "./link";

export interface Exercise {
  number: number;
  station: string;
  /** The example it is asked on, and the step before the answer. */
  input: LabInput;
  step: number;
  question: string;
  /** What to type. */
  hint: string;
  /** What of a part of the picture is an answer, if a click on one may give it. */
  click?: RegExp;
  /** The answer, from the steps after the one at hand; null where there is none. */
  answer: (steps: readonly LabStep[], at: number) => { says: string; step: number } | null;
}


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
    hint: "its word, such as ab, or a click on it",
    click: /^(\S+) at \d+, length/,
    answer: (steps, at) => found(steps, at, "by", /small class (\S+) =/),
  },
  {
    number: 2,
    station: "greedy-optimal",
    input: { ...PLAIN, station: "greedy-optimal", text: "abaababaabaab" },
    step: 9,
    question: "At which symbol does the repeat begin that greedy takes next?",
    hint: "a number, from 1, or a click on it",
    click: /(?: at | from )(\d+)(?:$|,)/,
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
    number: 4,
    station: "merge",
    input: { ...PLAIN, station: "merge", text: "12(s1.0) | 4(r0.0 a r0.0 b r0.0)" },
    step: 0,
    question: "How many iterations has the merged loop?",
    hint: "a number; 0 if it is unrolled",
    answer: (steps, at) => found(steps, at, "coalesce", /become one of (\d+) iterations/) ?? unrolled(steps, at),
  },
  {
    number: 5,
    station: "flow",
    input: { ...PLAIN, station: "flow", text: "abcbcdacbcbd" },
    step: 38,
    question: "Which edge shows the second entry of a loop?",
    hint: "two nodes, such as a b, or a click on the edge",
    click: /^edge (.+), \d+ times$/,
    answer: (steps, at) => found(steps, at, "case-E", /^(\S+) to ([^\s:]+):/),
  },
  {
    number: 6,
    station: "what-if",
    input: { ...PLAIN, station: "what-if", text: "2: c2 s1 c1 r2 c2 r3 c7 s4 c4 s5 c6 | c7 r1 c6 s2 c5 s3 c3 r6 c1 | c4 r4 c2 r5 c2 s6 c5", case: "domino" },
    step: 0,
    question: "The longest wait vanishes. What is gained?",
    hint: "a number",
    answer: (steps, at) => longest(steps, at),
  },
];

/** A loop that cannot become one is unrolled. */
function unrolled(steps: readonly LabStep[], at: number): { says: string; step: number } | null {
  const step = steps.findIndex(({ kind }, place) => place > at && kind === "unroll");
  return step < 0 ? null : { says: "0", step };
}

/** What the longest candidate gains: the start names it, and a later step tries it. */
function longest(steps: readonly LabStep[], at: number): { says: string; step: number } | null {
  const message = /longest is the wait at message (\d+)/.exec(steps[0]?.say ?? "")?.[1];
  return found(steps, at, "try", new RegExp(`message ${message} .* gains (-?\\d+)\\.`));
}

/** Whether two answers say the same, whatever stands between letters. */
export function isRight(typed: string, answer: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/\bto\b/g, " ").replace(/[\s,;.→>-]+/g, " ").trim();
  return plain(typed) === plain(answer);
}
