/** The model of the whole program: the sentence, the graph, and what it leaves out. */
import type { ComponentChildren, JSX } from "preact";
import { count, counted, percent, unbroken } from "../../base/format";
import { keyed } from "../../base/keyed";
import { rowOf } from "../../base/model";
import type { ModelSummary } from "../../engine/wire";
import { Term, Words } from "../../components/Figure";
import { Instead } from "../../components/Instead";
import { cancelModel, lookAtModel, modelFigure, modelling, modelRefused, modelSummary } from "./state";
import { modelAt } from "../../workspace/modelView";
import { standOut } from "./moves";
import { narrow, tab } from "../../workspace/screen";
import { loaded } from "../../workspace/store";
import { line } from "../../components/Failed";
import { methodOf } from "./Choosers";
import { ModelGraph, Pan } from "./Graph";

/** With more processes than this, those that do the same may share a row; with more than this they do. */
const FOLDS_FROM = 16;
const FOLDS_ALWAYS = 64;

/** `tools`: what moves the picture, where there is no room beside the tabs. */
export function Model({ tools }: { tools: ComponentChildren }): JSX.Element {
  const summary = modelSummary.value;
  const problem = modelRefused.value;
  const without = noMessages();
  if (without) {
    return (
      <Instead title="This trace has no model">
        A model shows which process sends to which, but {without}. The loops of each process are under{" "}
        <button type="button" class="link" onClick={() => (tab.value = "nest")}>
          Nest
        </button>
        .
      </Instead>
    );
  }
  if (problem) {
    const { method } = modelAt.value;
    return (
      <Instead title="This trace has no model of its messages">
        {line(problem)}{" "}
        {method !== null && (
          <button type="button" class="link" onClick={() => lookAtModel({ method: null, k: null })}>
            Use the usual method
          </button>
        )}
      </Instead>
    );
  }
  if (!summary) return <UnderWay />;
  return (
    <>
      <p class="sentence">
        <Words parts={summary.sentence} />
      </p>
      <ModelGraph />
      <Pan />
      {narrow.value && tools}
      <UnderWay />
      <Below />
    </>
  );
}

/** Why there is nothing to make a model of; empty if there is. */
function noMessages(): string {
  const summary = loaded.value?.summary;
  if (summary?.source !== "trace" || summary.views.some(({ view, available }) => view === "communication" && available)) return "";
  if (summary.options.view === "values") return "this trace holds numbers, not messages";
  return summary.noun === "call" ? "this trace names calls without saying who received which message" : "this trace is a list of words, not of messages";
}

function UnderWay(): JSX.Element {
  const busy = modelling.value;
  return (
    <div class="comparing" role="status">
      {busy?.visible && (
        <>
          <span>
            Finding the loops of all processes: {count(busy.done)} of {count(busy.total)}
          </span>
          <button type="button" class="button" onClick={cancelModel}>
            Cancel {!narrow.value && <kbd>Esc</kbd>}
          </button>
          <progress class="progress" max={Math.max(1, busy.total)} value={busy.done} aria-label="Processes" />
        </>
      )}
    </div>
  );
}

function Below(): JSX.Element {
  const { whole, closed } = modelAt.value;
  const figure = modelFigure.value;
  const summary = modelSummary.value;
  const problems = summary?.problems ?? [];
  return (
    <div class="model-below">
      <p>
        {loaded.value?.summary.options.view === "calls" && "Messages and collectives only, although Nest shows every call: nothing else connects processes. "}
        Left to right: order of events (<Term means="Each event one step after the one before it, a receive at least one step after its send">Lamport clock</Term>), one
        iteration of each loop.{narrow.value && " Drag sideways to see more, pinch to zoom."} Loops of each process found by <b>{summary && methodOf(summary.method, summary.k)}</b>.{" "}
        {summary && summary.loops.length > 0 && <Coverage summary={summary} />}
        {summary && summary.loops.length > 1 && summary.processes > 1 && (
          <>
            <b>L1</b> is the main loop, here and on the Nest tab; all others are numbered here for the whole program, there for each process by itself.{" "}
          </>
        )}
        {figure?.hidden && (
          <>
            Not shown:{" "}
            <button type="button" class="link" onClick={() => lookAtModel({ whole: true })}>
              {figure.hidden}
            </button>
            .{" "}
          </>
        )}
        {whole && (
          <button type="button" class="link" onClick={() => lookAtModel({ whole: false })}>
            Show only the main loops
          </button>
        )}{" "}
        <Rows />{" "}
        {closed.length > 0 && (
          <button type="button" class="link" onClick={() => lookAtModel({ closed: [] })}>
            Open all loops
          </button>
        )}
      </p>
      {problems.length > 0 && (
        <details>
          <summary>What does not fit together: {counted(problems.length, "note")}</summary>
          <ul>
            {keyed(problems.map(line), unbroken).map(({ key, item }) => (
              <li key={key}>{unbroken(item)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** What share of the events is in loops at all. */
function Coverage({ summary }: { summary: ModelSummary }): JSX.Element {
  const [all, shared] = [summary.coverage, summary.sharedCoverage].map(percent);
  return (
    <>
      <Term means="The share of all events that are inside any loop (coverage)">Inside loops</Term>: {all} of the events
      {summary.sharedCoverage === summary.coverage ? ", all in loops of several processes" : `, ${shared} in loops of several processes`}.{" "}
    </>
  );
}

/** Who shares a row, who stands out, and what to do about it. */
function Rows(): JSX.Element {
  const { folded, process, opened } = modelAt.value;
  const figure = modelFigure.value;
  const processes = modelSummary.value?.processes ?? 0;
  const standing = process === null ? null : rowOf(figure?.rows ?? [], process);
  const left = figure?.rowsLeftOut ?? 0;
  return (
    <>
      {figure?.folded && figure.rows.length === processes && opened.length === 0 && <>No two processes do the same, up to a shift of rank. </>}
      {figure?.folded && figure.rows.length < processes && (
        <>
          {counted(processes, "process")} in {counted(figure.rows.length + left, "row")}: those that do the same, up to a shift of rank, share one
          {processes > FOLDS_ALWAYS && `, as always with more than ${FOLDS_ALWAYS} processes`}.{" "}
        </>
      )}
      {left > 0 && <>{counted(left, "more row")} {left === 1 ? "is" : "are"} not drawn. </>}
      {((processes > FOLDS_FROM && processes <= FOLDS_ALWAYS) || (folded && processes <= FOLDS_ALWAYS)) && (
        <>
          <button type="button" class="link" onClick={() => lookAtModel({ folded: !folded, opened: [] })}>
            {folded ? "A row for each process" : "Processes that do the same in one row"}
          </button>{" "}
        </>
      )}
      {process !== null && (
        <>
          Messages of <b>{standing && standing.processes.length > 1 ? `processes ${standing.label}` : `process ${process}`}</b> stand out.{" "}
          <button type="button" class="link" title="Esc" onClick={() => standOut(null)}>
            Show all messages alike
          </button>{" "}
          {standing && standing.processes.length > 1 && (
            <button type="button" class="link" onClick={() => lookAtModel({ opened: [...opened, process] })}>
              A row for each of the {standing.processes.length}
            </button>
          )}{" "}
        </>
      )}
      {opened.length > 0 && (
        <button type="button" class="link" onClick={() => lookAtModel({ opened: [] })}>
          Close the opened rows
        </button>
      )}
    </>
  );
}
