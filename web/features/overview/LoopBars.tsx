/** The largest loops with the share of the events inside each, an inner one below the one around it. */
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

export function LoopBars({ loops, selected, choose }: Props) {
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
