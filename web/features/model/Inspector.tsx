/** The selected loop of the model: its numbers, who sends to whom inside it, its text. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { bytes as bytesText, count, counted, often, percent, times } from "../../base/format";
import { keyed } from "../../base/keyed";
import { matrixCsv, matrixOf, type Measure } from "./matrixTable";
import { named } from "../../base/model";
import type { ModelLoop } from "../../engine/wire";
import { Term } from "../../components/Figure";
import { Down } from "../../components/Icons";
import { Pop } from "../../components/Pop";
import { saveBlob } from "../../components/save";
import { counting, modelLoop, modelPart, modelSelected, modelSummary } from "./state";
import { modelAt } from "../../workspace/modelView";
import { alsoModelLoop, chooseModelLoop, fold, stepLoop } from "./moves";
import { shown } from "../../workspace/store";
import { Matrix } from "./Matrix";
import { ModelExports } from "./Exports";

/** Lines of a loop's text that are shown. */
const LINES = 8;
/** Loops that can be counted with the selected one, in the list; a click with Shift adds any. */
const MOST_OFFERED = 40;

export function ModelInspector(): JSX.Element {
  const summary = modelSummary.value;
  const loop = modelLoop.value;
  if (!summary) return <div class="side" />;
  return (
    <div class="side">
      {loop ? <Chosen loop={loop} /> : <p class="pick">This program has no loop.</p>}
      <Part />
      <ModelExports />
    </div>
  );
}

function Chosen({ loop }: { loop: ModelLoop }): JSX.Element {
  const loops = modelSummary.value?.loops ?? [];
  const at = loops.indexOf(loop);
  const around = loops.find(({ id }) => id === loop.parent);
  const closed = modelAt.value.closed.includes(loop.id);
  const total = loop.entered * loop.count;
  const inside = around ? ` in each of ${counted(around.count, "iteration")} of L${around.id}, ${often(total)} in all` : "";
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
        Repeats {often(loop.count)}
        {inside}.{" "}
        <button type="button" class="link" title="Space" onClick={() => fold(loop.id)}>
          {closed ? "Open it" : "Fold it"}
        </button>
      </p>
      <dl class="facts">
        <dt>
          <Term means="All events inside this loop, in all its processes, and their share of the program (coverage)">inside it</Term>
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
  const measure = useSignal<Measure>("messages");
  const field = useMemo(() => part && matrixOf(part.cells, (shown.value?.summary.processes ?? []).map(({ process }) => process)), [part]);
  if (!part || !field) return null;
  const of = named(part.ids);
  const unit = measure.value === "bytes" && field.bytes ? "bytes" : "messages";
  const bytes = part.cells.reduce((sum, cell) => sum + (cell.bytes ?? 0), 0);
  const name = shown.value?.name ?? "trace";
  const none = part.messages === 0;
  return (
    <>
      <section aria-label="Who sends to whom" class="who">
        <div class="title">
          <h3>Who sends to whom</h3>
          <span class="quiet small">row to column</span>
        </div>
        <div class="title">
          <Of ids={part.ids} />
          {field.bytes && (
            <button type="button" class="link small" aria-pressed={unit === "bytes"} onClick={() => (measure.value = unit === "bytes" ? "messages" : "bytes")}>
              {unit === "bytes" ? "shaded by bytes" : "shaded by messages"}
            </button>
          )}
          {!none && (
            <button
              type="button"
              class="link small"
              title="Save this matrix"
              onClick={() => saveBlob(new Blob([matrixCsv(field)], { type: "text/csv" }), `${name}-${of.replace(/\W+/g, "-")}.matrix.csv`)}
            >
              CSV
            </button>
          )}
        </div>
        {!none && <Matrix field={field} measure={unit} of={of} />}
        <p class="quiet small">
          {none ? "No messages" : counted(part.messages, "message")}
          {field.bytes && `, ${bytesText(bytes)}`} in {part.ids.length === 0 ? "all" : of}
        </p>
      </section>
      <Text lines={part.lines} inAll={part.linesInAll} />
    </>
  );
}

/** Of what the messages are counted: the program, the selected loop, several. */
function Of({ ids }: { ids: readonly number[] }): JSX.Element {
  const loops = modelSummary.value?.loops ?? [];
  const chosen = modelLoop.value;
  return (
    <Pop
      class="link small"
      title="Where messages are counted"
      label={
        <>
          of {named(ids)} <Down />
        </>
      }
    >
      {() => (
        <fieldset class="plain">
          <legend class="sum">Count messages in</legend>
          <label class="choice">
            <input type="radio" name="count" checked={counting.value === "whole"} onChange={() => (counting.value = "whole")} />
            <b>the whole program</b>
          </label>
          {chosen && (
            <label class="choice">
              <input type="radio" name="count" checked={counting.value === "loop"} onChange={() => (counting.value = "loop")} />
              <b>L{chosen.id}</b>
              <span class="why">the selected loop, every time it is entered</span>
            </label>
          )}
          {counting.value === "loop" &&
            loops
              .filter((loop) => loop !== chosen)
              .slice(0, MOST_OFFERED)
              .map((loop) => (
                <label class="choice" key={loop.id}>
                  <input type="checkbox" checked={modelAt.value.also.includes(loop.id)} onChange={() => alsoModelLoop(loop.id)} />
                  <b>and L{loop.id}</b>
                  <span class="why">
                    {times(loop.count)} of {loop.processes}
                  </span>
                </label>
              ))}
        </fieldset>
      )}
    </Pop>
  );
}

const LOOP_LINE = /^(.*?)\s*# (\d+) \{(.*)\}$/;

/** The first lines of the text; loops are named at the right, as everywhere else. */
function Text({ lines, inAll }: { lines: readonly string[]; inAll: number }): JSX.Element {
  return (
    <div class="model-text" role="group" aria-label="The loop as text">
      {keyed(lines.slice(0, LINES), (line) => line).map(({ key, item: line }) => {
        const found = LOOP_LINE.exec(line);
        const id = Number(found?.[2] ?? 0);
        return (
          <div key={key} class="line" data-selected={id > 0 && id === modelSelected.value}>
            <code class="cut" title={line}>
              {found ? found[1] : line}
            </code>
            {id > 0 && (
              <button type="button" class="link" title={`processes ${found?.[3] ?? ""}`} onClick={() => chooseModelLoop(id)}>
                L{id}
              </button>
            )}
          </div>
        );
      })}
      {inAll > LINES && <div class="line quiet">… {counted(inAll - LINES, "more line")} in the text</div>}
    </div>
  );
}
