/** The selected loop of the model: its numbers, who sends to whom inside it, its text. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { bytes as bytesText, counted, often, percent, times } from "../../base/format";
import { keyed } from "../../base/keyed";
import { matrixCsv, matrixOf, type Matrix, type Measure } from "./matrixTable";
import { named } from "../../base/model";
import type { HubsMain, ModelLoop, ModelSummary } from "../../engine/wire";
import { LinkButton } from "../../components/Buttons";
import { Term } from "../../components/Figure";
import { HowFound } from "../../components/HowFound";
import { Down } from "../../components/Icons";
import { Pop } from "../../components/Pop";
import { saveBlob } from "../../components/save";
import { MatrixView } from "./Matrix";
import { ModelExports } from "./Exports";
import { LoopSteps } from "../../components/LoopSteps";
import { stepLoop } from "../../workspace/movable";
import { createModelMoves } from "./moves";
import { useFeature, useWorkspace } from "../../workspace/workspace";
import { useModel } from "./state";
import * as inspector from "../../components/inspector.module.css";
import * as controls from "../../components/controls.module.css";
import * as tabular from "../../components/tabular.module.css";
import * as style from "./Inspector.module.css";
import * as prose from "../../components/prose.module.css";
import * as picker from "../../components/picker.module.css";

/** Lines of a loop's text that are shown. */
const LINES = 8;
/** Loops that can be counted with the selected one, in the list; a click with Shift adds any. */
const MOST_OFFERED = 40;

/** `blocks`: what follows the figures of the loop; `after`: what follows in the column. */
export function ModelInspector({ blocks, after }: { blocks?: ComponentChildren; after?: ComponentChildren }) {
  const { screen } = useWorkspace();
  const column = screen.narrow.value ? undefined : inspector.column;
  const model = useModel();
  const summary = model.summary.value;
  const loop = model.loop.value;
  const hubs = model.hubs.value;
  if (!summary) return <div class={column} />;
  return (
    <div class={column}>
      <Picked />
      {hubs?.main ? <OfHubs main={hubs.main} /> : loop ? <Chosen loop={loop} /> : <Unchosen summary={summary} />}
      {blocks}
      <Part />
      <ModelExports />
      {after}
    </div>
  );
}

/** What stands there while no loop is selected. */
function Unchosen({ summary }: { summary: ModelSummary }) {
  const says = summary.hubs
    ? "Loops are of each partner by itself, messages of the whole program."
    : summary.loops.length > 0
      ? "No loop is selected. Click one in the picture or the text."
      : "This program has no loop.";
  return <p class={inspector.pick}>{says}</p>;
}

/** The event of the picture that was clicked, and the way to its records. */
function Picked() {
  const { screen, modelView } = useWorkspace();
  const picked = useModel().picked.value;
  if (!picked || picked.handle !== modelView.handle.value) return null;
  return (
    <section aria-label="The event that was clicked" class={style.picked} data-testid="picked">
      <h3>{picked.title}</h3>
      <p class={prose.aside}>{picked.detail}</p>
      <p>
        Over the iterations:{" "}
        {picked.ends.map(({ label, place }) => (
          <LinkButton key={label} onClick={() => screen.askAt(place)}>
            {label}
          </LinkButton>
        ))}
      </p>
    </section>
  );
}

/** The largest loop where each partner is shown by itself: the one of the sentence. */
function OfHubs({ main }: { main: HubsMain }) {
  return (
    <section aria-label="The largest loop, each partner by itself">
      <div class={inspector.chosen} data-testid="chosen">
        <h2>{main.times}</h2>
      </div>
      <p class={inspector.says}>{main.workers > 1 ? `${counted(main.workers, "process")} each run it, ${often(main.all)} in all.` : `Repeats ${main.times}.`}</p>
      <dl class={tabular.facts}>
        <dt>
          <Term means="Events in this loop, in all its processes, and their share of the program">inside it</Term>
        </dt>
        <dd>
          {counted(main.events, "event")}, {percent(main.share)}
        </dd>
      </dl>
    </section>
  );
}

function Chosen({ loop }: { loop: ModelLoop }) {
  const model = useModel();
  const moves = useFeature(createModelMoves);
  const loops = model.loops.value;
  const at = loops.indexOf(loop);
  const around = loops.find(({ id }) => id === loop.parent);
  const closed = model.view.value.closed.includes(loop.id);
  const total = loop.entered * loop.count;
  const inside = around ? ` in each of ${counted(around.count, "iteration")} of L${around.id}, ${often(total)} in all` : "";
  return (
    <section aria-label={`Loop L${loop.id} of the model`}>
      <div class={inspector.chosen} data-testid="chosen">
        <h2>{times(loop.count)}</h2>
        <span class={inspector.badge} data-testid="badge">L{loop.id}</span>
        <LoopSteps at={at} of={loops.length} all={model.summary.value?.loopCount ?? 0} step={(by) => stepLoop(moves, by)} />
      </div>
      <p class={inspector.says}>
        Repeats {often(loop.count)}
        {inside}.{" "}
        {model.isShown.value && (
          <LinkButton title="Space" onClick={() => model.toggleFold(loop.id)}>
            {closed ? "Open it" : "Fold it"}
          </LinkButton>
        )}{" "}
        <small>L{loop.id} of the program</small>
      </p>
      <dl class={tabular.facts}>
        <dt>
          <Term means="Events in this loop, in all its processes, and their share of the program">inside it</Term>
        </dt>
        <dd>
          {counted(loop.events, "event")}, {percent(loop.share)}
        </dd>
        <dt>{loop.members === 1 ? "process" : "processes"}</dt>
        <dd>{loop.processes}</dd>
      </dl>
      {loop.members > 1 && <HowFound station="merge" loop={loop.id} />}
    </section>
  );
}

function Part() {
  const { screen, selection, toast } = useWorkspace();
  const model = useModel();
  const latest = model.part.value;
  const measure = useSignal<Measure>("messages");
  // A matrix of many processes comes a frame after the rest of the page, which it would hold up.
  const made = useSignal<{ part: NonNullable<typeof latest>; field: Matrix } | null>(null);
  useEffect(() => {
    made.value = latest && { part: latest, field: matrixOf(latest.cells, (selection.shown.value?.summary.processes ?? []).map(({ process }) => process)) };
  }, [latest]);
  if (!latest || !made.value) return null;
  const { part, field } = made.value;
  const of = named(part.ids);
  const unit = measure.value === "bytes" && field.bytes ? "bytes" : "messages";
  const bytes = part.cells.reduce((sum, cell) => sum + (cell.bytes ?? 0), 0);
  const name = selection.shown.value?.name ?? "trace";
  const none = part.messages === 0;
  return (
    <>
      <section aria-label="Who sends to whom" class={style.who}>
        <div class={style.title}>
          <h3>Who sends to whom</h3>
          <span class={prose.aside}>row to column</span>
          {!none && (
            <button type="button" class={`${controls.link} ${prose.small}`} onClick={() => (screen.sheet.value = "matrix")}>
              larger
            </button>
          )}
        </div>
        <div class={style.title}>
          <Of ids={part.ids} />
          {field.bytes && (
            <button type="button" class={`${controls.link} ${prose.small}`} title="Shading" aria-pressed={unit === "bytes"} onClick={() => (measure.value = unit === "bytes" ? "messages" : "bytes")}>
              {unit === "bytes" ? "by bytes" : "by messages"}
            </button>
          )}
          {!none && (
            <button
              type="button"
              class={`${controls.link} ${prose.small}`}
              title="Save this matrix"
              onClick={() => saveBlob(toast, new Blob([matrixCsv(field)], { type: "text/csv" }), `${name}-${of.replace(/\W+/g, "-")}.matrix.csv`)}
            >
              CSV
            </button>
          )}
        </div>
        {!none && <MatrixView field={field} measure={unit} of={of} />}
        <p class={prose.aside}>
          {none ? "No messages from one process to another" : counted(part.messages, "message")}
          {field.bytes && `, ${bytesText(bytes)}`} in {part.ids.length === 0 ? "the whole program" : of}
        </p>
      </section>
      {!model.hubs.value && <Text key={part.ids.join()} loop={part.ids[0] ?? 0} lines={part.lines} inAll={part.linesInAll} />}
    </>
  );
}

/** Chooses where messages are counted: in the program, in the selected loop, or in several. */
function Of({ ids }: { ids: readonly number[] }) {
  const model = useModel();
  const loops = model.loops.value;
  const chosen = model.loop.value;
  return (
    <Pop
      class={`${controls.link} ${prose.small}`}
      title="Where messages are counted"
      label={
        <>
          of {named(ids)} <Down />
        </>
      }
    >
      {() => (
        <fieldset class={controls.group}>
          <legend class={picker.about}>Count messages in</legend>
          <label class={picker.choice}>
            <input type="radio" name="count" checked={model.counting.value === "whole"} onChange={() => (model.counting.value = "whole")} />
            <b>the whole program</b>
          </label>
          {chosen && (
            <label class={picker.choice}>
              <input type="radio" name="count" checked={model.counting.value === "loop"} onChange={() => (model.counting.value = "loop")} />
              <b>L{chosen.id}</b>
              <span class={picker.why}>the selected loop, every time it is entered</span>
            </label>
          )}
          {model.counting.value === "loop" &&
            loops
              .filter((loop) => loop !== chosen)
              .slice(0, MOST_OFFERED)
              .map((loop) => (
                <label class={picker.choice} key={loop.id}>
                  <input type="checkbox" checked={model.view.value.also.includes(loop.id)} onChange={() => model.toggleCounted(loop.id)} />
                  <b>and L{loop.id}</b>
                  <span class={picker.why}>
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
function Text({ loop, lines, inAll }: { loop: number; lines: readonly string[]; inAll: number }) {
  const model = useModel();
  const { screen } = useWorkspace();
  const whole = useSignal(false);
  // The text of the whole program begins with a line about its processes.
  const skipped = loop === 0 ? 1 : 0;
  return (
    <div class={style.text} role="group" aria-label="The loop as text">
      {keyed(whole.value ? lines : lines.slice(0, LINES), (line) => line).map(({ key, item: line }, at) => {
        const found = LOOP_LINE.exec(line);
        const id = Number(found?.[2] ?? 0);
        return (
          <div key={key} class={style.line} data-selected={id > 0 && id === model.selected.value}>
            <code class={prose.cut} title={line}>
              {found ? found[1] : line}
            </code>
            {id > 0 && (
              <LinkButton title={`processes ${found?.[3] ?? ""}`} onClick={() => model.select(id)}>
                L{id}
              </LinkButton>
            )}
            {id === 0 && at >= skipped && line.trim() !== "done" && (
              <LinkButton title="Over the iterations: its records" aria-label={`Over the iterations: ${line.trim()}`} onClick={() => screen.askAt({ kind: "line", loop, line: at - skipped })}>
                over
              </LinkButton>
            )}
          </div>
        );
      })}
      {inAll > LINES && (
        <div class={`${style.line} ${prose.quiet}`}>
          {whole.value ? (
            inAll > lines.length && `… ${counted(inAll - lines.length, "more line")} in the text`
          ) : (
            <LinkButton onClick={() => (whole.value = true)}>
              {counted(Math.min(inAll, lines.length) - LINES, "more line")}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  );
}
