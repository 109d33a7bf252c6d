/** The selection of the flow graph in one line, for the phone. */
import { useFlow } from "../features/flow/state";
import * as style from "./Phone.module.css";
import * as inspector from "../components/inspector.module.css";

export function FlowPeek() {
  const { part, loop, block } = useFlow();
  return (
    <>
      <b class={style.count}>{part.value?.title ?? ""}</b>
      {block.value === null && <span class={inspector.badge} data-testid="badge">F{loop.value}</span>}
    </>
  );
}
