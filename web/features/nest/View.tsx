/** The nest of one process: the sentence, the ribbon, the loops. */
import type { ComponentChildren } from "preact";
import { LinkButton } from "../../components/Buttons";
import { Words } from "../../components/Figure";
import { OrderLine } from "../../components/OrderLine";
import { Empty } from "./Empty";
import { Gallery } from "./Gallery";
import { Legend } from "./Legend";
import { Ribbon } from "./Ribbon";
import { useWorkspace } from "../../workspace/workspace";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";
import * as style from "./View.module.css";

/** Where another method sees another main loop: one line, and the way to the comparison. */
function OtherMethods() {
  const { screen, details } = useWorkspace();
  const sentence = details.others.value?.sentence;
  if (!sentence) return null;
  return (
    <p class={`${prose.quiet} ${style.otherMethods}`} data-testid="other-methods">
      {sentence}{" "}
      <LinkButton onClick={() => (screen.sheet.value = "compare")}>
        Compare the methods
      </LinkButton>
    </p>
  );
}

/** `tools`: the buttons that move the picture, where they stand below it. `variants`: the reading as a loop of several variants. */
export function Nest({ tools, variants }: { tools: ComponentChildren; variants: ComponentChildren }) {
  const { traces, selection, details } = useWorkspace();
  const now = selection.shown.value;
  if (!now) return null;
  const reply = details.reply.value;
  const empty = reply !== null && reply.loops.length === 0 && !now.partial;
  return (
    <>
      <p class={layout.sentence} data-testid="sentence">
        {traces.failure.value && <span class={prose.quiet}>Still open: {now.name}. </span>}
        {now.partial && <span class={prose.quiet}>So far: </span>}
        {reply && <Words parts={reply.sentence} />}
      </p>
      <OrderLine varies={[reply?.order]} ofTags />
      <OtherMethods />
      {variants}
      <Ribbon />
      {tools}
      <Legend />
      {empty && <Empty summary={now.summary} suggestions={reply.suggestions} />}
      <Gallery />
    </>
  );
}
