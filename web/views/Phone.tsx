/** Below 1000 px: a peek of the selection, and the bar below it. */
import type { JSX } from "preact";
import { count, counted, percent, times } from "../base/format";
import type { ProcessRow } from "../base/wire";
import { sheet, tab } from "../state/screen";
import { card, cards, row, shown } from "../state/store";

/** `5 of 16` where the numbers run through, else the number alone. */
function place(process: number, rows: readonly ProcessRow[]): string {
  const last = rows[rows.length - 1]?.process;
  return rows.length > 1 && last === rows.length - 1 ? `${process} of ${count(rows.length)}` : `number ${process}`;
}

export function Phone(): JSX.Element | null {
  const now = shown.value;
  if (!now) return null;
  const loop = card.value;
  const rows = now.summary.processes;
  return (
    <>
      <button type="button" class="peek" onClick={() => (sheet.value = "inspector")}>
        {loop ? (
          <>
            <b style={{ fontSize: "17px", color: "var(--ink)", fontWeight: 600 }}>{times(loop.count)}</b>
            <span class="badge">L{loop.id}</span>
            <span class="cut">
              {percent(loop.share)} · {counted(loop.period, now.summary.noun)} each
            </span>
          </>
        ) : (
          <span>{cards.value.length > 0 ? "Pick a loop in the picture" : "No loops yet"}</span>
        )}
        <span class="up" aria-hidden="true">
          ▴
        </span>
      </button>
      <nav class="bar" aria-label="Views">
        <button type="button" onClick={() => (sheet.value = "processes")}>
          <b>Processes</b>
          {row.value ? place(row.value.process, rows) : ""}
        </button>
        <button
          type="button"
          aria-current={tab.value === "nest" ? "page" : undefined}
          onClick={() => {
            tab.value = "nest";
            sheet.value = "none";
          }}
        >
          <b>Nest</b>
          {now.partial ? "so far" : counted(cards.value.length, "loop")}
        </button>
        <button type="button" onClick={() => (sheet.value = "more")}>
          <b>More</b>⋯
        </button>
      </nav>
    </>
  );
}
