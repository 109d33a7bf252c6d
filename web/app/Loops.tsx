/** What the program does: the nest of a process, the model of all, or the flow graph of a process, of the same selection. */
import type { LoopsView } from "../base/places";
import { Later, type Load } from "../components/Later";
import { Switch } from "../components/Switch";
import { Model } from "../features/model/View";
import { Nest } from "../features/nest/View";
import { useWorkspace } from "../workspace/workspace";
import { goToView } from "./carry";
import { Tools } from "./Tools";
import * as style from "./Loops.module.css";

const PICTURES: readonly { value: LoopsView; label: string; title: string }[] = [
  { value: "nest", label: "Nest", title: "The loops of one process, down to single events" },
  { value: "model", label: "Model", title: "The loops of all processes, and the messages between them" },
  { value: "flow", label: "Flow graph", title: "What directly follows what in one process: loops stay whole even if their iterations differ" },
];

const loadVariants: Load = async () => (await import("./Variants")).ProcessVariants;
const loadProgramVariants: Load = async () => (await import("./Variants")).ProgramVariants;
const loadFlow: Load = async () => (await import("./FlowGraph")).FlowGraph;

export function Loops() {
  const workspace = useWorkspace();
  const { screen, details } = workspace;
  const tools = screen.narrow.value && <Tools />;
  return (
    <>
      <div class={style.bar}>
        <Switch name="What Loops shows" options={PICTURES} chosen={screen.view.value} choose={(view) => goToView(workspace, view)} />
        {!screen.narrow.value && <Tools />}
      </div>
      {screen.view.value === "flow" && <Later load={loadFlow} />}
      {screen.view.value === "model" && <Model tools={tools} variants={<Later key="variants" load={loadProgramVariants} />} />}
      {screen.view.value === "nest" && <Nest tools={tools} variants={details.others.value?.variants && <Later load={loadVariants} />} />}
    </>
  );
}
