/** A card for every different loop, largest share first. Their pictures are asked for when they come into sight. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { count, counted, countedTo, often, percent, timesTo } from "../../base/format";
import { fontsReady, paint } from "../../components/canvas";
import type { LoopCard } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import { useThumbnails } from "./thumbnails";
import * as style from "./Gallery.module.css";
import * as prose from "../../components/prose.module.css";
import * as controls from "../../components/controls.module.css";
import * as layout from "../../components/layout.module.css";

/** Cards that are in the page at first, and how many more each time. */
const PORTION = 48;
/** Cards that will come into sight so soon count as being there. */
const NEAR = "200px";

export function Gallery() {
  const { selection, details } = useWorkspace();
  const grid = useRef<HTMLUListElement>(null);
  const width = useSignal(0);
  const limit = useSignal(PORTION);
  const list = details.cards.value;
  const noun = selection.noun.value;
  const here = selection.key.value;

  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return undefined;
    const measure = () => {
      const first = element.querySelector("canvas");
      if (first) width.value = Math.floor(first.clientWidth);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [list.length > 0]);

  useEffect(() => {
    limit.value = PORTION;
  }, [here]);

  useCardsInSight(grid, width.value, `${here}/${list.length}/${limit.value}`);

  if (list.length === 0) return null;
  return (
    <section class={style.loops} aria-label="Loops">
      <div class={style.title}>
        <h2>Loops</h2>
        <span class={prose.quiet}>{list.length === 1 ? "one" : `${count(list.length)} different`}</span>
        <span class={prose.aside}>share of the trace inside each</span>
      </div>
      <ul class={style.cards} ref={grid}>
        {list.slice(0, limit.value).map((card) => (
          <li key={`${here}/${card.id}`} data-loop={card.id}>
            <Card card={card} chosen={card.id === selection.loop.value} noun={noun} />
          </li>
        ))}
      </ul>
      {list.length > limit.value && (
        <button type="button" class={`${controls.button} ${controls.outlined} ${layout.more}`} onClick={() => (limit.value += PORTION * 2)}>
          Show more: {counted(list.length - limit.value, "smaller loop")}
        </button>
      )}
    </section>
  );
}

function Card({ card, chosen, noun }: { card: LoopCard; chosen: boolean; noun: string }) {
  const { screen, choose } = useWorkspace();
  const runs = often(card.runs);
  const each = screen.narrow.value && card.period === card.periodMost ? count(card.period) : countedTo(card.period, card.periodMost, noun);
  return (
    <button type="button" class={style.card} aria-pressed={chosen} onClick={() => choose.card(card)} title={titleOf(card, noun)}>
      <span class={style.name}>
        <b>{timesTo(card.count, card.countMost)}</b> L{card.id}
        <span class={style.share}>{percent(card.share)}</span>
      </span>
      <Thumbnail id={card.id} />
      <span class={style.each}>
        {each} each · {runs}
      </span>
    </button>
  );
}

function titleOf(card: LoopCard, noun: string): string {
  return `Repeats ${countedTo(card.count, card.countMost, "time")}, ${countedTo(card.period, card.periodMost, noun)} each time; entered ${often(card.runs)}; depth ${card.level}`;
}

function Thumbnail({ id }: { id: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = useThumbnails().pictures.value.get(id);
  useEffect(() => {
    if (canvas.current && picture) paint(canvas.current, picture);
  }, [picture]);
  return <canvas ref={canvas} aria-hidden="true" />;
}

/** Watches which cards are in sight and asks for their pictures, all of a frame at once. */
function useCardsInSight(grid: { current: HTMLUListElement | null }, width: number, changes: string): void {
  const thumbnails = useThumbnails();
  const { theme } = useWorkspace().themes;
  useEffect(() => {
    if (!grid.current || thumbnails.prepare(width) === "") return undefined;
    const inSight = new Set<number>();
    let frame = 0;
    const ask = () => {
      frame = 0;
      thumbnails.ask(inSight, width, fontsReady);
      inSight.clear();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) inSight.add(Number((target as HTMLElement).dataset.loop));
        if (frame === 0) frame = requestAnimationFrame(ask);
      },
      { rootMargin: NEAR },
    );
    for (const item of grid.current.children) observer.observe(item);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [width, changes, theme.value]);
}
