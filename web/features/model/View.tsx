/** The model of the whole program: the sentence, the graph, and what it leaves out. */
import type { ComponentChildren } from "preact";
import { counted, percent, unbroken } from "../../base/format";
import { keyed } from "../../base/keyed";
import { methodName } from "../../base/methods";
import { rowOf } from "../../base/model";
import type { ModelSummary } from "../../engine/wire";
import { LinkButton } from "../../components/Buttons";
import { Term, Words } from "../../components/Figure";
import { EmptyState } from "../../components/EmptyState";
import { line } from "../../components/Failed";
import { OrderLine } from "../../components/OrderLine";
import { Later, type Load } from "../../components/Later";
import { ModelGraph, Pan } from "./Graph";
import { noMessages } from "../../workspace/scope";
import { useWorkspace } from "../../workspace/workspace";
import { useModel } from "./state";
import { mayVary } from "./variants";
import { UnderWay } from "./UnderWay";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";
import * as style from "./View.module.css";

/** With more processes than this, those that do the same may share a row; with more than this they do. */
const FOLDS_FROM = 16;
const FOLDS_ALWAYS = 64;

const loadHubs: Load = async () => (await import("./Hubs")).Hubs;

/** `tools`: the buttons that move the picture, where they stand below it. `variants`: the program as a loop of several variants. */
export function Model({ tools, variants }: { tools: ComponentChildren; variants: ComponentChildren }) {
  const { screen, traces } = useWorkspace();
  const model = useModel();
  const summary = model.summary.value;
  const problem = model.problem.value;
  const without = noMessages(traces.loaded.value?.summary);
  if (without) {
    return (
      <EmptyState title="This trace has no model">
        A model shows which process sends to which, but {without}. The loops of each process are under{" "}
        <LinkButton onClick={() => screen.show("nest")}>
          Nest
        </LinkButton>
        .
      </EmptyState>
    );
  }
  if (problem) {
    const { method } = model.view.value;
    return (
      <EmptyState title="This trace has no model of its messages">
        {line(problem)}{" "}
        {method !== null && (
          <LinkButton onClick={() => model.setView({ method: null, k: null })}>
            Use the usual method
          </LinkButton>
        )}
      </EmptyState>
    );
  }
  if (!summary) return <UnderWay />;
  return (
    <>
      <p class={layout.sentence} data-testid="sentence">
        <Words parts={summary.hubs?.sentence ?? summary.sentence} />
      </p>
      <OrderLine varies={[summary.hubs?.says, summary.order]} />
      {mayVary(summary) && variants}
      {summary.hubs && (
        <>
          <Later load={loadHubs} />
          <p class={prose.quiet}>The picture is drawn as recorded.</p>
        </>
      )}
      <ModelGraph />
      <Pan />
      {tools}
      <UnderWay />
      <Below />
    </>
  );
}

function Below() {
  const { screen, traces } = useWorkspace();
  const model = useModel();
  const { whole, closed } = model.view.value;
  const figure = model.figure.value;
  const summary = model.summary.value;
  const problems = summary?.problems ?? [];
  return (
    <div class={style.below} data-testid="below">
      <p>
        {traces.loaded.value?.summary.options.view === "calls" && "Messages and collectives only, although Nest shows every call: nothing else connects processes. "}
        Left to right: order of events (<Term means="Each event one step after the one before it, a receive at least one step after its send">Lamport clock</Term>), one
        iteration of each loop.{screen.narrow.value && " Drag sideways to see more, pinch to zoom."} Loops of each process found by <b>{summary && methodName(summary.method, summary.k)}</b>.{" "}
        {summary && summary.loops.length > 0 && <Coverage summary={summary} />}
        {summary && summary.loops.length > 1 && summary.processes > 1 && (
          <>
            <b>L1</b> is the main loop, here and in the nest; all others are numbered here for the whole program, there for each process by itself.{" "}
          </>
        )}
        {figure?.hidden && (
          <>
            Not shown:{" "}
            <LinkButton onClick={() => model.setView({ whole: true })}>
              {figure.hidden}
            </LinkButton>
            .{" "}
          </>
        )}
        {whole && (
          <LinkButton onClick={() => model.setView({ whole: false })}>
            Show only the main loops
          </LinkButton>
        )}{" "}
        <Rows />{" "}
        {closed.length > 0 && (
          <LinkButton onClick={() => model.setView({ closed: [] })}>
            Open all loops
          </LinkButton>
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

/** The share of the events that are inside loops. */
function Coverage({ summary }: { summary: ModelSummary }) {
  const [all, shared] = [summary.coverage, summary.sharedCoverage].map(percent);
  return (
    <>
      <Term means="The share of all events that are inside any loop (coverage)">Inside loops</Term>: {all} of the events
      {summary.sharedCoverage === summary.coverage ? ", all in loops of several processes" : `, ${shared} in loops of several processes`}.{" "}
    </>
  );
}

/** Which processes share a row, which one is highlighted, and the ways to change that. */
function Rows() {
  const model = useModel();
  const { folded, process, opened } = model.view.value;
  const figure = model.figure.value;
  const processes = model.summary.value?.processes ?? 0;
  const highlighted = process === null ? null : rowOf(figure?.rows ?? [], process);
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
          <LinkButton onClick={() => model.setView({ folded: !folded, opened: [] })}>
            {folded ? "A row for each process" : "Processes that do the same in one row"}
          </LinkButton>{" "}
        </>
      )}
      {process !== null && (
        <>
          Messages of <b>{highlighted && highlighted.processes.length > 1 ? `processes ${highlighted.label}` : `process ${process}`}</b> are highlighted.{" "}
          <LinkButton title="Esc" onClick={() => model.highlight(null)}>
            Remove the highlight
          </LinkButton>{" "}
          {highlighted && highlighted.processes.length > 1 && (
            <LinkButton onClick={() => model.setView({ opened: [...opened, process] })}>
              A row for each of the {highlighted.processes.length}
            </LinkButton>
          )}{" "}
        </>
      )}
      {opened.length > 0 && (
        <LinkButton onClick={() => model.setView({ opened: [] })}>
          Close the opened rows
        </LinkButton>
      )}
    </>
  );
}
