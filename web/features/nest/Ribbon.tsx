/** The vernier ribbon: the canvas, what lies over it, and the same in elements of the page. */
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { stretchTo } from "../../base/range";
import { paint } from "../../components/canvas";
import { Outline, usePainted, useUnderPointer } from "../../components/strips";
import { Tip } from "../../components/Tip";
import { useFonts, useSize } from "../../components/usePicture";
import type { Stretch } from "../../engine/replay";
import { useWorkspace } from "../../workspace/workspace";
import { attachRibbonPointer } from "./gestures";
import * as drawing from "../../components/drawing.module.css";
import * as prose from "../../components/prose.module.css";

/** The height of the picture until it is there. */
const HEIGHT = "280px";

export function Ribbon() {
  const workspace = useWorkspace();
  const { details, ribbon } = workspace;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const fonts = useFonts();
  const density = useSignal(window.devicePixelRatio);

  useSize(
    box,
    (element) => {
      ribbon.width.value = Math.floor(element.clientWidth);
      density.value = window.devicePixelRatio;
    },
    () => void (ribbon.width.value = 0),
  );

  const now = ribbon.last.value;
  const { over, tip } = useUnderPointer(now);
  const stretched = (index: number): Stretch | null => {
    const drawn = now?.reply.strips[index];
    const wanted = ribbon.strips.peek()[index];
    return drawn && wanted ? stretchTo(drawn, [wanted.from, wanted.to]) : null;
  };
  usePainted(canvas, now?.reply.picture, (onto, picture) => paint(onto, picture, { stretched }), { ranges: ribbon.strips.value, fonts, density });

  useEffect(() => {
    if (!canvas.current) return undefined;
    return attachRibbonPointer(canvas.current, workspace, (hit, { x, y }) => {
      over.value = hit;
      tip.value = hit ? { title: hit.title, detail: hit.detail, x, y, width: box.current?.clientWidth ?? 0 } : null;
    });
  }, []);

  const picture = now?.reply.picture;
  const isOfProcess = ribbon.drawn.value !== null;
  const sentence = details.reply.value?.sentence.map(({ text }) => text).join("") ?? "The ribbon.";
  return (
    <figure
      class={drawing.figure}
      ref={box}
      tabIndex={0}
      aria-label={`${sentence} The whole trace, and below it one iteration of each opened loop. Press ? for the keys.`}
      aria-busy={!ribbon.isSettled.value}
      style={{ minHeight: picture ? undefined : HEIGHT }}
    >
      <canvas
        ref={canvas}
        aria-hidden="true"
        data-testid="ribbon"
        style={{ height: picture ? `${picture.height}px` : HEIGHT, width: picture ? `${picture.width}px` : "100%" }}
      />
      {over.value && isOfProcess && <Outline hit={over.value} />}
      {tip.value?.title && isOfProcess && <Tip at={tip.value} />}
      <Twin />
    </figure>
  );
}

/** What the canvas shows, as elements: for screen readers and keyboards. */
function Twin() {
  const { ribbon, choose } = useWorkspace();
  const list = useComputed(() => {
    const reply = ribbon.last.value?.reply;
    if (!reply) return [];
    return reply.strips.map((strip, index) => ({
      strip,
      loops: reply.picture.hits.filter((hit) => hit.kind === "loop" && hit.strip === index && hit.item >= 0),
    }));
  });
  return (
    <ol class={prose.hidden} aria-label="Strips of the ribbon">
      {list.value.map(({ strip, loops }, index) => (
        <li key={strip.title}>
          {strip.title}. {strip.note}
          <ul>
            {loops.map((hit) => (
              <li key={hit.item}>
                <button
                  type="button"
                  tabIndex={-1}
                  onFocus={() => (ribbon.activeStrip.value = index)}
                  onClick={() => choose.inStrip(index, hit.item, hit.loop)}
                >
                  {hit.title}. {hit.detail}
                </button>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
