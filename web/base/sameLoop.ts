/**
 * A loop of a process found again among the loops of the program, and the other way round. Each side numbers its loops by share,
 * and a loop that stands in several places is one in a nest and several in a model. What tells a loop is how often it runs, and its
 * rank by share among those that run as often.
 */

export interface CountedLoop {
  id: number;
  count: number;
}

/** The loop among `others` that is the loop `id` among `own`, both by share; null if there is none. Main loops are each other's. O(loops). */
export function sameLoop(id: number, own: readonly CountedLoop[], others: readonly CountedLoop[]): number | null {
  if (id <= 1) return id;
  const loop = own.find((one) => one.id === id);
  if (!loop) return null;
  const asOften = (loops: readonly CountedLoop[]): CountedLoop[] => loops.filter(({ count, id: other }) => count === loop.count && other > 1);
  return asOften(others)[asOften(own).indexOf(loop)]?.id ?? null;
}

/** Whether a process is in a list of ranges such as `0-3,8`. */
export function isIn(ranges: string, process: number): boolean {
  return ranges.split(",").some((range) => {
    const [first = NaN, last = first] = range === "" ? [] : range.split("-").map(Number);
    return process >= first && process <= last;
  });
}
