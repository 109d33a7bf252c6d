/** The column of the selected loop, of the nest, of the program or of the flow graph: whichever is looked at. */
import type { FunctionComponent, JSX } from "preact";
import { Later } from "../components/Later";
import { useTime } from "../features/time/state";
import { NoTimes } from "../features/overview/NoTimes";
import { ModelInspector } from "../features/model/Inspector";
import { useModel } from "../features/model/state";
import { NestInspector } from "../features/nest/Inspector";
import { isOfProgram } from "../workspace/scope";
import { useWorkspace } from "../workspace/workspace";

const loadFlow = async (): Promise<FunctionComponent> => (await import("./FlowInspector")).FlowInspector;
const loadTimes = async (): Promise<FunctionComponent> => (await import("./TimesInspector")).TimesInspector;

export function Inspector(): JSX.Element {
  const { screen, selection } = useWorkspace();
  const time = useTime();
  const model = useModel();
  const after = !screen.narrow.value && screen.view.value === "overview" && <NoTimes />;
  const ofProgram = isOfProgram(screen.view.value, selection.shown.value) && (screen.view.value === "model" || !model.problem.value);
  const blocks = time.hasTimes.value && <Later load={loadTimes} />;
  if (screen.view.value === "flow") return <Later key="flow" load={loadFlow} />;
  return ofProgram ? <ModelInspector after={after} blocks={blocks} /> : <NestInspector after={after} />;
}
