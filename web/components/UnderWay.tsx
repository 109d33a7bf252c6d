/** Work on the loaded trace that a tab waits for: what is being done, how far it is, and Cancel. */
import type { ComponentChildren, JSX } from "preact";
import { narrow, tab } from "../workspace/screen";

interface Props {
  /** What is being done, in a word. */
  label: string;
  /** What the bar counts. */
  counts: string;
  /** 0 to 1; nothing while that is not known. */
  share: number | undefined;
  children: ComponentChildren;
}

/** Cancel goes back to the nest: leaving the tab ends the work. */
export function UnderWay({ label, counts, share, children }: Props): JSX.Element {
  return (
    <section class="comparing" aria-label={label}>
      <p>{children}</p>
      <button type="button" class="button edge" onClick={() => (tab.value = "nest")}>
        Cancel {!narrow.value && <kbd>Esc</kbd>}
      </button>
      <div
        class="progress"
        role="progressbar"
        aria-label={counts}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.floor(share * 100)}
      >
        <i style={{ transform: `scaleX(${share ?? 0})` }} />
      </div>
    </section>
  );
}
