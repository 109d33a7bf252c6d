/** The largest loops with the share of the events inside each, an inner one below the one around it. */
import type { JSX } from "preact";
import { percent } from "../../base/format";
import * as style from "./style.module.css";
import * as prose from "../../components/prose.module.css";

export interface LoopBar {
  id: number;
  /** `×249`. */
  times: string;
  /** How many loops are around it. */
  depth: number;
  share: number;
  says: string;
}

interface Props {
  loops: readonly LoopBar[];
  selected: number;
  choose: (id: number) => void;
}

export function LoopBars({ loops, selected, choose }: Props): JSX.Element {
  return (
    <ol class={style.bars}>
      {loops.map(({ id, times, depth, share, says }) => (
        <li key={id}>
          <button type="button" class={style.loop} aria-pressed={id === selected} style={{ "--depth": String(depth) }} onClick={() => choose(id)}>
            <span class={style.box}>
              <b>{times}</b> L{id}
            </span>
            <span class={style.track}>
              <i style={{ width: `${share * 100}%` }} />
            </span>
            <span class={`${style.says} ${prose.cut}`}>{says}</span>
            <b class={style.share}>{percent(share)}</b>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** What a loop is inside of, if anything. */
interface Nested {
  id: number;
  parent: number;
}

/** The first loops as a tree, written from top to bottom: an inner loop after the one around it. O(most²). */
export function treeOf<Loop extends Nested>(loops: readonly Loop[], most: number): { loop: Loop; depth: number }[] {
  const shown = loops.slice(0, most);
  const has = new Set(shown.map(({ id }) => id));
  const below = (parent: number, depth: number): { loop: Loop; depth: number }[] =>
    shown
      .filter((loop) => (has.has(loop.parent) ? loop.parent : 0) === parent)
      .flatMap((loop) => [{ loop, depth }, ...below(loop.id, depth + 1)]);
  return below(0, 0);
}
