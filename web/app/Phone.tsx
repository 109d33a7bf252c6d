/** Below 1000 px: the selection in one line, and the bar of tabs below it. */
import type { ComponentChildren, JSX } from "preact";
import { counted, countedTo, percent, times, timesTo } from "../base/format";
import type { TabName } from "../base/url";
import { useWorkspace } from "../workspace/workspace";
import { useModel } from "../features/model/state";
import * as style from "./Phone.module.css";
import * as inspector from "../components/inspector.module.css";
import * as prose from "../components/prose.module.css";

/** Views that are under More where the bar has room for four. */
const UNDER_MORE: Partial<Record<TabName, string>> = { compare: "Compare", predict: "Predict" };

export function Phone(): JSX.Element | null {
  const { screen, selection, details } = useWorkspace();
  const now = selection.shown.value;
  if (!now) return null;
  const processes = now.summary.processes.length;
  const underMore = screen.fourPlaces.value ? UNDER_MORE[screen.tab.value] : undefined;
  return (
    <>
      <button type="button" class={style.peek} data-testid="peek" onClick={() => (screen.sheet.value = "inspector")}>
        <Peek noun={now.summary.noun} />
        <span class={style.up} aria-hidden="true">
          ▴
        </span>
      </button>
      <nav class={style.bar} aria-label="Views">
        <button type="button" aria-current={screen.tab.value === "table" ? "page" : undefined} onClick={() => (screen.sheet.value = "processes")}>
          <b>Processes</b>
          {screen.tab.value === "table" ? `all ${processes}` : selection.row.value ? `process ${selection.row.value.process}` : ""}
        </button>
        <Place name="nest" label="Nest">
          {now.partial ? "so far" : counted(details.cards.value.length, "loop")}
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
        <button type="button" aria-current={underMore ? "page" : undefined} onClick={() => (screen.sheet.value = "more")}>
          <b>More</b>
          {underMore ?? "⋯"}
        </button>
      </nav>
    </>
  );
}

/** The selection in one line. */
function Peek({ noun }: { noun: string }): JSX.Element {
  const { screen, details } = useWorkspace();
  const model = useModel();
  const loop = details.card.value;
  const whole = screen.tab.value === "model" ? model.loop.value : null;
  if (whole) {
    return (
      <>
        <b class={style.count}>{times(whole.count)}</b>
        <span class={inspector.badge} data-testid="badge">L{whole.id}</span>
        <span class={prose.cut}>
          {percent(whole.share)} · {whole.members === 1 ? "process" : "processes"} {whole.processes}
        </span>
      </>
    );
  }
  if (loop) {
    return (
      <>
        <b class={style.count}>{timesTo(loop.count, loop.countMost)}</b>
        <span class={inspector.badge} data-testid="badge">L{loop.id}</span>
        <span class={prose.cut}>
          {percent(loop.share)} · {countedTo(loop.period, loop.periodMost, noun)} each
        </span>
      </>
    );
  }
  return <span>{details.cards.value.length > 0 ? "Pick a loop in the picture" : "No loops yet"}</span>;
}

/** A view in the bar. One that is `roomy` stands there only where there is room for six; else it is found under More. */
function Place({ name, label, roomy, children }: { name: TabName; label: string; roomy?: boolean; children: ComponentChildren }): JSX.Element {
  const { screen } = useWorkspace();
  return (
    <button
      type="button"
      class={roomy ? style.roomy : ""}
      aria-current={screen.tab.value === name ? "page" : undefined}
      onClick={() => {
        screen.tab.value = name;
        screen.sheet.value = "none";
      }}
    >
      <b>{label}</b>
      {children}
    </button>
  );
}
