/** The paper on what-if prediction, live: its tables and figures, ours, and those that this browser computes. */
import { useEffect } from "preact/hooks";
import { count, percent, span } from "../../base/format";
import { PAPER_TITLES } from "../../base/places";
import { nameOfRun } from "../../base/runs";
import { Words } from "../../components/Figure";
import { PaperPage, RunHere } from "../../components/PaperPage";
import { PaperPart, PaperTable } from "../../components/PaperParts";
import { TIMED } from "../../workspace/samples";
import { ACCURACY, GAINS, PAPER_GAINS, PAPER_TABLE, REDUCED, RULES } from "./figures";
import { type Predicted, useLivePredictions } from "./live";
import * as style from "./View.module.css";
import * as page from "../../components/PaperPage.module.css";
import * as parts from "../../components/PaperParts.module.css";

export function WhatIfPaper() {
  const live = useLivePredictions();
  useEffect(() => live.cancel, []);
  return (
    <PaperPage
      title={PAPER_TITLES.whatif}
      says={
        <>
          The paper cites estimates within <b>{ACCURACY.paper}</b>; ours of {ACCURACY.cases} programs that were changed and run again are off by <b>{ACCURACY.median}</b> in the
          median.
        </>
      }
    >
      <RunHere
        now={live.running.value}
        share={live.share.value}
        again={live.runs.value.length > 0}
        about={live.stopped.value || `Finds the critical path and the domino path of ${TIMED.map(({ title }) => title).join(" and ")} on 4 processes in this browser.`}
        run={() => void live.run()}
        cancel={live.cancel}
      />
      <p class={parts.note}>
        The paper’s programs ran on 64 processors of a cluster. Ours ran with 4 to 16 processes on two cores, so most of their time in MPI is waiting for a core: compare the
        kind of a figure, not its value.
      </p>
      <Sections runs={live.runs.value} />
      <section class={page.about}>
        <h2>What is compared</h2>
        <p>
          Ino, Kanbe, Okita and Hagihara, “Trace Reduction for Performance Improvement Assessment of Message Passing Parallel Programs” (2006). Ours were computed beforehand
          with <code>loopscope reduce</code>, <code>loopscope whatif</code> and <code>loopscope path</code>; what this browser finds comes from the same code.
        </p>
      </section>
    </PaperPage>
  );
}

function Sections({ runs }: { runs: readonly Predicted[] }) {
  const share = (gain: number) => `${(100 * gain).toFixed(2)} %`;
  return (
    <>
      <PaperPart
        title="Table I: a question before and after reduction"
        says="The paper leaves out the messages that change no answer, with m = 3; its time is that of an analysis that asks about each event. Ours keeps what questions about the fifty longest waits and the fifty longest computations need, with m = 64; the time is that of one question. No answer changes, to the nanosecond."
      >
        <PaperTable
          label="Events, bytes and time"
          groups={[["", 1], ["events", 3], ["size", 3], ["time", 3]]}
          head={["run", "before", "after", "less", "before", "after", "less", "before", "after", "less"]}
          rows={[
            ["image registration, the paper", ...PAPER_TABLE],
            ...REDUCED.map((of) => [nameOfRun(of.run), of.before, of.after, of.events, of.bytesBefore, of.bytesAfter, of.bytes, of.timeBefore, of.timeAfter, of.time]),
          ]}
        />
        <PaperTable
          label="Events less, by rule"
          head={["run", ...RULES]}
          rows={REDUCED.map(({ run, less }) => [nameOfRun(run), ...less])}
        />
      </PaperPart>
      <PaperPart
        title="Section VII: the longest waits against the domino path"
        says="Seven waits each. The order is the paper’s: a long wait is a symptom, and taking it away only moves it. The values are not: on shared cores a wait that vanishes is followed by another one, for the core. A trace leaves open how much of a long receive is wait, so there are two readings."
      >
        <PaperTable
          label="Seven waits"
          groups={[["", 1], ["messages as fast as the fastest", 2], ["delays as measured", 2]]}
          head={["run", "seven longest", "domino path", "seven longest", "domino path"]}
          rows={[
            ["image registration, the paper", PAPER_GAINS.longest, PAPER_GAINS.domino, "–", "–"],
            ...GAINS.map(({ run, loggps, measured }) => [nameOfRun(run), share(loggps.longest), share(loggps.domino), share(measured.longest), share(measured.domino)]),
          ]}
          here={runs.map(({ title, summary, steps }) => [title, "–", share((steps.at(-1)?.total ?? 0) / summary.length), "–", "–"])}
        />
      </PaperPart>
      <PaperPart title="Figure 11: the domino path in a timeline" says="Numbered marks in the paper’s timeline. Here each row is a process, the dark bars are the critical path, and the numbers are the waits in the order in which they are left out.">
        {runs.length === 0 && <p class={parts.note}>Run it here to see it of LU and CG; of your own trace the place Time shows it.</p>}
        {runs.map((run) => (
          <Marked key={run.title} run={run} />
        ))}
      </PaperPart>
      <PaperPart
        title="Section VI-D: how far predictions are off"
        says={`The paper cites ${ACCURACY.paper}. Programs whose computations are sleeps were changed, run again and compared with what was predicted: ${ACCURACY.cases} cases, off by ${ACCURACY.median} in the median and by ${ACCURACY.most} at most. In a trace of unknown origin the page says how much of the run is explained.`}
      >
        {runs.map(({ title, summary }) => (
          <p class={parts.here} key={title}>
            <b>{title} in this browser:</b> <Words parts={summary.sentence} />
          </p>
        ))}
      </PaperPart>
      <PaperPart title="Figures 1 to 7: differences, and which messages are left out" says="The four cases of Figure 3 are one formula here: a completion is early by the least of what all that it needs are, each with its slack. Collective operations are the same. A message is left out if what it could bring changes nothing at its receiver.">
        {null}
      </PaperPart>
      <PaperPart title="Figures 9 and 10: the cost of recording" says="Loopscope is not in the program: it reads what a tracer writes, so these are the tracer’s.">
        {null}
      </PaperPart>
    </>
  );
}

/** The critical path, a row a process, and the steps of the domino path on it. */
function Marked({ run: { title, summary, steps } }: { run: Predicted }) {
  const { now, length } = summary;
  const left = (time: number) => `${((100 * time) / Math.max(1, length)).toFixed(2)}%`;
  return (
    <figure class={`${style.marked} ${parts.ofHere}`} aria-label={`${title} in this browser`}>
      <figcaption>
        {title} in this browser: {span(length)}, the critical path goes to another process {count(now.hops)} times
      </figcaption>
      <ul>
        {now.processes.map(({ process, onPath, columns }) => (
          <li key={process} title={`process ${process}: ${percent(onPath / Math.max(1, length))} of the critical path`}>
            <span>{process}</span>
            <span class={style.row}>
              <svg viewBox={`0 0 ${columns.length} 1`} preserveAspectRatio="none" aria-hidden="true">
                <path d={columns.map((part, at) => (part < 0.01 ? "" : `M${at} 1v-${part.toFixed(2)}h1v${part.toFixed(2)}z`)).join("")} />
              </svg>
              {steps.map((step, at) =>
                step.process === process ? (
                  <b key={step.event} style={{ left: left(step.begin) }} title={step.name}>
                    {at + 1}
                  </b>
                ) : null,
              )}
            </span>
          </li>
        ))}
      </ul>
      <ol>
        {steps.map(({ event, process, name, gain }) => (
          <li key={event}>
            {name} on process {process}: −{span(gain)}
          </li>
        ))}
      </ol>
    </figure>
  );
}
