/**
 * All processes in numbers: sortable, to be saved as CSV. Those that do the same may share a row. A click goes to the process's nest.
 * Of many rows only those in sight are elements of the page.
 */
import { useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { csv } from "../../base/csv";
import { bytes, count, counted, mainTimes, numberList, percent, plural, ratio } from "../../base/format";
import { lastPart } from "../../base/names";
import { kindsOf, shortRanges } from "../../base/kinds";
import type { ProcessRow, Summary } from "../../engine/wire";
import { LinkButton } from "../../components/Buttons";
import { Term } from "../../components/Figure";
import { useRowsInSight } from "../../components/rowsInSight";
import { saveBlob } from "../../components/save";
import { type ListRow, singleRows } from "../../workspace/processes";
import type { Toast } from "../../workspace/toast";
import { useWorkspace } from "../../workspace/workspace";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";
import * as style from "./style.module.css";

interface Column {
  name: string;
  means: string;
  left?: boolean;
  of: (item: ProcessRow) => number | string;
  show: (item: ProcessRow) => string;
}

const main = (item: ProcessRow): number => item.mainLoop?.count ?? 0;

const KINDS: Readonly<Record<string, string>> = {
  send: "sends",
  recv: "receives",
  sync: "collectives",
  local: "local events",
  ifetch: "instruction fetches",
};

/** Characters of the numbers of processes that share a row. */
const NUMBERS_ROOM = 18;

/** The height of a row until it is measured. */
const ROW_PX = 26;

function columns(noun: string, narrow: boolean): Column[] {
  const all: Column[] = [
    { name: "process", means: "The process's number (rank)", of: (p) => p.process, show: (p) => count(p.process) },
    { name: plural(2, noun), means: "How long its trace is", of: (p) => p.events, show: (p) => count(p.events) },
    {
      name: "outermost",
      means: "Items that are left when every loop is one item (compressed length)",
      of: (p) => p.topLevel,
      show: (p) => count(p.topLevel),
    },
    {
      name: "ratio",
      means: `Outermost items to ${plural(2, noun)} (compression ratio)`,
      of: (p) => p.ratio,
      show: (p) => ratio(p.ratio),
    },
    {
      name: "all items",
      means: "Events and loops on all levels of its nest, equal loops counted once (total size)",
      of: (p) => p.total,
      show: (p) => count(p.total),
    },
    { name: "inside loops", means: `Share of its ${plural(2, noun)} inside loops (coverage)`, of: (p) => p.coverage, show: (p) => percent(p.coverage) },
    { name: "loops", means: "Different loops", of: (p) => p.loops, show: (p) => count(p.loops) },
    { name: "depth", means: "How many levels of loops its nest has (depth)", of: (p) => p.depth, show: (p) => count(p.depth) },
    {
      name: "main loop",
      means: "The loop that covers most: how often it repeats, how long one iteration is, and the share of the trace inside it",
      of: main,
      show: (p) => (p.mainLoop ? `${mainTimes(p.mainLoop)} of ${count(p.mainLoop.period)}, ${percent(p.mainLoop.share)}` : "–"),
    },
    { name: "from", means: "The file it was read from", left: true, of: (p) => p.source, show: (p) => lastPart(p.source) },
  ];
  // On a phone the table scrolls sideways, so the most important columns come first.
  const first = ["process", plural(2, noun), "main loop"];
  const rank = ({ name }: Column) => (first.includes(name) ? first.indexOf(name) : first.length);
  return narrow ? all.toSorted((a, b) => rank(a) - rank(b)) : all;
}

/** Rows in the order of a column, equal ones by process. */
function sorted(rows: readonly ProcessRow[], column: Column, down: boolean): ProcessRow[] {
  const order = new Intl.Collator("en", { numeric: true });
  const sign = down ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [column.of(a), column.of(b)];
    const difference = typeof x === "number" && typeof y === "number" ? x - y : order.compare(String(x), String(y));
    return sign * difference || a.process - b.process;
  });
}

export function Table() {
  const { screen, selection, matching, groups, toast } = useWorkspace();
  const by = useSignal({ column: 0, down: false });
  const all = useComputed(() => {
    const rows = selection.shown.value?.summary.processes ?? [];
    const column = columns(selection.noun.value, screen.narrow.value)[by.value.column];
    return column ? sorted(rows, column, by.value.down) : rows;
  });
  // A kind takes the place of its first member.
  const rows = useComputed<readonly ListRow[]>(() =>
    groups.grouped.value ? groups.rowsOf(kindsOf(all.value)) : singleRows(all.value),
  );
  const now = selection.shown.value;
  if (!now) return null;
  const list = columns(now.summary.noun, screen.narrow.value);
  return (
    <section aria-label="All processes">
      <Figures summary={now.summary} />
      <div class={layout.tableHead}>
        <h2>{counted(now.summary.processes.length, "process")}</h2>
        {groups.canGroup.value && (
          <LinkButton aria-pressed={groups.grouped.value} onClick={() => groups.group(!groups.grouped.value)}>
            {groups.grouped.value ? "A row for each process" : "Processes that do the same in one row"}
          </LinkButton>
        )}
        <span class={prose.aside}>a click opens the nest of a process</span>
        {matching.matched.value.length > 0 && (
          <LinkButton onClick={matching.change}>
            Columns
          </LinkButton>
        )}
        <LinkButton title="Save the table, a row for each process" onClick={() => save(toast, now.name, list, all.value)}>
          CSV
        </LinkButton>
      </div>
      <div class={now.summary.processes.length > 0 ? layout.scrollsWhenNarrow : ""}>
        <table class={style.table} aria-rowcount={rows.value.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              {list.map((column, index) => {
                const isBy = by.value.column === index;
                return (
                  <th
                    key={column.name}
                    scope="col"
                    class={column.left ? style.left : ""}
                    aria-sort={isBy ? (by.value.down ? "descending" : "ascending") : "none"}
                  >
                    <button
                      type="button"
                      title={column.means}
                      onClick={() => (by.value = { column: index, down: isBy ? !by.value.down : index > 0 && !column.left })}
                    >
                      {column.name}
                      {isBy ? (by.value.down ? " ↓" : " ↑") : ""}
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <Body rows={rows.value} list={list} />
        </table>
      </div>
    </section>
  );
}

/** The rows in sight, and the room of all others. */
function Body({ rows, list }: { rows: readonly ListRow[]; list: readonly Column[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = useSignal(ROW_PX);
  const { from, to } = useRowsInSight(body, rows.length, rowHeight.value);
  useLayoutEffect(() => {
    const shown = body.current?.querySelectorAll<HTMLElement>("tr[aria-rowindex]");
    const [one, last] = [shown?.[0], shown?.[shown.length - 1]];
    if (!shown || !one || !last || one === last) return;
    rowHeight.value = (last.getBoundingClientRect().top - one.getBoundingClientRect().top) / (shown.length - 1) || ROW_PX;
  }, [rows]);
  return (
    <tbody ref={body}>
      <Room height={from * rowHeight.value} />
      {rows.slice(from, to).map((item, index) => (
        <Row key={`${item.process.process}/${item.members.length}`} item={item} place={from + index} list={list} />
      ))}
      <Room height={(rows.length - to) * rowHeight.value} />
    </tbody>
  );
}

/** The room of rows that are not in sight. */
function Room({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td class={style.room} style={{ height: `${height}px` }} />
    </tr>
  );
}

/** A row, with its place among all of them, from 0. */
function Row({ item, place, list }: { item: ListRow; place: number; list: readonly Column[] }) {
  const { screen, selection, groups, choose } = useWorkspace();
  const { process, members, open } = item;
  const selected = members.some((member) => member.process === selection.row.value?.process);
  return (
    <tr
      aria-rowindex={place + 2}
      aria-selected={selected}
      onClick={() => {
        choose.process(process.process);
        screen.show("nest");
      }}
    >
      {list.map((column, index) => {
        if (index > 0) return <Cell key={column.name} column={column} members={members} />;
        return (
          <td key={column.name}>
            {open !== null && (
              <button
                type="button"
                aria-expanded={open}
                aria-label={`The ${counted(members.length, "process")} of this row`}
                onClick={(event) => {
                  event.stopPropagation();
                  groups.toggle(process.kind);
                }}
              >
                {open ? "▾" : "▸"}
              </button>
            )}
            <LinkButton title={members.length > 1 ? `Processes ${numberList(members.map((member) => member.process))}` : undefined}>
              {members.length > 1 ? shortRanges(members.map((member) => member.process), NUMBERS_ROOM) : column.show(process)}
            </LinkButton>
          </td>
        );
      })}
    </tr>
  );
}

/** The text of a cell. Of processes that share a row the first stands for all, except for the files that they come from. */
function Cell({ column, members }: { column: Column; members: readonly ProcessRow[] }) {
  const [first] = members;
  if (!first) return null;
  const more = column.left && members.length > 1 ? ` and ${count(members.length - 1)} more` : "";
  return (
    <td class={column.left ? style.left : ""} title={column.left ? String(column.of(first)) : undefined}>
      {column.show(first)}
      {more}
    </td>
  );
}

/** The trace in a few figures. */
function Figures({ summary }: { summary: Summary }) {
  return (
    <dl class={style.figures}>
      <Fact name={plural(summary.events, summary.noun)} value={count(summary.events)} />
      {summary.kinds.map(({ kind, count: many }) => (
        <Fact key={kind} name={KINDS[kind] ?? plural(2, kind)} value={count(many)} />
      ))}
      <Fact
        name={`different ${plural(summary.symbols, summary.noun)}`}
        means={`In the process with the most; two ${plural(2, summary.noun)} that count as the same are one (symbols)`}
        value={count(summary.symbols)}
      />
      <Fact name="inside loops" means={`Share of all ${plural(2, summary.noun)} inside loops (coverage)`} value={percent(summary.coverage)} />
      <Fact name="compression" means={`Items left when every loop is one item, to ${plural(2, summary.noun)} (compression ratio)`} value={ratio(summary.ratio)} />
      <Fact name="in memory" means="The memory that the trace takes on this page" value={bytes(summary.keptBytes)} />
    </dl>
  );
}

function Fact({ name, value, means }: { name: string; value: string; means?: string }) {
  return (
    <div>
      <dt>{means ? <Term means={means}>{name}</Term> : name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function save(toast: Toast, name: string, list: readonly Column[], rows: readonly ProcessRow[]): void {
  const columnsOf = list.filter(({ name: column }) => column !== "main loop");
  const text = csv([
    [...columnsOf.map((column) => column.name), "main loop count", "main loop period", "main loop runs", "main loop share"],
    ...rows.map((item) => [
      ...columnsOf.map((column) => column.of(item)),
      item.mainLoop?.count ?? "",
      item.mainLoop?.period ?? "",
      item.mainLoop?.runs ?? "",
      item.mainLoop?.share ?? "",
    ]),
  ]);
  saveBlob(toast, new Blob([text], { type: "text/csv" }), `${name}-processes.csv`);
}
