/** How often the current loop correctly predicts what comes next: bars by distance, and the same as a table. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { csv } from "../../base/csv";
import { LinkButton } from "../../components/Buttons";
import { NeedsTrace } from "../../components/NeedsTrace";
import { count, counted, percent, plural, seconds as duration } from "../../base/format";
import { countsOf, predictionSentence, PARTS, shares, tableOf, type Shares } from "./chart";
import type { PredictionCounts } from "../../engine/wire";
import { Term } from "../../components/Figure";
import { saveBlob } from "../../components/save";
import { Tip, type TipAt } from "../../components/Tip";
import { UnderWay } from "../../components/UnderWay";
import type { TaskFinished, TaskRunning } from "../../workspace/task";
import { useWorkspace } from "../../workspace/workspace";
import { DEPTHS, usePredict } from "./state";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";
import * as style from "./style.module.css";
import * as controls from "../../components/controls.module.css";
import * as tabular from "../../components/tabular.module.css";

const MEANS: Readonly<Record<(typeof PARTS)[number], string>> = {
  correct: "The prediction was right",
  wrong: "The prediction was wrong",
  none: "There was no current loop to predict from",
};

const NOTHING = "Nothing can be predicted here";

export function Predict() {
  const { finished, before, running, problem, isOpen } = usePredict();
  useEffect(() => {
    isOpen.value = true;
    return () => void (isOpen.value = false);
  }, []);
  const busy = running.value?.visible ? <Busy work={running.value} /> : null;
  const done = finished.value ?? before.value;
  const nothing = () => "This file holds loops that were already found, not the trace itself. Open the trace to see how well its loops predict it.";
  return (
    <NeedsTrace
      withoutTrace={{ title: NOTHING, text: nothing }}
      reading="Predictions can be made once the whole trace is read."
      failed={{ title: NOTHING, problem: problem.value }}
    >
      {({ name, summary }) => (done ? <Result done={done} busy={busy} name={name} noun={summary.noun} /> : busy)}
    </NeedsTrace>
  );
}

function Busy({ work: { done, total } }: { work: TaskRunning<"predict"> }) {
  return (
    <UnderWay label="Predicting" counts="Predicted so far" share={total > 0 ? done / total : 0}>
      Predicting <b>all processes</b>
      {total > 0 && <span class={prose.quiet}> {`${count(done)} of ${count(total)} done`}</span>}
    </UnderWay>
  );
}

interface ResultProps {
  done: TaskFinished<"predict">;
  /** The progress of another one that is under way. */
  busy: JSX.Element | null;
  name: string;
  noun: string;
}

function Result({ done, busy, name, noun }: ResultProps) {
  const { toast } = useWorkspace();
  const { selection } = useWorkspace();
  const predict = usePredict();
  const { result: prediction, seconds } = done;
  const own = selection.row.value?.process ?? 0;
  const several = prediction.processes.length > 1;
  const all = several && predict.ofAll.value;
  const counts = countsOf(prediction, all ? null : own);
  const events = prediction.processes.reduce((sum, process) => sum + (all || process.process === own ? process.events : 0), 0);
  const save = () => saveBlob(toast, new Blob([csv(tableOf(prediction))], { type: "text/csv" }), `${name}-predictions.csv`);
  return (
    <section aria-label="Prediction" class={style.predict} aria-busy={predict.running.value !== null}>
      <p class={layout.sentence} data-testid="sentence">{predictionSentence(counts, noun)}</p>
      <div class={`${layout.tableHead} ${style.head}`} data-testid="table-head">
        {several ? (
          <div class={style.choices} role="radiogroup" aria-label="Which processes">
            <label>
              <input type="radio" name="predict-of" checked={all} onChange={() => (predict.ofAll.value = true)} /> all processes
            </label>
            <label>
              <input type="radio" name="predict-of" checked={!all} onChange={() => (predict.ofAll.value = false)} /> process {own}
            </label>
          </div>
        ) : (
          <h2>Process {own}</h2>
        )}
        <span class={prose.aside}>{counted(events, noun)}</span>
        <LinkButton onClick={save}>
          CSV
        </LinkButton>
      </div>
      <fieldset class={`${controls.group} ${style.depth}`}>
        <legend class={prose.aside}>
          <Term means="In the middle of an iteration, a loop can predict only if the iteration so far lies within this many of the latest items (search depth)">latest items searched</Term>
        </legend>
        <div class={style.choices}>
          {DEPTHS.map((value) => (
            <label key={value}>
              <input type="radio" name="predict-depth" checked={predict.depth.value === value} onChange={() => (predict.depth.value = value)} /> {count(value)}
            </label>
          ))}
        </div>
      </fieldset>
      {busy}
      <Chart counts={counts} noun={noun} />
      <Figures counts={counts} noun={noun} />
      <p class={`${prose.aside} ${style.about}`} data-testid="about">
        Nested loop recognition (Ketterlin and Clauss 2008) reads the {plural(2, noun)} one by one; the current loop predicts which come
        next. One iteration has at most {counted(prediction.k, "item")} (K); the {count(prediction.depth)} latest items are searched for the loop (20 in the paper);{" "}
        {prediction.model === "constant" ? "all iterations of a loop are equal" : "numbers may change from one iteration to the next"}. Took {duration(seconds.total)}.
      </p>
    </section>
  );
}

/** Bars by distance, as figure 1 of the paper has them. The table below says the same in words. */
function Chart({ counts, noun }: { counts: readonly PredictionCounts[]; noun: string }) {
  const box = useRef<HTMLDivElement>(null);
  const tip = useSignal<TipAt | null>(null);
  const over = (event: MouseEvent, part: Shares) => {
    const bounds = box.current?.getBoundingClientRect();
    if (!bounds) return;
    tip.value = {
      title: ahead(part.distance, noun),
      detail: PARTS.map((name) => `${name} ${percent(part[name])}`).join(", "),
      x: event.clientX - bounds.left,
      y: event.clientY - bounds.top,
      width: bounds.width,
    };
  };
  return (
    <div class={style.forecast} ref={box} aria-hidden="true" onPointerLeave={() => (tip.value = null)}>
      <ul class={style.key}>
        {PARTS.map((name) => (
          <li key={name}>
            <i data-part={name} /> {name}
          </li>
        ))}
      </ul>
      <div class={style.plot}>
        <div class={style.scale}>
          {[100, 75, 50, 25, 0].map((value) => (
            <span key={value}>{value === 100 ? percent(1) : value}</span>
          ))}
        </div>
        <div class={style.bars}>
          {counts.map(shares).map((part) => (
            <div key={part.distance} class={style.column} data-distance={part.distance} onPointerMove={(event) => over(event, part)}>
              <div class={style.stack}>
                {[...PARTS].reverse().map((name) => (
                  <i key={name} data-part={name} style={{ height: `${part[name] * 100}%` }} />
                ))}
              </div>
              <span>{count(part.distance)}</span>
            </div>
          ))}
        </div>
      </div>
      <p class={style.axis}>{plural(2, noun)} ahead</p>
      {tip.value && <Tip at={tip.value} />}
    </div>
  );
}

function ahead(distance: number, noun: string): string {
  return distance === 1 ? `The next ${noun}` : `${counted(distance, noun)} ahead`;
}

function Figures({ counts, noun }: { counts: readonly PredictionCounts[]; noun: string }) {
  const { screen } = useWorkspace();
  return (
    <table class={`${tabular.table} ${style.table}`}>
      <caption class={prose.hidden}>Shares of the {plural(2, noun)} that were predicted correctly, wrongly and not at all, by distance</caption>
      <thead>
        <tr>
          <th scope="col">
            <Term means={`How many ${plural(2, noun)} ahead`}>distance</Term>
          </th>
          {PARTS.map((name) => (
            <th key={name} scope="col">
              <Term means={MEANS[name]}>{name}</Term>
            </th>
          ))}
          {!screen.narrow.value && <th scope="col">{plural(2, noun)}</th>}
        </tr>
      </thead>
      <tbody>
        {counts.map((part) => {
          const { correct, wrong, none } = shares(part);
          return (
            <tr key={part.distance}>
              <th scope="row">{count(part.distance)}</th>
              <td>{percent(correct)}</td>
              <td>{percent(wrong)}</td>
              <td>{percent(none)}</td>
              {!screen.narrow.value && <td>{count(part.correct + part.wrong + part.none)}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
