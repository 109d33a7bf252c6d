/** Pointer and wheel on the ribbon: zoom, pan, the mark of an iteration, loops and hatches to click. */
import { hitAt, iterationAt, middleOf, stripAt } from "../../base/hits";
import { centredOn, panned, perPixel, type Range, showsAll, valueAt, zoomedAround } from "../../base/range";
import { attachPointer, type Grip, type Point, type Surface } from "../../components/pointer";
import type { Hit, Strip } from "../../engine/wire";
import type { Workspace } from "../../workspace/workspace";
import { createNestMoves } from "./moves";

/** Told what lies under the pointer: a hit, or nothing. */
type Watcher = (hit: Hit | null, at: Point) => void;

export function attachRibbonPointer(canvas: HTMLCanvasElement, workspace: Workspace, watch: Watcher): () => void {
  return attachPointer(canvas, new RibbonSurface(workspace, watch));
}

class RibbonSurface implements Surface {
  constructor(
    private readonly workspace: Workspace,
    private readonly watch: Watcher,
  ) {}

  grip({ x, y }: Point): Grip | null {
    const { ribbon, choose } = this.workspace;
    const hit = this.under({ x, y });
    // The words that say where the mark is are between two strips.
    if (hit?.kind === "elsewhere") return { drag: null };
    const index = stripAt(ribbon.strips.value, y);
    if (index < 0) return null;
    ribbon.activeStrip.value = index;
    const strip = (at: number): Strip | undefined => ribbon.strips.value[at];
    if (hit?.kind === "mark") {
      const drag = (_: Point, to: Point) => {
        const now = strip(hit.strip);
        if (now) choose.iteration(hit.strip, iterationAt(now, to.x));
      };
      return { drag, atOnce: true, cursor: "ew-resize" };
    }
    const pan = (from: Point, to: Point) => {
      const now = strip(index);
      if (now) choose.range(index, panned(now, valueAt(now, from.x) - valueAt(now, to.x)));
    };
    const now = strip(index);
    return { drag: now && !showsAll(now) ? pan : null };
  }

  zoom(at: Point, factor: number): boolean {
    return this.change(at, (strip) => zoomedAround(strip, factor, valueAt(strip, at.x)));
  }

  pan(at: Point, pixels: number): boolean {
    return this.change(at, (strip) => panned(strip, pixels * perPixel(strip)));
  }

  /** Shows another range of the strip under a point; false if it is the same. */
  private change({ y }: Point, rangeOf: (strip: Strip) => Range): boolean {
    const { ribbon, choose } = this.workspace;
    const index = stripAt(ribbon.strips.value, y);
    const strip = ribbon.strips.value[index];
    if (!strip) return false;
    ribbon.activeStrip.value = index;
    const range = rangeOf(strip);
    if (range[0] === strip.from && range[1] === strip.to) return false;
    choose.range(index, range);
    return true;
  }

  hover(at: Point | null): string {
    // While the next picture is being drawn, nothing is where it was.
    const hit = at && !this.isStretched() ? this.under(at) : null;
    this.watch(hit, at ?? { x: 0, y: 0 });
    if (!at) return "default";
    if (hit?.kind === "mark") return "ew-resize";
    if (hit && hit.kind !== "event") return "pointer";
    const { strips } = this.workspace.ribbon;
    const strip = strips.value[stripAt(strips.value, at.y)];
    return strip && !showsAll(strip) ? "grab" : "default";
  }

  click(at: Point): void {
    const { choose, ribbon } = this.workspace;
    const hit = this.under(at);
    const strip = ribbon.strips.value[hit?.strip ?? -1];
    if (!hit || !strip) return;
    if (hit.kind === "elsewhere") choose.range(hit.strip, centredOn(strip, middleOf(strip)));
    else if (hit.kind === "loop" && hit.item >= 0) choose.inStrip(hit.strip, hit.item, hit.loop);
    else if (hit.kind === "loop" && hit.loop > 0) choose.loop(hit.loop);
    else if (hit.kind === "hatch") {
      // A place in a hatch is an iteration of the loop that it belongs to.
      if (strip.opened && (hit.item < 0 || strip.opened.item === hit.item)) choose.iteration(hit.strip, iterationAt(strip, at.x));
      else if (hit.item >= 0) choose.inStrip(hit.strip, hit.item, hit.loop);
    }
  }

  doubleClick(): void {
    this.workspace.feature(createNestMoves).enter();
  }

  private under({ x, y }: Point): Hit | null {
    return hitAt(this.workspace.ribbon.last.value?.reply.picture.hits ?? [], x, y);
  }

  private isStretched(): boolean {
    const { strips, last } = this.workspace.ribbon;
    return strips.value.some((strip, index) => {
      const drawn = last.value?.reply.strips[index];
      return drawn?.from !== strip.from || drawn.to !== strip.to;
    });
  }
}
