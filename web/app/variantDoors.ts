/** Ways from a loop of several variants to the same iterations elsewhere. */
import type { Doors } from "../features/variants/doors";
import type { Workspace } from "../workspace/workspace";
import { goToPlace, goToView } from "./carry";

export function doorsOf(workspace: Workspace): Doors {
  return {
    iterations: () => goToPlace(workspace, "iterations"),
    nest: () => {
      goToView(workspace, "nest");
      workspace.screen.variants.value = true;
    },
    flow: () => {
      goToView(workspace, "flow");
      void import("../features/flow/state").then(({ createFlow }) => workspace.feature(createFlow).showVariants());
    },
  };
}
