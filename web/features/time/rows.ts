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
  /** `L4`, or `L4–L11` where each process runs one of them. */
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
}

/** Loops that run equally often in the same place, each on other processes, are one row: they do the same. */
function merged(loops: readonly LoopTime[]): TimeRow[] {
  const rows: (TimeRow & { ids: number[]; taken: Set<number>; cells: (LoopCell & { loop: number })[] })[] = [];
  for (const loop of loops) {
    const { id, count, entered, level, parent, own, ownShare, total } = loop;
    const cells = loop.cells.map((cell) => ({ ...cell, loop: id }));
    const like = rows.find((row) => row.id > 0 && cells.length > 0 && row.count === count && row.parent === parent && row.level === level && cells.every(({ process }) => !row.taken.has(process)));
    const holds = sumOf(total) > sumOf(own);
    if (!like) rows.push({ id, name: `L${id}`, ids: [id], count, entered, level, parent, cells, own, ownShare, holds, taken: new Set(cells.map(({ process }) => process)) });
    else {
      like.ids.push(id);
      like.name = `L${Math.min(...like.ids)}–L${Math.max(...like.ids)}`;
      like.cells.push(...cells);
      for (const { process } of cells) like.taken.add(process);
      like.own = { compute: like.own.compute + own.compute, calls: like.own.calls + own.calls, wait: like.own.wait + own.wait };
      like.ownShare += ownShare;
    }
  }
  return rows;
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
