/** The column of the selected loop, of the nest, of the program or of the flow graph: whichever is looked at. */
import { Later, type Load } from "../components/Later";
import { useTime } from "../features/time/state";
import { NoTimes } from "../features/overview/NoTimes";
import { ModelInspector } from "../features/model/Inspector";
import { useModel } from "../features/model/state";
import { NestInspector } from "../features/nest/Inspector";
import { attributeOf } from "./attributes";
import { numberInProgram } from "./carry";
import { isOfProgram, noMessages } from "../workspace/scope";
import { useWorkspace } from "../workspace/workspace";

const loadAsk: Load = async () => (await import("./AskInspector")).AskInspector;
const loadCounts: Load = async () => (await import("./Counts")).Counts;
const loadFlow: Load = async () => (await import("./FlowInspector")).FlowInspector;
const loadTimes: Load = async () => (await import("./TimesInspector")).TimesInspector;

export function Inspector() {
  const workspace = useWorkspace();
  const { screen, selection } = workspace;
  const time = useTime();
  const model = useModel();
  const isMain = screen.view.value === "nest" ? selection.loop.value > 0 : model.selected.value === 1;
  const isLoops = (screen.view.value === "model" || screen.view.value === "nest") && noMessages(selection.shown.value?.summary) === "";
  const after = isLoops && isMain ? <Later key="counts" load={loadCounts} /> : !screen.narrow.value && screen.view.value === "overview" && <NoTimes />;
  const ofProgram = isOfProgram(screen.view.value, selection.shown.value) && (screen.view.value === "model" || !model.problem.value);
  const blocks = time.hasTimes.value && <Later load={loadTimes} />;
  if (screen.view.value === "iterations" && attributeOf(workspace) === "records") return <Later key="ask" load={loadAsk} />;
  if (screen.view.value === "flow") return <Later key="flow" load={loadFlow} />;
  return ofProgram ? <ModelInspector after={after} blocks={blocks} /> : <NestInspector program={model.summary.value ? numberInProgram(workspace, selection.loop.value) : null} after={after} />;
}
