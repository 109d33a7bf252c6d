/** What a tab shows that works on the whole trace: why it cannot, or what came of it. */
import type { ComponentChildren } from "preact";
import type { Problem } from "../engine/wire";
import type { Shown } from "../workspace/selection";
import { useWorkspace } from "../workspace/workspace";
import { EmptyState } from "./EmptyState";
import { line } from "./Failed";
import * as layout from "./layout.module.css";
import * as prose from "./prose.module.css";

interface Props {
  /** What cannot be done with a file that holds loops without the trace. */
  withoutTrace: { title: string; text: (shown: Shown) => string };
  /** What is to be waited for while the trace is read. */
  reading: string;
  /** Why the work failed. */
  failed: { title: string; problem: Problem | null };
  children: (shown: Shown) => ComponentChildren;
}

export function NeedsTrace({ withoutTrace, reading, failed, children }: Props) {
  const { traces, selection } = useWorkspace();
  const shown = selection.shown.value;
  if (!shown) return null;
  if (shown.summary.source === "nests") return <EmptyState title={withoutTrace.title}>{withoutTrace.text(shown)}</EmptyState>;
  if (shown.partial || traces.opening.value) return <p class={`${layout.sentence} ${prose.quiet}`}>{reading}</p>;
  if (failed.problem) return <EmptyState title={failed.title}>{line(failed.problem)}</EmptyState>;
  return <>{children(shown)}</>;
}
