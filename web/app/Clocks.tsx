/** What is to be known before times are believed: the clocks, the ends of the run, repairs. */
import { Switch } from "../components/Switch";
import { useTime } from "../features/time/state";
import { TIMED } from "../workspace/samples";
import { useWorkspace } from "../workspace/workspace";
import * as prose from "../components/prose.module.css";
import * as style from "./Clocks.module.css";

/** A trace does not say how many cores there were; of those beside the page it is known. */
const TIMED_SHARED = "The processes of this run shared 2 cores: much of what is in calls is waiting for a core.";

/** Said where no remark says otherwise; what a file lacks beyond that, its reader says. */
const COMPLETE = "Each message has both ends, and each process has times.";

export function Clocks() {
  const time = useTime();
  const { traces, modelView } = useWorkspace();
  const { origin } = traces.loaded.value ?? {};
  const summary = time.summary.value;
  if (!summary) return null;
  const { clocks, processes, runLine, remarks } = summary;
  const missing = remarks.length > 0 ? remarks.map((remark) => `${remark}.`) : processes.length > 1 ? [COMPLETE] : [];
  const shared = origin?.kind === "trace" && TIMED.some(({ address }) => address === origin.url) ? TIMED_SHARED : "";
  return (
    <div class={style.clocks} data-testid="clocks">
      <p class={prose.aside}>{[shared, clocks.sentence, runLine && `${runLine}.`, ...missing].filter(Boolean).join(" ")}</p>
      {clocks.disagree && (
        <Switch
          name="Clocks"
          options={[
            { value: "right", label: "clocks set right" },
            { value: "recorded", label: "as recorded" },
          ]}
          chosen={modelView.asRecorded.value ? "recorded" : "right"}
          choose={(value) => (modelView.asRecorded.value = value === "recorded")}
        />
      )}
    </div>
  );
}
