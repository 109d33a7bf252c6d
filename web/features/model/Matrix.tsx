/** Who sends how much to whom: a field of squares, darker for more. Pointer and arrow keys show exact numbers. */
import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { MOST_SPOKEN } from "../../base/constants";
import { bytes as bytesText, counted } from "../../base/format";
import { darkness, valueOf, type Matrix, type Measure } from "./matrixTable";
import type { MatrixCell } from "../../engine/wire";
import { useReached } from "../../components/useReached";
import { useWorkspace } from "../../workspace/workspace";
import { useModel } from "./state";
import * as style from "./Matrix.module.css";
import * as prose from "../../components/prose.module.css";

const TOP = 16;
/** Cells that are drawn at once: the others follow frame by frame, so that the page answers meanwhile. */
const AT_ONCE = 4000;
/** At most so many processes are numbered. */
const NUMBERED = 4;
/** Pixels beside the field for the largest number of a process. */
function labelRoom(processes: readonly number[]): number {
  const digits = String(processes.at(-1) ?? 0).length;
  return Math.max(26, 6 * digits + 8);
}

interface At {
  row: number;
  column: number;
}

interface Props {
  field: Matrix;
  measure: Measure;
  of: string;
  /** Pixels for the field and its numbers; by default those of the inspector. */
  room?: number;
}

export function MatrixView({ field, measure, of, room }: Props) {
  const { screen, themes } = useWorkspace();
  const model = useModel();
  const { processes, cells } = field;
  const over = useSignal<At | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const n = Math.max(1, processes.length);
  const left = labelRoom(processes);
  const side = (room ?? (screen.tight.value ? 230 : 258)) - left;
  const size = side / n;
  const largest = useMemo(() => cells.reduce<MatrixCell | null>((best, cell) => (best && valueOf(best, measure) >= valueOf(cell, measure) ? best : cell), null), [field, measure]);
  const most = largest ? valueOf(largest, measure) : 0;
  const even = useMemo(() => cells.length > 1 && cells.every((cell) => valueOf(cell, measure) === most), [field, measure]);
  const highlighted = processes.indexOf(model.view.value.process ?? -1);

  useEffect(() => void (over.value = null), [field]);
  useEffect(() => (canvas.current ? draw(canvas.current, field, measure, most, side) : undefined), [field, measure, themes.theme.value, side, window.devicePixelRatio]);

  const point = (event: PointerEvent) => {
    const [row, column] = [Math.floor(event.offsetY / size), Math.floor(event.offsetX / size)];
    over.value = row >= 0 && column >= 0 && row < n && column < n ? { row, column } : null;
  };
  const key = (event: KeyboardEvent) => {
    const by = MOVES[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const from = over.value ?? placeOf(field, largest);
    over.value = { row: clamp(from.row + by[0], n), column: clamp(from.column + by[1], n) };
  };

  const at = over.value;
  const cell = at ? field.at(at.row, at.column) : largest;
  const [from, to] = at ? [processes[at.row], processes[at.column]] : [largest?.from, largest?.to];
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Arrows move over a picture; what they point at is read out. */}
      <div
        class={style.matrix}
        tabIndex={0}
        role="group"
        aria-label={`Messages in ${of} between ${counted(processes.length, "process")}; the arrow keys move from pair to pair`}
        style={{ width: `${left + side + 1}px`, height: `${TOP + side + 1}px`, "--left": `${left}px` }}
        onKeyDown={key}
        onBlur={() => (over.value = null)}
      >
        <Numbers processes={processes} size={size} left={left} />
        <canvas
          ref={canvas}
          data-cells={cells.length}
          aria-hidden="true"
          style={{ left: `${left}px`, top: `${TOP}px`, width: `${side}px`, height: `${side}px` }}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => (over.value = null)}
        />
        {highlighted >= 0 && <Band place={highlighted} size={size} side={side} left={left} />}
        {at && <i class={style.cross} style={{ left: `${left + at.column * size}px`, top: `${TOP + at.row * size}px`, width: `${size}px`, height: `${size}px` }} />}
      </div>
      <p class={prose.small} aria-live="polite">
        {from === undefined ? (
          "No messages"
        ) : !at && even && largest ? (
          <>
            Each of {counted(cells.length, "pair")}: <b>{measure === "bytes" ? bytesText(most) : counted(most, "message")}</b>
          </>
        ) : (
          <>
            {!at && "Most: "}
            {from} → {to}: {cell ? <Amount cell={cell} all={field.bytes} /> : "no messages"}
          </>
        )}
      </p>
      <Pairs field={field} />
    </>
  );
}

/** The pairs as a list, for screen readers. */
function Pairs({ field: { cells, bytes } }: { field: Matrix }) {
  const reached = useReached(Math.min(cells.length, MOST_SPOKEN));
  return (
    <ol class={prose.hidden} aria-label="Messages by pair">
      {cells.slice(0, Math.min(reached, MOST_SPOKEN)).map((pair) => (
        <li key={`${pair.from}-${pair.to}`}>
          {pair.from} to {pair.to}: <Amount cell={pair} all={bytes} />
        </li>
      ))}
    </ol>
  );
}

/** The numbers of some of the processes, above and left of the field. */
function Numbers({ processes, size, left }: { processes: readonly number[]; size: number; left: number }) {
  const every = Math.max(1, Math.ceil(processes.length / NUMBERED));
  const numbered = Array.from({ length: Math.ceil(processes.length / every) }, (_, at) => at * every);
  return (
    <>
      {numbered.map((index) => (
        <Fragment key={index}>
          <span class={style.column} style={{ left: `${left + (index + 0.5) * size}px` }}>
            {processes[index]}
          </span>
          <span class={style.row} style={{ top: `${TOP + (index + 0.5) * size - 7}px` }}>
            {processes[index]}
          </span>
        </Fragment>
      ))}
    </>
  );
}

function Amount({ cell, all }: { cell: MatrixCell; all: boolean }) {
  return (
    <>
      <b>{counted(cell.messages, "message")}</b>
      {all && cell.bytes !== undefined && `, ${bytesText(cell.bytes)}`}
    </>
  );
}

/** The row and the column of the highlighted process. */
function Band({ place, size, side, left }: { place: number; size: number; side: number; left: number }) {
  return (
    <>
      <i class={style.band} style={{ left: `${left}px`, top: `${TOP + place * size}px`, width: `${side}px`, height: `${size}px` }} />
      <i class={style.band} style={{ left: `${left + place * size}px`, top: `${TOP}px`, width: `${size}px`, height: `${side}px` }} />
    </>
  );
}

const MOVES: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function clamp(place: number, n: number): number {
  return Math.max(0, Math.min(n - 1, place));
}

function placeOf({ processes }: Matrix, cell: MatrixCell | null): At {
  return { row: Math.max(0, processes.indexOf(cell?.from ?? 0)), column: Math.max(0, processes.indexOf(cell?.to ?? 0)) };
}

/** Draws a matrix. Returns what stops the drawing. */
function draw(canvas: HTMLCanvasElement, { processes, cells }: Matrix, measure: Measure, most: number, length: number): (() => void) | undefined {
  const density = Math.max(1, Math.min(4, window.devicePixelRatio || 1));
  canvas.width = canvas.height = Math.round(length * density);
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  const colours = getComputedStyle(document.documentElement);
  const places = new Map(processes.map((process, index) => [process, index]));
  const size = length / Math.max(1, processes.length);
  const side = Math.max(0.75, size - Math.min(1, size / 8));
  context.scale(density, density);
  context.fillStyle = colours.getPropertyValue("--ink").trim();
  let frame = 0;
  const drawFrom = (from: number) => {
    const to = from + AT_ONCE;
    for (const cell of cells.slice(from, to)) {
      const [row, column] = [places.get(cell.from), places.get(cell.to)];
      if (row === undefined || column === undefined) continue;
      context.globalAlpha = darkness(valueOf(cell, measure), most);
      context.fillRect(column * size, row * size, side, side);
    }
    if (to < cells.length) frame = requestAnimationFrame(() => drawFrom(to));
  };
  drawFrom(0);
  return () => cancelAnimationFrame(frame);
}
