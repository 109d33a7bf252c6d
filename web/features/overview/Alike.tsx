/** Which processes are alike: where they stand, stronger for more events, and whom the kinds talk to. */
import { useMemo } from "preact/hooks";
import { count, counted } from "../../base/format";
import { shortRanges } from "../../base/kinds";
import type { ProcessRow } from "../../engine/wire";
import { gridWidth, partnersOf, shapeInWords } from "./grid";
import * as style from "./neighbours.module.css";

/** Processes of a strip, and of a grid. */
const MOST_IN_STRIP = 32;
const MOST_IN_GRID = 256;
/** Groups that are listed, and characters of the numbers of their processes. */
const MOST_GROUPS = 6;
const NUMBERS_ROOM = 24;

interface Props {
  rows: readonly ProcessRow[];
  /** How many kinds they are of, as everywhere: of one kind are those that do the same, up to a shift of rank. */
  kinds: number;
  pairs: readonly { from: number; to: number; messages: number }[];
  /** Who stands apart by times, a line each; none without times. */
  apart: readonly string[];
  chosen: number | null;
  choose: (process: number) => void;
}

export function Alike({ rows, kinds, pairs, apart, chosen, choose }: Props) {
  const whole = rows.every(({ process }, at) => process === at);
  const width = whole && rows.length <= MOST_IN_GRID ? gridWidth(pairs, rows.length) : 0;
  const most = rows.reduce((largest, { events }) => Math.max(largest, events), 1);
  const least = rows.reduce((smallest, { events }) => Math.min(smallest, events), most);
  const groups = useMemo(() => groupsOf(rows, pairs), [rows, pairs]);
  const shape = useMemo(() => (whole ? shapeInWords(pairs, rows.length) : ""), [rows, pairs]);
  const sent = useMemo(() => sentInWords(rows, pairs), [rows, pairs]);
  const strength = (events: number) => (most === least ? 0.1 : strengthOf((events - least) / (most - least)));
  return (
    <div class={style.alike}>
      {(width > 0 || rows.length <= MOST_IN_STRIP) && (
        <div class={style.grid} style={{ gridTemplateColumns: `repeat(${width || Math.min(rows.length, 8)}, 28px)` }}>
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
        {shape && <li>{shape}</li>}
        {groups.slice(0, MOST_GROUPS).map(({ processes, events, partners }) => (
          <li key={processes[0]}>
            <b>{counted(processes.length, "process")}</b> ({shortRanges(processes, NUMBERS_ROOM)}): {counted(events, "event")}
            {processes.length > 1 && " each"}, {processes.length === 1 ? "talks" : "talk"} to {partners === 0 ? "no other" : counted(partners, "other")}
          </li>
        ))}
        {groups.length > MOST_GROUPS && <li>and {counted(groups.length - MOST_GROUPS, "more group")}</li>}
        {groups.length === 1 && rows.length > 1 && <li>{sent || "By events and partners all processes are alike."}</li>}
        {kinds > groups.length && (groups.length > 1 || sent !== "") && <li>Told apart also by where their partners are, {kinds === rows.length ? "no two are alike" : `they are of ${counted(kinds, "kind")}`}.</li>}
        {apart.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** How strong a cell is for its place between the fewest and the most events: never so that neither light nor dark numbers can be read on it. */
function strengthOf(share: number): number {
  return share < 0.5 ? 0.06 + 0.4 * share : 0.62 + 0.4 * (share - 0.5);
}

/** Of processes with as many events: how many messages they send, the fewest and the most; empty if all send as many. */
function sentInWords(rows: readonly ProcessRow[], pairs: Props["pairs"]): string {
  const sent = new Map(rows.map(({ process }) => [process, 0]));
  for (const { from, messages } of pairs) sent.set(from, (sent.get(from) ?? 0) + messages);
  const [first, ...rest] = [...sent].sort(([a, one], [b, other]) => one - other || a - b);
  const last = rest.at(-1);
  if (!first || !last || first[1] === last[1]) return "";
  return `They differ in what they send: ${counted(first[1], "message")} (process ${first[0]}) to ${count(last[1])} (process ${last[0]}).`;
}

interface Group {
  processes: number[];
  events: number;
  partners: number;
}

/** Processes with as many events and as many partners, the smallest group first: what stands apart is in a small one. */
function groupsOf(rows: readonly ProcessRow[], pairs: Props["pairs"]): Group[] {
  const partners = partnersOf(pairs);
  const groups = new Map<string, Group>();
  for (const { process, events } of rows) {
    const others = partners.get(process) ?? 0;
    const key = `${others} ${events}`;
    const known = groups.get(key);
    if (known) known.processes.push(process);
    else groups.set(key, { processes: [process], events, partners: others });
  }
  return [...groups.values()].sort((a, b) => a.processes.length - b.processes.length || a.events - b.events);
}
