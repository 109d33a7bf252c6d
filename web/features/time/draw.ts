/** Draws iterations on canvases: columns of three parts, and a map of iterations and processes. The page draws these itself: they are rows of numbers. */
import { colour, linesOf, prepared, strengthOf } from "../../components/plot";
import type { IterationRow, IterationTrack } from "../../engine/wire";

/** What an iteration is looked at for. */
export type Measure = "duration" | "waits" | "bytes" | "events";

export function valueOf(row: IterationRow, measure: Measure): number {
  switch (measure) {
    case "duration":
      return row.period;
    case "waits":
      return row.wait;
    case "bytes":
      return row.bytes + row.collectiveBytes;
    case "events":
      return row.events;
  }
}


export interface StripLook {
  width: number;
  height: number;
  measure: Measure;
  /** The value at which a dotted line is drawn; null for none. */
  median: number | null;
  /** Columns at which another loop begins. */
  starts?: readonly number[];
  /** The column that is marked, -1 for none. */
  marked: number;
  /** Whether columns are means of processes: then a line above each is the slowest process. */
  means: boolean;
}

/** The value at the top of a strip: a little above the largest. */
export function topOf(rows: readonly IterationRow[], measure: Measure): number {
  return rows.reduce((most, row) => Math.max(most, valueOf(row, measure)), 0) * 1.06 || 1;
}

/** Lines at 45 degrees, four pixels apart. */
function hatch(context: CanvasRenderingContext2D): CanvasPattern | string {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const lines = tile.getContext("2d");
  if (!lines) return colour("wl");
  lines.fillStyle = colour("canvas");
  lines.fillRect(0, 0, 8, 8);
  lines.strokeStyle = colour("wl");
  lines.lineWidth = 2.3;
  for (let at = -8; at <= 16; at += 8) {
    lines.beginPath();
    lines.moveTo(at, 8);
    lines.lineTo(at + 8, 0);
    lines.stroke();
  }
  const pattern = context.createPattern(tile, "repeat");
  pattern?.setTransform(new DOMMatrix().scale(0.5));
  return pattern ?? colour("wl");
}

/** Columns from left to right, one for each row. O(rows). */
export function drawStrip(canvas: HTMLCanvasElement, rows: readonly IterationRow[], { width, height, measure, median, starts = [], marked, means }: StripLook): void {
  const context = prepared(canvas, width, height);
  if (!context || rows.length === 0) return;
  const top = topOf(rows, measure);
  const wide = width / rows.length;
  const gap = wide >= 6 ? Math.min(8, wide * 0.2) : wide >= 3 ? 0.6 : 0;
  const [work, call, wait, ink, ink2] = [colour("work"), colour("call"), hatch(context), colour("ink"), colour("ink2")];
  const yOf = (value: number) => height - (value / top) * height;
  context.fillStyle = colour("rule");
  for (const value of linesOf(top)) context.fillRect(0, Math.round(yOf(value)), width, 1);
  for (const at of starts) context.fillRect(Math.round(at * wide), 0, 1, height);
  rows.forEach((row, at) => {
    const x = at * wide + gap / 2;
    let y = height;
    const put = (value: number, fill: string | CanvasPattern) => {
      const tall = (value / top) * height;
      context.fillStyle = fill;
      context.fillRect(x, y - tall, wide - gap, tall);
      y -= tall;
    };
    if (measure !== "duration") return put(valueOf(row, measure), measure === "waits" ? wait : ink2);
    put(row.compute, work);
    put(row.calls, call);
    put(row.wait, wait);
    if (!means) return;
    context.fillStyle = ink;
    context.fillRect(x, Math.min(height - 1, yOf(row.period)), Math.max(1, wide - gap), 1);
  });
  context.fillStyle = context.strokeStyle = ink;
  if (median !== null && median > 0) {
    context.setLineDash([2, 3]);
    context.beginPath();
    context.moveTo(0, yOf(median));
    context.lineTo(width, yOf(median));
    context.stroke();
    context.setLineDash([]);
  }
  rows.forEach((row, at) => {
    if (!row.outlier || measure !== "duration") return;
    const x = (at + 0.5) * wide;
    const y = Math.max(7, yOf(row.period) - 2);
    context.beginPath();
    context.moveTo(x - 4, y - 6);
    context.lineTo(x + 4, y - 6);
    context.lineTo(x, y);
    context.fill();
  });
  if (marked >= 0 && marked < rows.length) {
    context.lineWidth = 2;
    context.strokeStyle = colour("hlline");
    context.strokeRect(Math.max(1, marked * wide - 2), 1, Math.max(5, wide + 4), height - 2);
  }
}

/** The least value that is not nothing, and the most. */
export function rangeOf(rows: readonly (readonly IterationRow[])[], measure: Measure): [number, number] {
  const values = rows.flatMap((some) => some.map((row) => valueOf(row, measure)).filter((value) => value > 0));
  const most = values.reduce((largest, value) => Math.max(largest, value), 0);
  return [values.reduce((smallest, value) => Math.min(smallest, value), most), most];
}

/** The iterations of an inner loop, `each` every time it is entered: a column for each time, the first iteration on top. O(rows). */
export function drawEntries(canvas: HTMLCanvasElement, rows: readonly IterationRow[], measure: Measure, look: { width: number; height: number; each: number; selected: number | null }): void {
  const { width, height, each, selected } = look;
  const context = prepared(canvas, width, height);
  if (!context || rows.length === 0) return;
  const [least, most] = rangeOf([rows], measure);
  const [wide, tall] = [width / Math.ceil(rows.length / each), height / each];
  const place = (index: number): [number, number] => [Math.floor(index / each) * wide, (index % each) * tall];
  context.fillStyle = colour("ink");
  for (const row of rows) {
    context.globalAlpha = strengthOf(valueOf(row, measure), least, most);
    context.fillRect(...place(row.index), wide + 0.2, Math.max(0.5, tall - (tall > 4 ? 1 : 0)));
  }
  context.globalAlpha = 1;
  if (selected === null || selected >= rows.length) return;
  const [x, y] = place(selected);
  context.lineWidth = 2;
  context.strokeStyle = colour("hlline");
  context.strokeRect(Math.max(1, x - 1), Math.max(1, y - 1), Math.max(4, wide + 2), Math.max(4, tall + 1));
}

/** How tall the mark of a group is, in pixels: longer iterations, taller marks. */
export function markHeight(at: number, groups: number): number {
  return 2 + Math.round((at / Math.max(1, groups - 1)) * 8);
}

/** Below a strip a mark for each column, as tall as `tall` says. O(rows). */
export function drawMarks(canvas: HTMLCanvasElement, rows: readonly IterationRow[], width: number, height: number, tall: (row: IterationRow) => number): void {
  const context = prepared(canvas, width, height);
  if (!context) return;
  const wide = width / Math.max(1, rows.length);
  context.fillStyle = colour("ink");
  rows.forEach((row, at) => context.fillRect(at * wide, 0, Math.max(1, wide - (wide >= 3 ? 0.6 : 0)), tall(row)));
}

/** A row of cells for each process, stronger for more. O(cells). */
export function drawMap(canvas: HTMLCanvasElement, tracks: readonly IterationTrack[], measure: Measure, width: number, pitch: number, marked: { column: number; process: number | null }): void {
  const context = prepared(canvas, width, pitch * tracks.length);
  if (!context) return;
  const [least, most] = rangeOf(tracks.map(({ rows }) => rows), measure);
  context.fillStyle = colour("ink");
  tracks.forEach(({ rows }, at) => {
    const wide = width / Math.max(1, rows.length);
    rows.forEach((row, column) => {
      context.globalAlpha = strengthOf(valueOf(row, measure), least, most);
      context.fillRect(column * wide, at * pitch, wide + 0.2, Math.max(1, pitch - 1));
    });
  });
  context.globalAlpha = 1;
  const columns = tracks[0]?.rows.length ?? 0;
  if (marked.column < 0 || columns === 0) return;
  const wide = width / columns;
  context.lineWidth = 2;
  context.strokeStyle = colour("hlline");
  context.strokeRect(Math.max(1, marked.column * wide - 1), 1, Math.max(4, wide + 2), pitch * tracks.length - 2);
  const row = tracks.findIndex(({ process }) => process === marked.process);
  if (row < 0) return;
  context.fillStyle = colour("hl");
  context.fillRect(marked.column * wide, row * pitch, Math.max(3, wide), Math.max(2, pitch - 1));
}
