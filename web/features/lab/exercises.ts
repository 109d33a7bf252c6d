/** Exercises: questions before a step. The answers are read from the frames, so they hold for any input of the same kind. */
import type { LabInput, LabStep } from "../../engine/wire";
import { PLAIN } from "./link";

/** An answer, the step that shows why, and the input that it is a step of, where that is another one. */
export interface Answer {
  says: string;
  step: number;
  input?: LabInput;
}

/** The steps of another input. */
type StepsOf = (input: LabInput) => Promise<readonly LabStep[]>;

export interface Question {
  /** What it is asked on, where that is not what the exercise begins with. */
  input?: LabInput;
  /** The step before the answer. */
  step: number;
  question: string;
  /** What to type. */
  hint: string;
  /** What of a part of the picture is an answer, if a click on one may give it. */
  click?: RegExp;
  /** The answer, from the steps after the one at hand; null where there is none. */
  answer: (steps: readonly LabStep[], at: number, stepsOf: StepsOf) => Answer | null | Promise<Answer | null>;
}

export interface Exercise {
  number: number;
  station: string;
  /** The example it is asked on. */
  input: LabInput;
  /** Its questions, one after the other. */
  questions: readonly [Question, ...Question[]];
}

/** The first step from `at` on whose sentence matches, with what the groups of the pattern hold. */
function found(steps: readonly LabStep[], at: number, kind: string, pattern: RegExp): Answer | null {
  for (let step = at + 1; step < steps.length; step += 1) {
    const one = steps[step];
    const match = one?.kind === kind ? pattern.exec(one.say) : null;
    if (match) return { says: match.slice(1).join(" "), step };
  }
  return null;
}

const SHORT_K: LabInput = { ...PLAIN, station: "nlr", text: "1, 50, 7, 2, 60, 7, 3, 70, 7", k: 2 };
/** The largest K of the lab. */
const MOST_K = 20;

export const EXERCISES: readonly Exercise[] = [
  {
    number: 1,
    station: "repeats",
    input: { ...PLAIN, station: "repeats", text: "abaababaabaab" },
    questions: [
      {
        step: 12,
        question: "Which class must be used to split this level?",
        hint: "its word, such as ab, or a click on it",
        click: /^(\S+) at \d+, length/,
        answer: (steps, at) => found(steps, at, "by", /small class (\S+) =/),
      },
    ],
  },
  {
    number: 2,
    station: "greedy-optimal",
    input: { ...PLAIN, station: "greedy-optimal", text: "abaababaabaab" },
    questions: [
      {
        step: 9,
        question: "At which symbol does the repeat begin that greedy takes next?",
        hint: "a number, from 1, or a click on it",
        click: /^symbol (\d+):/,
        answer: (steps, at) => found(steps, at, "take", /^(?!Largest).*? from (\d+), span/),
      },
      {
        step: 6,
        question: "Which repeat does optimal take first?",
        hint: "the letters of one copy",
        answer: (steps) => found(steps, -1, "take", /^Largest span in the string: ([^,]+),/),
      },
    ],
  },
  {
    number: 3,
    station: "nlr",
    input: SHORT_K,
    questions: [
      {
        step: 0,
        question: "What is the least K with which these values become one loop?",
        hint: "a number",
        answer: (_steps, _at, stepsOf) => leastK(SHORT_K, stepsOf),
      },
    ],
  },
  {
    number: 4,
    station: "merge",
    input: { ...PLAIN, station: "merge", text: "12(s1.0) | 4(r0.0 a r0.0 b r0.0)" },
    questions: [
      {
        step: 0,
        question: "How many iterations has the merged loop?",
        hint: "a number; 0 if it is unrolled",
        answer: merged,
      },
      {
        input: { ...PLAIN, station: "merge", text: "2(s1.0 u s1.0 v s1.0 w) | 3(r0.0 y r0.0 z)" },
        step: 0,
        question: "Three sends in each of 2 iterations, two receives in each of 3: how many iterations has the merged loop?",
        hint: "a number; 0 if it is unrolled",
        answer: merged,
      },
    ],
  },
  {
    number: 5,
    station: "flow",
    input: { ...PLAIN, station: "flow", text: "abcbcdacbcbd" },
    questions: [
      {
        step: 38,
        question: "Which edge shows the second entry of a loop?",
        hint: "two nodes, such as a b, or a click on the edge",
        click: /^edge (.+), \d+ times$/,
        answer: (steps, at) => found(steps, at, "case-E", /^(\S+) to ([^\s:]+):/),
      },
      {
        step: 44,
        question: "How many nodes has the graph when that loop is split by its entries?",
        hint: "a number, the start and the end not counted",
        answer: (steps) => found(steps, steps.findIndex(({ kind }) => kind === "split"), "graph", /^(\d+) nodes/),
      },
    ],
  },
  {
    number: 6,
    station: "what-if",
    input: { ...PLAIN, station: "what-if", text: "2: c2 s1 c1 r2 c2 r3 c7 s4 c4 s5 c6 | c7 r1 c6 s2 c5 s3 c3 r6 c1 | c4 r4 c2 r5 c2 s6 c5", case: "domino" },
    questions: [
      {
        step: 0,
        question: "The longest wait vanishes. What is gained?",
        hint: "a number",
        answer: longest,
      },
      {
        step: 0,
        question: "At which message is the wait that the domino path takes first, and what does it gain?",
        hint: "two numbers, such as 4 25",
        answer: (steps) => found(steps, 0, "take", /wait at message (\d+) gains most, (-?\d+)/),
      },
    ],
  },
];

/** The iterations of a merged loop; a loop that cannot become one is unrolled. */
function merged(steps: readonly LabStep[], at: number): Answer | null {
  const one = found(steps, at, "coalesce", /become one of (\d+) iterations/);
  if (one) return one;
  const step = steps.findIndex(({ kind }, place) => place > at && kind === "unroll");
  return step < 0 ? null : { says: "0", step };
}

/** The least K with which one term stands for all values, and the step that makes it. */
async function leastK(input: LabInput, stepsOf: StepsOf): Promise<Answer | null> {
  for (let k = 1; k <= MOST_K; k += 1) {
    const tried = { ...input, k };
    // One after the other: the least is wanted.
    const steps = await stepsOf(tried);
    const end = found(steps, 0, "end", /: 1 term stands/);
    const made = steps.findLastIndex(({ kind, coarse }) => coarse && (kind === "triplet" || kind === "follows"));
    if (end) return { says: String(k), step: made < 0 ? end.step : made, input: tried };
  }
  return null;
}

/** What the longest candidate gains: the start names it, and a later step tries it. */
function longest(steps: readonly LabStep[], at: number): Answer | null {
  const message = /longest is the wait at message (\d+)/.exec(steps[0]?.say ?? "")?.[1];
  return found(steps, at, "try", new RegExp(`message ${message} .* gains (-?\\d+)\\.`));
}

/** Whether two answers say the same, whatever stands between letters. */
export function isRight(typed: string, answer: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\b(to|and|message|gains?)\b/g, " ").replace(/[\s,;.→>-]+/g, " ").trim();
  return plain(typed) === plain(answer);
}
