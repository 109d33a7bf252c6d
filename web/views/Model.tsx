/** The model of the whole program: the sentence, the graph, and what it leaves out. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { hitAt } from "../base/hits";
import { isAll, messageAt, movedSteps, stepAt, zoomedSteps } from "../base/model";
import type { Hit, ModelMessage } from "../base/wire";
import { fontsReady, paint } from "../components/canvas";
import { Term, Words } from "../components/Figure";
import { Tip, type TipAt } from "../components/Tip";
import { chooseModelLoop, fold, lookAtModel, modelAt, modelFigure, modelling, modelProcess, modelRefused, modelRoom, modelSummary, show } from "../state/model";
import { line } from "./Failed";

/** What stands above and below the picture in its column, and the least height it is given. */
const AROUND_PX = 250;
const LEAST_PX = 320;
const CLICK_PX = 4;
/** With more processes than this, those that do the same may share a row. */
const FOLDS_FROM = 16;

export function Model(): JSX.Element {
  const summary = modelSummary.value;
  const problem = modelRefused.value;
  const busy = modelling.value;
  if (problem) {
    return (
      <div class="compare-none">
        <h2>There is no model of this trace</h2>
        <p>{line(problem)}</p>
      </div>
    );
  }
  if (!summary) {
    return (
      <div class="comparing" role="status">
        {busy?.visible && (
          <>
            <span>
              Finding the loops of all processes: {busy.done} of {busy.processes}
            </span>
            <progress class="progress" max={Math.max(1, busy.processes)} value={busy.done} aria-label="Processes" />
          </>
        )}
      </div>
    );
  }
  return (
    <>
      <p class="sentence">
        <Words parts={summary.sentence} />
      </p>
      <Graph />
      <Below />
    </>
  );
}

function Below(): JSX.Element {
  const { whole, folded, closed } = modelAt.value;
  const figure = modelFigure.value;
  const processes = modelSummary.value?.processes ?? 0;
  const problems = modelSummary.value?.problems ?? [];
  return (
    <div class="model-below">
      <p>
        Left to right: order of events (<Term means="Each event one step after the one before it, a receive at least one step after its send">Lamport clock</Term>), one
        iteration of each loop.{" "}
        {figure?.hidden && (
          <>
            Not shown:{" "}
            <button type="button" class="link" onClick={() => lookAtModel({ whole: true, zoom: null })}>
              {figure.hidden}
            </button>
            .{" "}
          </>
        )}
        {whole && (
          <button type="button" class="link" onClick={() => lookAtModel({ whole: false, zoom: null })}>
            Show the main loops alone
          </button>
        )}{" "}
        {(processes > FOLDS_FROM || folded) && !(figure?.folded && !folded) && (
          <button type="button" class="link" onClick={() => lookAtModel({ folded: !folded })}>
            {folded ? "A row for each process" : "Processes that do the same in one row"}
          </button>
        )}{" "}
        {closed.length > 0 && (
          <button type="button" class="link" onClick={() => lookAtModel({ closed: [] })}>
            Open all loops
          </button>
        )}
      </p>
      {(figure?.rowsLeftOut ?? 0) > 0 && <p>{figure?.rowsLeftOut} more rows are not drawn.</p>}
      {problems.length > 0 && (
        <details>
          <summary>What does not fit together: {problems.length}</summary>
          <ul>
            {problems.map((problem) => (
              <li>{line(problem)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Graph(): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tip = useSignal<TipAt | null>(null);
  const over = useSignal<{ hit: Hit | null; message: ModelMessage | null }>({ hit: null, message: null });
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  const figure = modelFigure.value;
  const picture = figure?.picture;

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => {
      const height = Math.max(LEAST_PX, Math.min(640, window.innerHeight - AROUND_PX));
      modelRoom.value = { width: Math.floor(element.clientWidth), height };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
      modelRoom.value = { width: 0, height: 0 };
    };
  }, []);

  useEffect(() => {
    let gone = false;
    void fontsReady.then(() => {
      if (!gone && canvas.current && picture) paint(canvas.current, picture);
    });
    return () => void (gone = true);
  }, [picture]);

  const away = (): void => {
    tip.value = null;
    over.value = { hit: null, message: null };
  };
  const hover = (x: number, y: number): void => {
    if (!figure) return;
    const message = messageAt(figure.messages, x, y);
    const hit = message ? null : hitAt(figure.picture.hits, x, y);
    over.value = { hit, message };
    const said = message ?? hit;
    tip.value = said?.title ? { title: said.title, detail: said.detail, x, y, width: box.current?.clientWidth ?? 0 } : null;
    if (canvas.current) canvas.current.style.cursor = hit?.kind === "loop" ? "pointer" : "default";
  };

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const wheel = (event: WheelEvent): void => {
      const now = modelFigure.peek();
      if (!now) return;
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const moved = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      const perPixel = (now.to - now.from) / Math.max(1, now.plotRight - now.plotLeft);
      const range = sideways
        ? movedSteps(now, moved * perPixel)
        : zoomedSteps(now, Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.0022), stepAt(now, event.offsetX));
      if (Math.abs(range[0] - now.from) + Math.abs(range[1] - now.to) < 1e-6) return;
      event.preventDefault();
      tip.value = null;
      show(range);
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, []);

  const move = (event: PointerEvent): void => {
    const from = drag.current;
    if (!from || !figure || event.buttons === 0) return hover(event.offsetX, event.offsetY);
    if (!from.moved && Math.hypot(event.offsetX - from.x, event.offsetY - from.y) <= CLICK_PX) return;
    if (isAll(figure, [figure.from, figure.to])) return;
    from.moved = true;
    away();
    show(movedSteps(figure, stepAt(figure, from.x) - stepAt(figure, event.offsetX)));
    from.x = event.offsetX;
  };
  const release = (event: PointerEvent): void => {
    const was = drag.current;
    drag.current = null;
    if (!was || was.moved || !figure) return;
    const hit = hitAt(
      figure.picture.hits.filter(({ kind }) => kind === "loop"),
      event.offsetX,
      event.offsetY,
    );
    if (hit) chooseModelLoop(hit.loop);
    // Beside the plot stand the numbers of the processes.
    else modelProcess.value = null;
  };

  const { hit, message } = over.value;
  return (
    <figure class="ribbon model" ref={box} tabIndex={0} aria-label="The model of the program. Press ? for the keys." aria-busy={!picture}>
      <canvas
        ref={canvas}
        aria-hidden="true"
        data-testid="model"
        style={{ height: picture ? `${picture.height}px` : `${modelRoom.value.height}px`, width: picture ? `${picture.width}px` : "100%" }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          drag.current = { x: event.offsetX, y: event.offsetY, moved: false };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={() => (drag.current = null)}
        onPointerLeave={away}
        onDblClick={() => fold()}
      />
      {picture && hit?.kind === "loop" && <div class="over" style={{ left: `${hit.x}px`, top: `${hit.y}px`, width: `${hit.w}px`, height: `${hit.h}px` }} />}
      {picture && message && (
        <svg class="over-message" width={picture.width} height={picture.height} aria-hidden="true">
          <line x1={message.from[0]} y1={message.from[1]} x2={message.to[0]} y2={message.to[1]} class="casing" />
          <line x1={message.from[0]} y1={message.from[1]} x2={message.to[0]} y2={message.to[1]} />
        </svg>
      )}
      {tip.value && <Tip at={tip.value} />}
      <ol class="hidden" aria-label="Loops of the model">
        {picture?.hits
          .filter(({ kind }) => kind === "loop")
          .map((loop) => (
            <li key={loop.loop}>
              <button type="button" tabIndex={-1} onClick={() => chooseModelLoop(loop.loop)}>
                {loop.title}. {loop.detail}
              </button>
            </li>
          ))}
      </ol>
    </figure>
  );
}
