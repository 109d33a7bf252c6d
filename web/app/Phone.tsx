/** Below 1000 px: a peek of the selection, and the bar below it. */
import type { ComponentChildren, JSX } from "preact";
import { counted, countedTo, percent, times, timesTo } from "../base/format";
import type { TabName } from "../base/url";
import { sheet, tab } from "../workspace/screen";
import { modelLoop } from "../features/model/state";
import { card, cards, row, shown } from "../workspace/store";

export function Phone(): JSX.Element | null {
  const now = shown.value;
  if (!now) return null;
  const processes = now.summary.processes.length;
  return (
    <>
      <button type="button" class="peek" onClick={() => (sheet.value = "inspector")}>
        <Peek noun={now.summary.noun} />
        <span class="up" aria-hidden="true">
          ▴
        </span>
      </button>
      <nav class="bar" aria-label="Views">
        <button type="button" aria-current={tab.value === "table" ? "page" : undefined} onClick={() => (sheet.value = "processes")}>
          <b>Processes</b>
          {tab.value === "table" ? `all ${processes}` : row.value ? `process ${row.value.process}` : ""}
        </button>
        <Place name="nest" label="Nest">
          {now.partial ? "so far" : counted(cards.value.length, "loop")}
        </Place>
        <Place name="model" label="Model">
          {counted(processes, "line")}
        </Place>
        <Place name="compare" label="Compare" roomy>
          methods
        </Place>
        <Place name="predict" label="Predict" roomy>
          what comes
        </Place>
        <button type="button" class="more" aria-current={tab.value === "compare" || tab.value === "predict" ? "page" : undefined} onClick={() => (sheet.value = "more")}>
          <b>More</b>
          {tab.value === "compare" ? "Compare" : tab.value === "predict" ? "Predict" : "⋯"}
        </button>
      </nav>
    </>
  );
}

/** The selection in one line. */
function Peek({ noun }: { noun: string }): JSX.Element {
  const loop = card.value;
  const whole = tab.value === "model" ? modelLoop.value : null;
  if (whole) {
    return (
      <>
        <b class="count">{times(whole.count)}</b>
        <span class="badge">L{whole.id}</span>
        <span class="cut">
          {percent(whole.share)} · {whole.members === 1 ? "process" : "processes"} {whole.processes}
        </span>
      </>
    );
  }
  if (loop) {
    return (
      <>
        <b class="count">{timesTo(loop.count, loop.countMost)}</b>
        <span class="badge">L{loop.id}</span>
        <span class="cut">
          {percent(loop.share)} · {countedTo(loop.period, loop.periodMost, noun)} each
        </span>
      </>
    );
  }
  return <span>{cards.value.length > 0 ? "Pick a loop in the picture" : "No loops yet"}</span>;
}

/** A view in the bar. One that is `roomy` stands there only where there is room for six; else it is found under More. */
function Place({ name, label, roomy, children }: { name: TabName; label: string; roomy?: boolean; children: ComponentChildren }): JSX.Element {
  return (
    <button
      type="button"
      class={roomy ? "roomy" : ""}
      aria-current={tab.value === name ? "page" : undefined}
      onClick={() => {
        tab.value = name;
        sheet.value = "none";
      }}
    >
      <b>{label}</b>
      {children}
    </button>
  );
}
