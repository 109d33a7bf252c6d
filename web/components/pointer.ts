/**
 * Pointer and wheel on a picture: a wheel zooms around the pointer or pans, a drag moves what it takes hold of, two fingers
 * pinch, a press without a drag is a click. Whatever has no effect is left to the page.
 */

/** A point of the picture, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** What a press takes hold of. */
export interface Grip {
  /** Moves it from where the pointer was to where it is; null if it cannot be moved. */
  drag: ((from: Point, to: Point) => void) | null;
  /** Whether it moves at once; otherwise a small movement is still a click. */
  atOnce?: boolean;
  cursor?: string;
}

export interface Surface {
  /** What is under a point; null where a press does nothing. */
  grip(at: Point): Grip | null;
  /** Zooms around a point by a factor (below 1: closer). False if that changes nothing. */
  zoom(at: Point, factor: number): boolean;
  /** Pans by so many pixels. False if that changes nothing. */
  pan(at: Point, pixels: number): boolean;
  /** The pointer is over a point, or over nothing. Returns the cursor. */
  hover(at: Point | null): string;
  click(at: Point, event: PointerEvent): void;
  doubleClick(at: Point): void;
}

/** A press that moves no further is a click. */
const CLICK_PX = 4;
/** A line of a wheel that counts in lines. */
const LINE_PX = 16;
/** How much one pixel of the wheel zooms, and the most that one event counts. */
const ZOOM_PER_PX = 0.0022;
const MOST_WHEEL_PX = 120;

/** Listens on a canvas; returns how to stop. */
export function attachPointer(canvas: HTMLCanvasElement, surface: Surface): () => void {
  const pointer = new PointerTracker(canvas, surface);
  const stop = new AbortController();
  const on = { signal: stop.signal };
  canvas.addEventListener("wheel", (event) => pointer.wheel(event), { ...on, passive: false });
  canvas.addEventListener("pointerdown", (event) => pointer.down(event), on);
  canvas.addEventListener("pointermove", (event) => pointer.move(event), on);
  canvas.addEventListener("pointerup", (event) => pointer.up(event), on);
  canvas.addEventListener("pointercancel", (event) => pointer.up(event), on);
  // A finger leaves when it is lifted: what it touched stays named.
  canvas.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && surface.hover(null), on);
  canvas.addEventListener("dblclick", (event) => surface.doubleClick(pointer.place(event)), on);
  return () => stop.abort();
}

class PointerTracker {
  private readonly pointers = new Map<number, Point>();
  private press: { grip: Grip; start: Point; last: Point; dragged: boolean } | null = null;
  /** How far two fingers are apart. */
  private spread = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly surface: Surface,
  ) {}

  place(event: MouseEvent): Point {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  wheel(event: WheelEvent): void {
    const at = this.place(event);
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const moved = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    const zoomed = Math.max(-MOST_WHEEL_PX, Math.min(MOST_WHEEL_PX, event.deltaY * scale));
    const changed = sideways ? this.surface.pan(at, moved * scale) : this.surface.zoom(at, Math.exp(zoomed * ZOOM_PER_PX));
    if (!changed) return;
    event.preventDefault();
    this.surface.hover(null);
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = this.place(event);
    this.pointers.set(event.pointerId, at);
    this.press = null;
    if (this.pointers.size === 2) this.spread = this.distance();
    if (this.pointers.size > 1) return;
    const grip = this.surface.grip(at);
    if (!grip) return;
    this.press = { grip, start: at, last: at, dragged: false };
    if (grip.atOnce) this.canvas.setPointerCapture(event.pointerId);
  }

  move(event: PointerEvent): void {
    const at = this.place(event);
    if (this.pointers.has(event.pointerId)) this.pointers.set(event.pointerId, at);
    if (this.pointers.size === 2) return this.pinch();
    const press = this.press;
    if (!press) {
      this.canvas.style.cursor = this.surface.hover(at);
      return;
    }
    const { grip, start } = press;
    if (!press.dragged && !grip.atOnce && !isDrag(start, at)) return;
    this.surface.hover(null);
    if (!grip.drag) return;
    if (!press.dragged) this.canvas.setPointerCapture(event.pointerId);
    this.canvas.style.cursor = grip.cursor ?? "grabbing";
    press.dragged = true;
    grip.drag(press.last, at);
    press.last = at;
  }

  up(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    const press = this.press;
    this.press = null;
    if (!press || press.dragged || press.grip.atOnce || event.type !== "pointerup") return;
    const at = this.place(event);
    if (!isDrag(press.start, at)) this.surface.click(at, event);
  }

  private pinch(): void {
    const spread = this.distance();
    const [a, b] = [...this.pointers.values()];
    if (!a || !b || spread < 1 || this.spread < 1) return;
    this.surface.hover(null);
    this.surface.zoom({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, this.spread / spread);
    this.spread = spread;
  }

  private distance(): number {
    const [a, b] = [...this.pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}

function isDrag(from: Point, to: Point): boolean {
  return Math.hypot(from.x - to.x, from.y - to.y) > CLICK_PX;
}
