/** What if, in the place Time, and what it lays over the timeline. */
import type { JSX } from "preact";
import { PartsLegend, TimeBar } from "../features/time/Bar";
import type { TimeParts } from "../engine/wire";
import { useTimeline } from "../features/timeline/state";
import { Over } from "../features/whatif/Over";
import { WhatIf as View } from "../features/whatif/View";

const barOf = (parts: TimeParts, whole: number): JSX.Element => <TimeBar parts={parts} whole={whole} />;

export function WhatIf(): JSX.Element {
  return <View bar={barOf} legend={<PartsLegend />} />;
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
