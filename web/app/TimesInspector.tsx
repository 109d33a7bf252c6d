/** The blocks of the inspector about time, for the selected loop, process and iteration. */
import { Later, type Load } from "../components/Later";
import { useModel } from "../features/model/state";
import { TimeBlocks } from "../features/time/Blocks";
import { useWorkspace } from "../workspace/workspace";
import { CallBlock } from "../features/timeline/CallBlock";
import { goToPlace } from "./carry";
import { selectedIteration } from "./iteration";

const loadFaster: Load = async () => (await import("./WhatHelps")).Faster;

export function TimesInspector() {
  const workspace = useWorkspace();
  const model = useModel();
  const { process, iteration } = model.view.value;
  return (
    <>
      {workspace.screen.view.value === "time" && (
        <CallBlock
          doors={[
            { label: "open Loops", open: () => goToPlace(workspace, "loops") },
            { label: "open Iterations", open: () => goToPlace(workspace, "iterations") },
          ]}
        />
      )}
      <TimeBlocks loop={model.selected.value} process={process} iteration={iteration === null ? null : selectedIteration(workspace)} open={() => goToPlace(workspace, "iterations")} />
      <Later load={loadFaster} />
    </>
  );
}
