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
    <div class="notice" role="status">
      <span class="cut" title={line(first)}>
        {many > 1 && `${count(many)} warnings, the first: `}
        {unbroken(line(first))}
      </span>
      <button type="button" class="link" onClick={() => (screen.sheet.value = "notes")}>
        show
      </button>
      <button type="button" class="icon" aria-label="Close the notice" onClick={() => (closed.value = handle)}>
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
    <p class="quiet other-methods">
      {sentence}{" "}
      <button type="button" class="link" onClick={() => screen.showTab("compare")}>
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
      <p class="sentence">
        {traces.failure.value && <span class="quiet">Still open: {now.name}. </span>}
        {now.partial && <span class="quiet">So far: </span>}
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
