/** Moves in what is looked at: the ribbon of a process, or the model of the program. */
import { createModelMoves } from "../features/model/moves";
import { createNestMoves } from "../features/nest/moves";
import type { Movable } from "../workspace/movable";
import { isOfProgram } from "../workspace/scope";
import type { Workspace } from "../workspace/workspace";

export function movableOf(workspace: Workspace): Movable {
  return workspace.screen.movable.value ?? workspace.feature(isOfProgram(workspace.screen.view.value, workspace.selection.shown.value) ? createModelMoves : createNestMoves);
}
