/** Where the time goes: a row for each loop, a cell for each process, one scale of seconds for all. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { counted, often, percent, span, times } from "../../base/format";
import { Tip, type TipAt } from "../../components/Tip";
import type { LoopCell, TimeSummary } from "../../engine/wire";
import { TimeBar } from "./Bar";
import { rowsOf, type TimeRow, wholeRun } from "./rows";
import { sumOf } from "./words";
import { partsInWords } from "./words";
import * as style from "./Where.module.css";
import * as prose from "../../components/prose.module.css";

/** Bars lie up to so many processes, on a phone to fewer, and stand up to so many. */
const MOST_LYING = 6;
const MOST_LYING_NARROW = 4;
const MOST_STANDING = 64;
/** The height of the tallest row of standing bars, in CSS pixels. */
const TALL = 120;
/** A wait of this share of the run is said in words. */
const WORDY = 0.1;

interface Props {
  summary: TimeSummary;
  /** Whether processes take turns with another one, so that loops are chance: all is one row. */
  byTurns: boolean;
  narrow: boolean;
  chosen: { loop: number; process: number | null };
  choose: (loop: number, process: number | null) => void;
}

export function WhereTimeGoes({ summary, byTurns, narrow, chosen, choose }: Props) {
  const { rows, others } = byTurns ? { rows: wholeRun(summary.loops), others: null } : rowsOf(summary.loops);
  const processes = summary.processes.map(({ process }) => process);
  const celled = processes.length <= MOST_STANDING && rows.every(({ cells }) => cells.length > 0);
  const longest = rows.reduce((most, { cells, own }) => Math.max(most, ...(celled ? cells.map((cell) => sumOf(cell.own)) : [sumOf(own)])), 0);
  const standing = celled && processes.length > (narrow ? MOST_LYING_NARROW : MOST_LYING);
  const box = useRef<HTMLDivElement>(null);
  const tip = useSignal<TipAt | null>(null);
  const point: Point = (event, title, detail) => {
    const room = box.current?.getBoundingClientRect();
    tip.value = event && room ? { title, detail, x: event.clientX - room.left, y: event.clientY - room.top, width: room.width } : null;
  };
  return (
    <div class={style.pointed} ref={box} onPointerLeave={() => (tip.value = null)}>
      <div class={style.scrolls}>
        <table class={`${style.table} ${standing ? style.standing : ""}`}>
          <colgroup>
            <col class={style.first} />
            {celled ? processes.map((process) => <col key={process} />) : <col />}
            <col class={style.last} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">
                <span class={prose.hidden}>loop</span>
              </th>
              {celled ? (
                processes.map((process) => (
                  <th key={process} scope="col">
                    {standing ? <span class={prose.hidden}>process {process}</span> : narrow ? process : `process ${process}`}
                  </th>
                ))
              ) : (
                <th scope="col">all processes</th>
              )}
              <th scope="col">{standing ? <span class={prose.hidden}>all</span> : "all"}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((loop) => (
              <Row key={loop.id} loop={loop} processes={celled ? processes : []} longest={longest} run={summary.run} standing={standing} narrow={narrow} chosen={chosen} choose={choose} point={point} />
            ))}
          </tbody>
          {standing && (
            <tfoot aria-hidden="true">
              <tr>
                <td />
                {processes.map((process, at) => (
                  <td key={process}>{at % Math.ceil(processes.length / (narrow ? 8 : 32)) === 0 ? process : ""}</td>
                ))}
                <td />
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {others !== null && <p class={prose.aside}>The other loops: {percent(others)} together.</p>}
      {tip.value && <Tip at={tip.value} />}
    </div>
  );
}

/** Says what is pointed at; without an event nothing is. */
type Point = (event: PointerEvent | null, title: string, detail: string) => void;

interface RowProps extends Pick<Props, "narrow" | "chosen" | "choose"> {
  point: Point;
  loop: TimeRow;
  processes: readonly number[];
  longest: number;
  run: number;
  standing: boolean;
}

function Row({ loop, processes, longest, run, standing, narrow, chosen, choose, point }: RowProps) {
  const { id, cells, own, ownShare } = loop;
  const cellOf = new Map(cells.map((cell) => [cell.process, cell]));
  const tallest = cells.reduce((most, cell) => Math.max(most, sumOf(cell.own)), 0);
  const height = standing && longest > 0 ? Math.max(3, Math.round((tallest / longest) * TALL)) : undefined;
  return (
    <tr>
      <th scope="row">
        {id === 0 ? (
          <span class={style.none}>{narrow ? loop.name.replace("in no loop", "outside") : loop.name}</span>
        ) : (
          <button type="button" class={style.loop} aria-pressed={chosen.loop === id} data-level={Math.min(3, loop.level)} onClick={() => choose(id, null)}>
            <b>{times(loop.count)}</b> {loop.name}
          </button>
        )}
        <span class={`${style.around} ${loop.places > 1 ? style.below : ""}`}>{aroundOf(loop)}</span>
      </th>
      {processes.map((process) => (
        <td key={process}>
          <Cell cell={cellOf.get(process)} process={process} where={loop.name} loop={cellOf.get(process)?.loop ?? id} sumOver={inAllOf(loop)} whole={standing ? tallest : longest} run={run} height={height} narrow={narrow} chosen={chosen.loop === (cellOf.get(process)?.loop ?? id) && chosen.process === process} choose={choose} point={point} />
        </td>
      ))}
      {processes.length === 0 && (
        <td title={partsInWords(own)}>
          <TimeBar parts={own} whole={longest} />
          <span class={prose.hidden}>{partsInWords(own)}</span>
        </td>
      )}
      <td class={style.share}>{percent(ownShare)}</td>
    </tr>
  );
}

/** What the time of a loop is the sum of, where it is more than one iteration: " in all 7,973 iterations, entered 67 times". */
function inAllOf({ id, count, entered, places }: TimeRow): string {
  if (places > 1) return `, in ${places} places together`;
  if (id === 0 || count * entered <= 1) return "";
  return ` in all ${counted(count * entered, "iteration")}${entered > 1 ? `, entered ${often(entered)}` : ""}`;
}

/** Where a loop stands, and that its inner loops are rows of their own. */
function aroundOf({ id, parent, holds, places }: TimeRow): string {
  if (id === 0) return "";
  const around = holds ? "itself" : parent > 0 ? `in L${parent}` : "";
  return places > 1 ? [around, `in ${places} places`].filter(Boolean).join(", ") : around;
}

interface CellProps extends Pick<RowProps, "choose" | "narrow" | "point"> {
  cell: LoopCell | undefined;
  process: number;
  loop: number;
  /** The name of a row that is no loop: "in no loop". */
  where: string;
  /** What its time is the sum of. */
  sumOver: string;
  whole: number;
  run: number;
  height: number | undefined;
  chosen: boolean;
}

function Cell({ cell, process, loop, where: row, sumOver, whole, run, height, narrow, chosen, choose, point }: CellProps) {
  if (!cell) return <span class={prose.hidden}>not run</span>;
  const { own, waitsFor } = cell;
  const why = waitsFor ? `, most for process ${waitsFor.process}` : "";
  const [where, what] = [`process ${process}${loop > 0 ? ` in L${loop}` : `, ${row}`}`, `${partsInWords(own)}${sumOver}${why}`];
  const says = `${where}: ${what}`;
  return (
    <button type="button" class={style.cell} aria-label={says} aria-pressed={chosen} onClick={() => choose(loop, process)} onPointerMove={(event) => point(event, where, what)} onPointerLeave={() => point(null, "", "")}>
      <span class={style.room} style={height === undefined ? undefined : { height: `${height}px` }}>
        <TimeBar parts={own} whole={whole} standing={height !== undefined} />
      </span>
      {height === undefined && own.wait > WORDY * run && <span class={style.words}>{narrow ? "" : "waits "}{span(own.wait)}</span>}
    </button>
  );
}
