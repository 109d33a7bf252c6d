/** What if, in the place Time. */
import type { JSX } from "preact";
import { PartsLegend, TimeBar } from "../features/time/Bar";
import { useTime } from "../features/time/state";
import { WhatIf as View } from "../features/whatif/View";

export function WhatIf(): JSX.Element {
  const time = useTime();
  return <View asRecorded={time.asRecorded.value} bar={(parts, whole) => <TimeBar parts={parts} whole={whole} />} legend={<PartsLegend />} />;
}
