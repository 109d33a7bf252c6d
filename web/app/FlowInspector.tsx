/** The column of what is selected in the flow graph, with the way to its loop in the nest. */
import { FlowInspector as Column } from "../features/flow/Inspector";
import { useWorkspace } from "../workspace/workspace";
import { goToView } from "./carry";
import { doorsOf } from "./variantDoors";

export function FlowInspector() {
  const workspace = useWorkspace();
  const openNest = (loop: number) => {
    workspace.choose.loop(loop);
    goToView(workspace, "nest");
  };
  return <Column openNest={openNest} openVariants={doorsOf(workspace).nest} />;
}
