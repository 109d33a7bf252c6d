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

/** The innermost loop of a chain, from outside in, that is also among `others`, as it is called there; null if none is. O(loops of the chain times loops). */
export function nearestLoop(chain: readonly number[], own: readonly CountedLoop[], others: readonly CountedLoop[]): number | null {
  for (const id of [...chain].reverse()) {
    const found = sameLoop(id, own, others);
    if (found !== null) return found;
  }
  return null;
}

/** Whether a process is in a list of ranges such as `0-3,8`. */
export function isIn(ranges: string, process: number): boolean {
  return ranges.split(",").some((range) => {
    const [first = NaN, last = first] = range === "" ? [] : range.split("-").map(Number);
    return process >= first && process <= last;
  });
}
