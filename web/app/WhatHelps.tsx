/** What would help, in the overview, once it is known where the time goes; and of the selected loop, in the inspector. */
import { batch, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { count } from "../base/format";
import { Words } from "../components/Figure";
import { line } from "../components/Failed";
import { Block } from "../features/overview/Block";
import { useModel } from "../features/model/state";
import { useTime } from "../features/time/state";
import { IfFaster, IfIterationFaster, Preparing, WhatHelps as List } from "../features/whatif/WhatHelps";
import { useWhatIf } from "../features/whatif/state";
import { useWorkspace, type Workspace } from "../workspace/workspace";
import { goToPlace } from "./carry";
import { selectedIteration } from "./iteration";
import * as controls from "../components/controls.module.css";
import * as prose from "../components/prose.module.css";

/** What is listed in the overview. */
const MOST = 4;
/** Events of a run that is replayed without being asked for: more take seconds, and memory. */
const MOST_AT_ONCE = 3_000_000;

function tryIt(workspace: Workspace, assume: () => void): void {
  // One step back.
  batch(() => {
    goToPlace(workspace, "time");
    assume();
  });
}

export function WhatHelps(): JSX.Element | null {
  const workspace = useWorkspace();
  const state = useWhatIf();
  const events = workspace.traces.loaded.value?.summary.events ?? 0;
  const wanted = useSignal(events <= MOST_AT_ONCE);
  const time = useTime();
  // Iterations come first: they take a tenth of the time.
  const ready = wanted.value && (time.iterations.value !== null || time.loop.value === 0);
  useEffect(() => {
    state.inOverview.value = ready;
    return () => void (state.inOverview.value = false);
  }, [ready]);
  const summary = state.summary.value;
  if (!wanted.value && !summary) {
    return (
      <Block title="What would help">
        <button type="button" class={controls.link} onClick={() => (wanted.value = true)}>
          replay all {count(events)} events
        </button>
      </Block>
    );
  }
  const busy = state.running.value;
  const problem = state.problem.value;
  if (!summary) {
    return (
      <Block title="What would help">
        {problem && <p class={`${prose.small} ${prose.quiet}`}>Nothing can be predicted here: {line(problem)}</p>}
        {busy?.visible && <Preparing {...busy} />}
      </Block>
    );
  }
  return (
    <Block title="What would help" says="by replay of all messages" door={{ label: "try in Time", open: () => tryIt(workspace, () => (workspace.screen.assumes.value ??= [])) }}>
      <p class={prose.small} data-testid="trust">
        <Words parts={summary.sentence} />
      </p>
      <List summary={summary} most={MOST} choose={(select) => tryIt(workspace, () => state.assumeOnly([select], 0.5))} />
    </Block>
  );
}

export function Faster(): JSX.Element | null {
  const workspace = useWorkspace();
  const state = useWhatIf();
  const loop = useModel().selected.value;
  const summary = state.summary.value;
  if (!summary) return null;
  const iteration = selectedIteration(workspace);
  const choose = (select: string): void => tryIt(workspace, () => state.assumeOnly([select], 0));
  return (
    <>
      {iteration !== null && loop > 0 && <IfIterationFaster loop={loop} index={iteration} length={summary.length} choose={choose} />}
      <IfFaster gains={summary.loops.find(({ id }) => id === loop)} length={summary.length} choose={choose} />
    </>
  );
}
