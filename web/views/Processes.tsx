/** The column of processes: a bar each, as long as its events. Beyond 64 only what is in sight is in the page. */
import { computed, useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { count, counted, mainTimes, percent, plural } from "../base/format";
import { named } from "../base/model";
import type { ProcessRow, Summary } from "../base/wire";
import { chooseProcess } from "../state/choose";
import { hovered, modelAt, modelPart, modelSummary } from "../state/model";
import { standOut } from "../state/modelMoves";
import { narrow, sheet, tab } from "../state/screen";
import { opening, row, shown } from "../state/store";

/** More processes than this are drawn only where they can be seen. */
const FOLD = 64;

/** What a row shows. */
interface Bar extends Pick<ProcessRow, "process" | "name" | "source"> {
  events: number;
  /** The part of them that is dark. */
  share: number;
  title: string;
}

export function Processes(): JSX.Element {
  const now = shown.value;
  const inModel = tab.value === "model";
  const { rows, noun, dark } = bars.value;
  const longest = rows.reduce((most, { events }) => Math.max(most, events), 1);
  const withNames = rows.some(({ name }) => name !== "");
  const rowHeight = narrow.value ? 44 : withNames ? 38 : 26;
  const list = useRef<HTMLDivElement>(null);
  const window_ = useWindow(list, rows.length, rowHeight);
  const { from, to } = window_.value;
  const chosen = inModel ? (modelAt.value.process ?? undefined) : row.value?.process;

  useEffect(() => {
    const at = rows.findIndex(({ process }) => process === chosen);
    const box = list.current?.closest<HTMLElement>(".list, .sheet");
    if (at < 0 || !box || !list.current) return;
    const top = list.current.offsetTop + at * rowHeight;
    if (top < box.scrollTop) box.scrollTop = top - 40;
    else if (top + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + rowHeight - box.clientHeight + 8;
  }, [chosen]);

  return (
    <nav class="list" aria-label="Processes">
      <div class="title">
        <h2>{rows.length > 0 ? counted(rows.length, "process") : "Processes"}</h2>
        {narrow.value ? <TableLink /> : <span class="unit">{plural(2, noun)}</span>}
      </div>
      <div
        role="listbox"
        class={withNames ? "named" : undefined}
        aria-label="Processes by number; a bar is as long as the process has events"
        tabIndex={0}
        aria-activedescendant={chosen === undefined ? undefined : `process-${chosen}`}
        ref={list}
        style={{
          paddingTop: `${from * rowHeight}px`,
          paddingBottom: `${(rows.length - to) * rowHeight}px`,
          "--digits": String(Math.max(6, count(longest).length)),
        }}
      >
        {rows.slice(from, to).map((item) => (
          <Row key={item.process} item={item} longest={longest} chosen={item.process === chosen} />
        ))}
      </div>
      <div class="legend">
        {now?.partial || (opening.value && rows.length === 0) ? (
          <p>Each process appears when it is read.</p>
        ) : (
          <>
            <p>Length of a bar: {plural(2, noun)} of that process.{dark}</p>
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

/** The events of every process, and of them those inside its main loop. */
function barsOfNests(): { rows: Bar[]; noun: string; dark: string } {
  const summary = shown.value?.summary;
  const noun = summary?.noun ?? "event";
  const rows = (summary?.processes ?? []).map(({ process, name, source, events, mainLoop }) => {
    const share = mainLoop?.share ?? 0;
    const main = mainLoop ? `main loop ${mainTimes(mainLoop)}, ${percent(share)}` : "no loop";
    return { process, name, source, events, share, title: `${counted(events, noun)}; ${main}` };
  });
  return { rows, noun, dark: ` The strong part: inside its main loop${inAll(summary?.processes ?? [])}.` };
}

/** The events of every process in the model, and of them those inside the selected loops. */
function barsOfModel(): { rows: Bar[]; noun: string; dark: string } {
  const part = modelPart.value;
  const ids = part?.ids ?? [];
  const whole = modelSummary.value;
  if (!whole || !part) return barsOfNests();
  const [all, inside] = [new Map(whole.eventsOf), new Map(part.events)];
  const rows = (shown.value?.summary.processes ?? []).map(({ process, name, source }) => {
    const events = all.get(process) ?? 0;
    const share = (inside.get(process) ?? 0) / Math.max(1, events);
    return { process, name, source, events, share, title: `${counted(events, "event")}; ${percent(share)} inside ${named(ids)}` };
  });
  return { rows, noun: "event", dark: ids.length > 0 ? ` The strong part: inside ${named(ids)} of the model.` : "" };
}

const bars = computed(() => (tab.value === "model" ? barsOfModel() : barsOfNests()));

function Row(props: { item: Bar; longest: number; chosen: boolean }): JSX.Element {
  const { item, longest, chosen } = props;
  const { share, title } = item;
  const inModel = tab.value === "model";
  return (
    <div
      role="option"
      id={`process-${item.process}`}
      class="process"
      aria-selected={chosen}
      title={item.name ? `${item.source}: ${title}` : title}
      onPointerEnter={inModel ? () => (hovered.value = item.process) : undefined}
      onPointerLeave={inModel ? () => (hovered.value = null) : undefined}
      onClick={() => {
        if (inModel) standOut(item.process);
        else chooseProcess(item.process);
        if (narrow.value) sheet.value = "none";
      }}
    >
      <span class="n">{item.process}</span>
      {item.name && <span class="name cut">{item.name}</span>}
      <span class="length" style={{ width: `${Math.max(1, (item.events / longest) * 92)}%` }}>
        <i style={{ width: `${share * 100}%` }} />
      </span>
      <span class="of">{count(item.events)}</span>
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
