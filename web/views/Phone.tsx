/** Below 1000 px: a peek of the selection, and the bar below it. */
import type { JSX } from "preact";
import { counted, countedTo, percent, times, timesTo } from "../base/format";
import { sheet, tab } from "../state/screen";
import { modelLoop } from "../state/model";
import { card, cards, row, shown } from "../state/store";

export function Phone(): JSX.Element | null {
  const now = shown.value;
  if (!now) return null;
  const loop = card.value;
  const whole = tab.value === "model" ? modelLoop.value : null;
  return (
    <>
      <button type="button" class="peek" onClick={() => (sheet.value = "inspector")}>
        {whole ? (
          <>
            <b style={{ fontSize: "17px", color: "var(--ink)", fontWeight: 600 }}>{times(whole.count)}</b>
            <span class="badge">L{whole.id}</span>
            <span class="cut">
              {percent(whole.share)} · {whole.members === 1 ? "process" : "processes"} {whole.processes}
            </span>
          </>
        ) : loop ? (
          <>
            <b style={{ fontSize: "17px", color: "var(--ink)", fontWeight: 600 }}>{timesTo(loop.count, loop.countMost)}</b>
            <span class="badge">L{loop.id}</span>
            <span class="cut">
              {percent(loop.share)} · {countedTo(loop.period, loop.periodMost, now.summary.noun)} each
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
          {row.value ? `process ${row.value.process}` : ""}
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
        <button
          type="button"
          aria-current={tab.value === "model" ? "page" : undefined}
          onClick={() => {
            tab.value = "model";
            sheet.value = "none";
          }}
        >
          <b>Model</b>
          {counted(now.summary.processes.length, "line")}
        </button>
        <button
          type="button"
          aria-current={tab.value === "compare" ? "page" : undefined}
          onClick={() => {
            tab.value = "compare";
            sheet.value = "none";
          }}
        >
          <b>Compare</b>
          methods
        </button>
        <button
          type="button"
          aria-current={tab.value === "predict" ? "page" : undefined}
          onClick={() => {
            tab.value = "predict";
            sheet.value = "none";
          }}
        >
          <b>Predict</b>
          what comes
        </button>
        <button type="button" onClick={() => (sheet.value = "more")}>
          <b>More</b>⋯
        </button>
      </nav>
    </>
  );
}
