/** The place Time: who waits for whom, over the whole run, in one iteration, and call by call. */
import { Later, type Load } from "../components/Later";
import { Switch } from "../components/Switch";
import { PartsLegend } from "../features/time/Bar";
import { useTime } from "../features/time/state";
import { Timeline } from "../features/timeline/View";
import { useWorkspace } from "../workspace/workspace";
import { Clocks } from "./Clocks";
import { Tools } from "./Tools";

const loadWhatIf: Load = async () => (await import("./WhatIf")).WhatIf;

const loadOver: Load = async () => (await import("./WhatIf")).OverTimeline;
const loadSwitches: Load = async () => (await import("../features/whatif/Over")).OverChoices;

export function Time() {
  const { screen } = useWorkspace();
  const { summary } = useTime();
  const asks = screen.assumes.value !== null;
  return (
    <>
      <Switch
        name="Time shows"
        options={[
          { value: "was", label: "As it was" },
          { value: "if", label: "What if" },
        ]}
        chosen={asks ? "if" : "was"}
        choose={(value) => (screen.assumes.value = value === "if" ? [] : null)}
      />
      {asks ? <Later load={loadWhatIf} /> : <Timeline ofRun={summary.value?.beginsInWords} tools={<><Tools /><Later load={loadSwitches} /></>} legend={<PartsLegend />} over={<Later load={loadOver} />} after={<Clocks />} />}
    </>
  );
}
