/** The methods side by side on one process, in a sheet; another process is a step away. */
import { Later, type Load } from "../components/Later";
import { useWorkspace } from "../workspace/workspace";
import { movableOf } from "./moves";
import * as style from "./Methods.module.css";

const load: Load = async () => (await import("../features/compare/View")).Compare;

export function Methods() {
  const workspace = useWorkspace();
  const processes = workspace.selection.shown.value?.summary.processes ?? [];
  const step = (by: number) => (): void => movableOf(workspace).stepProcess(by);
  return (
    <>
      {processes.length > 1 && (
        <div class={style.steps} role="group" aria-label="Process">
          <button type="button" aria-label="Previous process" onClick={step(-1)}>
            ‹
          </button>
          process {workspace.selection.row.value?.process}
          <button type="button" aria-label="Next process" onClick={step(1)}>
            ›
          </button>
        </div>
      )}
      <Later load={load} />
    </>
  );
}
