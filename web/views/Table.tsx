/** All processes in numbers: sortable, to be saved as CSV. A click goes to the process's nest. */
import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { csv } from "../base/csv";
import { bytes, count, counted, mainTimes, percent, plural, ratio } from "../base/format";
import type { ProcessRow, Summary } from "../base/wire";
import { Term } from "../components/Figure";
import { saveBlob } from "../components/save";
import { chooseProcess } from "../state/choose";
import { narrow, tab } from "../state/screen";
import { row, shown } from "../state/store";

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

/** The most rows that are shown at once; the CSV has them all. */
const MOST = 500;

function columns(noun: string): Column[] {
  const all: Column[] = [
    { name: "process", means: "The process's number (rank)", of: (p) => p.process, show: (p) => count(p.process) },
    { name: plural(2, noun), means: "How long its trace is", of: (p) => p.events, show: (p) => count(p.events) },
    {
      name: "top level",
      means: "Items at the top level of its nest; a loop is one item",
      of: (p) => p.topLevel,
      show: (p) => count(p.topLevel),
    },
    {
      name: "ratio",
      means: `Items at the top level to ${plural(2, noun)}: the ratio of the papers`,
      of: (p) => p.ratio,
      show: (p) => ratio(p.ratio),
    },
    {
      name: "all items",
      means: "Items on all levels of its nest, equal loops once",
      of: (p) => p.total,
      show: (p) => count(p.total),
    },
    { name: "inside loops", means: "Share of its trace inside loops (coverage)", of: (p) => p.coverage, show: (p) => percent(p.coverage) },
    { name: "loops", means: "Different loops", of: (p) => p.loops, show: (p) => count(p.loops) },
    { name: "depth", means: "Levels of loops inside each other", of: (p) => p.depth, show: (p) => count(p.depth) },
    {
      name: "main loop",
      means: "The loop that covers most: how often it runs, how much of the trace is inside",
      of: main,
      show: (p) => (p.mainLoop ? `${mainTimes(p.mainLoop)} of ${count(p.mainLoop.period)}, ${percent(p.mainLoop.share)}` : "–"),
    },
    { name: "from", means: "The file it was read from", left: true, of: (p) => p.source, show: (p) => p.source.slice(p.source.lastIndexOf("/") + 1) },
  ];
  // On a phone the table is pushed sideways: what says most stands first.
  const first = ["process", plural(2, noun), "main loop"];
  const rank = ({ name }: Column): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return narrow.value ? all.toSorted((a, b) => rank(a) - rank(b)) : all;
}

export function Table(): JSX.Element | null {
  const by = useSignal({ column: 0, down: false });
  const all = useComputed(() => {
    const rows = shown.value?.summary.processes ?? [];
    const column = columns(shown.value?.summary.noun ?? "event")[by.value.column];
    if (!column) return rows;
    const order = new Intl.Collator("en", { numeric: true });
    const sign = by.value.down ? -1 : 1;
    return [...rows].sort((a, b) => {
      const [x, y] = [column.of(a), column.of(b)];
      const difference = typeof x === "number" && typeof y === "number" ? x - y : order.compare(String(x), String(y));
      return sign * difference || a.process - b.process;
    });
  });
  const now = shown.value;
  if (!now) return null;
  const list = columns(now.summary.noun);
  return (
    <section aria-label="All processes">
      <Figures summary={now.summary} />
      <div class="table-head">
        <h2>{counted(now.summary.processes.length, "process")}</h2>
        <span class="small quiet">a click opens the nest of a process</span>
        <button type="button" class="link" onClick={() => save(now.name, list, all.value)}>
          CSV
        </button>
      </div>
      <div class={now.summary.processes.length > 0 ? "scroll-narrow" : ""}>
        <table class="all">
          <thead>
            <tr>
              {list.map((column, index) => {
                const sorted = by.value.column === index;
                return (
                  <th
                    key={column.name}
                    scope="col"
                    class={column.left ? "left" : ""}
                    aria-sort={sorted ? (by.value.down ? "descending" : "ascending") : "none"}
                  >
                    <button
                      type="button"
                      title={column.means}
                      onClick={() => (by.value = { column: index, down: sorted ? !by.value.down : index > 0 && !column.left })}
                    >
                      {column.name}
                      {sorted ? (by.value.down ? " ↓" : " ↑") : ""}
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {all.value.slice(0, MOST).map((item) => (
              <tr
                key={item.process}
                aria-selected={item.process === row.value?.process}
                onClick={() => {
                  chooseProcess(item.process);
                  tab.value = "nest";
                }}
              >
                {list.map((column, index) => (
                  <td class={column.left ? "left" : ""} title={column.left ? String(column.of(item)) : undefined}>
                    {index === 0 ? (
                      <button type="button" class="link">
                        {column.show(item)}
                      </button>
                    ) : (
                      column.show(item)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all.value.length > MOST && (
        <p class="small quiet">
          The first {count(MOST)} of {count(all.value.length)}; the CSV has all.
        </p>
      )}
    </section>
  );
}

/** The trace in a few figures. */
function Figures({ summary }: { summary: Summary }): JSX.Element {
  return (
    <dl class="figures">
      <Fact name={plural(summary.events, summary.noun)} value={count(summary.events)} />
      {summary.kinds.map(({ kind, count: many }) => (
        <Fact key={kind} name={KINDS[kind] ?? plural(2, kind)} value={count(many)} />
      ))}
      <Fact name="different symbols" means="Kinds of items that count as the same" value={count(summary.symbols)} />
      <Fact name="inside loops" means="Share of all inside loops (coverage)" value={percent(summary.coverage)} />
      <Fact name="compression" means="Items at the top level of all nests to the length of the trace" value={ratio(summary.ratio)} />
      <Fact name="kept in memory" value={bytes(summary.keptBytes)} />
    </dl>
  );
}

function Fact({ name, value, means }: { name: string; value: string; means?: string }): JSX.Element {
  return (
    <div>
      <dt>{means ? <Term means={means}>{name}</Term> : name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function save(name: string, list: readonly Column[], rows: readonly ProcessRow[]): void {
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
  saveBlob(new Blob([text], { type: "text/csv" }), `${name}-processes.csv`);
}
