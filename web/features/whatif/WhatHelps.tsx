/** What would make a run shorter: parts of loops, each alone; or single waits or computations, one after another. */
import type { Assumption } from "../../base/assumptions";
import { count, listed, percent, span } from "../../base/format";
import { UnderWay } from "../../components/UnderWay";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { IterationGains, LoopGains, PredictedRun, WhatIfSummary } from "../../engine/wire";
import { assumed, type Candidate, candidatesOf, computingIn, computingOn, DOUBTFUL, gainInWords, halfIn, leastInWords, longestOf, onPathInWords, pathInWords, selectOf, slowestOf, worth } from "./candidates";
import { type HalfAsLong, useWhatIf } from "./state";
import * as style from "./WhatHelps.module.css";
import * as controls from "../../components/controls.module.css";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

const QUIET = `${prose.small} ${prose.quiet}`;

/** Shows the call of a process at a time, in nanoseconds from the beginning of the run as it was. */
export type OpenStep = (process: number, time: number) => void;

interface Props {
  summary: WhatIfSummary;
  /** How many are listed. */
  most: number;
  /** The main loop and the loops that do the same; one, if it runs in one place. */
  places?: readonly LoopGains[];
  /** Whether it says where the critical path is. */
  path?: boolean;
  choose: Choose;
}

/** Tries that these take so many times as long, and nothing else. */
export type Choose = (changes: readonly Assumption[]) => void;

/** How far the run is made ready. */
export function Preparing({ done, total }: { done: number; total: number }) {
  return (
    <UnderWay label="Making the run ready" counts="Walked so far" share={total > 0 ? done / total : undefined}>
      Finding what each call needs
    </UnderWay>
  );
}

/** The largest gains, each alone. */
export function WhatHelps({ summary, most, places = [], path = true, choose }: Props) {
  const others = useWithoutLoops(summary);
  const state = useWhatIf();
  const several = places.length > 1;
  const together = useKnown(several ? places : null, (of) => state.gainsInAllPlaces(of));
  const alone = several ? summary.loops.filter(({ id }) => places.every((place) => place.id !== id)) : summary.loops;
  const even = useEvening(places);
  const uneven = useUneven(summary);
  const ofLoops = worth([...candidatesOf({ ...summary, loops: alone }, most), ...(together ?? []), ...(even ?? [])], summary.length);
  // What could be as on the other processes comes first: it is easier to reach than that something takes no time.
  const first = muchUneven(uneven ?? [], summary.length);
  const rest = (summary.loops.length > 0 ? ofLoops : others)?.slice(0, Math.max(1, most - first.length));
  const found = rest && [...first, ...rest];
  if (!found || !uneven || (several && !together)) return null;
  if (found.length === 0) return <p class={QUIET}>Nothing alone would make the run shorter by a thousandth.</p>;
  const width = (time: number) => `${(100 * Math.max(0, time)) / Math.max(1, summary.length)}%`;
  return (
    <>
      {path && (
        <p class={prose.small}>
          {pathInWords(summary)} <AsTheOthers summary={summary} places={places} choose={choose} />
        </p>
      )}
      <ol class={style.gains}>
        {found.map((one) => (
          <li key={one.select}>
            <button type="button" class={controls.link} onClick={() => choose(assumed(one))}>
              {one.name}
              {one.factor ? ` ×${one.factor}` : ""}
            </button>
            <i aria-hidden="true">
              <i style={{ width: width(one.gain[0]) }} />
              <i style={{ width: width(one.gain[1] - Math.max(0, one.gain[0])) }} />
            </i>
            <b>{gainInWords(one.gain, summary.length)}</b>
          </li>
        ))}
      </ol>
      <p class={QUIET}>
        How much shorter the run would be if that alone took no time{first.length > 0 && ", or so many times as long (×), which is as long as on the median process"}. Click one to see, and to move it: half as long gains at least half of that. Calls include their waits.
        {found.some(({ gain }) => gainInWords(gain, summary.length) !== leastInWords(gain, summary.length)) && " A range: how much of a long call is a wait cannot always be known."}
      </p>
    </>
  );
}

/** The domino path, as far as it is found. */
export function Dominoes({ open }: { open: OpenStep }) {
  const state = useWhatIf();
  const [found, summary] = [state.domino.value, state.summary.value];
  if (!found || !summary) return null;
  const { steps, over, of } = found;
  const together = steps.at(-1)?.total ?? 0;
  const selects = steps.map(({ select }) => select).filter(Boolean);
  const width = (time: number) => `${(100 * Math.max(0, time)) / Math.max(1, together)}%`;
  return (
    <>
      <ol class={`${style.gains} ${style.steps}`} aria-busy={!over}>
        {steps.map(({ event, name, process, begin, time, gain, total }) => (
          <li key={event}>
            <button type="button" class={controls.link} title={`It lasts ${span(time)}: show it in the run as it was`} onClick={() => open(process, begin)}>
              {name} on process {process}
            </button>
            <i aria-hidden="true">
              <i class={style.before} style={{ width: width(total - gain) }} />
              <i style={{ width: width(gain) }} />
            </i>
            <b>−{span(gain)}</b>
          </li>
        ))}
        {!over && <li>Looking for the next …</li>}
      </ol>
      <p class={QUIET}>
        {steps.length === 0 && over && `No single ${of === "waits" ? "wait" : "computation"} stands in the way of the run.`}
        {steps.length > 0 && (
          <>
            Each took no time after those before it: the domino path. Together −{span(together)}, {percent(together / Math.max(1, summary.length))} of the run.{" "}
            {over && selects.length > 0 && (
              <button type="button" class={controls.link} onClick={() => state.assumeOnly(selects.map((select) => ({ select, factor: 0 })))}>
                try all
              </button>
            )}
          </>
        )}
      </p>
    </>
  );
}

/**
 * A summary of loops that repeat. Where processes take turns with another one (`byTurns`), each by itself is shown, and the loops of the
 * order that was recorded are chance.
 */
export function useLoopsThatRepeat(summary: WhatIfSummary | null, byTurns: boolean): WhatIfSummary | null {
  return useMemo(() => (summary && byTurns ? { ...summary, loops: [] } : summary), [summary, byTurns]);
}

/** What is known of something; null until it is, and of anything else. */
function useKnown<Of extends object, Known extends object>(of: Of | null | undefined, ask: (of: Of) => Promise<Known | null>): Known | null {
  const found = useSignal<{ of: Of; known: Known } | null>(null);
  useEffect(() => void (of && ask(of).then((known) => known && (found.value = { of, known }))), [of]);
  return of && found.value?.of === of ? found.value.known : null;
}

/** The gains of a run in which nothing is in a loop; null until they are known, and of other runs. */
export function useWithoutLoops(summary: WhatIfSummary | null): readonly Candidate[] | null {
  const state = useWhatIf();
  return useKnown(summary?.loops.length === 0 ? summary : null, (of) => state.gainsWithoutLoops(of));
}

/** The gain if computing were spread evenly; null until it is known. */
function useEvening(places: readonly LoopGains[]): readonly Candidate[] | null {
  const state = useWhatIf();
  return useKnown(state.summary.value && places, (of) => state.gainOfEvening(of));
}

/** What single processes compute beyond the median one counts from that share of the run on; so many of these are listed. */
const LEAST_UNEVEN = 0.02;
const MOST_UNEVEN = 3;

/** Of the gains where single processes compute longer than the median one, those that are worth being said first. */
export const muchUneven = (all: readonly Candidate[], length: number): readonly Candidate[] => all.filter(({ gain }) => gain[1] >= LEAST_UNEVEN * length).slice(0, MOST_UNEVEN);

/** The gains where single processes compute longer than the median one; null until they are known. */
export function useUneven(summary: WhatIfSummary | null): readonly Candidate[] | null {
  const state = useWhatIf();
  return useKnown(summary, (of) => state.gainsOfUneven(of));
}

/** A gain below this share of the run is no reason to look at one process: others that compute as long would hold the run up. */
const LITTLE = 0.01;

/** What the run would gain if computing were spread evenly over the processes in each iteration of these loops, or without one over the whole run. */
function Even({ places, length, now, choose }: { places: readonly LoopGains[]; length: number; now: PredictedRun; choose: Choose }) {
  const longest = longestOf(now);
  const [known] = useEvening(places) ?? [];
  if (!known || known.gain[1] < LITTLE * length) return null;
  return (
    <>
      <button type="button" class={controls.link} onClick={() => choose(assumed(known))}>
        Without {known.name}
      </button>
      {longest.length > 0 && ` (${longest.length === 1 ? "process" : "processes"} ${listed(longest.map(String))} ${longest.length === 1 ? "computes" : "compute"} longest)`}, computing spread evenly over {now.processes.length} processes
      {places.length > 0 && " in each iteration"}: <b>{gainInWords(known.gain, length)}</b>.{" "}
    </>
  );
}

/** What the run would gain if the process that computes longest computed as long as the median one, if that is wanted, and if computing were spread evenly. Nothing of what is little. */
export function AsTheOthers({ summary, places, choose, whole = true }: { summary: WhatIfSummary; places: readonly LoopGains[]; choose: Choose; whole?: boolean }) {
  const state = useWhatIf();
  const { now, length } = summary;
  const slowest = useMemo(() => slowestOf({ now, length }), [now, length]);
  const one = slowest && [{ select: computingOn(slowest.process), factor: slowest.factor }];
  const known = useKnown(slowest, async () => {
    if (!one) return null;
    return { found: await state.predict(one), trust: await state.trustIn(one) };
  });
  const found = known?.found;
  return (
    <>
      {whole && slowest && one && found && found.gain[1] >= LITTLE * length && (
        <>
          <button type="button" class={controls.link} onClick={() => choose(one)}>
            Process {slowest.process} computing as long as the median process
          </button>{" "}
          (×{slowest.factor}): <b>{found.said}</b>
          {(known.trust ?? 1) < DOUBTFUL && `, a hint (${percent(known.trust ?? 0)} explained)`}.{" "}
        </>
      )}
      <Even places={places} length={length} now={now} choose={choose} />
    </>
  );
}

/** What is known if computing in these loops took half as long; null until it is. */
export function useHalfAsLong(loops: readonly LoopGains[]): HalfAsLong | null {
  const state = useWhatIf();
  const same = useMemo(() => (loops.length > 0 ? loops : null), [loops[0], loops.length]);
  return useKnown(same, (of) => state.halfAsLong(of));
}

/** What the selected loop would gain, and how much of the critical path is in it; nothing where it is not known. */
export function IfFaster({ gains, length, places, choose }: { gains: LoopGains | undefined; length: number; places: readonly LoopGains[]; choose: Choose }) {
  const known = useHalfAsLong(gains ? [gains] : []);
  const several = places.length > 1;
  const everywhere = useHalfAsLong(several ? places : []);
  if (!gains) return null;
  const own = candidatesOf({ loops: [gains], length }, 3);
  const half = known?.gain;
  const trust = known?.trust ?? null;
  return (
    <section class={style.faster} aria-label="If the loop were faster">
      <h3 title="How much shorter the run would be, by replay of all messages">If the loop were faster{several && " here"}</h3>
      <dl class={tabular.facts}>
        {own.map(({ select, name, gain }) => (
          <div key={select}>
            <dt>
              <button type="button" class={controls.link} onClick={() => choose([{ select, factor: 0 }])}>
                without {name.replace(/ in L\d+$/, "")}
                {select.startsWith("call") && " and waits"}
              </button>
            </dt>
            <dd>{gainInWords(gain, length)}</dd>
          </div>
        ))}
        {half !== null && (
          <div>
            <dt>
              <button type="button" class={controls.link} onClick={() => choose([{ select: computingIn(gains.id), factor: 0.5 }])}>
                computing half as long
              </button>
            </dt>
            <dd>{half ?? "…"}</dd>
          </div>
        )}
        <div>
          <dt>critical path in it</dt>
          <dd>{percent(gains.onPath / Math.max(1, length))}</dd>
        </div>
        {several && (
          <>
            <div>
              <dt>
                <button type="button" class={controls.link} onClick={() => choose(halfIn(places))}>
                  half in all {places.length} places
                </button>
              </dt>
              <dd>{everywhere?.gain ?? (everywhere ? "not known" : "…")}</dd>
            </div>
            <div>
              <dt>path in all of them</dt>
              <dd>{percent(places.reduce((sum, { onPath }) => sum + onPath, 0) / Math.max(1, length))}</dd>
            </div>
          </>
        )}
      </dl>
      <p class={QUIET} title="How much of its calls, and of the computing before them, computing and messages explain: what would be left if calls were only as long as their messages">
        {trust !== null && (trust < DOUBTFUL ? `hints, not forecasts: ${percent(trust)} of L${gains.id} explained` : "forecasts")}
      </p>
    </section>
  );
}

interface IterationProps {
  loop: number;
  /** The iteration, from 0. */
  index: number;
  length: number;
  choose: (select: string) => void;
}

/** What the selected iteration would gain, and how much of the critical path is in it. */
export function IfIterationFaster({ loop, index, length, choose }: IterationProps) {
  const state = useWhatIf();
  const found = useSignal<{ key: string; gains: IterationGains | null } | null>(null);
  const key = `${loop} ${index}`;
  useEffect(() => void state.gainsOf(loop, index).then((gains) => (found.value = { key, gains })), [key]);
  const gains = found.value?.key === key ? found.value.gains : null;
  if (!gains) return null;
  const where = selectOf({ loop, index });
  const own = [
    { select: `wait:${where}`, name: "waits", gain: gains.waits },
    { select: `calc:${where}`, name: "computing", gain: gains.computation },
    { select: `call:${where}`, name: "calls", gain: gains.calls },
  ];
  return (
    <section class={style.faster} aria-label="If the iteration were faster">
      <h3 title="How much shorter the run would be, by replay of all messages">If iteration {count(index + 1)} were faster</h3>
      <dl class={tabular.facts}>
        {own.map(({ select, name, gain }) => (
          <div key={select}>
            <dt>
              <button type="button" class={controls.link} onClick={() => choose(select)}>
                without {name}
              </button>
            </dt>
            <dd title={`${percent(gain[1] / Math.max(1, length))} of the run`}>{gainOfTime(gain)}</dd>
          </div>
        ))}
      </dl>
      <p class={QUIET}>critical path in it: {onPathInWords(gains.path, length)}</p>
    </section>
  );
}

/** "−1.20 to −3.40 ms": of one iteration, shares of the run are all small. */
function gainOfTime([least, most]: readonly [number, number]): string {
  const time = (gain: number) => (gain <= 0 ? "0" : `−${span(gain)}`);
  return time(least) === time(most) ? time(least) : `${time(least)} to ${time(most)}`;
}
