/** What the flow graph counts of a loop of the nest, which counts fewer iterations where they differ: it ends a loop wherever one does. */
import type { ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { percent } from "../base/format";
import { useFlow } from "../features/flow/state";
import { useModel } from "../features/model/state";
import { mayVary } from "../features/model/variants";
import { mainOf } from "../features/overview/Collectives";
import { useTime } from "../features/time/state";
import { useProgramVariants } from "../features/variants/state";
import { useWorkspace } from "../workspace/workspace";
import type { ModelSummary } from "../engine/wire";
import { goToView } from "./carry";
import { LinkButton } from "../components/Buttons";
import * as prose from "../components/prose.module.css";

/** A main loop with that share of the events is whole: no graph would find much more in it. */
const WHOLE = 0.9;
/** With less than that share of the events in loops, most of the program repeats nothing exactly. */
const HALF = 0.5;

/** Of a main loop that is broken in the nest: a paragraph of its own. One that holds nearly all events is exact there: another count would only compete with it. Where processes take turns, a count by process stands for the loops, which are chance. */
export function CountsOfBroken() {
  const { summary, byTurns } = useModel();
  if (!useIsBroken() || byTurns.value) return null;
  if (summary.value && summary.value.coverage < HALF) return <HardlyAny coverage={summary.value.coverage} />;
  // Of one that runs in several places the nest has a loop in each.
  if (summary.value && mainOf(summary.value).name !== "L1") return null;
  return mayVary(summary.value) ? <BesideVariants summary={summary} /> : <Both small={false} />;
}

/** Where less than half is in loops, a main loop is no more than a part of the program. */
function HardlyAny({ coverage }: { coverage: number }) {
  const workspace = useWorkspace();
  return (
    <p class={prose.clear} data-testid="hardly-any">
      Only {percent(coverage)} of the events are in loops that repeat exactly: calls, partners or tags change from step to step in the rest. The flow graph of a process shows what repeats though it changes.{" "}
      <LinkButton onClick={() => goToView(workspace, "flow")}>
        open the flow graph
      </LinkButton>
    </p>
  );
}

/** Where a loop of several variants is offered, that counts the same iterations: a second count would compete with it. */
function BesideVariants({ summary }: { summary: ReadonlySignal<ModelSummary | null> }) {
  return useProgramVariants(summary).reply.value === null ? <Both small={false} /> : null;
}

/** Of the selected loop of the nest, a small line in any case: it is the way to the same loop of the graph. */
export function Counts() {
  const { screen, selection } = useWorkspace();
  return <Both small loop={screen.view.value === "nest" ? selection.loop.value : 1} always />;
}

function useIsBroken(): boolean {
  return (useModel().loops.value[0]?.share ?? 1) < WHOLE;
}

interface Props {
  small: boolean;
  /** The loop of the nest: the main loop, unless it is named. */
  loop?: number;
  /** Whether the way to the graph is there, too, where both count the same. */
  always?: boolean;
}

function Both({ small, loop = 1, always = false }: Props) {
  const workspace = useWorkspace();
  const [flow, time, model] = [useFlow(), useTime(), useModel()];
  const { view } = workspace.screen;
  // Model and times are shown first. Where a trace has no times and its main loop holds nearly all events, the graph is not worth the part of the engine
  // that makes it: it is counted once that is there.
  const isMeasured = time.iterations.value !== null || (view.value !== "overview" && view.value !== "iterations");
  const isBroken = useIsBroken();
  const isReady = (model.summary.value !== null || view.value === "nest") && (time.hasTimes.value ? isMeasured : isBroken || flow.summary.value !== null);
  useEffect(() => {
    flow.counts.value = isReady ? loop : 0;
    return () => void (flow.counts.value = 0);
  }, [isReady, loop]);
  const both = flow.both.value;
  if (!both || (both.both === "" && !always)) return null;
  return (
    <p class={small ? `${prose.clear} ${prose.aside}` : prose.clear} data-testid="both">
      {both.both || `The same calls in the flow graph: F${both.loop}.`}{" "}
      <LinkButton
        onClick={() => {
          goToView(workspace, "flow");
          flow.pick(both.loop);
        }}
      >
        open the flow graph
      </LinkButton>
    </p>
  );
}
