/** Asks before anything is fetched from another host. */
import { OutlinedButton, PrimaryButton } from "../../components/Buttons";
import { Sheet } from "../../components/Sheet";
import { useWorkspace } from "../../workspace/workspace";
import * as style from "./style.module.css";

export function ConsentDialog() {
  const { screen, consent, toast } = useWorkspace();
  const now = consent.question.value;
  if (!now) return null;
  return (
    <Sheet title={`Load a trace from ${now.host}?`} place={screen.narrow.value ? "bottom" : "middle"} close={now.refuse} announced={toast.text}>
      <p class={style.consent}>
        The link names a trace on another host. Nothing is sent but the request for it; the trace is read on your computer.
      </p>
      <p class={style.consent}>
        <code>{now.href}</code>
      </p>
      <div class={`${style.ways} ${style.consent}`}>
        <PrimaryButton onClick={now.agree}>
          Load it
        </PrimaryButton>
        <OutlinedButton onClick={now.refuse}>
          Do not load it
        </OutlinedButton>
      </div>
    </Sheet>
  );
}
