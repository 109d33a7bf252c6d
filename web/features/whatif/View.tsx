/** What if, in the place Time: what would help, one slider on its own curve, every process before over after, the critical path now and then. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { count, counted, percent, span } from "../../base/format";
import { keyed } from "../../base/keyed";
import { EmptyState } from "../../components/EmptyState";
import { line } from "../../components/Failed";
import { Words } from "../../components/Figure";
import { mostOf } from "../../base/assumptions";
import { Switch } from "../../components/Switch";
import type { LoopGains, PredictedRun, TimeParts, WhatIfSummary } from "../../engine/wire";
import { Another, Assumed } from "./Assumptions";
import { barsOf, DOUBTFUL, lengthInWords, lineOf, mostOnPath, throughCalls } from "./candidates";
import { Dominoes, type OpenStep, Preparing, useLoopsThatRepeat, WhatHelps } from "./WhatHelps";
import { addressOfPage } from "../../workspace/address";
import { useWorkspace } from "../../workspace/workspace";
import { useWhatIf } from "./state";
import * as style from "./View.module.css";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";

const QUIET = `${prose.small} ${prose.quiet}`;
/** What would help, and processes: how many are listed. */
const MOST = 6;
const MOST_PROCESSES = 64;

/** A time as a bar: the same everywhere. */
type Bar = (parts: TimeParts, whole: number) => JSX.Element;

interface Props {
  bar: Bar;
  /** What computes, calls and waits look like. */
  legend: ComponentChildren;
  open: OpenStep;
  /** The selected iteration, from 0, and its loop. */
  iteration: { loop: number; index: number } | null;
  /** Whether processes take turns with another one, so that loops are chance. */
  byTurns: boolean;
  /** The main loop and the loops that do the same. */
  places: readonly LoopGains[];
}

export function WhatIf({ bar, legend, open, iteration, byTurns, places }: Props) {
  const state = useWhatIf();
  const { summary, problem, running, answer } = state;
  if (problem.value) return <EmptyState title="Nothing can be predicted here">{line(problem.value)}</EmptyState>;
  const known = summary.value;
  const busy = running.value;
  if (!known) {
    if (!busy?.visible) return <p class={layout.sentence} data-testid="sentence" />;
    return <Preparing {...busy} />;
  }
  // With no assumption there is nothing to compare with.
  const then = state.assumes.value ? (answer.value?.then ?? known.now) : known.now;
  const limited = throughCalls(known.now, then, known.length);
  return (
    <section aria-label="What if" data-settled={state.isSettled.value}>
      <p class={`${layout.sentence} ${style.sentence}`} data-testid="sentence">
        {state.refused.value || (answer.value && <Words parts={answer.value.sentence} />)}
      </p>
      {state.touched.value && (
        <p class={style.touched} data-testid="touched">
          <Words parts={state.touched.value.sentence} />
        </p>
      )}
      {limited && <p class={prose.small}>{limited}</p>}
      {!state.touched.value && (
        <p class={`${prose.small} ${style.trust}`} data-testid="trust">
          <Words parts={known.sentence} />
        </p>
      )}
      <div class={style.top} data-assumes={state.assumes.value}>
        <Helps summary={known} open={open} byTurns={byTurns} places={places} />
        <Slider summary={known} />
      </div>
      <Assumed />
      <Another summary={known} iteration={iteration} />
      <section class={style.block} aria-label="Every process, before and after">
        <div class={layout.head}>
          <h2>Every process, before and after</h2>
          {legend}
        </div>
        <Processes bar={bar} now={known.now} then={then} />
        {waitsOf(then) > waitsOf(known.now) && <p class={QUIET}>Waits grow: a process that comes earlier waits longer for one that does not.</p>}
      </section>
      <section class={style.block} aria-label="Critical path">
        <div class={layout.head}>
          <h2>Critical path</h2>
          <span class={QUIET}>what makes the run as long as it is: height is its share on that process; both on one scale</span>
        </div>
        <Path name="now" run={known.now} beside={then} />
        {then !== known.now && <Path name="then" run={then} beside={known.now} hollow />}
      </section>
      <Cannot summary={known} />
    </section>
  );
}

/** What would help: each thing alone, or single waits or computations one after another. */
function Helps({ summary, open, byTurns, places }: { summary: WhatIfSummary } & Pick<Props, "open" | "byTurns" | "places">) {
  const state = useWhatIf();
  const shown = useLoopsThatRepeat(summary, byTurns) ?? summary;
  const of = state.dominoOf.value;
  return (
    <section aria-label="What would help">
      <div class={layout.head}>
        <h2>What would help</h2>
        <Switch
          name="What would help"
          options={[
            { value: "alone", label: "each alone" },
            { value: "waits", label: "waits in turn", title: "Domino path: the wait whose loss gains most, then the one that gains most in what is left, and so on" },
            { value: "computations", label: "computing in turn", title: "Domino path of computations" },
          ]}
          chosen={of ?? "alone"}
          choose={(value) => (state.dominoOf.value = value === "alone" ? null : value)}
        />
      </div>
      {of ? <Dominoes open={open} /> : <WhatHelps summary={shown} most={MOST} places={places} choose={(changes) => state.assumeOnly(changes)} />}
    </section>
  );
}

/** One slider, on the curve of what the run would take. */
function Slider({ summary }: { summary: WhatIfSummary }) {
  const { screen } = useWorkspace();
  const state = useWhatIf();
  const one = state.assumptions.value[state.moving.value];
  const words = state.answer.value?.changes[state.moving.value]?.name ?? one?.select ?? "";
  const others = state.assumptions.value.length - 1;
  const place = useRef<HTMLElement>(null);
  const first = useRef(true);
  // On a phone what is moved lies below what was clicked; who comes by a link reads from the top.
  useEffect(() => {
    if (one && screen.narrow.peek() && !first.current) place.current?.scrollIntoView({ block: "center" });
    first.current = false;
  }, [one?.select]);
  if (!one) return <p class={`${QUIET} ${style.none}`}>With no assumption the replay of all messages gives the measured time. Choose what would help: the run changes as you move its slider.</p>;
  const points = state.curve.value;
  const lengths = state.lengths.value;
  const touched = state.touched.value?.trust ?? null;
  // A length that reads like that of the run names it already.
  const predicted = lengths ? lengthInWords(lengths, summary.length) : "…";
  const top = Math.max(summary.length, ...(points ?? []).map(([, most]) => most)) * 1.08;
  const limit = mostOf(one.select);
  const set = (factor: number) => state.assume(one.select, factor);
  return (
    <section aria-label={`How long ${words} take`} ref={place}>
      <div class={layout.head}>
        <h2 class={style.chosen}>
          {words}
          {others > 0 && ` and ${counted(others, "other assumption")}`}
        </h2>
        <span class={QUIET}>
          run takes <b data-testid="predicted">{predicted}</b>
          {/[−+]/.test(predicted) ? "" : ` of ${span(summary.length)}`}
          {touched !== null && `; ${touched < DOUBTFUL ? "a hint" : "a forecast"}, ${percent(touched)} explained`}
        </span>
      </div>
      <div class={style.curve}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path class={style.asItWas} d={`M${100 / limit} 0V100M0 ${(100 - (100 * summary.length) / top).toFixed(2)}H100`} />
          {points && <path class={style.band} d={bandOf(points, top)} />}
          {points && <path class={style.line} d={lineOf(points.map(([least]) => least), top)} />}
          {points && <path class={style.line} d={lineOf(points.map(([, most]) => most), top)} />}
          {lengths && <path class={style.at} d={`M${(100 * one.factor) / limit} ${(100 - (100 * lengths[1]) / top).toFixed(2)}V100`} />}
        </svg>
        <input
          type="range"
          min={0}
          max={limit}
          step={0.05}
          value={one.factor}
          aria-label={`${words}: how many times as long`}
          aria-valuetext={`×${one.factor}: the run takes ${predicted}`}
          data-keys="own"
          onInput={(event) => set(event.currentTarget.valueAsNumber)}
        />
        <div class={style.axis} aria-hidden="true">
          {[0, 0.25, 0.5, 0.75, 1].map((part) => (
            <span key={part}>×{part * limit}</span>
          ))}
        </div>
      </div>
      <Switch
        name="How long"
        options={[
          { value: "0", label: limit < 2 ? "none" : "no time" },
          { value: "0.5", label: "half" },
          { value: "1", label: "as it was" },
          { value: "2", label: "twice" },
        ].filter(({ value }) => Number(value) <= limit)}
        chosen={String(one.factor)}
        choose={(value) => set(Number(value))}
      />
    </section>
  );
}

function bandOf(points: readonly (readonly [number, number])[], top: number): string {
  const least = lineOf(points.map(([low]) => low), top);
  const most = lineOf(points.map(([, high]) => high).reverse(), top);
  // The way back runs from right to left.
  return `${least}${most.replace(/([ML])([\d.]+)/g, (_, __, x: string) => `L${(100 - Number(x)).toFixed(3)}`)}Z`;
}

/** How long all processes of a run wait together. */
const waitsOf = ({ processes }: PredictedRun): number => processes.reduce((sum, { parts }) => sum + parts.wait, 0);

function Processes({ bar, now, then }: { bar: Bar; now: PredictedRun; then: PredictedRun }) {
  const whole = Math.max(now.length, then.length);
  const after = new Map(then.processes.map((one) => [one.process, one]));
  return (
    <ul class={style.processes}>
      {now.processes.slice(0, MOST_PROCESSES).map((before) => {
        const later = after.get(before.process) ?? before;
        return (
          <li key={before.process}>
            <span class={prose.num}>{before.process}</span>
            <span class={style.bars}>
              {bar(before.parts, whole)}
              {later !== before && bar(later.parts, whole)}
            </span>
            <span class={`${QUIET} ${prose.num}`}>
              waits {span(before.parts.wait)}
              {later !== before && (
                <>
                  {" → "}
                  <b>{span(later.parts.wait)}</b>
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The path of a run; `beside`: the other one, which has the same processes and the same scale. */
function Path({ name, run, beside, hollow = false }: { name: string; run: PredictedRun; beside: PredictedRun; hollow?: boolean }) {
  const [computes, calls, messages] = run.path;
  const whole = Math.max(run.length, beside.length);
  const passed = new Set([...run.processes, ...beside.processes].filter(({ onPath }) => onPath > 0).map(({ process }) => process));
  const listed = run.processes.filter(({ process }) => passed.has(process)).slice(0, MOST_PROCESSES);
  const lengths = useWhatIf().answer.value?.lengths;
  const isRange = hollow && lengths !== undefined && lengths[0] !== lengths[1];
  const share = (time: number) => percent(time / Math.max(1, run.length));
  const most = mostOnPath(run);
  return (
    <figure class={style.path} data-testid={`path-${name}`}>
      <figcaption class={prose.small}>
        <b>{name}</b> {span(run.length)}
        {isRange && ", where messages are as fast as the fastest"}: computes {share(computes)}, in calls {share(calls)}, messages on their way {share(messages)}; changes process {count(run.hops)} times
        {most && `; most of it on process ${most.process}, ${share(most.onPath)}`}
      </figcaption>
      <ul style={{ width: `${(100 * run.length) / Math.max(1, whole)}%` }}>
        {keyed(listed, ({ process }) => String(process)).map(({ key, item }) => (
          <li key={key} title={`process ${item.process}: ${share(item.onPath)} of the critical path`}>
            <span class={prose.num}>{item.process}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={`process ${item.process}: ${share(item.onPath)} of the critical path`}>
              <path class={style.base} d="M0 5H100" />
              <path class={hollow ? style.hollow : style.full} d={barsOf(item.columns)} />
            </svg>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** What is assumed of messages, and what cannot be known. */
function Cannot({ summary }: { summary: WhatIfSummary }) {
  return (
    <section class={style.block} aria-label="How this is computed">
      <h2>How this is computed</h2>
      <p class={QUIET}>
        Every call again, in the order that messages allow: a receive ends when its message is there, a collective operation when the last process has entered. With no
        assumption this gives the measured time. A wait that is shortened no longer depends on the process that it waited for. It cannot know how processes would then share processors and the network.{" "}
        <a href={addressOfPage("whatif")} target="_blank" rel="noreferrer">
          The paper’s figures beside ours
        </a>
      </p>
      <details class={prose.small}>
        <summary>What is assumed</summary>
        <pre class={`${prose.mono} ${style.facts}`} tabIndex={0} role="region" aria-label="What is assumed">
          {summary.facts.join("\n")}
        </pre>
      </details>
    </section>
  );
}
