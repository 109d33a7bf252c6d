/** The iterations of a loop of several variants as columns in the shades of their variants. */
import { colour, prepared } from "../../components/plot";
import type { VariantsReply } from "../../engine/wire";
import { shadeOf } from "../../base/variants";

/** The mark under the chosen column, and the least height of a column, in pixels. */
const MARK = 3;
const LEAST = 2;
/** Columns that are at least so wide have a gap between them. */
const GAP_FROM = 6;

interface ColumnsView {
  width: number;
  height: number;
  /** The column that is marked. */
  chosen: number;
  /** Whether columns are as high as iterations are long. */
  byDuration: boolean;
}

/** Draws the columns; those that take much longer than others of their variant have a mark above. */
export function drawColumns(canvas: HTMLCanvasElement, { columns, variants }: VariantsReply, { width, height, chosen, byDuration }: ColumnsView): void {
  const context = prepared(canvas, width, height);
  if (!context) return;
  const shades = ["d3", "work", "call"].map(colour);
  const times = variants.map((variant) => variant.times);
  const ink = colour("ink");
  const foot = MARK + 1;
  const most = Math.max(...columns.map(({ duration }) => duration), 1);
  const each = width / Math.max(1, columns.length);
  const gap = each >= GAP_FROM ? 1 : 0;
  for (const [at, { variant, duration, standsOut }] of columns.entries()) {
    const [from, to] = [Math.round(at * each), Math.round((at + 1) * each)];
    const wide = Math.max(1, to - from - gap);
    const whole = height - foot - (byDuration ? MARK : 0);
    const high = byDuration ? Math.max(LEAST, Math.round((duration / most) * whole)) : whole;
    context.fillStyle = shades[shadeOf(variant, times)] ?? "";
    context.fillRect(from, height - foot - high, wide, high);
    context.fillStyle = ink;
    if (byDuration && standsOut) context.fillRect(from, height - foot - high - MARK, wide, MARK - 1);
    if (at === chosen) context.fillRect(from, height - MARK, Math.max(2, wide), MARK);
  }
}
