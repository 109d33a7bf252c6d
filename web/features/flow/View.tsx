/** The flow graph of a process: the sentence, what can be switched, and the picture. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { count, counted } from "../../base/format";
import { LinkButton } from "../../components/Buttons";
import { EmptyState } from "../../components/EmptyState";
import { line } from "../../components/Failed";
import { Words } from "../../components/Figure";
import { Switch } from "../../components/Switch";
import { UnderWay } from "../../components/UnderWay";
import { useFeature, useWorkspace } from "../../workspace/workspace";
import { FlowFigure } from "./Figure";
import { createFlowMoves } from "./moves";
import { useFlow } from "./state";
import { FlowTree } from "./Text";
import * as style from "./View.module.css";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";

/** `tools`: the buttons that move the picture, where they stand below it. */
export function Flow({ tools }: { tools: ComponentChildren }) {
  const { screen } = useWorkspace();
  const state = useFlow();
  const moves = useFeature(createFlowMoves);
  useEffect(() => {
    screen.movable.value = moves;
    return () => void (screen.movable.value = null);
  }, []);
  const { summary, problem, running, drawn } = state;
  if (problem.value) return <EmptyState title="There is no flow graph">{line(problem.value)}</EmptyState>;
  const busy = running.value;
  if (!summary.value && busy?.visible) {
    return (
      <UnderWay label="Making flow graphs" counts="Processes so far" share={busy.total > 0 ? busy.done / busy.total : undefined}>
        Finding what follows what
      </UnderWay>
    );
  }
  return (
    <section aria-label="Flow graph" data-settled={state.isSettled.value}>
      <p class={layout.sentence} data-testid="sentence">
        {drawn.value && <Words parts={drawn.value.reply.sentence} />}
      </p>
      <Choices />
      <FlowFigure />
      {tools}
      <FlowTree />
      <p class={prose.aside}>
        A loop stays whole here even if its iterations differ; the order in which its branches are taken is lost. The nest keeps the order. Loops of
        this graph are called F1, F2, …, those of nest and model L1, L2, …. A visit is one time that a loop is entered; #2 is the second place in
        the program with a call of that name.
      </p>
    </section>
  );
}

const SHOWN = [
  { value: "process", label: "This process", title: "The selected process, beside it others with the same graph" },
  { value: "kinds", label: "Each kind", title: "One process of each kind side by side: those of one kind have the same graph" },
] as const;

/** What must agree, in words. */
const inWords = (field: string): string => (field === "site" ? "their place in the program" : field);

function Choices() {
  const state = useFlow();
  const known = state.summary.value;
  if (!known) return null;
  const left = known.leftOut;
  return (
    <div class={style.bar}>
      {known.members.length > 1 && <Switch name="Which processes" options={SHOWN} chosen={state.kinds.value ? "kinds" : "process"} choose={(value) => (state.kinds.value = value === "kinds")} />}
      <span class={prose.aside}>
        <span title="Processes of one kind have the same graph">{counted(known.members.length, "kind")} of process</span>; two calls are the same if {known.signature.map(inWords).join(" and ")} agree
        {!known.signature.includes("site") && "; calls at different places of the program are not told apart"}
        {left > 0 && `; ${count(left)} calls that only ask (MPI_Comm_rank, MPI_Wtime, …) are left out`}
      </span>
      {(left > 0 || state.queries.value) && (
        <LinkButton onClick={() => state.toggleQueries()}>
          {state.queries.value ? "leave them out" : "show them"}
        </LinkButton>
      )}
    </div>
  );
}
