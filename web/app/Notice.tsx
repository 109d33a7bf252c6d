/** What was left out of the trace, once, above all else. */
import { signal } from "@preact/signals";
import { count, unbroken } from "../base/format";
import { LinkButton } from "../components/Buttons";
import { line } from "../components/Failed";
import { Close } from "../components/Icons";
import { useFeature, useWorkspace } from "../workspace/workspace";
import * as controls from "../components/controls.module.css";
import * as layout from "../components/layout.module.css";
import * as prose from "../components/prose.module.css";

/** The trace whose notice was closed, by its handle. */
const createNotice = () => ({ closed: signal(0) });

export function Notice() {
  const { closed } = useFeature(createNotice);
  const { screen, selection } = useWorkspace();
  const shown = selection.shown.value;
  if (!shown || shown.partial || closed.value === shown.handle) return null;
  const warnings = shown.summary.problems.filter(({ severity }) => severity === "warning");
  const [first] = warnings;
  if (!first) return null;
  const many = warnings.reduce((sum, { count: times }) => sum + times, 0);
  return (
    <div class={layout.notice} data-testid="notice" role="status">
      <span class={`${prose.cut} ${layout.noticeText}`} title={line(first)}>
        {many > 1 && `${count(many)} warnings, the first: `}
        {unbroken(line(first))}
      </span>
      <LinkButton onClick={() => (screen.sheet.value = "notes")}>
        show
      </LinkButton>
      <button type="button" class={`${controls.icon} ${layout.noticeClose}`} aria-label="Close the notice" onClick={() => (closed.value = shown.handle)}>
        <Close />
      </button>
    </div>
  );
}
