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

export function Counts(): JSX.Element | null {
  const workspace = useWorkspace();
  const [flow, time, model] = [useFlow(), useTime(), useModel()];
  const { view } = workspace.screen;
  // Model and times are shown first. Where the main loop holds nearly all events no graph would find more in it: there the nest is what counts.
  const isMeasured = time.iterations.value !== null || (view.value !== "overview" && view.value !== "iterations");
  const isBroken = (model.loops.value[0]?.share ?? 1) < WHOLE;
  const isReady = model.summary.value !== null && isBroken && (!time.hasTimes.value || isMeasured);
  useEffect(() => {
    flow.isCounted.value = isReady;
    return () => void (flow.isCounted.value = false);
  }, [isReady]);
  const both = flow.both.value;
  if (!both || !isBroken) return null;
  return (
    <p class={view.value === "overview" ? undefined : `${prose.small} ${prose.quiet}`} data-testid="both">
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
