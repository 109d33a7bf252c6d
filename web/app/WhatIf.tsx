/** What if, in the place Time, and what it lays over the timeline. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { PartsLegend, TimeBar } from "../features/time/Bar";
import type { TimeParts } from "../engine/wire";
import { useTime } from "../features/time/state";
import { useTimeline } from "../features/timeline/state";
import { Over, OverChoices } from "../features/whatif/Over";
import { WhatIf as View } from "../features/whatif/View";
import { useWhatIf } from "../features/whatif/state";

const barOf = (parts: TimeParts, whole: number): JSX.Element => <TimeBar parts={parts} whole={whole} />;

export function WhatIf(): JSX.Element {
  const time = useTime();
  return <View asRecorded={time.asRecorded.value} bar={barOf} legend={<PartsLegend />} />;
}

/** Chooses what lies over the timeline. */
export function OverSwitches(): JSX.Element {
  const recorded = useTime().asRecorded.value;
  const state = useWhatIf();
  useEffect(() => void (state.asRecorded.value = recorded), [recorded]);
  return <OverChoices />;
}

/** The critical path, the slack or the domino path over the rows of each strip. */
export function OverTimeline(): JSX.Element {
  const timeline = useTimeline();
  const axes = timeline.axes.value;
  const strips = timeline.strips.value.map(({ visible, rows, plotLeft, plotRight }, index) => {
    const axis = axes[index];
    const wanted: [number, number] = axis ? [axis.origin + axis.from, axis.origin + axis.to] : visible;
    return { visible, wanted, rows, left: plotLeft, right: plotRight };
  });
  return <Over strips={strips} />;
}
