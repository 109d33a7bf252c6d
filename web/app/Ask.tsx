/** Records of the loops, in the place Iterations: loaded when they are shown. */
import { AskView } from "../features/ask/View";
import { useModel } from "../features/model/state";
import { useWorkspace } from "../workspace/workspace";
import { chooseOfLoop, iterationOfLoop } from "./iteration";

export function Ask() {
  const workspace = useWorkspace();
  const model = useModel();
  return (
    <AskView
      model={model.problem.value ? null : model.summary.value}
      iteration={iterationOfLoop(workspace)}
      choose={(iteration, process) => chooseOfLoop(workspace, null, iteration, process)}
      chooseProcess={(process) => model.setView({ process })}
      record={() => (workspace.screen.sheet.value = "recording")}
    />
  );
}
