/** The selected loop of the model: its numbers, who sends to whom inside it, its text. */
import type { JSX } from "preact";
import { count, counted, percent, times } from "../base/format";
import type { ModelLoop } from "../base/wire";
import { saveBlob } from "../components/save";
import { Term } from "../components/Figure";
import { fold, modelAt, modelLook, modelLoop, modelPart, modelSummary, stepLoop } from "../state/model";
import { engine } from "../state/open";
import { say } from "../state/say";
import { shown } from "../state/store";
import { Matrix } from "./Matrix";

/** Lines of a loop's text that are shown. */
const LINES = 14;

export function ModelInspector(): JSX.Element {
  const summary = modelSummary.value;
  const loop = modelLoop.value;
  if (!summary) return <div class="side" />;
  return (
    <div class="side">
      {loop ? <Chosen loop={loop} /> : <p class="pick">This program has no loop.</p>}
      <Part />
      <div class="exports">
        <button type="button" class="link" title="Save the model as text" onClick={() => void save("text")}>
          Text
        </button>
        <button type="button" class="link" title="Save the matrix of the whole program" onClick={() => void save("csv")}>
          CSV
        </button>
        <button type="button" class="link" title="Save the picture, to be scaled" onClick={() => void save("svg")}>
          SVG
        </button>
      </div>
    </div>
  );
}

async function save(what: string): Promise<void> {
  const handle = shown.value?.handle;
  if (handle === undefined) return;
  const reply = await engine.ask({ type: "modelFile", handle, what, look: modelLook.value });
  if (reply) saveBlob(new Blob([reply.text], { type: reply.mime }), reply.fileName);
  else say("That could not be written");
}

function Chosen({ loop }: { loop: ModelLoop }): JSX.Element {
  const loops = modelSummary.value?.loops ?? [];
  const at = loops.indexOf(loop);
  const around = loops.find(({ id }) => id === loop.parent);
  const closed = modelAt.value.closed.includes(loop.id);
  const total = loop.entered * loop.count;
  const inside = around ? ` in each of ${counted(around.count, "iteration")} of L${around.id}, ${counted(total, "time")} in all` : "";
  return (
    <section aria-label={`Loop L${loop.id} of the model`}>
      <div class="chosen">
        <h2>{times(loop.count)}</h2>
        <span class="badge">L{loop.id}</span>
        <span class="which">
          <button type="button" aria-label="Previous loop" title="[" disabled={at <= 0} onClick={() => stepLoop(-1)}>
            ‹
          </button>
          loop {count(at + 1)} of {count(modelSummary.value?.loopCount ?? 0)}
          <button type="button" aria-label="Next loop" title="]" disabled={at >= loops.length - 1} onClick={() => stepLoop(1)}>
            ›
          </button>
        </span>
      </div>
      <p class="says">
        Runs {counted(loop.count, "time")}
        {inside}.{" "}
        <button type="button" class="link" title="Space" onClick={() => fold(loop.id)}>
          {closed ? "Open it" : "Fold it"}
        </button>
      </p>
      <dl class="facts">
        <dt>
          <Term means="All events inside this loop, over all its processes, and their share of the program (coverage)">inside it</Term>
        </dt>
        <dd>
          {counted(loop.events, "event")}, {percent(loop.share)}
        </dd>
        <dt>{loop.members === 1 ? "process" : "processes"}</dt>
        <dd>{loop.processes}</dd>
      </dl>
    </section>
  );
}

function Part(): JSX.Element | null {
  const part = modelPart.value;
  if (!part) return null;
  const lines = part.lines.slice(0, LINES);
  return (
    <>
      <section aria-label="Who sends to whom" class="who">
        <div class="title">
          <h3>Who sends to whom</h3>
          <span class="quiet">row to column</span>
        </div>
        <Matrix cells={part.cells} processes={(shown.value?.summary.processes ?? []).map(({ process }) => process)} />
        <p class="quiet small">{counted(part.messages, "message")} in all</p>
      </section>
      <pre class="model-text" tabIndex={0} aria-label="The loop as text">
        {lines.join("\n")}
        {part.linesInAll > lines.length && `\n… ${count(part.linesInAll - lines.length)} more lines`}
      </pre>
    </>
  );
}
