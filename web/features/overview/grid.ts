/** Whether processes stand in a grid, a cube, a line or a ring, or talk in pairs: their messages say so, or nothing does. */
import { counted, listed } from "../../base/format";

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

/**
 * How the messages lead through processes from 0 on, if each of them takes part: along a grid, a cube, a line or a ring, in twos, or from each to
 * each; empty where it is none of these. O(pairs log processes).
 */
export function shapeInWords(pairs: readonly Pair[], processes: number): string {
  const last = processes - 1;
  const others = pairs.filter(({ from, to }) => from !== to);
  if (last < 2 || others.length === 0) return "";
  if (others.length === processes * last) return "Each process sends to all others.";
  const links = new Set(others.map(({ from, to }) => Math.min(from, to) * processes + Math.max(from, to)));
  /** Whether these are the links: of each process to those that much further. */
  const lead = (further: (process: number) => number[]): boolean => {
    const all = Array.from({ length: processes }, (_, from) => further(from).map((step) => from * processes + from + step)).flat();
    return all.length === links.size && all.every((link) => links.has(link));
  };
  const width = gridWidth(pairs, processes);
  if (width > 0 && lead((from) => [...(from % width < width - 1 ? [1] : []), ...(from + width < processes ? [width] : [])])) {
    return `Messages go along a grid of ${counted(processes / width, "row")} and ${counted(width, "column")}.`;
  }
  const digits = Array.from({ length: Math.log2(processes) }, (_, digit) => 2 ** digit);
  if (2 ** digits.length === processes && digits.length > 2 && lead((from) => digits.filter((digit) => (from & digit) === 0))) {
    return `Messages go along a cube of ${digits.map(() => 2).join(" × ")} processes: numbers of partners differ by ${listed(digits.map(String))}.`;
  }
  const partners = partnersOf(others);
  if (partners.size === processes && [...partners.values()].every((one) => one === 1)) return "Processes talk in pairs.";
  const isRing = lead((from) => [...(from < last ? [1] : []), ...(from === 0 ? [last] : [])]);
  if (!isRing && !lead((from) => (from < last ? [1] : []))) return "";
  const onward = others.filter(({ from, to }) => to === (from + 1) % processes).length;
  const whole = isRing ? processes : last;
  if (onward % whole !== 0 || others.length % whole !== 0) return "";
  const whereto = [...(onward > 0 ? ["to the next"] : []), ...(onward < others.length ? ["to the one before"] : [])];
  return `Messages go ${isRing ? "round a ring" : "along a line"}: from each process ${listed(whereto)}.`;
}

/** How many others each process sends to or receives from. */
export function partnersOf(pairs: readonly Pair[]): Map<number, number> {
  const partners = new Map<number, Set<number>>();
  const add = (one: number, other: number) => {
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
