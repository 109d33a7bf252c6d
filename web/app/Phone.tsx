/** Below 1000 px: the selection in one line, and the bar of places below it. */
import { countedTo, percent, times, timesTo } from "../base/format";
import { PLACE_LABELS } from "../base/places";
import { Later, type Load } from "../components/Later";
import { isOfProgram } from "../workspace/scope";
import { useWorkspace } from "../workspace/workspace";
import { useModel } from "../features/model/state";
import { goToPlace } from "./carry";
import { placesOf } from "./places";
import * as style from "./Phone.module.css";
import * as inspector from "../components/inspector.module.css";
import * as prose from "../components/prose.module.css";

const loadFlowPeek: Load = async () => (await import("./FlowPeek")).FlowPeek;

export function Phone() {
  const workspace = useWorkspace();
  const { screen, selection } = workspace;
  const now = selection.shown.value;
  if (!now) return null;
  const { processes, noun } = now.summary;
  return (
    <>
      <div class={style.peek}>
        {processes.length > 1 && (
          <button type="button" class={style.whose} onClick={() => (screen.sheet.value = "processes")}>
            <Whose />
          </button>
        )}
        <button type="button" class={style.what} data-testid="peek" onClick={() => (screen.sheet.value = "inspector")}>
          {screen.view.value === "flow" ? <Later load={loadFlowPeek} /> : <Peek noun={noun} />}
          <span class={style.up} aria-hidden="true">
            ▴
          </span>
        </button>
      </div>
      <nav class={style.bar} aria-label="Places">
        {placesOf(now.summary).map((name) => (
          <button type="button" key={name} aria-current={screen.place.value === name ? "page" : undefined} onClick={() => goToPlace(workspace, name)}>
            <b>{PLACE_LABELS[name]}</b>
          </button>
        ))}
      </nav>
    </>
  );
}

/** The processes that the selection is of. */
function Whose() {
  const { screen, selection } = useWorkspace();
  const model = useModel();
  const chosen = isOfProgram(screen.view.value, selection.shown.value) ? model.view.value.process : selection.row.value?.process;
  return <>{chosen === null || chosen === undefined ? "all processes" : `process ${chosen}`}</>;
}

/** The selection in one line. */
function Peek({ noun }: { noun: string }) {
  const { screen, selection, details, modelView } = useWorkspace();
  const model = useModel();
  const loop = details.card.value;
  const ofProgram = isOfProgram(screen.view.value, selection.shown.value) && !model.problem.value;
  const whole = ofProgram ? model.loop.value : null;
  const call = screen.view.value === "time" && modelView.view.value.call !== null ? modelView.callName.value : "";
  if (whole && call) {
    return (
      <>
        <b class={style.count}>{call}</b>
        <span class={inspector.badge} data-testid="badge">L{whole.id}</span>
      </>
    );
  }
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
  if (ofProgram && model.summary.value) return <span class={prose.cut}>Messages of the whole program</span>;
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
