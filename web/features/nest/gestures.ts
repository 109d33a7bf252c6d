/**
 * Pointer and wheel on the ribbon. A wheel zooms around the pointer, a drag moves what is zoomed in, a mark can be
 * dragged to another iteration, two fingers pinch. Whatever has no effect is left to the page.
 */
import { centred, eventAt, hitAt, isWhole, iterationAt, panned, stripAt, zoomed } from "../../base/hits";
import type { Hit } from "../../engine/wire";
import { chooseIteration, chooseLoopById, enter, openAt, zoomStrip } from "../../workspace/choose";
import { activeStrip, ribbon, strips } from "../../workspace/store";

interface Watcher {
  /** Something lies under the pointer, or nothing. */
  over: (hit: Hit | null, x: number, y: number) => void;
}

type Drag =
  | { kind: "mark"; strip: number }
  | { kind: "pan"; strip: number; x: number }
  | { kind: "press"; strip: number; x: number; y: number }
  | { kind: "jump"; strip: number };

const CLICK_PX = 4;

export function attachGestures(canvas: HTMLCanvasElement, watcher: Watcher): () => void {
  const stop = new AbortController();
  const pointers = new Map<number, { x: number; y: number }>();
  let drag: Drag | null = null;
  let spread = 0;

  const place = (event: MouseEvent): { x: number; y: number } => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const under = (x: number, y: number): Hit | null => hitAt(ribbon.value?.reply.picture.hits ?? [], x, y);
  const settled = (): boolean => strips.value.every((strip, i) => {
    const drawn = ribbon.value?.reply.strips[i];
    return drawn?.from === strip.from && drawn.to === strip.to;
  });

  const hover = (x: number, y: number): void => {
    const hit = settled() ? under(x, y) : null;
    const strip = strips.value[stripAt(strips.value, y)];
    const movable = strip && !isWhole(strip, [strip.from, strip.to]);
    canvas.style.cursor =
      hit?.kind === "mark" ? "ew-resize" : hit && hit.kind !== "event" ? "pointer" : movable ? "grab" : "default";
    watcher.over(hit, x, y);
  };

  const wheel = (event: WheelEvent): void => {
    const { x, y } = place(event);
    const index = stripAt(strips.value, y);
    const strip = strips.value[index];
    if (!strip) return;
    activeStrip.value = index;
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const moved = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    const perPixel = (strip.to - strip.from) / Math.max(1, strip.plotRight - strip.plotLeft);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const range = sideways
      ? panned(strip, moved * lines * perPixel)
      : zoomed(strip, Math.exp(Math.max(-120, Math.min(120, event.deltaY * lines)) * 0.0022), eventAt(strip, x));
    if (range[0] === strip.from && range[1] === strip.to) return;
    event.preventDefault();
    watcher.over(null, x, y);
    zoomStrip(index, range);
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const at = place(event);
    pointers.set(event.pointerId, at);
    if (pointers.size === 2) {
      drag = null;
      spread = distance(pointers);
      return;
    }
    const hit = under(at.x, at.y);
    // The words that say where the mark is stand between two strips.
    if (hit?.kind === "elsewhere") {
      drag = { kind: "jump", strip: hit.strip };
      return;
    }
    const index = stripAt(strips.value, at.y);
    if (index < 0) return;
    activeStrip.value = index;
    drag = hit?.kind === "mark" ? { kind: "mark", strip: hit.strip } : { kind: "press", strip: index, ...at };
    if (hit?.kind === "mark") canvas.setPointerCapture(event.pointerId);
  };

  const move = (event: PointerEvent): void => {
    const at = place(event);
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, at);
    if (pointers.size === 2) return pinch();
    if (!drag) return hover(at.x, at.y);
    const strip = strips.value[drag.strip];
    if (!strip) return;
    if (drag.kind === "jump") return;
    watcher.over(null, at.x, at.y);
    if (drag.kind === "mark") {
      chooseIteration(drag.strip, iterationAt(strip, at.x));
    } else if (drag.kind === "pan") {
      zoomStrip(drag.strip, panned(strip, eventAt(strip, drag.x) - eventAt(strip, at.x)));
      drag.x = at.x;
    } else if (Math.hypot(at.x - drag.x, at.y - drag.y) > CLICK_PX && !isWhole(strip, [strip.from, strip.to])) {
      canvas.setPointerCapture(event.pointerId);
      canvas.style.cursor = "grabbing";
      drag = { kind: "pan", strip: drag.strip, x: at.x };
    }
  };

  const pinch = (): void => {
    const now = distance(pointers);
    const [a, b] = [...pointers.values()];
    if (!a || !b || now < 1 || spread < 1) return;
    const index = stripAt(strips.value, (a.y + b.y) / 2);
    const strip = strips.value[index];
    if (strip) zoomStrip(index, zoomed(strip, spread / now, eventAt(strip, (a.x + b.x) / 2)));
    spread = now;
  };

  const up = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
    const was = drag;
    drag = null;
    if (!was || event.type !== "pointerup") return;
    const at = place(event);
    if (was.kind === "jump") {
      const strip = strips.value[was.strip];
      const still = under(at.x, at.y);
      if (strip && still?.kind === "elsewhere" && still.strip === was.strip) zoomStrip(was.strip, centred(strip));
      return;
    }
    if (was.kind !== "press") return;
    if (Math.hypot(at.x - was.x, at.y - was.y) > CLICK_PX) return;
    const hit = under(at.x, at.y);
    const strip = strips.value[was.strip];
    if (!hit || !strip) return;
    if (hit.kind === "loop" && hit.item >= 0) openAt(hit.strip, hit.item, hit.loop);
    else if (hit.kind === "loop" && hit.loop > 0) chooseLoopById(hit.loop);
    else if (hit.kind === "hatch") openHatch(hit, at.x);
  };

  /** A place in a hatch is an iteration of the loop it belongs to. */
  const openHatch = (hit: Hit, x: number): void => {
    const strip = strips.value[hit.strip];
    if (!strip) return;
    if (strip.opened && (hit.item < 0 || strip.opened.item === hit.item)) chooseIteration(hit.strip, iterationAt(strip, x));
    else if (hit.item >= 0) openAt(hit.strip, hit.item, hit.loop);
  };

  const on = { signal: stop.signal };
  canvas.addEventListener("wheel", wheel, { ...on, passive: false });
  canvas.addEventListener("pointerdown", down, on);
  canvas.addEventListener("pointermove", move, on);
  canvas.addEventListener("pointerup", up, on);
  canvas.addEventListener("pointercancel", up, on);
  canvas.addEventListener("pointerleave", () => watcher.over(null, 0, 0), on);
  canvas.addEventListener("dblclick", () => enter(), on);
  return () => stop.abort();
}

function distance(pointers: ReadonlyMap<number, { x: number; y: number }>): number {
  const [a, b] = [...pointers.values()];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}
