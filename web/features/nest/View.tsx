/** The nest of one process: the sentence, the ribbon, the loops. */
import { signal, useComputed } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { count, unbroken } from "../../base/format";
import type { Problem } from "../../engine/wire";
import { Words } from "../../components/Figure";
import { Close } from "../../components/Icons";
import { narrow, sheet, tab } from "../../workspace/screen";
import { details, failure, others, row, shown } from "../../workspace/store";
import { Empty } from "./Empty";
import { line } from "../../components/Failed";
import { Gallery } from "./Gallery";
import { Legend } from "./Legend";
import { Ribbon } from "./Ribbon";

/** The trace whose notice was closed. */
const closed = signal(0);

/** What was left out of the trace, once, above all else. */
function Notice({ handle, problems }: { handle: number; problems: readonly Problem[] }): JSX.Element | null {
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
      <button type="button" class="link" onClick={() => (sheet.value = "notes")}>
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
  const now = shown.value;
  const known = others.value;
  const is = known && now && known.handle === now.handle && known.edition === now.edition && known.reply.process === row.value?.process;
  if (!is || known.reply.sentence === "") return null;
  return (
    <p class="quiet other-methods">
      {known.reply.sentence}{" "}
      <button type="button" class="link" onClick={() => (tab.value = "compare")}>
        Compare the methods
      </button>
    </p>
  );
}

/** `tools`: what moves the picture, where there is no room beside the tabs; `below`: further pictures of the same strips. */
export function Nest({ tools, below }: { tools: ComponentChildren; below: ComponentChildren }): JSX.Element | null {
  const reply = useComputed(() => {
    const known = details.value;
    const is = known && known.handle === shown.value?.handle && known.reply.process === row.value?.process;
    return is ? known.reply : null;
  });
  const now = shown.value;
  if (!now) return null;
  const said = reply.value;
  const empty = said !== null && said.loops.length === 0 && !now.partial;
  return (
    <>
      {!now.partial && <Notice handle={now.handle} problems={now.summary.problems} />}
      <p class="sentence">
        {failure.value && <span class="quiet">Still open: {now.name}. </span>}
        {now.partial && <span class="quiet">So far: </span>}
        {said && <Words parts={said.sentence} />}
      </p>
      <OtherMethods />
      <Ribbon />
      {narrow.value && tools}
      <Legend />
      {below}
      {empty && <Empty summary={now.summary} suggestions={said.suggestions} />}
      <Gallery />
    </>
  );
}
