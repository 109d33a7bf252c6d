/** The chart of an answer: pointer and arrow keys say the values, a click selects a record, a drag takes some iterations only. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { AskAxes, AskLink } from "../../base/ask";
import { count, counted, range } from "../../base/format";
import { alongBy } from "../../base/keys";
import { Tip, type TipAt } from "../../components/Tip";
import type { AskAnswer, AskConstruct } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import { columnOf, columnsOf, drawBars, drawLines, drawMap, firstOf, gridOf, positiveOf, reachOf } from "./draw";
import { useAsk } from "./state";
import { indicesOf, isPoint, placeText, shapeOf, valueText } from "./words";
import * as style from "./View.module.css";
import * as prose from "../../components/prose.module.css";

/** A drag of fewer pixels is a click. */
const DRAG_PX = 4;
const TOPS_PX = 40;

interface Props {
  answer: AskAnswer;
  construct: AskConstruct;
  attribute: string;
  ranges: AskLink["ranges"];
  /** Along what the answer is. */
  axes: AskAxes;
  choose: (record: number, process: number | null) => void;
}

export function Chart(props: Props) {
  const { axes } = props;
  if (axes === "processes" || axes === "loops") return <AskMap {...props} />;
  return axes === "sorted" || axes === "histogram" ? <Values {...props} /> : <Lines {...props} />;
}

/** What pointer and keys do on the lines: point, select, brush. */
function useBrush({ answer, construct, attribute, ranges, choose }: Props, { height, reach }: { height: number; reach: [number, number] }) {
  const ask = useAsk();
  const brush = useRef<HTMLDivElement>(null);
  const tip = useSignal<TipAt | null>(null);
  const pointed = useSignal<number | null>(null);
  const from = useRef<number | null>(null);
  const columns = columnsOf(answer);
  const columnAt = (event: MouseEvent) => Math.max(0, Math.min(columns - 1, Math.floor((event.offsetX / Math.max(1, (event.currentTarget as HTMLElement).clientWidth)) * columns)));
  const lineAt = (event: MouseEvent, column: number) => {
    const value = reach[0] + (1 - event.offsetY / height) * (reach[1] - reach[0]);
    let best = 0;
    answer.lines.forEach(({ middle }, at) => {
      if (Math.abs((middle[column] ?? 0) - value) < Math.abs((answer.lines[best]?.middle[column] ?? 0) - value)) best = at;
    });
    return best;
  };
  /** Moves the brush without a layout: 60 times a second. */
  const paint = (first: number, last: number) => {
    const element = brush.current;
    if (!element) return;
    const wide = (ask.plot.value || 1) / columns;
    element.style.visibility = "visible";
    element.style.transform = `translateX(${first * wide}px) scaleX(${Math.max(1, (last - first + 1) * wide)})`;
  };
  const hide = () => {
    from.current = null;
    if (brush.current) brush.current.style.visibility = "hidden";
  };
  const limit = (first: number, last: number) => {
    const shape = shapeOf(construct, ranges);
    const [a, b] = [firstOf(first, answer.records, columns), Math.max(firstOf(last + 1, answer.records, columns) - 1, firstOf(first, answer.records, columns))];
    const [low = 0] = indicesOf(a, shape);
    const [high = 0] = indicesOf(b, shape);
    ask.limit({ level: 0, first: low, last: high });
  };
  const move = (event: PointerEvent) => {
    const column = columnAt(event);
    if (from.current !== null && Math.abs(column - from.current) * ((ask.plot.value || 1) / columns) >= DRAG_PX) {
      tip.value = null;
      return paint(Math.min(from.current, column), Math.max(from.current, column));
    }
    const at = lineAt(event, column);
    const line = answer.lines[at];
    if (!line) return;
    pointed.value = answer.lines.length > 1 ? (line.process ?? null) : null;
    const first = firstOf(column, answer.records, columns);
    const last = Math.max(first, firstOf(column + 1, answer.records, columns) - 1);
    const [low, high] = [line.low[column], line.high[column]];
    const on = line.process === null || line.process === undefined ? "median of all processes" : `process ${line.process}`;
    const title = `${valueText(line.middle[column] ?? 0, attribute)} on ${on}`.replace("on median", "median");
    const place = last > first ? `${placeText(first, construct, ranges)} to ${placeText(last, construct, ranges)}` : placeText(first, construct, ranges);
    const between = low !== undefined && high !== undefined && high > low ? `; ${valueText(low, attribute)} to ${valueText(high, attribute)}` : "";
    tip.value = { title, detail: `${place}${between}`, x: event.offsetX, y: event.offsetY, width: ask.plot.value };
  };
  const up = (event: PointerEvent) => {
    const column = columnAt(event);
    const begun = from.current;
    hide();
    if (begun === null) return;
    if (construct.loops.length > 0 && Math.abs(column - begun) * ((ask.plot.value || 1) / columns) >= DRAG_PX) return limit(Math.min(begun, column), Math.max(begun, column));
    choose(firstOf(column, answer.records, columns), null);
  };
  const key = (event: KeyboardEvent) => {
    const by = alongBy(event);
    if (by === 0 || answer.records === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const now = ask.record.value ?? (by > 0 ? -1 : answer.records);
    choose(Math.max(0, Math.min(answer.records - 1, now + by * (event.shiftKey ? 10 : 1))), null);
  };
  const down = (event: PointerEvent) => {
    from.current = columnAt(event);
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  };
  const leave = () => {
    tip.value = null;
    pointed.value = null;
  };
  return { brush, tip, pointed, down, move, up, hide, leave, key };
}

/** The values of records along the records. */
function Lines(props: Props) {
  const { answer, construct, attribute, ranges } = props;
  const { themes, screen } = useWorkspace();
  const ask = useAsk();
  const canvas = useRef<HTMLCanvasElement>(null);
  const columns = columnsOf(answer);
  const height = screen.narrow.value ? 150 : 210;
  const reach = reachOf(answer, !isPoint(attribute));
  const median = isPoint(attribute) ? null : answer.median;
  const record = ask.record.value;
  const { brush, tip, pointed, ...act } = useBrush(props, { height, reach });
  useEffect(() => {
    if (canvas.current && ask.plot.value > 0) drawLines(canvas.current, answer, { width: ask.plot.value, height, record, pointed: pointed.value }, reach, median);
  }, [answer, height, record, pointed.value, ask.plot.value, themes.theme.value]);

  const shape = shapeOf(construct, ranges);
  const outer = shape[0];
  return (
    <figure class={style.chart}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Arrows move over a picture; what they select is read out. */}
      <div
        class={style.plot}
        tabIndex={0}
        role="group"
        aria-label={`${attribute} of ${counted(answer.records, "record")}; the left and right arrow keys select one, the fields below take some iterations only`}
        onKeyDown={act.key}
      >
        <canvas
          ref={canvas}
          data-testid="ask-chart"
          data-columns={columns}
          data-lines={answer.lines.length}
          aria-hidden="true"
          style={{ height: `${height}px` }}
          onPointerDown={act.down}
          onPointerMove={act.move}
          onPointerUp={act.up}
          onPointerCancel={act.hide}
          onPointerLeave={act.leave}
        />
        <div class={style.brush} ref={brush} data-testid="brush" aria-hidden="true" />
        {gridOf(reach).map((value) => (
          <span key={value} class={style.value} aria-hidden="true" style={{ top: `${Math.round((height - 10) * (1 - (value - reach[0]) / (reach[1] - reach[0])))}px` }}>
            {valueText(value, attribute)}
          </span>
        ))}
        {median !== null && median > reach[0] && (
          <span class={`${style.value} ${style.median}`} aria-hidden="true" style={{ top: `${Math.max(14, Math.round((height - 10) * (1 - (median - reach[0]) / (reach[1] - reach[0]))))}px` }}>
            median {valueText(median, attribute)}
          </span>
        )}
      </div>
      <figcaption>
        <span>{outer ? count(outer.first + 1) : 1}</span>
        <span>{construct.loops.length > 0 ? `iteration of L${construct.loops[0]?.id}` : "record"}</span>
        <span>{outer ? count(outer.first + outer.count) : count(answer.records)}</span>
      </figcaption>
      {answer.lines.length > 1 && <p class={prose.aside}>A line for each process: {answer.lines.map(({ process }) => process).join(", ")}.</p>}
      {answer.lines.length === 1 && answer.processes.length > 1 && <p class={prose.aside}>The median of {counted(answer.processes.length, "process")}, and the band from the least to the largest.</p>}
      {columns < answer.records && <p class={prose.aside}>{counted(answer.records, "record")} in {counted(columns, "column")}: the mean of each, and what it ranges over.</p>}
      {tip.value && <Tip at={tip.value} />}
    </figure>
  );
}

/** What is where on a map: the cell under the pointer, its record, the names of rows, and the selected cell. */
function cellsOf({ answer, construct, ranges, axes }: Props, record: number | null) {
  const isLoops = axes === "loops";
  const [columns, rows] = [columnsOf(answer), answer.lines.length];
  const shape = shapeOf(construct, ranges);
  const inner = shape.at(-1) ?? { first: 0, count: 1 };
  const indices = record === null ? null : indicesOf(record, shape);
  const marked =
    record === null || indices === null
      ? null
      : isLoops
        ? { column: columnOf((indices[0] ?? 0) - (shape[0]?.first ?? 0), shape[0]?.count ?? 1, columns), row: columnOf((indices.at(-1) ?? 0) - inner.first, inner.count, rows) }
        : { column: columnOf(record, answer.records, columns), row: -1 };
  const cellAt = (event: MouseEvent): { column: number; row: number } => {
    const element = event.currentTarget as HTMLElement;
    const part = (at: number, size: number, parts: number) => Math.max(0, Math.min(parts - 1, Math.floor((at / Math.max(1, size)) * parts)));
    return { column: part(event.offsetX, element.clientWidth, columns), row: part(event.offsetY, element.clientHeight, rows) };
  };
  const recordAt = ({ column, row }: { column: number; row: number }) => {
    if (!isLoops) return firstOf(column, answer.records, columns);
    const outer = shape[0]?.count ?? 1;
    return firstOf(column, outer, columns) * Math.round(answer.records / outer) + firstOf(row, inner.count, rows);
  };
  const nameOfRow = (row: number) => (isLoops ? count(inner.first + firstOf(row, inner.count, rows) + 1) : String(answer.lines[row]?.process ?? ""));
  return { marked, cellAt, recordAt, nameOfRow, shape };
}

/** A map: of records and processes, or of the outermost and the innermost index. */
function AskMap(props: Props) {
  const { answer, construct, attribute, ranges, axes, choose } = props;
  const { themes } = useWorkspace();
  const ask = useAsk();
  const canvas = useRef<HTMLCanvasElement>(null);
  const tops = useRef<HTMLCanvasElement>(null);
  const sides = useRef<HTMLCanvasElement>(null);
  const tip = useSignal<TipAt | null>(null);
  const isLoops = axes === "loops";
  const columns = columnsOf(answer);
  const rows = answer.lines.length;
  const pitch = rows > 40 ? 6 : rows > 16 ? 8 : 18;
  const record = ask.record.value;
  const { marked, cellAt, recordAt, nameOfRow, shape } = cellsOf(props, record);
  useEffect(() => {
    const width = canvas.current?.parentElement?.clientWidth ?? 0;
    if (!canvas.current || width <= 0) return;
    drawMap(canvas.current, answer, { width, height: 0, record, pointed: null }, pitch, marked);
    if (tops.current) drawBars(tops.current, answer.tops, { width, height: TOPS_PX, down: false });
    if (sides.current) drawBars(sides.current, answer.sides, { width: sides.current.clientWidth, height: pitch * rows, down: true });
  }, [answer, record, ask.width.value, themes.theme.value, pitch]);
  const move = (event: MouseEvent) => {
    const cell = cellAt(event);
    const value = answer.lines[cell.row]?.middle[cell.column] ?? 0;
    const process = answer.lines[cell.row]?.process;
    const where = placeText(recordAt(cell), construct, ranges);
    tip.value = { title: valueText(value, attribute), detail: `${where}${process === null || process === undefined ? "" : `, process ${process}`}`, x: event.offsetX + 40, y: event.offsetY + (isLoops ? TOPS_PX : 0), width: ask.width.value };
  };
  const [least, most] = positiveOf(answer);
  const every = Math.max(1, Math.ceil(rows / (pitch * rows > 200 ? 16 : 8)));
  return (
    <figure class={style.chart} style={{ marginRight: 0 }}>
      <p class={style.legend}>
        {valueText(least, attribute)} <i aria-hidden="true" /> {valueText(most, attribute)}, the mean of each cell; stronger: more
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Arrows move over a picture; what they select is read out. */}
      <div
        class={style.map}
        tabIndex={0}
        role="group"
        aria-label={`${attribute} by ${isLoops ? `iteration of L${construct.loops[0]?.id} and of L${construct.loops.at(-1)?.id}` : "record and process"}; the left and right arrow keys select a record`}
        onKeyDown={(event) => {
          const by = alongBy(event);
          if (by === 0) return;
          event.preventDefault();
          event.stopPropagation();
          choose(Math.max(0, Math.min(answer.records - 1, (record ?? -1) + by * (event.shiftKey ? 10 : 1))), null);
        }}
      >
        {isLoops && <canvas ref={tops} class={style.tops} aria-hidden="true" style={{ height: `${TOPS_PX}px`, gridColumn: 2 }} />}
        <div class={style.rowNames} aria-hidden="true" style={{ gridColumn: 1, height: `${pitch * rows}px` }}>
          {answer.lines.map((line, row) => row % every === 0 && (
            <span key={line.process ?? row} style={{ top: `${(row + 0.5) * pitch}px` }}>
              {nameOfRow(row)}
            </span>
          ))}
        </div>
        <div style={{ gridColumn: 2 }}>
          <canvas
            ref={canvas}
            data-testid="ask-map"
            data-columns={columns}
            data-rows={rows}
            aria-hidden="true"
            style={{ height: `${pitch * rows}px`, cursor: "pointer" }}
            onPointerMove={move}
            onPointerLeave={() => (tip.value = null)}
            onClick={(event) => {
              const cell = cellAt(event);
              choose(recordAt(cell), isLoops ? null : (answer.lines[cell.row]?.process ?? null));
            }}
          />
        </div>
        {isLoops && <canvas ref={sides} aria-hidden="true" style={{ height: `${pitch * rows}px`, gridColumn: 3 }} />}
      </div>
      <UnderMap construct={construct} isLoops={isLoops} shape={shape} />
      {tip.value && <Tip at={tip.value} />}
    </figure>
  );
}

/** What the two directions of a map are. */
function UnderMap({ construct, isLoops, shape }: { construct: AskConstruct; isLoops: boolean; shape: readonly { first: number; count: number }[] }) {
  const inner = shape.at(-1) ?? { first: 0, count: 1 };
  return (
    <>
      <figcaption>
        <span>{isLoops ? `down: iteration of L${construct.loops.at(-1)?.id}, ${range(inner.first + 1, inner.first + inner.count)}` : "down: process"}</span>
        <span>across: iteration of L{construct.loops[0]?.id}, {range((shape[0]?.first ?? 0) + 1, (shape[0]?.first ?? 0) + (shape[0]?.count ?? 1))}</span>
      </figcaption>
      {isLoops && <p class={prose.aside}>Above and at the right: the means of its columns and rows, from nothing.{construct.loops.length > 2 && " Loops between the two are averaged."}</p>}
    </>
  );
}

/** The values by size, or how many there are of each. */
function Values({ answer, attribute, axes }: Props) {
  const { themes, screen } = useWorkspace();
  const ask = useAsk();
  const canvas = useRef<HTMLCanvasElement>(null);
  const tip = useSignal<TipAt | null>(null);
  const isCounts = axes === "histogram";
  const columns = columnsOf(answer);
  const height = screen.narrow.value ? 150 : 210;
  const shown = { ...answer, outliers: [] };
  const reach = reachOf(shown, true);
  const text = (value: number) => (isCounts ? count(value) : valueText(value, attribute));
  useEffect(() => {
    if (canvas.current && ask.plot.value > 0) drawLines(canvas.current, shown, { width: ask.plot.value, height, record: null, pointed: null }, reach, isCounts ? null : answer.median);
  }, [answer, height, ask.plot.value, themes.theme.value]);
  const move = (event: MouseEvent) => {
    const column = Math.max(0, Math.min(columns - 1, Math.floor((event.offsetX / Math.max(1, ask.plot.value)) * columns)));
    const value = answer.lines[0]?.middle[column] ?? 0;
    const [from, to] = [answer.edges[column] ?? 0, answer.edges[column + 1] ?? 0];
    const detail = isCounts ? `${valueText(from, attribute)} to below ${valueText(to, attribute)}` : `${count(((column + 0.5) / columns) * 100)} % are smaller`;
    tip.value = { title: isCounts ? counted(value, "value") : text(value), detail, x: event.offsetX, y: event.offsetY, width: ask.plot.value };
  };
  return (
    <figure class={style.chart}>
      <div class={style.plot} role="img" aria-label={`${isCounts ? "How many values there are of each size" : "The values by size"}: ${valueText(answer.least, attribute)} to ${valueText(answer.most, attribute)}, median ${valueText(answer.median, attribute)}. The table below has the records.`}>
        <canvas ref={canvas} data-testid="ask-chart" data-columns={columns} aria-hidden="true" style={{ height: `${height}px`, cursor: "default" }} onPointerMove={move} onPointerLeave={() => (tip.value = null)} />
        {gridOf(reach).map((value) => (
          <span key={value} class={style.value} aria-hidden="true" style={{ top: `${Math.round((height - 10) * (1 - (value - reach[0]) / (reach[1] - reach[0])))}px` }}>
            {text(value)}
          </span>
        ))}
      </div>
      <figcaption>
        <span>{isCounts ? valueText(answer.edges[0] ?? 0, attribute) : "smallest"}</span>
        <span>{isCounts ? attribute : counted(answer.count, "value")}</span>
        <span>{isCounts ? valueText(answer.edges.at(-1) ?? 0, attribute) : "largest"}</span>
      </figcaption>
      {tip.value && <Tip at={tip.value} />}
    </figure>
  );
}
