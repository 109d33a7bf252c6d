/** Work on the loaded trace that a place or a sheet waits for: what is being done, how far it is, and Cancel. */
import type { ComponentChildren } from "preact";
import { useWorkspace } from "../workspace/workspace";
import { CancelButton } from "./Buttons";
import * as style from "./UnderWay.module.css";
import * as meter from "./meter.module.css";

interface Props {
  /** The work, in a word. */
  label: string;
  /** What the bar counts. */
  counts: string;
  /** 0 to 1; undefined while it is unknown. */
  share: number | undefined;
  children: ComponentChildren;
}

/** Cancel closes the sheet, or goes to the overview: leaving ends the work. */
export function UnderWay({ label, counts, share, children }: Props) {
  const { screen } = useWorkspace();
  const leave = () => (screen.sheet.value === "none" ? screen.show("overview") : screen.closeSheet());
  return (
    <section class={style.underWay} aria-label={label}>
      <p>{children}</p>
      <CancelButton onClick={leave} />
      <div
        class={`${meter.bar} ${style.bar}`}
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
