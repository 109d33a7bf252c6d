/** Processes that do the same are of one kind: lists and tables have a row for each kind, which opens. */

import { runsOf } from "./format";

/** What tells the kind of a row: the number of the first process that does the same. */
interface OfKind {
  process: number;
  kind: number;
}

/** Processes that do the same, ascending. */
export interface Kind<Row extends OfKind> {
  id: number;
  first: Row;
  members: readonly Row[];
}

/** The kinds of some rows, in the order of their first members. O(rows). */
export function kindsOf<Row extends OfKind>(rows: readonly Row[]): Kind<Row>[] {
  const kinds = new Map<number, { id: number; first: Row; members: Row[] }>();
  for (const row of rows) {
    const known = kinds.get(row.kind);
    if (known) known.members.push(row);
    else kinds.set(row.kind, { id: row.kind, first: row, members: [row] });
  }
  return [...kinds.values()];
}

/** Numbers as runs within so many characters: `1–14, 33, +12`. What has no room is counted; the first run is always there. */
export function shortRanges(values: readonly number[], room: number, runs = runsOf(values)): string {
  const parts = runs.flatMap(({ first, last }) => {
    if (last - first >= 2) return [{ text: `${first}–${last}`, many: last - first + 1 }];
    // Two neighbours do not make a range.
    return (first === last ? [first] : [first, last]).map((value) => ({ text: String(value), many: 1 }));
  });
  let text = parts[0]?.text ?? "";
  let left = values.length - (parts[0]?.many ?? 0);
  for (const part of parts.slice(1)) {
    const rest = left - part.many;
    const longer = `${text}, ${part.text}`;
    if (longer.length + (rest > 0 ? `, +${rest}`.length : 0) > room) break;
    [text, left] = [longer, rest];
  }
  return left > 0 ? `${text}, +${left}` : text;
}
