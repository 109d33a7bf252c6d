/** The column of processes: a bar each, as long as its events; those that do the same may share one. Of many only what is in sight is in the page. */
import { computed, useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { count, counted, mainTimes, numberList, percent, plural } from "../base/format";
import { shortRanges } from "../base/kinds";
import { named } from "../base/model";
import type { ProcessRow, Summary } from "../base/wire";
import { chooseProcess } from "../state/choose";
import { canGroup, group, grouped, listRows, placeOf, toggleKind, type ListRow } from "../state/kinds";
import { hovered, modelAt, modelPart, modelSummary } from "../state/model";
import { standOut } from "../state/modelMoves";
import { narrow, sheet, tab } from "../state/screen";
import { opening, row, shown } from "../state/store";

/** More processes than this are drawn only where they can be seen. */
const FOLD = 64;

/** Characters of a name that find room beside it. */
const NAME_ROOM = 17;

/** What is drawn of a process. */
interface Bar {
  events: number;
  /** The part of them that is dark. */
  share: number;
  title: string;
}

export function Processes(): JSX.Element {
  const now = shown.value;
  const inModel = tab.value === "model";
  const rows = listRows.value;
  const { of, noun, dark } = bars.value;
  const processes = now?.summary.processes ?? [];
  const longest = processes.reduce((most, row) => Math.max(most, of(row).events), 1);
  const withNames = grouped.value || processes.some(({ name }) => name !== "");
  const rowHeight = narrow.value ? 44 : withNames ? 38 : 26;
  const list = useRef<HTMLDivElement>(null);
  const window_ = useWindow(list, rows.length, rowHeight);
  const { from, to } = window_.value;
  const chosen = inModel ? (modelAt.value.process ?? undefined) : row.value?.process;

  useEffect(() => {
    const at = placeOf(chosen);
    const box = list.current?.closest<HTMLElement>(".list, .sheet");
    if (at < 0 || !box || !list.current) return;
    const top = list.current.offsetTop + at * rowHeight;
    if (top < box.scrollTop) box.scrollTop = top - 40;
    else if (top + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + rowHeight - box.clientHeight + 8;
  }, [chosen, grouped.value]);

  const at = placeOf(chosen);
  return (
    <nav class="list" aria-label="Processes">
      <div class="title">
        <h2>{processes.length > 0 ? counted(processes.length, "process") : "Processes"}</h2>
        {narrow.value ? <TableLink /> : <span class="unit">{plural(2, noun)}</span>}
      </div>
      <div
        role="listbox"
        class={withNames ? "named" : undefined}
        aria-label="Processes by number"
        tabIndex={0}
        aria-activedescendant={at < 0 ? undefined : idOf(rows[at])}
        ref={list}
        style={{
          paddingTop: `${from * rowHeight}px`,
          paddingBottom: `${(rows.length - to) * rowHeight}px`,
          "--digits": String(Math.max(6, count(longest).length)),
        }}
      >
        {rows.slice(from, to).map((item, index) => (
          <Row key={idOf(item)} item={item} bar={of(item.process)} longest={longest} chosen={from + index === at} />
        ))}
      </div>
      <div class="legend">
        {now?.partial || (opening.value && rows.length === 0) ? (
          <p>Each process appears as soon as it is read.</p>
        ) : (
          <>
            <p>
              A bar is as long as the process has {plural(2, noun)}.{dark}
            </p>
            <Kinds />
            {!narrow.value && <TableLink />}
          </>
        )}
      </div>
    </nav>
  );
}

function TableLink(): JSX.Element {
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        tab.value = "table";
        sheet.value = "none";
      }}
    >
      All in a table
    </button>
  );
}

/** Whether processes that do the same share a row, and the way to change that. */
function Kinds(): JSX.Element | null {
  if (!canGroup.value) return null;
  const rows = listRows.value;
  const at = rows[placeOf(tab.value === "model" ? modelAt.value.process : row.value?.process)];
  return (
    <p>
      {grouped.value && `${counted(rows.filter(({ inside }) => !inside).length, "row")}: processes that do the same, up to a shift of rank, share one. `}
      <button type="button" class="link" onClick={() => group(!grouped.value)}>
        {grouped.value ? "A row for each process" : "Processes that do the same in one row"}
      </button>
      {at?.open === false && (
        <>
          {" "}
          <button type="button" class="link" onClick={() => toggleKind(at.process.kind)}>
            Open the selected row
          </button>
        </>
      )}
    </p>
  );
}

/** What is drawn of a process, what an event is called, and what the strong part of a bar means. */
interface Bars {
  of: (row: ProcessRow) => Bar;
  noun: string;
  dark: string;
}

/** The events of every process, and of them those inside its main loop. */
function barsOfNests(): Bars {
  const summary = shown.value?.summary;
  const noun = summary?.noun ?? "event";
  const of = ({ events, mainLoop }: ProcessRow): Bar => {
    const share = mainLoop?.share ?? 0;
    const main = mainLoop ? `main loop ${mainTimes(mainLoop)}, ${percent(share)}` : "no loop";
    return { events, share, title: `${counted(events, noun)}; ${main}` };
  };
  return { of, noun, dark: ` The dark part is inside its main loop${inAll(summary?.processes ?? [])}.` };
}

/** The events of every process in the model, and of them those inside the selected loops. */
function barsOfModel(): Bars {
  const part = modelPart.value;
  const ids = part?.ids ?? [];
  const whole = modelSummary.value;
  if (!whole || !part) return barsOfNests();
  const [all, inside] = [new Map(whole.eventsOf), new Map(part.events)];
  const of = ({ process }: ProcessRow): Bar => {
    const events = all.get(process) ?? 0;
    const share = (inside.get(process) ?? 0) / Math.max(1, events);
    return { events, share, title: `${counted(events, "event")}; ${percent(share)} inside ${named(ids)}` };
  };
  return { of, noun: "event", dark: ids.length > 0 ? ` The dark part is inside ${named(ids)} of the model.` : "" };
}

const bars = computed(() => (tab.value === "model" ? barsOfModel() : barsOfNests()));

/** The id of a row: a kind has that of its first process, and a letter. */
function idOf(item: ListRow | undefined): string {
  return item && item.members.length > 1 ? `process-${item.process.process}-all` : `process-${item?.process.process}`;
}

interface RowProps {
  item: ListRow;
  bar: Bar;
  longest: number;
  chosen: boolean;
}

function Row({ item, bar: { events, share, title }, longest, chosen }: RowProps): JSX.Element {
  const { process, name, source, kind } = item.process;
  const inModel = tab.value === "model";
  const numbers = item.members.map((member) => member.process);
  const many = numbers.length > 1;
  const about = many ? `Processes ${numberList(numbers)}, each ${title}` : name ? `${source}: ${title}` : title;
  return (
    <div
      role="option"
      id={idOf(item)}
      class={item.inside ? "process inside" : "process"}
      aria-selected={chosen}
      aria-label={many ? about : undefined}
      title={about}
      onPointerEnter={inModel ? () => (hovered.value = process) : undefined}
      onPointerLeave={inModel ? () => (hovered.value = null) : undefined}
      onClick={() => {
        if (inModel) standOut(process);
        else chooseProcess(process);
        if (narrow.value) sheet.value = "none";
      }}
    >
      {item.open === null ? (
        <span class="n">{process}</span>
      ) : (
        <span
          class="n fold"
          title={item.open ? "Close this row" : `Open this row: ${counted(numbers.length, "process")}`}
          onClick={(event) => {
            event.stopPropagation();
            toggleKind(kind);
          }}
        >
          {item.open ? "▾" : "▸"}
        </span>
      )}
      {many ? (
        <span class="name">
          <span class="cut">{shortRanges(numbers, NAME_ROOM)}</span> <span class="many">{counted(numbers.length, "process")}</span>
        </span>
      ) : (
        name && <span class="name cut">{name}</span>
      )}
      <span class="length" style={{ width: `${Math.max(1, (events / longest) * 92)}%` }}>
        <i style={{ width: `${share * 100}%` }} />
      </span>
      <span class="of">{count(events)}</span>
    </div>
  );
}

/** `, ×249 in all 16`, if the main loops run equally often. */
function inAll(rows: Summary["processes"]): string {
  const first = rows[0]?.mainLoop;
  if (!first || rows.length < 2) return "";
  const same = rows.every(({ mainLoop }) => mainLoop?.count === first.count && mainLoop.runs === first.runs);
  return same ? `, ${mainTimes(first)} in all ${rows.length}` : "";
}

/** Which rows are in sight, with some to spare. */
function useWindow(list: { current: HTMLDivElement | null }, length: number, rowHeight: number) {
  const scroll = useSignal(0);
  const height = useSignal(800);
  useEffect(() => {
    const box = list.current?.closest<HTMLElement>(".list, .sheet");
    if (!box || length <= FOLD) return undefined;
    const follow = (): void => {
      scroll.value = Math.max(0, Math.floor((box.scrollTop - 40) / rowHeight / 8) * 8);
      height.value = box.clientHeight;
    };
    follow();
    box.addEventListener("scroll", follow, { passive: true });
    return () => box.removeEventListener("scroll", follow);
  }, [length, rowHeight]);
  const total = useSignal(length);
  total.value = length;
  return useComputed(() => {
    if (total.value <= FOLD) return { from: 0, to: total.value };
    const from = Math.min(total.value, Math.max(0, scroll.value - 8));
    return { from, to: Math.min(total.value, scroll.value + Math.ceil(height.value / rowHeight) + 24) };
  });
}
