/** The picture of a step: the canvas, an outline on the part that was gone to, and the same in words. */
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { paint } from "../../components/canvas";
import { Tip, type TipAt } from "../../components/Tip";
import { useFonts, useSize } from "../../components/usePicture";
import type { Hit, LabBandName, Picture } from "../../engine/wire";
import { type LabState, useLab } from "./state";
import * as style from "./Stage.module.css";
import * as drawing from "../../components/drawing.module.css";
import * as prose from "../../components/prose.module.css";

/** From this width of the window on the stage is half as large again. */
const BEAMER = 1600;
const LARGER = 1.5;
/** The list of what the picture shows follows when the steps rest. */
const REST_MS = 160;
/** More parts are not listed one by one. */
const MOST_LISTED = 600;
/** A swipe is at least so long. */
const SWIPE = 40;
/** Of a picture that is higher, only the rows around those that are seen are painted: so many above and below them, in steps. */
const HIGH = 2400;
const AROUND = 600;

/** Rows of a picture, in its pixels. */
interface Rows {
  from: number;
  height: number;
}

export function Stage() {
  const state = useLab();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const fonts = useFonts();
  const larger = useSignal(1);
  const gone = useSignal<number | null>(null);
  const tip = useSignal<TipAt | null>(null);
  const drawn = state.drawn.value;
  const picture = drawn?.picture;
  const began = useRef<{ x: number; y: number } | null>(null);

  useSize(
    box,
    (element) => {
      larger.value = window.innerWidth >= BEAMER ? LARGER : 1;
      state.width.value = Math.floor(element.clientWidth / larger.value);
    },
    () => (state.width.value = 0),
  );

  const rows = useRows(box, picture, larger.value);
  usePainted(canvas, fonts.value ? picture : undefined, larger.value, rows);
  useEffect(() => void (tip.value = null), [picture]);

  const hits = picture?.hits ?? [];
  const part = gone.value === null ? undefined : hits[gone.value];
  const scale = larger.value;

  const key = (event: KeyboardEvent) => {
    const answers = event.key === "Enter" && part && state.ask.peek() !== 0;
    const next = answers ? null : walk(hits, gone.value, event.key);
    if (answers) state.picked.value = part.title;
    else if (next === null) return;
    else gone.value = next;
    event.preventDefault();
    if (!answers) event.stopPropagation();
  };
  /** While a question is asked, a click on a part is an answer; in the picture, Enter is. */
  const pick = (event: PointerEvent) => {
    const hit = box.current && under(hits, event, box.current, scale);
    if (hit) state.picked.value = hit.title;
  };
  const hover = (event: PointerEvent) => {
    if (event.pointerType !== "touch" && box.current) tip.value = tipAt(hits, event, box.current, scale);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Arrows walk through what it shows.
    <figure
      class={`${drawing.figure} ${style.figure}`}
      tabIndex={0}
      role="group"
      data-stage="own"
      aria-label="The picture of this step. Arrow keys go from part to part."
      aria-describedby="lab-part"
      onKeyDown={key}
      onBlur={() => (gone.value = null)}
    >
      <div
        ref={box}
        class={style.box}
        style={picture ? { height: `${picture.height * scale}px` } : {}}
        onPointerMove={hover}
        onPointerLeave={() => (tip.value = null)}
        onPointerDown={(event) => (began.current = { x: event.clientX, y: event.clientY })}
        onPointerUp={(event) => (state.ask.peek() !== 0 ? pick(event) : event.pointerType === "touch" && began.current && box.current && touched(state, event, began.current, box.current))}
      >
        <canvas ref={canvas} aria-hidden="true" data-testid="stage" data-step={drawn?.at ?? ""} style={sizeOf(picture, scale, rows)} />
        {part && <Around part={part} scale={scale} />}
        {tip.value?.title && <Tip at={tip.value} />}
      </div>
      <p id="lab-part" class={prose.hidden} aria-live="polite">
        {part ? `${drawn?.bands[part.strip]?.title ?? ""}: ${part.title} ${part.detail}` : ""}
      </p>
      <Twin />
    </figure>
  );
}

/** Paints a picture when the browser draws next; only the newest. */
function usePainted(canvas: { current: HTMLCanvasElement | null }, picture: Picture | undefined, larger: number, { from, height }: Rows): void {
  useEffect(() => {
    if (!picture) return undefined;
    const frame = requestAnimationFrame(() => {
      const density = Math.max(1, Math.min(4, window.devicePixelRatio || 1)) * larger;
      if (canvas.current) paint(canvas.current, picture, { density, rows: { from, height } });
    });
    return () => cancelAnimationFrame(frame);
  }, [picture, larger, from, height]);
}

/** The rows to paint: all, or those around what is seen of a high picture. */
function useRows(box: { current: HTMLElement | null }, picture: Picture | undefined, scale: number): Rows {
  const above = useSignal(0);
  const height = picture?.height ?? 0;
  const isHigh = height * scale > HIGH;
  useEffect(() => {
    if (!isHigh) return undefined;
    const look = () => {
      const hidden = -(box.current?.getBoundingClientRect().top ?? 0) / scale;
      above.value = Math.max(0, Math.floor(hidden / AROUND) - 1) * AROUND;
    };
    look();
    document.addEventListener("scroll", look, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", look, true);
  }, [isHigh, scale]);
  if (!isHigh) return { from: 0, height };
  const from = Math.min(above.value, Math.max(0, height - AROUND));
  return { from, height: Math.min(height - from, window.innerHeight / scale + 3 * AROUND) };
}

function sizeOf(picture: Picture | undefined, scale: number, { from, height }: Rows): Record<string, string> {
  if (!picture) return { width: "100%", height: "320px" };
  return { position: "relative", top: `${from * scale}px`, width: `${picture.width * scale}px`, height: `${height * scale}px` };
}

/** A swipe is a step, and so is a tap on the left or right third. */
function touched(state: LabState, event: PointerEvent, from: { x: number; y: number }, box: HTMLElement): void {
  const place = box.getBoundingClientRect();
  const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
  const share = (event.clientX - place.left) / place.width;
  if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) state.move(dx < 0 ? 1 : -1);
  else if (Math.abs(dx) + Math.abs(dy) < 10 && (share < 1 / 3 || share > 2 / 3)) state.move(share > 2 / 3 ? 1 : -1);
}

/** Around the part that was gone to. */
function Around({ part, scale }: { part: Hit; scale: number }) {
  const [left, top, width, height] = [part.x * scale - 2, part.y * scale - 2, part.w * scale + 4, part.h * scale + 4];
  return <div class={drawing.outline} style={{ left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`, borderWidth: "2px" }} />;
}

/** What the canvas shows, as lists: one for each band. */
function Twin() {
  const state = useLab();
  const rested = useSignal(state.drawn.peek());
  const drawn = useComputed(() => state.drawn.value);
  useEffect(() => {
    const timer = setTimeout(() => (rested.value = drawn.value), REST_MS);
    return () => clearTimeout(timer);
  }, [drawn.value]);
  const now = rested.value;
  const hits = now?.picture.hits ?? [];
  return (
    <div class={prose.hidden} data-testid="stage-words" data-step={now?.at ?? ""}>
      {numbered(now?.bands ?? []).map(({ id: strip, title, note }) => {
        const parts = hits.filter((hit) => hit.strip === strip && hit.title !== "");
        return (
          <section key={strip}>
            <h2>
              {title} {note}
            </h2>
            <ul>
              {parts.slice(0, MOST_LISTED).map((hit) => (
                <li key={hit.item}>
                  {hit.title} {hit.detail}
                </li>
              ))}
              {parts.length > MOST_LISTED && <li>and {parts.length - MOST_LISTED} more</li>}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** The part to which an arrow leads: left and right in its band, up and down to the nearest of another band. */
export function walk(hits: readonly Hit[], from: number | null, key: string): number | null {
  if (!/^Arrow(Left|Right|Up|Down)$/.test(key) || hits.length === 0) return null;
  const here = from === null ? undefined : hits[from];
  if (!here) return 0;
  const middle = (hit: Hit) => hit.x + hit.w / 2;
  const vertical = key === "ArrowUp" || key === "ArrowDown";
  const forward = key === "ArrowDown" || key === "ArrowRight";
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  hits.forEach((hit, place) => {
    const bands = (hit.strip - here.strip) * (forward ? 1 : -1);
    const along = vertical ? bands : ((hit.item - here.item) * (forward ? 1 : -1));
    if (along <= 0 || (!vertical && hit.strip !== here.strip)) return;
    const far = vertical ? bands * 100_000 + Math.abs(middle(hit) - middle(here)) : along;
    if (far < least) [least, best] = [far, place];
  });
  return best ?? from;
}

/** The topmost part under a pointer. */
function under(hits: readonly Hit[], event: PointerEvent, box: HTMLElement, scale: number): Hit | undefined {
  const place = box.getBoundingClientRect();
  return at(hits, (event.clientX - place.left) / scale, (event.clientY - place.top) / scale);
}

/** What a pointer is told about the part under it. */
function tipAt(hits: readonly Hit[], event: PointerEvent, box: HTMLElement, scale: number): TipAt | null {
  const place = box.getBoundingClientRect();
  const hit = under(hits, event, box, scale);
  return hit ? { title: hit.title, detail: hit.detail, x: event.clientX - place.left, y: event.clientY - place.top, width: place.width } : null;
}

/** The topmost part at a point. */
function at(hits: readonly Hit[], x: number, y: number): Hit | undefined {
  return hits.findLast((hit) => x >= hit.x && x <= hit.x + hit.w && y >= hit.y && y <= hit.y + hit.h);
}

/** The bands with their places: several may have one name. */
function numbered(bands: readonly LabBandName[]): { id: number; title: string; note: string }[] {
  return bands.map((band, id) => ({ id, ...band }));
}
