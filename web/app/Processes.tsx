/** The column of processes, of the nests or of the model: whichever is shown. */
import { ProcessList } from "../components/ProcessList";
import { barsOfModel } from "../features/model/bars";
import { barsOfTime, withTimes } from "../features/time/bars";
import { useModel } from "../features/model/state";
import { barsOfNests } from "../features/nest/bars";
import { isOfProgram } from "../workspace/scope";
import { useWorkspace } from "../workspace/workspace";

export function Processes() {
  const workspace = useWorkspace();
  const model = useModel();
  const { choose, screen, selection } = workspace;
  if (!isOfProgram(screen.view.value, selection.shown.value)) return <ProcessList bars={barsOfNests(workspace)} chosen={selection.row.value?.process} choose={choose.process} />;
  const bars = barsOfTime(workspace) ?? withTimes(workspace, barsOfModel(workspace) ?? barsOfNests(workspace));
  const chosen = model.view.value.process ?? undefined;
  return <ProcessList bars={bars} chosen={chosen} choose={model.highlight} point={(process) => (model.hovered.value = process)} />;
}
