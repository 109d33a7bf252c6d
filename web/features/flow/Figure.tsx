/** The picture of flow graphs: the canvas, what lies over it, and the same in elements of the page. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { paint } from "../../components/canvas";
import { attachPointer, type Point } from "../../components/pointer";
import { Tip, type TipAt } from "../../components/Tip";
import { useFonts, useWidth } from "../../components/usePicture";
import type { Hit } from "../../engine/wire";
import { type FlowHit, hitAt, transitionsOf, partOf, partsOf, placeOf } from "./parts";
import { type FlowState, useFlow } from "./state";
import * as style from "./View.module.css";
import * as drawing from "../../components/drawing.module.css";
import * as prose from "../../components/prose.module.css";

/** How much of the selected part is brought into sight, in pixels. */
const MOST_HEAD = 80;

export function FlowFigure() {
  const state = useFlow();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const over = useSignal<Hit | null>(null);
  const tip = useSignal<TipAt | null>(null);
  const fonts = useFonts();
  const drawn = state.drawn.value;
  const picture = drawn?.reply.picture;
  useWidth(box, state.width);

  // What was under the pointer in the picture before need not be there in this one.
  useEffect(() => {
    over.value = null;
    tip.value = null;
  }, [drawn]);

  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (canvas.current && picture && fonts.value) paint(canvas.current, picture, {});
    });
    return () => cancelAnimationFrame(frame);
  }, [picture, fonts.value]);

  useEffect(() => {
    if (!canvas.current) return undefined;
    const hits = (): readonly Hit[] => state.drawn.peek()?.reply.picture.hits ?? [];
    return attachPointer(canvas.current, {
      grip: () => ({ drag: null }),
      zoom: () => false,
      pan: () => false,
      hover: (at: Point | null) => {
        const hit = at && hitAt(hits(), at);
        over.value = hit;
        tip.value = at && hit ? { title: hit.title, detail: hit.detail, x: at.x, y: at.y, width: box.current?.clientWidth ?? 0 } : null;
        return hit && hit.kind !== "line" ? "pointer" : "default";
      },
      click: (at: Point) => {
        const hit = hitAt(hits(), at);
        if (hit && hit.kind !== "line") choose(state, partOf(hit, state.drawn.peek()?.reply.spines ?? []));
      },
      doubleClick: () => undefined,
    });
  }, []);

  // The head of the selected part is in sight: of a large loop the whole need not be.
  const parts = state.isCurrent.value && drawn ? partsOf(picture?.hits ?? [], drawn.reply.spines) : [];
  const chosen = parts[placeOf(parts, drawn?.reply.spines[0], { loop: state.loop.value, block: state.block.value })]?.hit;
  const about = `${drawn?.handle} ${state.process.value} ${state.loop.value} ${state.block.value}`;
  const shown = useRef("");
  useEffect(() => {
    if (!chosen || shown.current === about) return;
    shown.current = about;
    head.current?.scrollIntoView({ block: "nearest" });
  }, [chosen, about]);

  const sentence = drawn?.reply.sentence.map(({ text }) => text).join("") ?? "The flow graph.";
  return (
    <figure
      class={drawing.figure}
      ref={box}
      tabIndex={0}
      aria-label={`${sentence} Calls one below the other, loops as boxes. Arrow keys move the selection, Enter goes in, Escape out; press ? for the keys.`}
      aria-busy={!state.isCurrent.value}
    >
      <canvas ref={canvas} aria-hidden="true" data-testid="flow" data-blocks={drawn?.reply.spines[0]?.blocks.length ?? 0} style={picture ? { width: `${picture.width}px`, height: `${picture.height}px` } : { width: "100%", height: "400px" }} />
      {chosen && <div ref={head} class={style.head} style={{ left: `${chosen.x}px`, top: `${chosen.y}px`, height: `${Math.min(chosen.h, MOST_HEAD)}px` }} />}
      {over.value && over.value.kind !== "line" && <Outline hit={over.value} />}
      {tip.value?.title && <Tip at={tip.value} />}
      <Twin />
    </figure>
  );
}

/** Selects a part; one of another process chooses that process first. */
function choose(state: FlowState, part: FlowHit): void {
  if (part.process !== state.process.peek()) state.workspace.choose.process(part.process);
  state.pick(part.loop, part.block);
}

function Outline({ hit }: { hit: Hit }) {
  return <div class={drawing.outline} style={{ left: `${hit.x}px`, top: `${hit.y}px`, width: `${hit.w}px`, height: `${hit.h}px` }} />;
}

/** What the canvas shows, as elements: for screen readers and keyboards. */
function Twin() {
  const state = useFlow();
  const reply = state.drawn.value?.reply;
  const hits = reply?.picture.hits ?? [];
  return (
    <ol class={prose.hidden} aria-label="Flow graphs">
      {(reply?.spines ?? []).map(({ process }, spine) => (
        <li key={process}>
          process {process}
          <ul>
            {partsOf(hits, reply?.spines ?? [], spine).map((part) => (
              <li key={`${part.hit.kind} ${part.hit.item} ${part.hit.loop}`}>
                <button type="button" tabIndex={-1} onClick={() => choose(state, part)}>
                  {part.hit.title}. {part.hit.detail}
                </button>
              </li>
            ))}
            {transitionsOf(hits, spine).map((hit) => (
              <li key={`line ${hit.item}`}>
                {hit.title}: {hit.detail}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
