/** The picture of the timeline: the canvas, what lies over it, and the same in elements of the page. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { count } from "../../base/format";
import { keyed } from "../../base/keyed";
import { stretchTo } from "../../base/range";
import { Outline, usePainted, useUnderPointer } from "../../components/strips";
import { Tip } from "../../components/Tip";
import { useFonts, useSize } from "../../components/usePicture";
import type { Stretch } from "../../engine/replay";
import type { Hit, TimelineStrip } from "../../engine/wire";
import { attachTimelinePointer } from "./gestures";
import { Painter } from "./painter";
import { type TimeAxis, useTimeline } from "./state";
import { foundInWords, rowInWords } from "./callWords";
import * as drawing from "../../components/drawing.module.css";
import * as prose from "../../components/prose.module.css";

/** What is above and below the picture in its column, and the least and the greatest height it is given. */
const AROUND_PX = 300;
const LEAST_PX = 420;
const MOST_PX = 980;
/** Calls of a strip that are in the list for screen readers. */
const MOST_LISTED = 40;

export function TimelineFigure({ children }: { children: ComponentChildren }) {
  const state = useTimeline();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef(new Painter());
  const fonts = useFonts();
  const density = useSignal(window.devicePixelRatio);
  const drawn = state.drawn.value;

  useSize(
    box,
    (element) => {
      const width = Math.floor(element.clientWidth);
      const height = Math.max(LEAST_PX, Math.min(MOST_PX, window.innerHeight - AROUND_PX));
      const now = state.room.peek();
      if (now.width !== width || now.height !== height) state.room.value = { width, height };
      density.value = window.devicePixelRatio;
    },
    () => void (state.room.value = { width: 0, height: 0 }),
  );

  const { over, tip } = useUnderPointer(drawn);
  const stretched = (index: number): Stretch | null => stretchOf(drawn?.reply.strips[index], state.axes.peek()[index]);
  usePainted(canvas, drawn?.reply.picture, (onto) => drawn && painter.current.paint(onto, drawn, stretched), { ranges: state.axes.value, fonts, density });

  useEffect(() => {
    if (!canvas.current) return undefined;
    let asked = 0;
    return attachTimelinePointer(canvas.current, state, (hit, { x, y }, when) => {
      over.value = hit;
      const width = box.current?.clientWidth ?? 0;
      asked += 1;
      // What the row says of all that is shown stands until the engine has said what is there.
      if (!when || tip.value === null) tip.value = hit ? { title: hit.title, detail: hit.detail, x, y, width } : null;
      const mine = asked;
      if (when) void state.find(when.process, when.time).then((found) => found && mine === asked && (tip.value = { ...foundInWords(found, when.process), x, y, width }));
    });
  }, []);

  const picture = drawn?.reply.picture;
  const sentence = drawn?.reply.sentence.map(({ text }) => text).join("") ?? "The timeline.";
  return (
    <figure
      class={drawing.figure}
      ref={box}
      tabIndex={0}
      aria-label={`${sentence} The whole run, and below it one iteration and its calls. Arrow keys move the selection, Enter goes in, Escape out; press ? for the keys.`}
      aria-busy={!state.isCurrent.value}
      style={{ minHeight: picture ? undefined : `${LEAST_PX}px` }}
    >
      <canvas
        ref={canvas}
        aria-hidden="true"
        data-testid="timeline"
        data-strips={drawn?.reply.strips.length ?? 0}
        data-mark={middleOfMark(picture?.hits)}
        style={{ height: picture ? `${picture.height}px` : `${LEAST_PX}px`, width: picture ? `${picture.width}px` : "100%" }}
      />
      {children}
      {over.value && over.value.kind !== "hatch" && <Outline hit={over.value} />}
      {tip.value?.title && <Tip at={tip.value} />}
      <Twin />
    </figure>
  );
}

/** The stretch by which a drawn strip shows what is wanted. */
function stretchOf(strip: TimelineStrip | undefined, wanted: TimeAxis | undefined): Stretch | null {
  if (!strip || !wanted) return null;
  const [from, to] = strip.visible;
  return stretchTo({ ...wanted, from: from - wanted.origin, to: to - wanted.origin }, [wanted.from, wanted.to]);
}

/** What the canvas shows, as elements: for screen readers and keyboards. */
function Twin() {
  const state = useTimeline();
  const drawn = state.drawn.value;
  const hits = drawn?.reply.picture.hits ?? [];
  return (
    <ol class={prose.hidden} aria-label="Strips of the timeline">
      {(drawn?.reply.strips ?? []).map((strip, index) => {
        const loops = [...new Map(hits.filter((hit) => hit.kind === "loop" && hit.strip === index).map((hit) => [hit.loop, hit])).values()];
        const calls = hits.filter((hit) => hit.kind === "event" && hit.strip === index && hit.title.startsWith(whose(state.selection.value.process ?? strip.rows[0]?.process)));
        return (
          <li key={strip.title}>
            {strip.title}. {strip.note}. {strip.leftOut}
            <ul>
              {loops.map((hit) => (
                <li key={hit.loop}>
                  <button type="button" tabIndex={-1} onClick={() => state.select({ loop: hit.loop, iterated: false, call: null, steps: state.selection.peek().steps.slice(0, index) })}>
                    {hit.title}. {hit.detail}
                  </button>
                </li>
              ))}
              {strip.rows.map(({ process, parts }) => (
                <li key={process}>
                  <button type="button" tabIndex={-1} onClick={() => state.workspace.choose.process(process)}>
                    process {process}: {rowInWords(parts)}
                  </button>
                </li>
              ))}
              {keyed(calls.slice(0, MOST_LISTED), ({ title }) => title).map(({ key, item }) => (
                <li key={key}>
                  {item.title}. {item.detail}
                </li>
              ))}
              {calls.length > MOST_LISTED && <li>and {count(calls.length - MOST_LISTED)} more calls</li>}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}

/** Where the mark of the first strip is, for tests. */
function middleOfMark(hits: readonly Hit[] = []): number | undefined {
  const mark = hits.find((hit) => hit.kind === "mark" && hit.strip === 0);
  return mark && Math.round(mark.x + mark.w / 2);
}

function whose(process: number | undefined): string {
  return `process ${process ?? ""}:`;
}
