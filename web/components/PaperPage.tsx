/** The frame of a page that sets a paper's figures beside ours: its heading, its first sentence, and the button that computes ours here. */
import type { ComponentChildren } from "preact";
import { useWorkspace } from "../workspace/workspace";
import { CancelButton, PrimaryButton } from "./Buttons";
import { Failed } from "./Failed";
import { HomeButton } from "./HomeButton";
import { ThemeButton } from "./ThemeButton";
import * as style from "./PaperPage.module.css";
import * as meter from "./meter.module.css";
import * as prose from "./prose.module.css";

export function PaperPage({ title, says, children }: { title: string; says: ComponentChildren; children: ComponentChildren }) {
  const { traces } = useWorkspace();
  return (
    <div class={style.page}>
      <header class={style.top}>
        <HomeButton />
        <ThemeButton />
      </header>
      <main id="main" tabIndex={-1}>
        {traces.failure.value && <Failed failure={traces.failure.value} />}
        <h1>{title}</h1>
        <p class={style.says} data-testid="says">
          {says}
        </p>
        {children}
      </main>
    </div>
  );
}

interface RunProps {
  /** What is being run, in words; null if nothing is. */
  now: string | null;
  /** How far it is, 0 to 1. */
  share: number;
  /** Whether something was run before. */
  again: boolean;
  /** What the button does, or why it did not. */
  about: string;
  run: () => void;
  cancel: () => void;
  /** What stands at the end of the line. */
  children?: ComponentChildren;
}

/** The button, or how far it is. */
export function RunHere({ now, share, again, about, run, cancel, children }: RunProps) {
  return (
    <div class={style.run}>
      {now !== null ? (
        <CancelButton onClick={cancel} />
      ) : (
        <PrimaryButton onClick={run}>
          {again ? "Run it here again" : "Run it here"}
        </PrimaryButton>
      )}
      {now !== null ? (
        <div class={style.howFar}>
          <div class={meter.bar} role="progressbar" aria-label="Run so far" aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.floor(share * 100)}>
            <i style={{ transform: `scaleX(${share})` }} />
          </div>
          <p class={`${prose.aside} ${prose.num}`}>{now}</p>
        </div>
      ) : (
        <p class={prose.aside}>{about}</p>
      )}
      {children}
    </div>
  );
}
