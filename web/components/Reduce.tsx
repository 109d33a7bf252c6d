/** Saves a trace that is cut to some steps of a loop, and says what the cut changes. */
import { useEffect, useRef } from "preact/hooks";
import { useReduce } from "../workspace/reduce";
import { useWorkspace } from "../workspace/workspace";
import { OutlinedButton } from "./Buttons";
import { line } from "./Failed";
import { Words } from "./Figure";
import { saveBlob } from "./save";
import * as prose from "./prose.module.css";
import * as style from "./Reduce.module.css";

/** The largest number of a step that can be typed. */
const MOST = 1_000_000_000;

/** Which steps are kept. */
function Steps() {
  const { choice } = useReduce();
  const { steps, from, spread, irregular } = choice.value;
  // What is no step changes nothing: the field says so by itself.
  const number = (set: (value: number) => void) => (event: { currentTarget: HTMLInputElement }): void => {
    const { valueAsNumber, validity } = event.currentTarget;
    if (validity.valid) set(valueAsNumber);
  };
  return (
    <div class={`${style.steps} ${prose.small}`} role="group" aria-label="Steps to keep">
      <label title="At most half of the steps that there are">
        Keep <input type="number" min={1} max={MOST} required value={steps} onChange={number((value) => (choice.value = { ...choice.value, steps: value }))} /> steps
      </label>
      <label>
        from step <input type="number" min={1} max={MOST} required value={from} onChange={number((value) => (choice.value = { ...choice.value, from: value }))} />
      </label>
      <label title="Better where the loop changes over time; otherwise they follow each other">
        <input type="checkbox" checked={spread} onChange={(event) => (choice.value = { ...choice.value, spread: event.currentTarget.checked })} /> spread evenly
      </label>
      <label title="Iterations that differ from the others are steps, too: else what only they call is in none">
        <input type="checkbox" checked={irregular} onChange={(event) => (choice.value = { ...choice.value, irregular: event.currentTarget.checked })} /> also those that differ
      </label>
    </div>
  );
}

/** `loop`: its name in the flow graph of the process without the L; 0 for the main loop. */
export function Reduce({ loop, process }: { loop: number; process: number }) {
  const { selection, toast } = useWorkspace();
  const reduce = useReduce();
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  const handle = selection.shown.value?.handle;
  if (handle === undefined) return null;
  const of = { handle, loop, process };
  const running = reduce.running.value;
  const done = reduce.resultOf(of);
  const start = () => {
    stop.current = reduce.start(of, ({ text, fileName }) => saveBlob(toast, new Blob([text], { type: "text/csv" }), fileName));
  };
  return (
    <div class={style.reduce} data-testid="reduce">
      <Steps />
      {running ? (
        <OutlinedButton onClick={reduce.cancel}>
          Cancel
        </OutlinedButton>
      ) : (
        <OutlinedButton onClick={start}>
          Save reduced trace
        </OutlinedButton>
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
