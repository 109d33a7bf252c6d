/** Which processes are alike: where they stand, stronger for more events, and whom the kinds talk to. */
import type { JSX } from "preact";
import { counted } from "../../base/format";
import type { ProcessRow } from "../../engine/wire";
import { gridWidth, partnersOf } from "./grid";
import * as style from "./neighbours.module.css";

/** Processes of a strip, and of a grid. */
const MOST_IN_STRIP = 32;
const MOST_IN_GRID = 256;

interface Props {
  rows: readonly ProcessRow[];
  pairs: readonly { from: number; to: number }[];
  chosen: number | null;
  choose: (process: number) => void;
}

export function Alike({ rows, pairs, chosen, choose }: Props): JSX.Element {
  const whole = rows.every(({ process }, at) => process === at);
  const width = whole && rows.length <= MOST_IN_GRID ? gridWidth(pairs, rows.length) : 0;
  const most = rows.reduce((largest, { events }) => Math.max(largest, events), 1);
  const least = rows.reduce((smallest, { events }) => Math.min(smallest, events), most);
  const strength = (events: number): number => (most === least ? 0.1 : strengthOf((events - least) / (most - least)));
  return (
    <div class={style.alike}>
      {(width > 0 || rows.length <= MOST_IN_STRIP) && (
        <div class={style.grid} style={{ gridTemplateColumns: `repeat(${width || Math.min(rows.length, 8)}, minmax(0, 28px))` }}>
          {rows.map(({ process, events }) => (
            <button
              type="button"
              key={process}
              class={style.cell}
              aria-pressed={process === chosen}
              aria-label={`Process ${process}: ${counted(events, "event")}`}
              title={counted(events, "event")}
              data-strong={strength(events) > 0.45}
              style={{ "--strength": `${strength(events) * 100}%` }}
              onClick={() => choose(process)}
            >
              {process}
            </button>
          ))}
        </div>
      )}
      <ul>
        {groupsOf(rows, pairs).map(({ many, partners }) => (
          <li key={partners}>
            <b>{counted(many, "process")}</b> {many === 1 ? "talks" : "talk"} to {partners === 0 ? "no other" : counted(partners, "other")}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How strong a cell is for its place between the fewest and the most events: never so that neither light nor dark numbers can be read on it. */
function strengthOf(share: number): number {
  return share < 0.5 ? 0.06 + 0.4 * share : 0.62 + 0.4 * (share - 0.5);
}

/** Processes by the number of their partners, fewest partners first. */
function groupsOf(rows: readonly ProcessRow[], pairs: Props["pairs"]): { many: number; partners: number }[] {
  const partners = partnersOf(pairs);
  const many = new Map<number, number>();
  for (const { process } of rows) {
    const number = partners.get(process) ?? 0;
    many.set(number, (many.get(number) ?? 0) + 1);
  }
  return [...many].map(([number, count]) => ({ many: count, partners: number })).sort((a, b) => a.partners - b.partners).slice(0, 6);
}
