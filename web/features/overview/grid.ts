/** Whether processes stand in a grid: their messages say so, or nothing does. */

interface Pair {
  from: number;
  to: number;
}

/**
 * The width of the grid that the messages go along, 0 if they go along none: every message goes to a neighbour in its row
 * or to the one above or below, no row runs on into the next, and both directions occur. O(pairs).
 */
export function gridWidth(pairs: readonly Pair[], processes: number): number {
  const distances = new Set(pairs.map(({ from, to }) => Math.abs(to - from)));
  const [width, more] = [...distances].filter((distance) => distance > 1);
  if (!distances.has(1) || width === undefined || more !== undefined || processes % width !== 0) return 0;
  const wraps = pairs.some(({ from, to }) => Math.abs(to - from) === 1 && Math.min(from, to) % width === width - 1);
  return wraps ? 0 : width;
}

/** How many others each process sends to or receives from. */
export function partnersOf(pairs: readonly Pair[]): Map<number, number> {
  const partners = new Map<number, Set<number>>();
  const add = (one: number, other: number): void => {
    const known = partners.get(one);
    if (known) known.add(other);
    else partners.set(one, new Set([other]));
  };
  for (const { from, to } of pairs) {
    if (from === to) continue;
    add(from, to);
    add(to, from);
  }
  return new Map([...partners].map(([process, others]) => [process, others.size]));
}
