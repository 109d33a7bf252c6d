/** A card for every different loop, largest share first. Thumbnails are asked for in batches, of cards in sight only. */
import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { count, counted, countedTo, often, percent, timesTo } from "../../base/format";
import type { LoopCard, Picture } from "../../engine/wire";
import { fontsReady, paint } from "../../components/canvas";
import { chooseLoop } from "../../workspace/choose";
import { narrow } from "../../workspace/screen";
import { engine } from "../../workspace/open";
import { cards, row, selected, shown } from "../../workspace/store";
import { theme } from "../../workspace/theme";

const HEIGHT = 48;
/** Cards that are in the page at first, and how many more each time. */
const PORTION = 48;

/** The pictures that are there, by loop; emptied when they would show something else. */
const pictures = signal<ReadonlyMap<number, Picture>>(new Map());
let pictureKey = "";
const wanted = new Set<number>();

export function Gallery(): JSX.Element | null {
  const grid = useRef<HTMLUListElement>(null);
  const width = useSignal(0);
  const limit = useSignal(PORTION);
  const list = cards.value;
  const noun = shown.value?.summary.noun ?? "event";
  const here = `${shown.value?.handle}/${shown.value?.edition}/${row.value?.process}`;

  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return undefined;
    const measure = (): void => {
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

  useThumbnails(grid, width.value, `${here}/${list.length}/${limit.value}`);

  if (list.length === 0) return null;
  return (
    <section class="loops" aria-label="Loops">
      <div class="title">
        <h2>Loops</h2>
        <span class="quiet">{list.length === 1 ? "one" : `${count(list.length)} different`}</span>
        <span class="small quiet">share of the trace inside each</span>
      </div>
      <ul class="cards" ref={grid}>
        {list.slice(0, limit.value).map((card) => (
          <li key={`${here}/${card.id}`} data-loop={card.id}>
            <Card card={card} chosen={card.id === selected.value} noun={noun} />
          </li>
        ))}
      </ul>
      {list.length > limit.value && (
        <button type="button" class="button edge more" onClick={() => (limit.value += PORTION * 2)}>
          Show more: {counted(list.length - limit.value, "smaller loop")}
        </button>
      )}
    </section>
  );
}

function Card({ card, chosen, noun }: { card: LoopCard; chosen: boolean; noun: string }): JSX.Element {
  const runs = often(card.runs);
  const each = narrow.value && card.period === card.periodMost ? count(card.period) : countedTo(card.period, card.periodMost, noun);
  return (
    <button type="button" class="card" aria-pressed={chosen} onClick={() => chooseLoop(card)} title={titleOf(card, noun)}>
      <span class="name">
        <b>{timesTo(card.count, card.countMost)}</b> L{card.id}
        <span class="share">{percent(card.share)}</span>
      </span>
      <Thumbnail id={card.id} />
      <span class="each">
        {each} each · {runs}
      </span>
    </button>
  );
}

function titleOf(card: LoopCard, noun: string): string {
  return `Repeats ${countedTo(card.count, card.countMost, "time")}, ${countedTo(card.period, card.periodMost, noun)} each time; entered ${often(card.runs)}; depth ${card.level}`;
}

function Thumbnail({ id }: { id: number }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = pictures.value.get(id);
  useEffect(() => {
    if (canvas.current && picture) paint(canvas.current, picture);
  }, [picture]);
  return <canvas ref={canvas} aria-hidden="true" />;
}

/** Watches which cards are in sight and asks for their pictures, all of a frame at once. */
function useThumbnails(grid: { current: HTMLUListElement | null }, width: number, changes: string): void {
  const colours = theme.value;
  const now = shown.value;
  const process = row.value?.process;
  useEffect(() => {
    if (!grid.current || !now || process === undefined || width <= 0) return undefined;
    const { handle, edition } = now;
    const key = `${handle}/${edition}/${process}/${width}/${colours}`;
    if (key !== pictureKey) {
      pictureKey = key;
      wanted.clear();
      // The old ones stay until the new ones come: only a change of what they show makes them wrong.
      if (!sameLoops(key)) pictures.value = new Map();
    }
    let waiting = new Set<number>();
    let frame = 0;
    const ask = (): void => {
      frame = 0;
      const ids = [...waiting].filter((id) => !wanted.has(id));
      waiting = new Set();
      for (const id of ids) wanted.add(id);
      if (ids.length === 0) return;
      void Promise.all([
        engine.ask({ type: "thumbnails", handle, process, theme: colours, width, height: HEIGHT, ids }),
        fontsReady,
      ]).then(([reply]) => {
        if (pictureKey !== key) return;
        if (!reply) return ids.forEach((id) => wanted.delete(id));
        const all = new Map(pictures.value);
        for (const { id, picture } of reply.pictures) all.set(id, picture);
        pictures.value = all;
      });
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (entry.isIntersecting) waiting.add(Number((entry.target as HTMLElement).dataset.loop));
        }
        if (frame === 0) frame = requestAnimationFrame(ask);
      },
      { rootMargin: "200px" },
    );
    for (const item of grid.current.children) observer.observe(item);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [width, changes, colours]);
}

let loopsKey = "";

function sameLoops(key: string): boolean {
  const loops = key.split("/").slice(0, 3).join("/");
  const same = loops === loopsKey;
  loopsKey = loops;
  return same;
}
