/** The picture of the model: the canvas, what lies over it, and its twin in the page's own elements. */
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { count, counted } from "../../base/format";
import { keyed } from "../../base/keyed";
import { isAll, movedSteps, rowOf, stretchOf, type Window } from "../../base/model";
import { lineOf, NOBODY } from "../../engine/replay";
import type { Hit, ModelMessage, ModelRow } from "../../engine/wire";
import { fontsReady, paint } from "../../components/canvas";
import { Tip, type TipAt } from "../../components/Tip";
import { hovered, modelFigure, modelRoom, modelSummary, modelWindow, standingLine, steppedTo } from "./state";
import { modelAt } from "../../workspace/modelView";
import { chooseModelLoop, show, standOut } from "./moves";
import { attachModelGestures, type Under } from "./gestures";

/** What stands above and below the picture in its column, and the least height it is given. */
const AROUND_PX = 280;
const LEAST_PX = 320;
/** How much is left of what is not of the process that stands out. */
const QUIET = 0.14;
const QUIET_LINE = 0.55;
/** A picture that stays so long is told as text. */
const STILL_MS = 150;
/** Messages that are told so. */
const MOST_TOLD = 400;

export function ModelGraph(): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tip = useSignal<TipAt | null>(null);
  const under = useSignal<Under | null>(null);
  const fonts = useSignal(false);
  const density = useSignal(window.devicePixelRatio);
  const figure = modelFigure.value;
  const picture = figure?.picture;

  useEffect(() => void fontsReady.then(() => (fonts.value = true)), []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => {
      const height = Math.max(LEAST_PX, Math.min(640, window.innerHeight - AROUND_PX));
      const width = Math.floor(element.clientWidth);
      if (modelRoom.value.width !== width || modelRoom.value.height !== height) modelRoom.value = { width, height };
      density.value = window.devicePixelRatio;
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
      modelRoom.value = { width: 0, height: 0 };
      hovered.value = null;
    };
  }, []);

  // What was under the pointer in the picture before need not be there in this one.
  useEffect(() => {
    under.value = null;
    tip.value = null;
  }, [figure]);

  const line = standingLine.value;
  useEffect(() => {
    const draw = (): void => {
      if (!canvas.current || !figure || !fonts.value) return;
      const wanted = modelWindow.peek();
      const stretch = wanted ? stretchOf(figure, wanted) : null;
      paint(canvas.current, figure.picture, { stretched: () => stretch, strength: line === null ? undefined : strengthOf(figure.messages, line) });
    };
    const frame = requestAnimationFrame(draw);
    const paper = window.matchMedia("print");
    paper.addEventListener("change", draw);
    return () => {
      cancelAnimationFrame(frame);
      paper.removeEventListener("change", draw);
    };
  }, [figure, modelWindow.value, line, fonts.value, density.value]);

  useEffect(() => {
    if (!canvas.current) return undefined;
    return attachModelGestures(canvas.current, (found, x, y) => {
      under.value = found;
      const pointed = found?.row?.processes[0] ?? null;
      if (hovered.value !== pointed) hovered.value = pointed;
      const said = found?.row ? toldOf(found.row) : (modelFigure.peek()?.messages[found?.message ?? -1] ?? found?.hit ?? null);
      tip.value = said?.title ? { title: said.title, detail: said.detail, x, y, width: box.current?.clientWidth ?? 0 } : null;
    });
  }, []);

  const pointed = under.value?.message ?? -1;
  const stepped = steppedTo.value;
  const message = figure?.messages[pointed >= 0 ? pointed : stepped];
  const hit = under.value?.hit;
  const stretched = figure !== null && modelWindow.value !== figure;
  return (
    <figure class="ribbon model" ref={box} tabIndex={0} aria-label={`${(modelSummary.value?.sentence ?? []).map(({ text }) => text).join("") || "The model of the program."} Press ? for the keys.`} aria-busy={!picture}>
      <canvas
        ref={canvas}
        aria-hidden="true"
        data-testid="model"
        data-line={line ?? undefined}
        style={{ height: picture ? `${picture.height}px` : `${modelRoom.value.height}px`, width: picture ? `${picture.width}px` : "100%" }}
      />
      {hit?.kind === "loop" && <div class="over" style={{ left: `${hit.x}px`, top: `${hit.y}px`, width: `${hit.w}px`, height: `${hit.h}px` }} />}
      {figure && !stretched && <Also loops={figure.picture.hits} />}
      {figure && message && !stretched && <Lit message={message} width={figure.picture.width} height={figure.picture.height} />}
      {figure && !stretched && <Marks rows={figure.rows} left={figure.plotLeft} lines={message ? message.lines : line === null ? [] : [line]} />}
      {figure && modelWindow.value && <Beyond now={modelWindow.value} height={(figure.rows.at(-1)?.y ?? 0) + 20} />}
      {tip.value && <Tip at={tip.value} />}
      {!tip.value && message && !stretched && <Tip at={tipOf(message, box.current?.clientWidth ?? 0)} />}
      <Twin />
    </figure>
  );
}

/** Where the picture shows a part: a shade at the edge beyond which there is more. */
function Beyond({ now, height }: { now: Window; height: number }): JSX.Element {
  const { from, to, plotLeft } = now;
  const before = !isAll(now, [from, Number.POSITIVE_INFINITY]);
  const after = !isAll(now, [Number.NEGATIVE_INFINITY, to]);
  return (
    <>
      {before && <div class="beyond left" style={{ left: `${plotLeft}px`, height: `${height}px` }} />}
      {after && <div class="beyond right" style={{ height: `${height}px` }} />}
    </>
  );
}

/** Which part of the model is shown, and the way to the others: for fingers and for keys. */
export function Pan(): JSX.Element | null {
  const now = modelWindow.value;
  const id = useId();
  if (!now || isAll(now, [now.from, now.to])) return null;
  const span = now.to - now.from;
  const [least, most] = [movedSteps(now, -now.length * 2)[0], movedSteps(now, now.length * 2)[0]];
  const shown = `steps ${count(Math.max(1, now.from + 1))} to ${count(Math.min(now.length, now.to))} of ${count(now.length)}`;
  return (
    <div class="pan">
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
          show([from, from + span]);
        }}
      />
    </div>
  );
}

/** How strong what belongs to an owner is while a line stands out. */
function strengthOf(messages: readonly ModelMessage[], line: number): (owner: number) => number {
  return (owner) => {
    if (owner >= 0) return messages[owner]?.lines.includes(line) ? 1 : QUIET;
    return owner === NOBODY || lineOf(owner) === line ? 1 : QUIET_LINE;
  };
}

/** What the tip says of a row. */
function toldOf({ label, processes }: ModelRow): { title: string; detail: string } {
  const title = `${processes.length === 1 ? "process" : "processes"} ${label}`;
  if (processes.length === 1) return { title, detail: "click to keep its messages highlighted" };
  return { title, detail: `${counted(processes.length, "process")} that do the same, up to a shift of rank` };
}

function tipOf(message: ModelMessage, width: number): TipAt {
  const [x = 0, y = 0] = message.points.slice(-2);
  return { title: message.title, detail: message.detail, x, y, width };
}

/** A message that is pointed at: its line, and its two ends. */
function Lit({ message, width, height }: { message: ModelMessage; width: number; height: number }): JSX.Element {
  const { points } = message;
  const path = points.join(" ");
  const ends = [points.slice(0, 2), points.slice(-2)];
  return (
    <svg class="over-message" width={width} height={height} aria-hidden="true">
      <polyline points={path} class="casing" />
      <polyline points={path} style={{ stroke: `var(--t${message.slot})` }} />
      {ends.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={4.5} />
      ))}
    </svg>
  );
}

/** The numbers of rows at the left edge that something is said of. */
function Marks({ rows, left, lines }: { rows: readonly ModelRow[]; left: number; lines: readonly number[] }): JSX.Element {
  return (
    <>
      {rows
        .filter((row) => lines.includes(row.line) && row.processes.length > 0)
        .map((row) => (
          <div key={row.line} class="row-mark" style={{ top: `${row.y - 9}px`, width: `${left - 1}px` }} />
        ))}
    </>
  );
}

/** The boxes whose messages are counted with those of the selected one. */
function Also({ loops }: { loops: readonly Hit[] }): JSX.Element {
  const { also } = modelAt.value;
  return (
    <>
      {loops
        .filter(({ kind, loop }) => kind === "loop" && also.includes(loop))
        .map((hit) => (
          <div key={hit.item} class="over also" style={{ left: `${hit.x}px`, top: `${hit.y}px`, width: `${hit.w}px`, height: `${hit.h}px` }} />
        ))}
    </>
  );
}

/** What the canvas shows, as elements: for screen readers, and for whoever works by keyboard. */
function Twin(): JSX.Element {
  const still = useSignal(modelFigure.peek());
  // While a gesture lasts, pictures follow each other faster than anybody reads.
  useSignalEffect(() => {
    const now = modelFigure.value;
    const timer = setTimeout(() => (still.value = now), still.peek() ? STILL_MS : 0);
    return () => clearTimeout(timer);
  });
  const told = useComputed(() => {
    const figure = still.value;
    const line = standingLine.value;
    const messages = figure?.messages.filter(({ lines }) => line === null || lines.includes(line)) ?? [];
    return {
      loops: figure?.picture.hits.filter(({ kind }) => kind === "loop") ?? [],
      events: figure?.picture.hits.filter(({ kind }) => kind === "event").slice(0, MOST_TOLD) ?? [],
      messages: messages.slice(0, MOST_TOLD),
      more: Math.max(0, messages.length - MOST_TOLD),
      rows: figure?.rows.slice(0, MOST_TOLD) ?? [],
    };
  });
  const { loops, events, messages, more, rows } = told.value;
  const standing = modelAt.value.process;
  return (
    <div class="hidden" role="group" aria-label="What the picture shows">
      <ol aria-label="Loops of the model">
        {loops.map((loop) => (
          <li key={loop.item}>
            <button type="button" tabIndex={-1} onClick={() => chooseModelLoop(loop.loop)}>
              {loop.title}. {loop.detail}
            </button>
          </li>
        ))}
      </ol>
      <ol aria-label="Rows of the model">
        {rows.map((row) => (
          <li key={row.line}>
            <button type="button" tabIndex={-1} aria-pressed={standing !== null && rowOf([row], standing) !== null} onClick={() => standOut(row.processes[0] ?? null)}>
              {row.processes.length === 1 ? "process" : "processes"} {row.label}
            </button>
          </li>
        ))}
      </ol>
      <ol aria-label="Messages of the model">
        {keyed(messages, ({ title, detail }) => `${title}: ${detail}`).map(({ key, item: { title, detail } }) => (
          <li key={key}>
            {title}: {detail}
          </li>
        ))}
        {more > 0 && <li>and {count(more)} more</li>}
      </ol>
      <ol aria-label="Collectives and local events of the model">
        {keyed(events, ({ title, detail }) => `${title}: ${detail}`).map(({ key, item: { title, detail } }) => (
          <li key={key}>
            {title}: {detail}
          </li>
        ))}
      </ol>
    </div>
  );
}
