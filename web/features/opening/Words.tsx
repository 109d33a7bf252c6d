/** Whether words in no known format are events: asked over the page, because nearly any text is words. */
import { lastPart } from "../../base/names";
import { plural } from "../../base/format";
import { CancelButton, PrimaryButton } from "../../components/Buttons";
import { Sheet } from "../../components/Sheet";
import { useWorkspace } from "../../workspace/workspace";
import * as style from "./style.module.css";
import * as prose from "../../components/prose.module.css";

export function WordsDialog() {
  const { screen, traces, toast, opener } = useWorkspace();
  const now = traces.wordQuestion.value;
  if (!now) return null;
  const file = lastPart(now.file);
  const others = now.files - 1;
  // Reads nothing; what was loaded is there as before.
  const dismiss = () => {
    traces.wordQuestion.value = null;
    toast.announce(traces.notRead(now));
  };
  return (
    <Sheet title="Read as words?" place={screen.narrow.value ? "bottom" : "middle"} close={dismiss} announced={toast.text}>
      <p class={style.which}>
        <b class={prose.mono}>{file}</b>
        {others > 0 && ` and ${others} more ${plural(others, "file")}`} {others > 0 ? "are" : "is"} in no known format, and the words do not repeat as events do. Each
        word would be one event of a process.
      </p>
      <pre class={`${style.excerpt} ${prose.mono}`}>{now.excerpt}</pre>
      <div class={style.answers}>
        <CancelButton onClick={dismiss} />
        <PrimaryButton onClick={() => opener.origin({ origin: now.origin, view: now.from, wanted: { ...now.wanted, words: true } })}>
          Read as words
        </PrimaryButton>
      </div>
    </Sheet>
  );
}
