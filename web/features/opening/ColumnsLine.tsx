/** What the columns of the loaded tables were taken for, in one line, with a way to change that. */
import { signal } from "@preact/signals";
import { lastPart } from "../../base/names";
import { LinkButton } from "../../components/Buttons";
import { Close } from "../../components/Icons";
import type { TableColumns } from "../../engine/wire";
import { useFeature, useWorkspace } from "../../workspace/workspace";
import { columnLabel } from "./fields";
import * as style from "./style.module.css";
import * as prose from "../../components/prose.module.css";
import * as controls from "../../components/controls.module.css";

/** The trace whose line was closed, by its handle. */
const createColumnsLine = () => ({ closed: signal(0) });

/** What the columns of the loaded tables were taken for, in one line. */
export function ColumnsLine() {
  const { closed } = useFeature(createColumnsLine);
  const { traces, matching } = useWorkspace();
  const tables = matching.matched.value;
  const [first] = tables;
  const handle = traces.loaded.value?.handle ?? 0;
  if (!first || closed.value === handle) return null;
  const text = tables.length > 1 ? `${tables.length} kinds of table: ${tables.map(({ file }) => lastPart(file)).join(", ")}` : inWords(first);
  return (
    <div class={style.matched} data-testid="matched" role="status">
      <span class={prose.cut} title={text}>
        {text}
      </span>
      <LinkButton aria-label="Change what the columns are" onClick={matching.change}>
        change
      </LinkButton>
      <button type="button" class={controls.icon} aria-label="Close the line about columns" onClick={() => (closed.value = handle)}>
        <Close />
      </button>
    </div>
  );
}

function inWords({ columns, fate }: TableColumns): string {
  if (fate === "numbers") return `Read as numbers: ${columns.map(({ title }) => title).join(", ")}`;
  const is = columns.filter(({ field }) => field !== "").map(({ title, field }) => `${title} → ${columnLabel(field)}`);
  const over = columns.filter(({ field }) => field === "").map(({ title }) => title || "the column without a title");
  // What is as expected needs few words; the button shows the rest.
  if (over.length === 0) return `All ${is.length} columns matched by their titles`;
  return `${is.length} of ${columns.length} columns matched, not read: ${over.join(", ")} · ${is.join(", ")}`;
}
