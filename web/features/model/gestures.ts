/**
 * Pointer and wheel on the picture of the model. A wheel zooms around the pointer, a drag moves what is zoomed in, two
 * fingers pinch. Whatever has no effect is left to the page.
 */
import { hitAt } from "../../base/hits";
import { isAll, messageAt, movedSteps, rowAt, stepAt, zoomedSteps } from "../../base/model";
import type { Hit, ModelRow } from "../../engine/wire";
import { modelFigure, modelWindow } from "./state";
import { alsoModelLoop, chooseModelLoop, fold, show, standOut } from "./moves";

/** What lies under the pointer. */
export interface Under {
  row: ModelRow | null;
  /** Place of a message, -1 for none. */
  message: number;
  hit: Hit | null;
}

type Watcher = (under: Under | null, x: number, y: number) => void;

const CLICK_PX = 4;

export function attachModelGestures(canvas: HTMLCanvasElement, watch: Watcher): () => void {
  const stop = new AbortController();
  const pointers = new Map<number, { x: number; y: number }>();
  let press: { x: number; y: number; last: number; moved: boolean } | null = null;
  let spread = 0;

  const place = (event: MouseEvent): { x: number; y: number } => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const under = (x: number, y: number): Under | null => {
    const figure = modelFigure.value;
    const wanted = modelWindow.value;
    // While the next picture is being drawn, nothing is where it was.
    if (!figure || !wanted || figure.from !== wanted.from || figure.to !== wanted.to) return null;
    if (x < figure.plotLeft) return { row: y < (figure.rows.at(-1)?.y ?? 0) + 20 ? rowAt(figure.rows, y) : null, message: -1, hit: null };
    const message = messageAt(figure.messages, x, y);
    return { row: null, message, hit: message >= 0 ? null : hitAt(figure.picture.hits, x, y) };
  };

  const hover = (x: number, y: number): void => {
    const found = under(x, y);
    const now = modelWindow.value;
    const movable = now && !isAll(now, [now.from, now.to]);
    const clicks = found?.row || found?.hit?.kind === "loop";
    canvas.style.cursor = clicks ? "pointer" : movable ? "grab" : "default";
    watch(found, x, y);
  };

  const wheel = (event: WheelEvent): void => {
    const now = modelWindow.value;
    if (!now) return;
    const { x, y } = place(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const moved = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    const perPixel = (now.to - now.from) / Math.max(1, now.plotRight - now.plotLeft);
    const range = sideways
      ? movedSteps(now, moved * lines * perPixel)
      : zoomedSteps(now, Math.exp(Math.max(-120, Math.min(120, event.deltaY * lines)) * 0.0022), stepAt(now, x));
    if (Math.abs(range[0] - now.from) + Math.abs(range[1] - now.to) < 1e-6) return;
    event.preventDefault();
    watch(null, x, y);
    show(range);
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const at = place(event);
    pointers.set(event.pointerId, at);
    if (pointers.size === 2) {
      press = null;
      spread = distance(pointers);
    } else press = { ...at, last: at.x, moved: false };
  };

  const move = (event: PointerEvent): void => {
    const at = place(event);
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, at);
    if (pointers.size === 2) return pinch();
    const now = modelWindow.value;
    if (!press || !now) return hover(at.x, at.y);
    if (!press.moved && Math.hypot(at.x - press.x, at.y - press.y) <= CLICK_PX) return;
    watch(null, at.x, at.y);
    if (isAll(now, [now.from, now.to])) return;
    if (!press.moved) canvas.setPointerCapture(event.pointerId);
    press.moved = true;
    canvas.style.cursor = "grabbing";
    show(movedSteps(now, stepAt(now, press.last) - stepAt(now, at.x)));
    press.last = at.x;
  };

  const pinch = (): void => {
    const apart = distance(pointers);
    const [a, b] = [...pointers.values()];
    const now = modelWindow.value;
    if (!a || !b || !now || apart < 1 || spread < 1) return;
    watch(null, 0, 0);
    show(zoomedSteps(now, spread / apart, stepAt(now, (a.x + b.x) / 2)));
    spread = apart;
  };

  const up = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
    const was = press;
    press = null;
    if (!was || was.moved || event.type !== "pointerup") return;
    const at = place(event);
    if (Math.hypot(at.x - was.x, at.y - was.y) > CLICK_PX) return;
    const figure = modelFigure.value;
    const found = under(at.x, at.y);
    if (found?.row) return standOut(found.row.processes[0] ?? null);
    // A finger has no hover: a message that it touches is named.
    if (event.pointerType !== "mouse" && found && found.message >= 0) return hover(at.x, at.y);
    const loop = hitAt(figure?.picture.hits.filter(({ kind }) => kind === "loop") ?? [], at.x, at.y);
    if (loop && event.shiftKey) alsoModelLoop(loop.loop);
    else if (loop) chooseModelLoop(loop.loop);
  };

  const on = { signal: stop.signal };
  canvas.addEventListener("wheel", wheel, { ...on, passive: false });
  canvas.addEventListener("pointerdown", down, on);
  canvas.addEventListener("pointermove", move, on);
  canvas.addEventListener("pointerup", up, on);
  canvas.addEventListener("pointercancel", up, on);
  // A finger leaves when it is lifted: what it touched stays named.
  canvas.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && watch(null, 0, 0), on);
  canvas.addEventListener("dblclick", (event) => under(place(event).x, place(event).y)?.row ?? fold(), on);
  return () => stop.abort();
}

function distance(pointers: ReadonlyMap<number, { x: number; y: number }>): number {
  const [a, b] = [...pointers.values()];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}
