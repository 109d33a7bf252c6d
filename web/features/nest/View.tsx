/** The nest of one process: the sentence, the ribbon, the loops. */
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { count, unbroken } from "../../base/format";
import type { Problem } from "../../engine/wire";
import { Words } from "../../components/Figure";
import { Close } from "../../components/Icons";
import { Empty } from "./Empty";
import { line } from "../../components/Failed";
import { Gallery } from "./Gallery";
import { Legend } from "./Legend";
import { Ribbon } from "./Ribbon";
import { useFeature, useWorkspace } from "../../workspace/workspace";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";
import * as controls from "../../components/controls.module.css";
import * as style from "./View.module.css";

/** The trace whose notice was closed, by its handle. */
const createNotice = () => ({ closed: signal(0) });

/** What was left out of the trace, once, above all else. */
function Notice({ handle, problems }: { handle: number; problems: readonly Problem[] }): JSX.Element | null {
  const { closed } = useFeature(createNotice);
  const { screen } = useWorkspace();
  const warnings = problems.filter(({ severity }) => severity === "warning");
  const [first] = warnings;
  if (!first || closed.value === handle) return null;
  const many = warnings.reduce((sum, { count: times }) => sum + times, 0);
  return (
    <div class={layout.notice} data-testid="notice" role="status">
      <span class={`${prose.cut} ${layout.noticeText}`} title={line(first)}>
        {many > 1 && `${count(many)} warnings, the first: `}
        {unbroken(line(first))}
      </span>
      <button type="button" class={controls.link} onClick={() => (screen.sheet.value = "notes")}>
        show
      </button>
      <button type="button" class={`${controls.icon} ${layout.noticeClose}`} aria-label="Close the notice" onClick={() => (closed.value = handle)}>
        <Close />
      </button>
    </div>
  );
}

/** Where another method sees another main loop: one line, and the way to the comparison. */
function OtherMethods(): JSX.Element | null {
  const { screen, details } = useWorkspace();
  const sentence = details.others.value?.sentence;
  if (!sentence) return null;
  return (
    <p class={`${prose.quiet} ${style.otherMethods}`} data-testid="other-methods">
      {sentence}{" "}
      <button type="button" class={controls.link} onClick={() => screen.showTab("compare")}>
        Compare the methods
      </button>
    </p>
  );
}

/** `tools`: the buttons that move the picture, where there is no room for them next to the tabs; `below`: further pictures of the same strips. */
export function Nest({ tools, below }: { tools: ComponentChildren; below: ComponentChildren }): JSX.Element | null {
  const { screen, traces, selection, details } = useWorkspace();
  const now = selection.shown.value;
  if (!now) return null;
  const reply = details.reply.value;
  const empty = reply !== null && reply.loops.length === 0 && !now.partial;
  return (
    <>
      {!now.partial && <Notice handle={now.handle} problems={now.summary.problems} />}
      <p class={layout.sentence} data-testid="sentence">
        {traces.failure.value && <span class={prose.quiet}>Still open: {now.name}. </span>}
        {now.partial && <span class={prose.quiet}>So far: </span>}
        {reply && <Words parts={reply.sentence} />}
      </p>
      <OtherMethods />
      <Ribbon />
      {screen.narrow.value && tools}
      <Legend />
      {below}
      {empty && <Empty summary={now.summary} suggestions={reply.suggestions} />}
      <Gallery />
    </>
  );
}
