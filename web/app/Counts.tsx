/** What the flow graph counts of the main loop where the nest counts fewer iterations, since it ends a loop wherever one differs. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useFlow } from "../features/flow/state";
import { useModel } from "../features/model/state";
import { useTime } from "../features/time/state";
import { useWorkspace } from "../workspace/workspace";
import { goToView } from "./carry";
import * as controls from "../components/controls.module.css";
import * as prose from "../components/prose.module.css";

/** A main loop with that share of the events is whole: no graph would find much more in it. */
const WHOLE = 0.9;

/** Of a main loop that is broken in the nest: a paragraph of its own. */
export const CountsOfBroken = (): JSX.Element | null => (useIsBroken() ? <Both small={false} /> : null);

/** Of one that holds nearly all events there, a small line, since the nest is exact. */
export const CountsOfWhole = (): JSX.Element | null => (useIsBroken() ? null : <Both small />);

/** Of any, a small line. */
export const Counts = (): JSX.Element | null => <Both small />;

function useIsBroken(): boolean {
  return (useModel().loops.value[0]?.share ?? 1) < WHOLE;
}

function Both({ small }: { small: boolean }): JSX.Element | null {
  const workspace = useWorkspace();
  const [flow, time, model] = [useFlow(), useTime(), useModel()];
  const { view } = workspace.screen;
  // Model and times are shown first. Where a trace has no times and its main loop holds nearly all events, the graph is not worth the part of the engine
  // that makes it: it is counted once that is there.
  const isMeasured = time.iterations.value !== null || (view.value !== "overview" && view.value !== "iterations");
  const isBroken = useIsBroken();
  const isReady = model.summary.value !== null && (time.hasTimes.value ? isMeasured : isBroken || flow.summary.value !== null);
  useEffect(() => {
    flow.isCounted.value = isReady;
    return () => void (flow.isCounted.value = false);
  }, [isReady]);
  const both = flow.both.value;
  if (!both) return null;
  return (
    <p class={small ? `${prose.small} ${prose.quiet}` : undefined} data-testid="both">
      {both.both}{" "}
      <button
        type="button"
        class={controls.link}
        onClick={() => {
          goToView(workspace, "flow");
          flow.pick(both.loop);
        }}
      >
        open the flow graph
      </button>
    </p>
  );
}
