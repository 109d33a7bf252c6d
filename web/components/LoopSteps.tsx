/** Which loop by share is selected, and the buttons to the ones before and after it. */
import { count } from "../base/format";
import * as inspector from "./inspector.module.css";

/** `at`: place among the loops by share, from 0. `all`: what is said of their number, if some are not listed. */
export function LoopSteps({ at, of, all = of, step }: { at: number; of: number; all?: number; step: (by: number) => void }) {
  return (
    <span class={inspector.steps}>
      <button type="button" aria-label="Previous loop" title="[" disabled={at <= 0} onClick={() => step(-1)}>
        ‹
      </button>
      loop {count(at + 1)} of {count(all)}
      <button type="button" aria-label="Next loop" title="]" disabled={at >= of - 1} onClick={() => step(1)}>
        ›
      </button>
    </span>
  );
}
