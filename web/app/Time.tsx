/** The place Time: who waits for whom, over the whole run, in one iteration, and call by call. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { PartsLegend } from "../features/time/Bar";
import { useTime } from "../features/time/state";
import { useTimeline } from "../features/timeline/state";
import { Timeline } from "../features/timeline/View";
import { Clocks } from "./Clocks";
import { Tools } from "./Tools";

export function Time(): JSX.Element {
  const time = useTime();
  const timeline = useTimeline();
  const recorded = time.asRecorded.value;
  useEffect(() => void (timeline.asRecorded.value = recorded), [recorded]);
  return <Timeline tools={<Tools />} legend={<PartsLegend />} after={<Clocks />} />;
}
