/** What would help, in the overview, once it is known where the time goes; and of the selected loop, in the inspector. */
import { batch, useSignal } from "@preact/signals";
import { type ComponentChildren, Fragment } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { MOST_ASSUMED } from "../base/assumptions";
import { count, percent } from "../base/format";
import { LinkButton } from "../components/Buttons";
import { Words } from "../components/Figure";
import type { LoopGains, WhatIfSummary } from "../engine/wire";
import { line } from "../components/Failed";
import { Block } from "../features/overview/Block";
import { useModel } from "../features/model/state";
import { useTime } from "../features/time/state";
import { AsTheOthers, type Choose, IfFaster, IfIterationFaster, Preparing, useHalfAsLong, useLoopsThatRepeat, muchUneven, useUneven, useWithoutLoops, WhatHelps as List } from "../features/whatif/WhatHelps";
import { candidatesOf, DOUBTFUL, gainInWords, halfIn, mostOfPath, pathInWords, trustInWords } from "../features/whatif/candidates";
import { useWhatIf } from "../features/whatif/state";
import { useWorkspace, type Workspace } from "../workspace/workspace";
import { goToPlace } from "./carry";
import { iterationOfLoop } from "./iteration";
import * as style from "./WhatHelps.module.css";
import * as prose from "../components/prose.module.css";

/** What is listed in the overview. */
const MOST = 4;
/** So many processes that compute longer than the median one are said. */
const MOST_SINGLE = 2;
/** Events of a run that is replayed without being asked for: more take seconds, and memory. */
const MOST_AT_ONCE = 3_000_000;

/** Tries something in the place Time. */
function useTrial(): Choose {
  const [workspace, state] = [useWorkspace(), useWhatIf()];
  return (changes) => tryIt(workspace, () => state.assumeOnly(changes));
}

function tryIt(workspace: Workspace, assume: () => void): void {
  // One step back.
  batch(() => {
    goToPlace(workspace, "time");
    assume();
  });
}

/** The summary of what would help. */
export function useSummary(): WhatIfSummary | null {
  return useLoopsThatRepeat(useWhatIf().summary.value, useModel().byTurns.value);
}

/** The same in two lines, where everybody sees it: the critical path, what would gain, how far to believe it. */
export function HelpsLine() {
  const state = useWhatIf();
  const summary = useSummary();
  const others = useWithoutLoops(summary);
  const places = usePlaces(summary);
  const uneven = useUneven(summary) ?? [];
  const choose = useTrial();
  // The lines have their place before they are known.
  if (!summary) {
    const problem = state.problem.value;
    const said = problem ? `Nothing can be predicted: ${problem.found || problem.what}.` : state.running.value ? "Replaying all messages …" : "";
    return said === "" ? null : (
      <p class={style.helps} data-testid="helps">
        {said}
      </p>
    );
  }
  const [most] = places;
  // One loop, so that its shares and gains belong together; the block below has the others. Of a part of the main loop they would say little.
  const ofLoop = places.length > 1 ? [] : most ? candidatesOf({ ...summary, loops: [most] }, MOST) : (others ?? []);
  // What would be as on the other processes says more than that nothing of a loop took any time.
  const single = muchUneven(uneven, summary.length).slice(0, MOST_SINGLE);
  const isSingle = single.length > 0;
  const best = isSingle ? single : ofLoop;
  const gains = best.length > 0 && (
    <>
      {isSingle ? "As long as on the median process: " : "Without "}
      {best.map(({ select, factor = 0, name, gain }, at) => (
        <Fragment key={select}>
          {at > 0 && ", "}
          <LinkButton onClick={() => choose([{ select, factor }])}>
            {name}
          </LinkButton>{" "}
          {select.startsWith("call") && "with their waits "}
          {isSingle ? <b>{gainInWords(gain, summary.length)}</b> : gainInWords(gain, summary.length)}
        </Fragment>
      ))}
      .{" "}
    </>
  );
  return (
    <p class={style.helps} data-testid="helps">
      {most ? (
        <Lead key={most.id} summary={summary} places={places} first={isSingle && gains} />
      ) : (
        <>
          <Trust summary={summary} /> {isSingle && gains}
          {pathInWords(summary)} <AsTheOthers summary={summary} places={places} choose={choose} whole={!isSingle} />
        </>
      )}
      {!isSingle && gains}
      {best.length === 0 && places.length < 2 && (most || others) && `${most ? `Nothing in L${most.id}` : "Nothing"} alone would make the run shorter by a thousandth.`}
    </p>
  );
}

/** The loop that holds most of the critical path, and the loops elsewhere that do the same; empty without one. */
export function usePlaces(summary: WhatIfSummary | null): readonly LoopGains[] {
  const same = useTime().summary.value?.main;
  return useMemo(() => {
    const places = same && same.length <= MOST_ASSUMED ? same : [];
    const most = summary && mostOfPath(summary, places);
    if (!most) return [];
    return [most, ...(places.includes(most.id) ? summary.loops.filter(({ id }) => id !== most.id && places.includes(id)) : [])];
  }, [summary, same]);
}

/** How far gains are to be believed: those of the run, and of one loop, whose gain is said. While that is being found there is no verdict that may change. */
function Trust({ summary, loop }: { summary: WhatIfSummary; loop?: { name: string; trust: number | null | undefined } }) {
  if (loop && loop.trust === undefined) return <>Computing and messages explain {percent(summary.trust)} of the run.</>;
  const ofLoop = loop?.trust ?? 1;
  return <>{ofLoop < Math.min(DOUBTFUL, summary.trust) ? trustInWords(ofLoop, loop?.name) : trustInWords(summary.trust)}</>;
}

/** How far to believe it, where the critical path is, and what the run would gain if computing in the loop that holds most of it took half as long. */
function Lead({ summary, places, first }: { summary: WhatIfSummary; places: readonly LoopGains[]; first: ComponentChildren }) {
  const choose = useTrial();
  const known = useHalfAsLong(places);
  const name = `L${places[0]?.id}${places.length > 1 ? ", wherever it runs," : ""}`;
  return (
    <>
      <Trust summary={summary} loop={{ name, trust: known?.trust }} /> {first}
      {pathInWords({ ...summary, loops: places.slice(0, 1) }, summary.loops, places.map(({ id }) => id))}{" "}
      <AsTheOthers summary={summary} places={places} choose={choose} whole={!first} />
      <LinkButton onClick={() => choose(halfIn(places))}>
        Computing in {name} half as long
      </LinkButton>
      : <b>{known?.gain ?? (known ? "not known" : "…")}</b>
      {known?.isLeast && ", since part of the calls, which keep their length here, may be waits"}.{" "}
    </>
  );
}

/** Where the run is explained well enough, but not the loop that holds most of the critical path. */
function OfMain({ summary, places }: { summary: WhatIfSummary; places: readonly LoopGains[] }) {
  const [loop] = places;
  const trust = useHalfAsLong(places)?.trust ?? 1;
  if (!loop || trust >= DOUBTFUL || summary.trust < DOUBTFUL) return null;
  return (
    <>
      {" "}
      In L{loop.id}{places.length > 1 && ", wherever it runs,"} they explain {percent(trust)}: gains in it are hints.
    </>
  );
}

export function WhatHelps() {
  const workspace = useWorkspace();
  const state = useWhatIf();
  const events = workspace.traces.loaded.value?.summary.events ?? 0;
  const wanted = useSignal(events <= MOST_AT_ONCE);
  const time = useTime();
  // Iterations come first: they take a tenth of the time.
  const ready = wanted.value && (time.iterations.value !== null || time.iterationsProblem.value !== null || time.loop.value === 0);
  useEffect(() => {
    state.inOverview.value = ready;
    return () => void (state.inOverview.value = false);
  }, [ready]);
  const summary = useSummary();
  const places = usePlaces(summary);
  const choose = useTrial();
  if (!wanted.value && !summary) {
    return (
      <Block title="What would help">
        <LinkButton onClick={() => (wanted.value = true)}>
          replay all {count(events)} events
        </LinkButton>
      </Block>
    );
  }
  const busy = state.running.value;
  const problem = state.problem.value;
  if (!summary) {
    return (
      <Block title="What would help">
        {problem && <p class={prose.aside}>Nothing can be predicted here: {line(problem)}</p>}
        {busy?.visible && <Preparing {...busy} />}
      </Block>
    );
  }
  return (
    <Block title="What would help" says="by replay of all messages" door={{ label: "try in Time", open: () => tryIt(workspace, () => (workspace.screen.assumes.value ??= [])) }}>
      <p class={prose.small} data-testid="trust">
        <Words parts={summary.sentence} />
        <OfMain summary={summary} places={places} />
      </p>
      <List summary={summary} most={MOST} places={places} path={false} choose={choose} />
    </Block>
  );
}

export function Faster() {
  const workspace = useWorkspace();
  const state = useWhatIf();
  const choose = useTrial();
  const loop = useModel().selected.value;
  const summary = state.summary.value;
  const places = usePlaces(useSummary());
  if (!summary) return null;
  const iteration = iterationOfLoop(workspace);
  return (
    <>
      {iteration !== null && loop > 0 && <IfIterationFaster loop={loop} index={iteration} length={summary.length} choose={(select) => choose([{ select, factor: 0 }])} />}
      <IfFaster gains={summary.loops.find(({ id }) => id === loop)} length={summary.length} places={places.some(({ id }) => id === loop) ? places : []} choose={choose} />
    </>
  );
}
