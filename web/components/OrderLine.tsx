/** Under a sentence: what varies, or counts, and is not compared, and the way to the other view. */
import { useWorkspace } from "../workspace/workspace";
import { LinkButton } from "./Buttons";
import * as prose from "./prose.module.css";
import * as style from "./OrderLine.module.css";

/** `varies`: what varies, sentences of the engine; none where nothing does. `ofTags`: whether they say which tags count, too. */
export function OrderLine({ varies, ofTags }: { varies: (string | undefined)[]; ofTags?: boolean }) {
  const { traces, opener } = useWorkspace();
  const options = traces.options.value;
  const summary = traces.loaded.value?.summary;
  const says = [!ofTags && summary?.stepTags, ...varies].filter(Boolean).join(" ");
  if (!options || summary?.source !== "trace") return says ? <p class={prose.quiet}>{says}</p> : null;
  const isRecorded = options.order === "recorded";
  if (!isRecorded && !says) return null;
  const ofCalls = options.view === "calls";
  return (
    <p class={`${prose.quiet} ${style.line}`} data-testid="order">
      {isRecorded ? (ofCalls ? "Calls stand as recorded, with sizes and tags." : "Receives stand as they came, tags as recorded.") : says}{" "}
      <LinkButton onClick={() => opener.configure({ order: isRecorded ? "auto" : "recorded" })}>
        {isRecorded ? "Leave out what varies" : "Show as recorded"}
      </LinkButton>
    </p>
  );
}
