/** Whether words in no known format are events: asked over the page, because nearly any text is words. */
import type { JSX } from "preact";
import { plural } from "../../base/format";
import { Sheet } from "../../components/Sheet";
import { openOrigin } from "../../workspace/open";
import { say } from "../../workspace/say";
import { narrow } from "../../workspace/screen";
import { askingWords, loaded } from "../../workspace/store";

export function WordsDialog(): JSX.Element | null {
  const now = askingWords.value;
  if (!now) return null;
  const file = now.file.slice(now.file.lastIndexOf("/") + 1);
  const others = now.files - 1;
  return (
    <Sheet title="Read as words?" place={narrow.value ? "bottom" : "middle"} close={dismiss}>
      <p class="which">
        <b class="mono">{file}</b>
        {others > 0 && ` and ${others} more ${plural(others, "file")}`} {others > 0 ? "are" : "is"} in no known format, and the words do not repeat as events do. Each
        word would be one event of a process.
      </p>
      <pre class="excerpt mono">{now.excerpt}</pre>
      <div class="answers">
        <button type="button" class="button edge" onClick={dismiss}>
          Cancel {!narrow.value && <kbd>Esc</kbd>}
        </button>
        <button type="button" class="button primary" onClick={() => openOrigin(now.origin, now.from, { ...now.wanted, words: true })}>
          Read as words
        </button>
      </div>
    </Sheet>
  );
}

/** Reads nothing; what was loaded is there as before. */
function dismiss(): void {
  const now = askingWords.value;
  if (!now) return;
  askingWords.value = null;
  say(loaded.value ? `${now.name} was not read; ${loaded.value.name} is unchanged` : `${now.name} was not read`);
}
