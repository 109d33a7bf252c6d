/** The blocks of the inspector about time, for the selected loop, process and iteration. */
import type { JSX } from "preact";
import { useModel } from "../features/model/state";
import { TimeBlocks } from "../features/time/Blocks";
import { useWorkspace } from "../workspace/workspace";
import { goToPlace } from "./carry";

export function TimesInspector(): JSX.Element {
  const workspace = useWorkspace();
  const model = useModel();
  const { process, iteration } = model.view.value;
  return <TimeBlocks loop={model.selected.value} process={process} iteration={iteration} open={() => goToPlace(workspace, "iterations")} />;
}
