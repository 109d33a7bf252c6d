/** Which loops are listed where the time goes. */
import type { LoopCell, LoopTime, TimeParts } from "../../engine/wire";
import { sumOf } from "./words";

/** Rows that are listed, and the least share of the time that one has. */
const MOST_ROWS = 6;
const LEAST_SHARE = 0.02;

/** The loops with the longest own time, the longest first; what is in no loop last. */
export interface TimeRow {
  /** The first loop of the row, 0 for what is in no loop. */
  id: number;
  /** `L4`, or `L4–L11` where each process runs one of them; "in no loop", or "whole run". */
  name: string;
  count: number;
  /** How often it is entered. */
  entered: number;
  level: number;
  parent: number;
  cells: readonly (LoopCell & { loop: number })[];
  own: TimeParts;
  ownShare: number;
  /** Whether there are loops inside, which have rows of their own. */
  holds: boolean;
  /** In how many places the program has it. */
  places: number;
}

/** What is done in several places of the main loop, as the loop of the first of them. */
function inAllPlaces(loops: readonly LoopTime[]): (LoopTime & { places: number })[] {
  const all = new Map<number, LoopTime & { places: number; iterations: number }>();
  const likeOf = new Map(loops.map(({ id, like }) => [id, like]));
  for (const loop of [...loops].sort((one, other) => Number(one.like !== one.id) - Number(other.like !== other.id))) {
    const iterations = loop.count * loop.entered;
    const known = loop.like === loop.id ? undefined : all.get(loop.like);
    if (!known) {
      all.set(loop.id, { ...loop, places: 1, iterations });
      continue;
    }
    const cellOf = new Map(loop.cells.map((cell) => [cell.process, cell]));
    const added = known.cells.map((cell) => {
      const more = cellOf.get(cell.process);
      if (!more) return cell;
      const own = bothOf(cell.own, more.own);
      return { ...cell, own, total: bothOf(cell.total, more.total), waitsFor: mostOf(cell.waitsFor, more.waitsFor, own.wait) };
    });
    // Each time the same often, or so often in all.
    const together = known.iterations + iterations;
    const count = known.count === loop.count ? loop.count : together;
    const parent = known.parent === (likeOf.get(loop.parent) ?? loop.parent) ? known.parent : 0;
    all.set(loop.like, { ...known, parent, count, iterations: together, cells: added, own: bothOf(known.own, loop.own), total: bothOf(known.total, loop.total), ownShare: known.ownShare + loop.ownShare, places: known.places + 1 });
  }
  return [...all.values()];
}

/** For whom most of a wait is that is in two places, if that is sure. */
function mostOf(one: LoopCell["waitsFor"], other: LoopCell["waitsFor"], wait: number): LoopCell["waitsFor"] {
  if (one && other?.process === one.process) return { ...one, time: one.time + other.time, count: one.count + other.count };
  const longest = (other?.time ?? 0) > (one?.time ?? 0) ? other : one;
  return longest && 2 * longest.time > wait ? longest : undefined;
}

/** Loops that run equally often in the same place, each on other processes, are one row: they do the same. */
function merged(loops: readonly LoopTime[]): TimeRow[] {
  const rows: (TimeRow & { ids: number[]; taken: Set<number>; cells: (LoopCell & { loop: number })[] })[] = [];
  for (const loop of inAllPlaces(loops)) {
    const { id, count, entered, level, parent, own, ownShare, total, places } = loop;
    const cells = loop.cells.map((cell) => ({ ...cell, loop: id }));
    const like = rows.find((row) => row.id > 0 && cells.length > 0 && row.count === count && row.parent === parent && row.level === level && cells.every(({ process }) => !row.taken.has(process)));
    const holds = sumOf(total) > sumOf(own);
    if (!like) rows.push({ id, name: id === 0 ? "in no loop" : `L${id}`, ids: [id], count, entered, level, parent, cells, own, ownShare, holds, places, taken: new Set(cells.map(({ process }) => process)) });
    else {
      like.ids.push(id);
      like.name = `L${Math.min(...like.ids)}–L${Math.max(...like.ids)}`;
      like.cells.push(...cells);
      for (const { process } of cells) like.taken.add(process);
      like.own = bothOf(like.own, own);
      like.ownShare += ownShare;
    }
  }
  return rows;
}

function bothOf(one: TimeParts, other: TimeParts): TimeParts {
  return { compute: one.compute + other.compute, calls: one.calls + other.calls, wait: one.wait + other.wait };
}

/** All loops and what is in none, as one row: for a run whose loops are chance. */
export function wholeRun(loops: readonly LoopTime[]): TimeRow[] {
  const cells = new Map<number, LoopCell & { loop: number }>();
  let all: TimeParts = { compute: 0, calls: 0, wait: 0 };
  for (const loop of loops) {
    all = bothOf(all, loop.own);
    for (const cell of loop.cells) {
      const known = cells.get(cell.process);
      cells.set(cell.process, { ...cell, loop: 0, own: known ? bothOf(known.own, cell.own) : cell.own, waitsFor: undefined });
    }
  }
  return [{ id: 0, name: "whole run", count: 1, entered: 1, level: 0, parent: 0, cells: [...cells.values()], own: all, ownShare: 1, holds: false, places: 1 }];
}

/** The rows that are listed, and the share of the time that all other loops have together; null if there are none. */
export function rowsOf(loops: readonly LoopTime[]): { rows: TimeRow[]; others: number | null } {
  const all = merged(loops);
  const inLoops = all.filter(({ id }) => id > 0).sort((a, b) => b.ownShare - a.ownShare || a.id - b.id);
  const listed = inLoops.filter(({ ownShare }) => ownShare >= LEAST_SHARE).slice(0, MOST_ROWS);
  const rest = inLoops.slice(listed.length);
  const others = rest.length > 0 ? rest.reduce((sum, { ownShare }) => sum + ownShare, 0) : null;
  return { rows: [...listed, ...all.filter(({ id }) => id === 0)], others };
}
