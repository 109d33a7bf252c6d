/** What if, in the place Time, and what it lays over the timeline. */
import { PartsLegend, TimeBar } from "../features/time/Bar";
import type { TimeParts } from "../engine/wire";
import { useModel } from "../features/model/state";
import { useTimeline } from "../features/timeline/state";
import { Over } from "../features/whatif/Over";
import { WhatIf as View } from "../features/whatif/View";
import { useWhatIf } from "../features/whatif/state";
import { useWorkspace } from "../workspace/workspace";
import { iterationOfLoop } from "./iteration";
import { usePlaces, useSummary } from "./WhatHelps";

const barOf = (parts: TimeParts, whole: number): JSX.Element => <TimeBar parts={parts} whole={whole} />;

export function WhatIf() {
  const workspace = useWorkspace();
  const { screen } = workspace;
  const model = useModel();
  const loop = model.selected.value;
  const index = iterationOfLoop(workspace);
  const timeline = useTimeline();
  const places = usePlaces(useSummary());
  const state = useWhatIf();
  const open = (process: number, time: number) => {
    screen.assumes.value = null;
    state.over.value = "dominoes";
    void timeline.goTo(process, time);
  };
  const iteration = index !== null && loop > 0 ? { loop, index } : null;
  return <View open={open} bar={barOf} legend={<PartsLegend />} iteration={iteration} byTurns={model.byTurns.value} places={places} />;
}

/** The critical path, the slack or the domino path over the rows of each strip. */
export function OverTimeline() {
  const timeline = useTimeline();
  const axes = timeline.axes.value;
  const strips = timeline.strips.value.map(({ visible, rows, plotLeft, plotRight }, index) => {
    const axis = axes[index];
    const wanted: [number, number] = axis ? [axis.origin + axis.from, axis.origin + axis.to] : visible;
    return { visible, wanted, rows, left: plotLeft, right: plotRight };
  });
  return <Over strips={strips} />;
}
