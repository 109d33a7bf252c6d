/** What a trace without times cannot say, and how to record one that can. */
import { useWorkspace } from "../../workspace/workspace";
import * as style from "./style.module.css";
import * as controls from "../../components/controls.module.css";

export function NoTimes() {
  const { screen, traces } = useWorkspace();
  const summary = traces.loaded.value?.summary;
  if (summary?.source !== "trace" || summary.hasTimes || summary.options.view === "values") return null;
  return (
    <p class={style.times} data-testid="no-times">
      This trace has no times. With times (OTF2, Paraver, CSV with begin and end) this page also says where the time goes and who waits.{" "}
      <button type="button" class={controls.link} onClick={() => (screen.sheet.value = "recording")}>
        How to record them
      </button>
    </p>
  );
}
