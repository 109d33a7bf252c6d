/**
 * What is assumed of a run, as a link writes it: `wait:L3*0.5,calc:L2*0` asks what would be if the waits in L3 took half as
 * long, and the computations in L2 no time. `none`: it is asked, and nothing is assumed.
 */

export interface Assumption {
  /** What lasts another time, in the words of `loopscope whatif --set`. */
  select: string;
  /** How many times as long, 0 to 2. */
  factor: number;
}

/** How many times as long something can last. */
export const MOST_FACTOR = 2;
/** The same of what is selected: what is uneven can be no more so. */
export const mostOf = (select: string): number => (select.startsWith("imbalance") ? 1 : MOST_FACTOR);
/** More assumptions are not read, nor longer ones. */
export const MOST_ASSUMED = 16;
const LONGEST = 200;

export function writeAssumptions(assumptions: readonly Assumption[]): string {
  return assumptions.length === 0 ? "none" : assumptions.map(({ select, factor }) => `${select}*${Math.round(factor * 1e6) / 1e6}`).join(",");
}

/** Null if it is none. Whether there is what it names, the engine says. */
export function readAssumptions(text: string): Assumption[] | null {
  if (text === "none") return [];
  const found = text.split(",", MOST_ASSUMED).map((part) => {
    const [, select = "", number = ""] = /^((?:calc|wait|call|message|event|imbalance):[^*,]+(?:\*->[^*,]+)?)\*(\d{1,7}(?:\.\d{1,6})?)$/.exec(part) ?? [];
    return { select, factor: Number(number) };
  });
  return found.every(({ select, factor }) => select !== "" && select.length <= LONGEST && factor <= mostOf(select)) ? found : null;
}
