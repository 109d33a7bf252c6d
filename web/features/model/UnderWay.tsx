/** The making of the model: how far it is, and Cancel. */
import { count } from "../../base/format";
import { useWorkspace } from "../../workspace/workspace";
import { useModel } from "./state";
import * as controls from "../../components/controls.module.css";
import * as underWay from "../../components/UnderWay.module.css";
import * as meter from "../../components/meter.module.css";

/** How far the making of the model is. */
export function UnderWay() {
  const { screen } = useWorkspace();
  const model = useModel();
  const busy = model.running.value;
  return (
    <div class={underWay.underWay} role="status">
      {busy?.visible && (
        <>
          <span>
            Finding the loops of all processes: {count(busy.done)} of {count(busy.total)}
          </span>
          <button type="button" class={controls.button} onClick={model.cancel}>
            Cancel {!screen.narrow.value && <kbd>Esc</kbd>}
          </button>
          <progress class={`${meter.bar} ${underWay.bar}`} max={Math.max(1, busy.total)} value={busy.done} aria-label="Processes" />
        </>
      )}
    </div>
  );
}
