/** Draws the charts of an answer: lines along records, a map, values by size. O(columns times lines). */
import { colour, linesOf, prepared, strengthOf } from "../../components/plot";
import type { AskAnswer, AskLine } from "../../engine/wire";

interface ChartState {
  width: number;
  height: number;
  /** The record that is selected; null for none. */
  record: number | null;
  /** The process that is pointed at; null for none. */
  pointed: number | null;
}

/** The number of columns of a chart. */
export function columnsOf(answer: AskAnswer): number {
  return Math.max(1, answer.lines[0]?.middle.length ?? 1);
}

/** The column that holds a record: columns hold equal parts, rounded down. */
export function columnOf(record: number, records: number, columns: number): number {
  return Math.max(0, Math.min(columns - 1, Math.ceil(((record + 1) * columns) / Math.max(1, records)) - 1));
}

/** The first record of a column. */
export function firstOf(column: number, records: number, columns: number): number {
  return Math.floor((column * records) / Math.max(1, columns));
}

/** The values at the bottom and at the top of a chart: from nothing, unless all is far from it. */
export function reachOf(answer: AskAnswer, fromZero: boolean): [number, number] {
  const most = answer.lines.reduce((all, { high, middle }) => Math.max(all, ...(high.length > 0 ? high : middle)), Number.NEGATIVE_INFINITY);
  const least = answer.lines.reduce((all, { low, middle }) => Math.min(all, ...(low.length > 0 ? low : middle)), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(most) || !Number.isFinite(least)) return [0, 1];
  const bottom = fromZero ? Math.min(0, least) : least;
  return [bottom, bottom + ((most - bottom) * 1.06 || 1)];
}

/** Round values across a chart. */
export function gridOf([bottom, top]: [number, number]): number[] {
  return linesOf(top - bottom).map((value) => bottom + value);
}

/** Lines along the records; one alone as columns. Below them a tick for each record that stands out. */
export function drawLines(canvas: HTMLCanvasElement, answer: AskAnswer, state: ChartState, reach: [number, number], median: number | null): void {
  const { width, height, record, pointed } = state;
  const context = prepared(canvas, width, height);
  if (!context) return;
  const columns = columnsOf(answer);
  const wide = width / columns;
  const floor = height - TICKS;
  const [bottom, top] = reach;
  const y = (value: number) => floor - ((value - bottom) / (top - bottom)) * floor;
  const [ink, ink2, call] = [colour("ink"), colour("ink2"), colour("call")];
  context.fillStyle = colour("rule");
  for (const value of gridOf(reach)) context.fillRect(0, Math.round(y(value)), width, 1);
  context.fillRect(0, floor, width, 1);
  const band = ({ low, high }: AskLine, alpha: number) => {
    context.globalAlpha = alpha;
    context.fillStyle = call;
    high.forEach((value, at) => {
      const [from, to] = [y(value), y(low[at] ?? value)];
      context.fillRect(at * wide, from, Math.max(1, wide), Math.max(1, to - from));
    });
    context.globalAlpha = 1;
  };
  const single = answer.lines.length === 1 ? answer.lines[0] : undefined;
  if (single) {
    const gap = wide >= 6 ? Math.min(8, wide * 0.2) : wide >= 3 ? 0.6 : 0;
    const several = single.process === undefined || single.process === null;
    band(single, several ? 0.35 : 0.45);
    context.fillStyle = several ? ink : ink2;
    single.middle.forEach((value, at) => {
      const from = y(value);
      if (several) context.fillRect(at * wide, from - 0.5, Math.max(1, wide), 1.5);
      else context.fillRect(at * wide + gap / 2, Math.min(from, floor - 1), Math.max(0.6, wide - gap), Math.max(1, floor - from));
    });
  } else {
    for (const line of answer.lines) if (columns < answer.records) band(line, 0.12);
    for (const line of answer.lines) {
      const strong = pointed === null || pointed === line.process;
      context.strokeStyle = pointed !== null && strong ? ink : ink2;
      context.globalAlpha = strong ? (pointed === null ? 0.7 : 1) : 0.2;
      context.lineWidth = pointed !== null && strong ? 1.6 : 1;
      context.beginPath();
      line.middle.forEach((value, at) => (at === 0 ? context.moveTo(wide / 2, y(value)) : context.lineTo((at + 0.5) * wide, y(value))));
      context.stroke();
    }
    context.globalAlpha = 1;
  }
  if (median !== null && median > bottom) {
    context.strokeStyle = ink;
    context.lineWidth = 1;
    context.setLineDash([2, 3]);
    context.beginPath();
    context.moveTo(0, y(median));
    context.lineTo(width, y(median));
    context.stroke();
    context.setLineDash([]);
  }
  context.fillStyle = ink;
  for (const one of answer.outliers) context.fillRect(columnOf(one, answer.records, columns) * wide, floor + 3, Math.max(2, Math.min(4, wide)), TICKS - 4);
  mark(context, record === null ? -1 : columnOf(record, answer.records, columns), wide, height);
}

/** The height of the ticks of records that stand out, below a chart. */
const TICKS = 10;

function mark(context: CanvasRenderingContext2D, column: number, wide: number, height: number): void {
  if (column < 0) return;
  context.lineWidth = 2;
  context.strokeStyle = colour("hlline");
  context.strokeRect(Math.max(1, column * wide - 2), 1, Math.max(5, wide + 4), height - 2);
}

/** A row of cells for each line, stronger for more. */
export function drawMap(canvas: HTMLCanvasElement, answer: AskAnswer, state: ChartState, pitch: number, marked: { column: number; row: number } | null): void {
  const context = prepared(canvas, state.width, pitch * answer.lines.length);
  if (!context) return;
  const [least, most] = positiveOf(answer);
  const columns = columnsOf(answer);
  const wide = state.width / columns;
  context.fillStyle = colour("ink");
  answer.lines.forEach(({ middle }, row) => {
    middle.forEach((value, column) => {
      context.globalAlpha = strengthOf(value, least, most);
      context.fillRect(column * wide, row * pitch, wide + 0.2, Math.max(1, pitch - (pitch > 4 ? 1 : 0)));
    });
  });
  context.globalAlpha = 1;
  if (!marked) return;
  mark(context, marked.column, wide, pitch * answer.lines.length);
  if (marked.row < 0) return;
  context.fillStyle = colour("hl");
  context.fillRect(marked.column * wide, marked.row * pitch, Math.max(3, wide), Math.max(3, pitch - 1));
}

/** The least mean of a cell that is not nothing, and the largest. */
export function positiveOf(answer: AskAnswer): [number, number] {
  const most = answer.lines.reduce((all, { middle }) => Math.max(all, ...middle), 0);
  return [answer.lines.reduce((all, { middle }) => middle.reduce((least, value) => (value > 0 ? Math.min(least, value) : least), all), most), most];
}

/** Bars from the left to the right, or beside a map from the top down. */
export function drawBars(canvas: HTMLCanvasElement, values: readonly number[], { width, height, down }: { width: number; height: number; down: boolean }): void {
  const context = prepared(canvas, width, height);
  if (!context) return;
  const most = Math.max(...values, 0) || 1;
  const each = (down ? height : width) / Math.max(1, values.length);
  context.fillStyle = colour("ink2");
  values.forEach((value, at) => {
    const long = (Math.max(0, value) / most) * (down ? width : height);
    if (down) context.fillRect(0, at * each, long, Math.max(0.6, each - (each > 3 ? 1 : 0)));
    else context.fillRect(at * each, height - long, Math.max(0.6, each - (each > 3 ? 1 : 0)), long);
  });
}
