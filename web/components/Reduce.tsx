/** Saves a trace that is cut to ten steps of a loop, and says what the cut changes. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useReduce } from "../workspace/reduce";
import { useWorkspace } from "../workspace/workspace";
import { line } from "./Failed";
import { Words } from "./Figure";
import { saveBlob } from "./save";
import * as controls from "./controls.module.css";
import * as prose from "./prose.module.css";
import * as style from "./Reduce.module.css";

/** `loop`: its name in the flow graph of the process without the L; 0 for the main loop. */
export function Reduce({ loop, process }: { loop: number; process: number }): JSX.Element | null {
  const { selection, toast } = useWorkspace();
  const reduce = useReduce();
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  const handle = selection.shown.value?.handle;
  if (handle === undefined) return null;
  const of = { handle, loop, process };
  const running = reduce.running.value;
  const done = reduce.resultOf(of);
  const start = (): void => {
    stop.current = reduce.start(of, ({ text, fileName }) => saveBlob(toast, new Blob([text], { type: "text/csv" }), fileName));
  };
  return (
    <div class={style.reduce} data-testid="reduce">
      {running ? (
        <button type="button" class={`${controls.button} ${controls.outlined}`} onClick={reduce.cancel}>
          Cancel
        </button>
      ) : (
        <button type="button" class={`${controls.button} ${controls.outlined}`} onClick={start}>
          Save reduced trace
        </button>
      )}
      {running?.visible && <progress aria-label="Cut so far" value={running.done} max={Math.max(1, running.total)} />}
      <div role="status">
        {reduce.problem.value && <p class={prose.small}>{line(reduce.problem.value)}</p>}
        {done && (
          <p class={prose.small}>
            <Words parts={done.sentence} />
          </p>
        )}
      </div>
      {done && (
        <details class={prose.small}>
          <summary>What it changes, call by call</summary>
          <pre class={`${style.report} ${prose.mono}`} tabIndex={0} role="region" aria-label="What the cut changes">
            {done.report}
          </pre>
        </details>
      )}
    </div>
  );
}
