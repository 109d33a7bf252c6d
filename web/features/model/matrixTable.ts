/** A matrix of messages as a table to look things up in, and as CSV. */
import { csv } from "../../base/csv";
import type { MatrixCell } from "../../engine/wire";

/** What is counted. */
export type Measure = "messages" | "bytes";

/** The cells by row and column, each the place of a process. */
export interface Matrix {
  processes: readonly number[];
  cells: readonly MatrixCell[];
  at(row: number, column: number): MatrixCell | null;
  /** Whether the trace gives the bytes of every message. */
  bytes: boolean;
}

export function matrixOf(cells: readonly MatrixCell[], processes: readonly number[]): Matrix {
  // A receiver may have no trace of its own.
  const met = new Set(processes);
  for (const { from, to } of cells) met.add(from).add(to);
  const all = [...met].sort((a, b) => a - b);
  const key = (from: number, to: number) => `${from} ${to}`;
  // Most matrices are only looked at.
  let known: Map<string, MatrixCell> | undefined;
  return {
    processes: all,
    cells,
    at: (row, column) => {
      known ??= new Map(cells.map((cell) => [key(cell.from, cell.to), cell]));
      return known.get(key(all[row] ?? -1, all[column] ?? -1)) ?? null;
    },
    bytes: cells.length > 0 && cells.every(({ bytes }) => bytes !== undefined),
  };
}

export function valueOf(cell: MatrixCell, measure: Measure): number {
  return measure === "bytes" ? (cell.bytes ?? 0) : cell.messages;
}

/** How dark a cell is, 0.25 to 1: by the logarithm, since counts of one program differ by powers of ten. */
export function darkness(value: number, most: number): number {
  return most > 0 ? 0.25 + (0.75 * Math.log(1 + value)) / Math.log(1 + most) : 0.25;
}

export function matrixCsv({ cells, bytes }: Matrix): string {
  const head = ["source", "destination", "messages", ...(bytes ? ["bytes"] : [])];
  return csv([head, ...cells.map((cell) => [cell.from, cell.to, cell.messages, ...(bytes ? [cell.bytes ?? 0] : [])])]);
}
