/** Moves in the picture that is shown: the ribbon, or the model. */
import { createModelMoves } from "../features/model/moves";
import { createNestMoves } from "../features/nest/moves";
import type { Movable } from "../workspace/movable";
import type { Workspace } from "../workspace/workspace";

export function movableOf(workspace: Workspace): Movable {
  return workspace.feature(workspace.screen.tab.value === "model" ? createModelMoves : createNestMoves);
}
