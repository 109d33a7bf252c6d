/** The blocks of the overview about time, for a trace that has times: where it goes, and the clocks; how iterations differ. */
import { capital, count, counted, listed, span, unbroken } from "../base/format";
import { UnderWay } from "../components/UnderWay";
import { line } from "../components/Failed";
import { LinkButton } from "../components/Buttons";
import { Words } from "../components/Figure";
import * as layout from "../components/layout.module.css";
import { PartsLegend } from "../features/time/Bar";
import { doubtOf, type Figures, figuresOf, longerOf } from "../features/time/details";
import { Longest } from "../features/time/Longest";
import { Strip } from "../features/time/Strip";
import { useTime } from "../features/time/state";
import { WhereTimeGoes } from "../features/time/Where";
import { nameOf, noneStandsOut } from "../features/time/iterationNames";
import { isOfRounds, unitOf } from "../features/time/rounds";
import { PARTS_EXPLAINED } from "../features/time/words";
import { WhoWaits } from "../features/time/WhoWaits";
import { Block } from "../features/overview/Block";
import { Collectives } from "../features/overview/Collectives";
import { useModel } from "../features/model/state";
import { isOfProgram } from "../workspace/scope";
import { useWorkspace } from "../workspace/workspace";
import type { IterationsSummary, TimeSummary } from "../engine/wire";
import { goToPlace } from "./carry";
import { Clocks } from "./Clocks";
import { chooseIteration, selectedIteration } from "./iteration";
import { SameElsewhere } from "./SameElsewhere";
import * as prose from "../components/prose.module.css";

/** The height of the strip in the overview. */
const STRIP_PX = 90;
/** Other rounds that are named. */
const MOST_OTHERS = 3;
/** The longest iterations that are listed there. */
const MOST_LONGEST = 3;

/** How iterations differ in a line: of one process, or of all on average and of the slowest. */
function differ(known: IterationsSummary, process: number | null, figures: Figures | null): string {
  const iterations = counted(known.iterations, unitOf(known));
  const [median, longest] = [figures?.median ?? known.median, figures?.longest ?? known.max].map(span);
  if (process !== null || known.processes.length < 2) return `${iterations}, median ${median}, longest ${longest}${process === null ? "" : ` on process ${process}`}`;
  return `${iterations}, ${span(known.mean)} on average, longest ${longest} on its slowest process`;
}

export function Times() {
  const workspace = useWorkspace();
  const { screen, choose, selection } = workspace;
  const time = useTime();
  const model = useModel();
  const summary = time.summary.value;
  const busy = time.running.value;
  if (!time.hasTimes.value) return null;
  if (time.problem.value) return <p class={prose.quiet}>{line(time.problem.value)}</p>;
  if (!summary) {
    if (!busy?.visible) return null;
    return (
      <UnderWay label="Measuring" counts="Measured so far" share={busy.total > 0 ? busy.done / busy.total : undefined}>
        Finding where the time goes
      </UnderWay>
    );
  }
  const ofProgram = isOfProgram(screen.view.value, selection.shown.value);
  const process = ofProgram ? model.view.value.process : (selection.row.value?.process ?? null);
  const loop = ofProgram ? model.selected.value : selection.loop.value;
  const doubt = doubtOf(summary);
  const longer = longerOf(summary);
  return (
    <>
      <Block title="Where the time goes" aside={<PartsLegend />} door={{ label: "open Time", open: () => goToPlace(workspace, "time") }}>
        <WhereTimeGoes
          summary={summary}
          byTurns={ofProgram && model.byTurns.value}
          narrow={screen.narrow.value}
          chosen={{ loop, process }}
          choose={(id, of) => {
            choose.process(of);
            if (id > 0 && ofProgram) model.select(id);
            else if (id > 0) choose.loop(id);
          }}
        />
        <p class={prose.aside}>{PARTS_EXPLAINED}</p>
        {(longer || doubt) && (
          <p class={prose.aside} data-testid="doubt">
            {unbroken([longer, doubt].filter(Boolean).join(" "))}
          </p>
        )}
        {worried(summary) && <Clocks />}
      </Block>
    </>
  );
}

/** How the iterations of the loop differ whose times are known. */
export function TimesOfIterations() {
  const workspace = useWorkspace();
  const time = useTime();
  const byTurns = useModel().byTurns.value;
  const known = time.iterations.value;
  // Where processes take turns with another one, loops are chance.
  if (byTurns || !known?.timed || known.iterations < 2) return null;
  const shown = time.process.value;
  const all = time.tracks.value?.all;
  const figures = shown === null || !all ? null : figuresOf(all);
  const chooseHere = (iteration: number, of: number | null) => {
    chooseIteration(workspace, iteration, of);
    // A round is no part of the selection that the inspector shows.
    if (isOfRounds(known)) goToPlace(workspace, "iterations");
  };
  return (
    <Block
      title={isOfRounds(known) ? "How rounds differ" : `How the iterations of ${nameOf(known)} differ`}
      says={differ(known, shown, figures)}
      door={{ label: "open Iterations", open: () => goToPlace(workspace, "iterations") }}
    >
      <Strip height={STRIP_PX} measure="duration" grouped={false} selected={selectedIteration(workspace)} choose={chooseHere} />
      <SameElsewhere />
      {known.sizes && <p class={prose.aside}>{unbroken(capital(known.sizes))}.</p>}
      <p class={prose.aside}>{known.outlierCount > 0 ? "The longest, outliers first:" : `${noneStandsOut(known)} The longest:`}</p>
      <Longest choose={chooseHere} most={MOST_LONGEST} />
    </Block>
  );
}

/** Where iterations that are alike say little: the rounds that say more, and the longest of them. */
export function RoundsLine() {
  const workspace = useWorkspace();
  const { suggested, summary } = useTime();
  const [known, offer] = [suggested.value, summary.value?.rounds];
  if (!known || !offer) return null;
  const [longest] = known.longest;
  const others = offer.between.flatMap((name, kind) => (kind === offer.suggested ? [] : [`${name} (×${count(offer.counts[kind] ?? 0)})`])).slice(0, MOST_OTHERS);
  return (
    <p class={layout.sentence} data-testid="rounds">
      All processes go through <Words parts={known.sentence.slice(0, 2)} />. They take {span(known.median)} in the median
      {longest && `, at most ${span(longest.period)} (round ${count(longest.index + 1)} on process ${longest.process}: ${longest.cause})`}.{" "}
      <LinkButton onClick={() => goToPlace(workspace, "iterations")}>open rounds</LinkButton>
      {others.length > 0 && <span class={prose.quiet}> or choose others there: between {listed(others)}</span>}
    </p>
  );
}

/** Whether something about the clocks or the ends of the run is to be known before its times are believed. */
function worried({ clocks, remarks }: TimeSummary): boolean {
  return clocks.disagree || remarks.length > 0;
}

/** What follows further down: who waits for whom, the collective operations, and what is to be known of clocks that agree. */
export function MoreTimes() {
  const { screen, selection } = useWorkspace();
  const model = useModel();
  const summary = useTime().summary.value;
  if (!summary) return null;
  const ofProgram = isOfProgram(screen.view.value, selection.shown.value);
  const collectives = summary.collectiveNames.length > 0 || (ofProgram && (model.summary.value?.collectiveNames.length ?? 0) > 0);
  return (
    <>
      {summary.processes.length > 1 && (
        <Block title="Who waits for whom" says="over the whole run">
          <WhoWaits summary={summary} narrow={screen.narrow.value} />
        </Block>
      )}
      {collectives && (
        <Block title="Collectives" says="how often, and how long">
          <Collectives model={ofProgram ? model.summary.value : null} times={summary} />
        </Block>
      )}
      {!worried(summary) && <Clocks />}
    </>
  );
}
