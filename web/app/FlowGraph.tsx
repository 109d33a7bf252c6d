/** The flow graph, with the buttons that move its picture where they stand below it. */
import { Flow } from "../features/flow/View";
import { useWorkspace } from "../workspace/workspace";
import { Tools } from "./Tools";

export function FlowGraph() {
  const { screen } = useWorkspace();
  return <Flow tools={screen.narrow.value && <Tools />} />;
}
