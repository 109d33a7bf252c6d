/**
 * The column of processes: a bar for each, as long as its number of events. Processes that do the same may share a row. In a
 * long list only the rows in sight are elements of the page (`rowsInSight.ts`).
 */
import { useEffect, useRef } from "preact/hooks";
import { count, counted, plural, rangeList, runsOf } from "../base/format";
import { shortRanges } from "../base/kinds";
import { once } from "../base/once";
import type { ProcessRow } from "../engine/wire";
import type { ListRow } from "../workspace/processes";
import { useWorkspace } from "../workspace/workspace";
import { LinkButton } from "./Buttons";
import { scrollerOf, useRowsInSight } from "./rowsInSight";
import * as style from "./ProcessList.module.css";
import * as prose from "./prose.module.css";

/** The longest name that fits into a row, in characters. */
const NAME_ROOM = 17;

/** What is drawn of a process. */
export interface Bar {
  events: number;
  /** The part of them that is dark. */
  share: number;
  title: string;
  /** What stands at the right instead of their number. */
  figure?: string;
  /** What is drawn instead of them, in the whole width. */
  drawn?: JSX.Element;
}

/** What is drawn of a process, what an event is called, and what the strong part of a bar means. */
export interface Bars {
  of: (row: ProcessRow, members: readonly ProcessRow[]) => Bar;
  /** The most events of a process, of which bars are parts. */
  longest: number;
  noun: string;
  dark: string;
  /** The title of the figures, and what a bar is, if they are not events. */
  figures?: { title: string; says: string };
  /** Other figures that can be shown. */
  others?: { label: string; show: () => void };
}

/** What the list is about: the nests of the processes, or the model. */
interface ProcessListProps {
  bars: Bars;
  /** The process whose row is selected; undefined for none. */
  chosen: number | undefined;
  choose: (process: number) => void;
  /** Called with the process that is pointed at, and with null when none is. */
  point?: (process: number | null) => void;
}

const NONE: readonly ProcessRow[] = [];
const areNamed = once((rows: readonly ProcessRow[]) => rows.some(({ name }) => name !== ""));

/** The numbers of processes that share a row. */
const wordsOf = once((members: readonly ProcessRow[]) => {
  const numbers = members.map(({ process }) => process);
  const runs = runsOf(numbers);
  return { list: rangeList(runs, 0), short: shortRanges(numbers, NAME_ROOM, runs) };
});

export function ProcessList({ bars: { of, longest, noun, dark, figures, others }, chosen, choose, point }: ProcessListProps) {
  const { screen, traces, selection, groups } = useWorkspace();
  const now = selection.shown.value;
  const rows = groups.rows.value;
  const processes = now?.summary.processes ?? NONE;
  const withNames = groups.grouped.value || areNamed(processes);
  const rowHeight = screen.narrow.value ? 44 : withNames ? 38 : 26;
  const list = useRef<HTMLDivElement>(null);
  const { from, to } = useRowsInSight(list, rows.length, rowHeight);

  useEffect(() => {
    const at = groups.placeOf(chosen);
    const box = scrollerOf(list.current);
    if (at < 0 || !box || !list.current) return;
    const top = list.current.offsetTop + at * rowHeight;
    if (top < box.scrollTop) box.scrollTop = top - 40;
    else if (top + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + rowHeight - box.clientHeight + 8;
  }, [chosen, groups.grouped.value]);

  const at = groups.placeOf(chosen);
  return (
    <nav class={screen.narrow.value ? undefined : style.column} aria-label="Processes">
      <div class={style.title}>
        <h2>{processes.length > 0 ? counted(processes.length, "process") : "Processes"}</h2>
        {screen.narrow.value ? <TableLink /> : <span class={style.unit}>{figures?.title ?? plural(2, noun)}</span>}
      </div>
      <div
        role="listbox"
        class={withNames ? style.named : undefined}
        aria-label="Processes by number"
        tabIndex={0}
        aria-activedescendant={at < 0 ? undefined : idOf(rows[at])}
        ref={list}
        style={{
          paddingTop: `${from * rowHeight}px`,
          paddingBottom: `${(rows.length - to) * rowHeight}px`,
          "--places": String(String(processes.at(-1)?.process ?? 0).length),
          "--digits": String(figures ? 7 : Math.max(6, count(longest).length)),
        }}
      >
        {rows.slice(from, to).map((item, index) => (
          <Row key={idOf(item)} item={item} place={[from + index + 1, rows.length]} bar={of(item.process, item.members)} longest={longest} chosen={from + index === at} choose={choose} point={point} />
        ))}
      </div>
      <div class={style.legend}>
        {now?.partial || (traces.opening.value && rows.length === 0) ? (
          <p>Each process appears as soon as it is read.</p>
        ) : (
          <>
            <p>
              {figures?.says ?? `A bar is as long as the process has ${plural(2, noun)}.${dark}`}
            </p>
            {others && (
              <LinkButton onClick={others.show}>
                {others.label}
              </LinkButton>
            )}
            <Kinds chosen={chosen} />
            {!screen.narrow.value && <TableLink />}
          </>
        )}
      </div>
    </nav>
  );
}

function TableLink() {
  const { screen } = useWorkspace();
  return (
    <LinkButton
      onClick={() => (screen.sheet.value = "table")}
    >
      All in a table
    </LinkButton>
  );
}

/** Whether processes that do the same share a row, and the way to change that. */
function Kinds({ chosen }: { chosen: number | undefined }) {
  const { groups } = useWorkspace();
  if (!groups.canGroup.value) return null;
  const rows = groups.rows.value;
  const at = rows[groups.placeOf(chosen)];
  return (
    <p>
      {groups.grouped.value && `${counted(rows.filter(({ inside }) => !inside).length, "row")}: processes that do the same, up to a shift of rank, share one. `}
      <LinkButton onClick={() => groups.group(!groups.grouped.value)}>
        {groups.grouped.value ? "A row for each process" : "Processes that do the same in one row"}
      </LinkButton>
      {at?.open === false && (
        <>
          {" "}
          <LinkButton onClick={() => groups.toggle(at.process.kind)}>
            Open the selected row
          </LinkButton>
        </>
      )}
    </p>
  );
}

/** The id of a row: a kind has that of its first process, and a letter. */
function idOf(item: ListRow | undefined): string {
  return item && item.members.length > 1 ? `process-${item.process.process}-all` : `process-${item?.process.process}`;
}

interface RowProps extends Pick<ProcessListProps, "choose" | "point"> {
  item: ListRow;
  /** Its place among all rows, from 1, and how many there are. */
  place: [number, number];
  bar: Bar;
  longest: number;
  chosen: boolean;
}

function Row({ item, place, bar: { events, share, title, figure, drawn }, longest, chosen, choose, point }: RowProps) {
  const { screen, groups } = useWorkspace();
  const { process, name, source, kind } = item.process;
  const { length } = item.members;
  const many = length > 1;
  const each = figure === undefined ? ", each " : "; in the mean: ";
  const about = many ? `Processes ${wordsOf(item.members).list}${each}${title}` : name ? `${source}: ${title}` : title;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- The list has the focus, takes the keys and names its active row.
    <div
      role="option"
      id={idOf(item)}
      class={item.inside ? `${style.process} ${style.inside}` : style.process}
      aria-posinset={place[0]}
      aria-setsize={place[1]}
      aria-selected={chosen}
      aria-label={many ? about : undefined}
      title={about}
      onPointerEnter={point && (() => point(process))}
      onPointerLeave={point && (() => point(null))}
      onClick={() => {
        choose(process);
        if (screen.narrow.value) screen.sheet.value = "none";
      }}
    >
      {item.open === null ? (
        <span class={style.number}>{process}</span>
      ) : (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- An option holds no button; the table of all processes has one for this.
        <span
          class={`${style.number} ${style.fold}`}
          title={item.open ? "Close this row" : `Open this row: ${counted(length, "process")}`}
          onClick={(event) => {
            event.stopPropagation();
            groups.toggle(kind);
          }}
        >
          {item.open ? "▾" : "▸"}
        </span>
      )}
      {many ? (
        <span class={style.name}>
          <span class={prose.cut}>{wordsOf(item.members).short}</span> <span class={style.many}>{counted(length, "process")}</span>
        </span>
      ) : (
        name && <span class={`${style.name} ${prose.cut}`}>{name}</span>
      )}
      {drawn ? (
        <span class={style.drawn}>{drawn}</span>
      ) : (
        <span class={style.length} style={{ width: `${Math.max(1, (events / longest) * 92)}%` }}>
          <i style={{ width: `${share * 100}%` }} />
        </span>
      )}
      <span class={style.events}>{figure ?? count(events)}</span>
    </div>
  );
}
