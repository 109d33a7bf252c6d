/** The status line: what was read, how fast, how small its loops make it, and that nothing left this computer. */
import { counted, rate, ratio, seconds } from "../base/format";
import { isOfProgram } from "../workspace/scope";
import { useWorkspace } from "../workspace/workspace";
import { useModel } from "../features/model/state";
import { LinkButton } from "../components/Buttons";
import * as style from "./Status.module.css";

export function Status() {
  return (
    <footer class={style.status}>
      <Left />
      <span class={style.last}>Nothing left this computer</span>
    </footer>
  );
}

function Left() {
  const { traces } = useWorkspace();
  const busy = traces.opening.value;
  const now = traces.loaded.value;
  if (traces.failure.value) {
    return (
      <>
        <span class={style.failed}>
          {traces.failure.value.problems[0]?.choices.length ? `${traces.failure.value.name}: several traces` : `${traces.failure.value.name} could not be ${traces.failure.value.verb}`}
        </span>
        {now && (
          <span>
            <b>{now.name}</b> is unchanged
          </span>
        )}
      </>
    );
  }
  if (busy?.visible) {
    const events = busy.progress?.events ?? 0;
    return (
      <span>
        {busy.rebuild ? "Finding loops" : "Reading"} {events > 0 && <b>{counted(events, "event")}</b>}
      </span>
    );
  }
  if (!now) return null;
  return <Facts />;
}

/** What was read, how fast, and how small its loops make it. */
export function Facts() {
  const { screen, traces, selection } = useWorkspace();
  const ofProgram = isOfProgram(screen.view.value, traces.loaded.value);
  const model = useModel();
  const now = traces.loaded.value;
  const at = selection.row.value;
  const whole = model.summary.value;
  if (!now) return null;
  const { summary, seconds: took, rebuilt } = now;
  const all = took.reading + took.loops;
  return (
    <>
      {rebuilt ? (
        <span>
          <b>{counted(summary.events, summary.noun)}</b>, loops found again in <b>{seconds(took.loops)}</b>
        </span>
      ) : (
        // Loops are found during reading, so both share one time.
        <span title="From the first byte to the last loop">
          Read <b>{counted(summary.events, summary.noun)}</b> in <b>{seconds(all)}</b>
          {all > 0.01 && summary.events > 10_000 && `, ${rate(summary.events / all)}/s`}, loops included
        </span>
      )}
      {ofProgram && whole && (
        <span title="The loops of all processes, and the model that they make together">
          Model in <b>{seconds(model.seconds.value)}</b>
          {!whole.hubs && (
            <>
              : all events as <span title="Each event and each loop is one item (construct)">{counted(whole.constructs, "item")}</span>, {ratio(whole.events / Math.max(1, whole.constructs))}
            </>
          )}
          {whole.messages > 0 && (
            <>
              . It holds <b>all {counted(whole.messages, "message")}</b>
            </>
          )}
        </span>
      )}
      {!ofProgram && at && (
        <span
          title={`Events and loops on all levels, equal loops counted once (total size). Outermost: ${counted(at.topLevel, "item")}, ${ratio(at.ratio)}`}
        >
          {counted(at.events, summary.noun)} become <b>{counted(at.total, "item")}</b>, {ratio(at.total > 0 ? at.events / at.total : 0)}
        </span>
      )}
      {summary.problems.length > 0 && (
        <LinkButton onClick={() => (screen.sheet.value = "notes")}>
          {counted(summary.problems.length, "note")}
        </LinkButton>
      )}
    </>
  );
}
