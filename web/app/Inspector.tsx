/** The column of the selected loop, of the nest or of the program: whichever is looked at. */
import type { JSX } from "preact";
import { NoTimes } from "../features/overview/NoTimes";
import { ModelInspector } from "../features/model/Inspector";
import { useModel } from "../features/model/state";
import { NestInspector } from "../features/nest/Inspector";
import { isOfProgram } from "../workspace/scope";
import { useWorkspace } from "../workspace/workspace";

export function Inspector(): JSX.Element {
  const { screen, selection } = useWorkspace();
  const model = useModel();
  const after = !screen.narrow.value && screen.view.value === "overview" && <NoTimes />;
  const ofProgram = isOfProgram(screen.view.value, selection.shown.value) && (screen.view.value === "model" || !model.problem.value);
  return ofProgram ? <ModelInspector after={after} /> : <NestInspector after={after} />;
}
