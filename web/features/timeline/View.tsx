/** The place Time: the sentence, what can be switched, the picture, and what its signs mean. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { legendOf } from "../../base/legend";
import { EmptyState } from "../../components/EmptyState";
import { line } from "../../components/Failed";
import { Words } from "../../components/Figure";
import { UnderWay } from "../../components/UnderWay";
import { useFeature, useWorkspace } from "../../workspace/workspace";
import { TimelineFigure } from "./Figure";
import { createTimelineMoves } from "./moves";
import { useTimeline } from "./state";
import * as style from "./View.module.css";
import * as controls from "../../components/controls.module.css";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";

interface Props {
  /** What else is to be said of the run. */
  ofRun: ComponentChildren;
  /** The buttons that move the picture. */
  tools: ComponentChildren;
  /** What computes, calls and waits look like. */
  legend: ComponentChildren;
  /** What lies over the picture. */
  over: ComponentChildren;
  /** What is to be known before the times are believed. */
  after: ComponentChildren;
}

export function Timeline({ ofRun, tools, legend, over, after }: Props) {
  const { screen } = useWorkspace();
  const state = useTimeline();
  const moves = useFeature(createTimelineMoves);
  useEffect(() => {
    screen.movable.value = moves;
    return () => void (screen.movable.value = null);
  }, []);
  const { summary, problem, running, drawn } = state;
  if (problem.value) return <EmptyState title="There is no timeline">{line(problem.value)}</EmptyState>;
  const busy = running.value;
  if (!summary.value && busy?.visible) {
    return (
      <UnderWay label="Finding waits" counts="Walked so far" share={busy.total > 0 ? busy.done / busy.total : undefined}>
        Finding who waits for whom
      </UnderWay>
    );
  }
  const leftOut = drawn.value?.reply.strips.map((strip) => strip.leftOut).filter(Boolean) ?? [];
  return (
    <section aria-label="Timeline" data-settled={state.isSettled.value}>
      <p class={layout.sentence} data-testid="sentence">
        {drawn.value && <Words parts={drawn.value.reply.sentence} />} {drawn.value && state.isWhole.value && ofRun}
      </p>
      <div class={style.bar}>
        <button type="button" class={controls.link} onClick={() => (state.messages.value = !state.messages.value)}>
          {state.messages.value ? "hide messages" : "show messages"}
        </button>
        {tools}
        {summary.value?.draft && <Finding done={busy?.done ?? 0} total={busy?.total ?? 0} />}
      </div>
      {summary.value?.remark && <p class={prose.aside}>{summary.value.remark}</p>}
      <TimelineFigure>{over}</TimelineFigure>
      <div class={style.legends}>
        <Tags />
        {legend}
      </div>
      {leftOut.map((text) => (
        <p key={text} class={prose.aside}>
          {text}.
        </p>
      ))}
      {after}
    </section>
  );
}

/** How far the waits are found, while the picture shows calls without them. */
function Finding({ done, total }: { done: number; total: number }) {
  const percent = total > 0 ? Math.floor((100 * done) / total) : 0;
  return (
    <span class={prose.aside} role="progressbar" aria-label="Finding who waits for whom" aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
      Finding who waits for whom: {percent} %
    </span>
  );
}

/** The colours of messages, once there are any. */
function Tags() {
  const { selection } = useWorkspace();
  const summary = selection.shown.value?.summary;
  const tags = summary ? legendOf(summary).tags : [];
  if (!useTimeline().messages.value || tags.length === 0) return null;
  return (
    <ul class={style.tags} aria-label="Messages by tag">
      <li class={prose.quiet}>messages by tag</li>
      {tags.map(({ label, slot }) => (
        <li key={label}>
          <span class={style.swatch} style={{ background: `var(--t${slot})` }} /> {label}
        </li>
      ))}
    </ul>
  );
}
