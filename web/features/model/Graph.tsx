/** The picture of the model: the canvas, what lies over it, and the same in elements of the page. */
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { count, counted } from "../../base/format";
import { type Axis, isWhole, panned, showsAll, stretchTo } from "../../base/range";
import { paint } from "../../components/canvas";
import { Outline } from "../../components/strips";
import { Tip, type TipAt } from "../../components/Tip";
import { useFonts, useSize } from "../../components/usePicture";
import { lineOf, NOBODY } from "../../engine/replay";
import type { Hit, ModelMessage, ModelRow } from "../../engine/wire";
import { useFeature, useWorkspace } from "../../workspace/workspace";
import { attachModelPointer, type Under } from "./gestures";
import { createModelMoves } from "./moves";
import { useModel } from "./state";
import { Twin } from "./Twin";
import * as drawing from "../../components/drawing.module.css";
import * as style from "./Graph.module.css";

/** What is above and below the picture in its column, and the least and the greatest height it is given. */
const AROUND_PX = 280;
const LEAST_PX = 320;
const MOST_PX = 640;
/** The height of the small picture. */
const SMALL_PX = 240;
/** The strength of messages and of lines that are not of the highlighted process. */
const QUIET = 0.14;
const QUIET_LINE = 0.55;

/** `small`: as a part of the overview, where it neither zooms nor pans. */
export function ModelGraph({ small = false }: { small?: boolean }) {
  const workspace = useWorkspace();
  const model = useModel();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tip = useSignal<TipAt | null>(null);
  const under = useSignal<Under | null>(null);
  const density = useSignal(window.devicePixelRatio);
  const figure = model.figure.value;
  const picture = figure?.picture;

  useSize(
    box,
    (element) => {
      const height = small ? SMALL_PX : Math.max(LEAST_PX, Math.min(MOST_PX, window.innerHeight - AROUND_PX));
      const width = Math.floor(element.clientWidth);
      if (model.room.value.width !== width || model.room.value.height !== height) model.room.value = { width, height };
      density.value = window.devicePixelRatio;
    },
    () => {
      model.room.value = { width: 0, height: 0 };
      model.hovered.value = null;
    },
  );

  // What was under the pointer in the picture before need not be there in this one.
  useEffect(() => {
    under.value = null;
    tip.value = null;
  }, [figure]);

  usePainting(canvas, density.value);

  useEffect(() => {
    if (!canvas.current) return undefined;
    return attachModelPointer(canvas.current, workspace, (found, { x, y }) => {
      under.value = found;
      const pointed = found?.row?.processes[0] ?? null;
      if (model.hovered.value !== pointed) model.hovered.value = pointed;
      const named = found?.row ? tipOfRow(found.row) : (model.figure.peek()?.messages[found?.message ?? -1] ?? found?.hit ?? null);
      tip.value = named?.title ? { title: named.title, detail: named.detail, x, y, width: box.current?.clientWidth ?? 0 } : null;
    }, small);
  }, []);

  const sentence = (model.summary.value?.sentence ?? []).map(({ text }) => text).join("") || "The model of the program.";
  return (
    <figure class={`${drawing.figure} ${style.model}`} ref={box} tabIndex={0} aria-label={`${sentence} Press ? for the keys.`} aria-busy={!model.isCurrent.value}>
      <canvas
        ref={canvas}
        aria-hidden="true"
        data-testid="model"
        data-line={model.highlightedLine.value ?? undefined}
        style={{ height: `${picture?.height ?? model.room.value.height}px`, width: picture ? `${picture.width}px` : "100%" }}
      />
      <Over under={under.value} tip={tip.value} width={box.current?.clientWidth ?? 0} />
      <Twin />
    </figure>
  );
}

/** Paints the picture whenever it, its stretch or the highlighted line changes, and for paper. */
function usePainting(canvas: { current: HTMLCanvasElement | null }, density: number): void {
  const model = useModel();
  const fonts = useFonts();
  const figure = model.figure.value;
  const line = model.highlightedLine.value;
  useEffect(() => {
    const draw = () => {
      if (!canvas.current || !figure || !fonts.value) return;
      const wanted = model.axis.peek();
      const stretch = wanted ? stretchTo(figure, [wanted.from, wanted.to]) : null;
      paint(canvas.current, figure.picture, { stretched: () => stretch, strength: line === null ? undefined : strengthOf(figure.messages, line) });
    };
    const frame = requestAnimationFrame(draw);
    const paper = window.matchMedia("print");
    paper.addEventListener("change", draw);
    return () => {
      cancelAnimationFrame(frame);
      paper.removeEventListener("change", draw);
    };
  }, [figure, model.axis.value, line, fonts.value, density]);
}

/** What lies over the canvas: outlines, the message that is pointed at or stepped to, and the tip. */
function Over({ under, tip, width }: { under: Under | null; tip: TipAt | null; width: number }) {
  const model = useModel();
  const figure = model.figure.value;
  const axis = model.axis.value;
  if (!figure || !axis) return null;
  const line = model.highlightedLine.value;
  const pointed = under?.message ?? -1;
  const message = figure.messages[pointed >= 0 ? pointed : model.steppedTo.value];
  const still = !model.isStretched.value;
  const lines = message ? message.lines : line === null ? [] : [line];
  return (
    <>
      {under?.hit?.kind === "loop" && <Outline hit={under.hit} />}
      {still && <Also loops={figure.picture.hits} />}
      {still && message && <Lit message={message} width={figure.picture.width} height={figure.picture.height} />}
      {still && <Marks rows={figure.rows} left={figure.plotLeft} lines={lines} />}
      <Beyond now={axis} height={(figure.rows.at(-1)?.y ?? 0) + 20} />
      {tip && <Tip at={tip} />}
      {!tip && message && still && <Tip at={tipOfMessage(message, width)} />}
    </>
  );
}

/** The outline of a hit. */
/** Where the picture shows a part: a shade at the edge beyond which there is more. */
function Beyond({ now, height }: { now: Axis; height: number }) {
  const { from, to, plotLeft } = now;
  const before = !isWhole(now, [from, Number.POSITIVE_INFINITY]);
  const after = !isWhole(now, [Number.NEGATIVE_INFINITY, to]);
  return (
    <>
      {before && <div class={`${style.beyond} ${style.before}`} data-testid="beyond-left" style={{ left: `${plotLeft}px`, height: `${height}px` }} />}
      {after && <div class={`${style.beyond} ${style.after}`} data-testid="beyond-right" style={{ height: `${height}px` }} />}
    </>
  );
}

/** Which part of the model is shown, and the way to the others: for fingers and for keys. */
export function Pan() {
  const moves = useFeature(createModelMoves);
  const model = useModel();
  const now = model.axis.value;
  const id = useId();
  if (!now || showsAll(now)) return null;
  const span = now.to - now.from;
  const [least, most] = [panned(now, -now.length * 2)[0], panned(now, now.length * 2)[0]];
  const shown = `steps ${count(Math.max(1, now.from + 1))} to ${count(Math.min(now.length, now.to))} of ${count(now.length)}`;
  return (
    <div class={style.pan} data-testid="pan">
      <label for={id}>Shown: {shown}</label>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={(most - least) / Math.max(1, Math.ceil((8 * (most - least)) / span))}
        value={now.from}
        aria-valuetext={shown}
        onInput={(event) => {
          const from = event.currentTarget.valueAsNumber;
          moves.show([from, from + span]);
        }}
      />
    </div>
  );
}

/** The strength in which the parts of an owner are drawn while a line is highlighted. */
function strengthOf(messages: readonly ModelMessage[], line: number): (owner: number) => number {
  return (owner) => {
    if (owner >= 0) return messages[owner]?.lines.includes(line) ? 1 : QUIET;
    return owner === NOBODY || lineOf(owner) === line ? 1 : QUIET_LINE;
  };
}

/** The tip of a row. */
function tipOfRow({ label, processes }: ModelRow): { title: string; detail: string } {
  const title = `${processes.length === 1 ? "process" : "processes"} ${label}`;
  if (processes.length === 1) return { title, detail: "click to keep its messages highlighted" };
  return { title, detail: `${counted(processes.length, "process")} that do the same, up to a shift of rank` };
}

function tipOfMessage(message: ModelMessage, width: number): TipAt {
  const [x = 0, y = 0] = message.points.slice(-2);
  return { title: message.title, detail: message.detail, x, y, width };
}

/** A message that is pointed at: its line, and its two ends. */
function Lit({ message, width, height }: { message: ModelMessage; width: number; height: number }) {
  const { points } = message;
  const path = points.join(" ");
  const ends = [points.slice(0, 2), points.slice(-2)];
  return (
    <svg class={style.message} width={width} height={height} aria-hidden="true">
      <polyline points={path} class={style.casing} />
      <polyline points={path} style={{ stroke: `var(--t${message.slot})` }} />
      {ends.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={4.5} />
      ))}
    </svg>
  );
}

/** Marks the numbers of rows at the left edge: the highlighted row, or both ends of a message. */
function Marks({ rows, left, lines }: { rows: readonly ModelRow[]; left: number; lines: readonly number[] }) {
  return (
    <>
      {rows
        .filter((row) => lines.includes(row.line) && row.processes.length > 0)
        .map((row) => (
          <div key={row.line} class={style.rowMark} data-testid="row-mark" style={{ top: `${row.y - 9}px`, width: `${left - 1}px` }} />
        ))}
    </>
  );
}

/** The boxes whose messages are counted with those of the selected one. */
function Also({ loops }: { loops: readonly Hit[] }) {
  const model = useModel();
  const { also } = model.view.value;
  return (
    <>
      {loops
        .filter(({ kind, loop }) => kind === "loop" && also.includes(loop))
        .map((hit) => (
          <Outline key={hit.item} hit={hit} class={`${drawing.outline} ${style.also}`} />
        ))}
    </>
  );
}
