/** The column of the selected loop, of the nest or of the program: whichever is looked at. */
import type { JSX } from "preact";
import { TimeBlocks } from "../features/time/Blocks";
import { goToPlace } from "./carry";
import { NoTimes } from "../features/overview/NoTimes";
import { ModelInspector } from "../features/model/Inspector";
import { useModel } from "../features/model/state";
import { NestInspector } from "../features/nest/Inspector";
import { isOfProgram } from "../workspace/scope";
import { useWorkspace } from "../workspace/workspace";

export function Inspector(): JSX.Element {
  const workspace = useWorkspace();
  const { screen, selection } = workspace;
  const model = useModel();
  const after = !screen.narrow.value && screen.view.value === "overview" && <NoTimes />;
  const ofProgram = isOfProgram(screen.view.value, selection.shown.value) && (screen.view.value === "model" || !model.problem.value);
  const blocks = <TimeBlocks loop={model.selected.value} process={model.view.value.process} iteration={model.view.value.iteration} open={() => goToPlace(workspace, "iterations")} />;
  return ofProgram ? <ModelInspector after={after} blocks={blocks} /> : <NestInspector after={after} />;
}
