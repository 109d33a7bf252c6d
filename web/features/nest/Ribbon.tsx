/** The vernier ribbon: the canvas, what lies over it, and its twin in the page's own elements. */
import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { stretchTo } from "../../base/hits";
import type { Stretch } from "../../engine/replay";
import type { Hit } from "../../engine/wire";
import { fontsReady, paint } from "../../components/canvas";
import { Tip, type TipAt } from "../../components/Tip";
import { openAt } from "../../workspace/choose";
import { ribbonWidth } from "./state";
import { activeStrip, details, ribbon, row, shown, strips } from "../../workspace/store";
import { attachGestures } from "./gestures";

export function Ribbon(): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const over = useSignal<Hit | null>(null);
  const tip = useSignal<TipAt | null>(null);
  const fonts = useSignal(false);
  const density = useSignal(window.devicePixelRatio);

  useEffect(() => void fontsReady.then(() => (fonts.value = true)), []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => {
      ribbonWidth.value = Math.floor(element.clientWidth);
      density.value = window.devicePixelRatio;
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => {
      observer.disconnect();
      ribbonWidth.value = 0;
    };
  }, []);

  const now = ribbon.value;
  const fits =
    now !== null &&
    now.handle === shown.value?.handle &&
    now.edition === shown.value.edition &&
    now.process === row.value?.process;

  // What was under the pointer in the picture before need not be there in this one.
  useEffect(() => {
    over.value = null;
    tip.value = null;
  }, [now]);

  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (!canvas.current || !now || !fonts.value) return;
      const stretched = (index: number): Stretch | null => {
        const drawn = now.reply.strips[index];
        const wanted = strips.peek()[index];
        if (!drawn || !wanted || (drawn.from === wanted.from && drawn.to === wanted.to)) return null;
        return stretchTo(drawn, [wanted.from, wanted.to]);
      };
      paint(canvas.current, now.reply.picture, { stretched });
    });
    return () => cancelAnimationFrame(frame);
  }, [now, strips.value, fonts.value, density.value]);

  useEffect(() => {
    if (!canvas.current) return undefined;
    return attachGestures(canvas.current, {
      over: (hit, x, y) => {
        over.value = hit;
        tip.value = hit ? { title: hit.title, detail: hit.detail, x, y, width: box.current?.clientWidth ?? 0 } : null;
      },
    });
  }, []);

  const picture = now?.reply.picture;
  const said = details.value;
  const own = said?.handle === shown.value?.handle && said?.reply.process === row.value?.process ? said : null;
  const named = own ? own.reply.sentence.map(({ text }) => text).join("") : "The ribbon.";
  return (
    <figure
      class="ribbon"
      ref={box}
      tabIndex={0}
      aria-label={`${named} The whole trace, and below it one iteration of each opened loop. Press ? for the keys.`}
      aria-busy={!fits}
      style={{ minHeight: picture ? undefined : "280px" }}
    >
      <canvas
        ref={canvas}
        aria-hidden="true"
        data-testid="ribbon"
        style={{ height: picture ? `${picture.height}px` : "280px", width: picture ? `${picture.width}px` : "100%" }}
      />
      {over.value && fits && <Outline hit={over.value} />}
      {tip.value && fits && tip.value.title && <Tip at={tip.value} />}
      <Twin />
    </figure>
  );
}

function Outline({ hit }: { hit: Hit }): JSX.Element {
  return <div class="over" style={{ left: `${hit.x}px`, top: `${hit.y}px`, width: `${hit.w}px`, height: `${hit.h}px` }} />;
}

/** What the canvas shows, as elements: for screen readers, and for whoever works by keyboard. */
function Twin(): JSX.Element {
  const list = useComputed(() => {
    const reply = ribbon.value?.reply;
    if (!reply) return [];
    return reply.strips.map((strip, index) => ({
      strip,
      loops: reply.picture.hits.filter((hit) => hit.kind === "loop" && hit.strip === index && hit.item >= 0),
    }));
  });
  return (
    <ol class="hidden" aria-label="Strips of the ribbon">
      {list.value.map(({ strip, loops }, index) => (
        <li key={strip.title}>
          {strip.title}. {strip.note}
          <ul>
            {loops.map((hit) => (
              <li key={hit.item}>
                <button
                  type="button"
                  tabIndex={-1}
                  onFocus={() => (activeStrip.value = index)}
                  onClick={() => openAt(index, hit.item, hit.loop)}
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
