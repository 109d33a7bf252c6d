/** What a trace is, and what to look at: the sentence, and blocks that are doors to the places. A block without content does not exist. */
import { counted, often, plural, times, timesTo } from "../base/format";
import { Words } from "../components/Figure";
import { Later, type Load } from "../components/Later";
import { OrderLine } from "../components/OrderLine";
import { Empty } from "../features/nest/Empty";
import { Legend } from "../features/nest/Legend";
import { Ribbon } from "../features/nest/Ribbon";
import { ModelGraph } from "../features/model/Graph";
import { mayVary } from "../features/model/variants";
import { useModel } from "../features/model/state";
import { UnderWay } from "../features/model/UnderWay";
import { Block, Pair } from "../features/overview/Block";
import { LoopBars } from "../features/overview/LoopBars";
import { treeOf } from "../features/overview/tree";
import { NoTimes } from "../features/overview/NoTimes";
import { goToView } from "./carry";
import { useTime } from "../features/time/state";
import { isOfProgram } from "../workspace/scope";
import { chainOf } from "../workspace/trail";
import { useWorkspace } from "../workspace/workspace";
import * as layout from "../components/layout.module.css";
import * as prose from "../components/prose.module.css";

/** Loops that are listed, and the least share of the events that one has. */
const MOST_LOOPS = 6;
const LEAST_SHARE = 0.01;

const loadNeighbours: Load = async () => (await import("./Neighbours")).Neighbours;
const loadWords: Load = async () => (await import("./ModelInWords")).ModelInWords;
const loadPartners: Load = async () => (await import("./ModelInWords")).Partners;
const loadOfBroken: Load = async () => (await import("./Counts")).CountsOfBroken;
const loadHubs: Load = async () => (await import("../features/model/Hubs")).Hubs;
const loadProgramVariants: Load = async () => (await import("./Variants")).ProgramVariants;
const loadVariants: Load = async () => (await import("./Variants")).VariantsOffer;
const loadRoundsLine: Load = async () => (await import("./Times")).RoundsLine;
const loadTimes: Load = async () => (await import("./Times")).Times;
const loadTimesOfIterations: Load = async () => (await import("./Times")).TimesOfIterations;
const loadMoreTimes: Load = async () => (await import("./Times")).MoreTimes;
const loadHelpsLine: Load = async () => (await import("./WhatHelps")).HelpsLine;
const loadWhatHelps: Load = async () => (await import("./WhatHelps")).WhatHelps;

export function Overview() {
  const { screen, selection } = useWorkspace();
  const model = useModel();
  const ofProgram = isOfProgram(screen.view.value, selection.shown.value) && !model.problem.value;
  return (
    <>
      {ofProgram ? <Program /> : <Process />}
      {screen.narrow.value && <NoTimes />}
    </>
  );
}

/** The whole program, by its model. */
function Program() {
  const workspace = useWorkspace();
  const { screen, selection, traces, groups } = workspace;
  const model = useModel();
  const now = selection.shown.value;
  const summary = model.summary.value;
  const rows = now?.summary.processes ?? [];
  const kinds = groups.kinds.value.length;
  const cells = model.cells.value ?? [];
  const time = useTime();
  const measured = time.summary.value;
  const { loops } = model;
  return (
    <>
      {measured?.rounds.suggested !== undefined && <Later load={loadRoundsLine} />}
      <p class={layout.sentence} data-testid="sentence">
        {traces.failure.value && <span class={prose.quiet}>Still open: {now?.name}. </span>}
        {summary && (summary.hubs || !measured) && <Words parts={summary.hubs?.sentence ?? summary.sentence} />}
        {summary?.hubs && " "}
        {measured && !(summary?.hubs && measured.loopCount) && <Words parts={measured.sentence} />}
        {summary && !measured && kinds > 1 && kinds < rows.length && ` There are ${counted(kinds, "kind")} of process.`}
      </p>
      <OrderLine varies={[summary?.hubs?.says, summary?.order]} />
      {mayVary(summary) && <Later key="variants" load={loadProgramVariants} />}
      <Later key="broken" load={loadOfBroken} />
      {now?.summary.partnersOf && <Later load={loadPartners} />}
      <UnderWay />
      {measured && <Later load={loadHelpsLine} />}
      {time.hasTimes.value && <Later load={loadTimes} />}
      <Pair>
        <Block title="What it does" door={{ label: "open Loops", open: () => goToView(workspace, "model") }}>
          {summary?.hubs ? <Later key="hubs" load={loadHubs} /> : <ModelGraph key="graph" small />}
          <Later load={loadWords} />
        </Block>
        {measured && <Later load={loadWhatHelps} />}
      </Pair>
      {time.hasTimes.value && <Later load={loadTimesOfIterations} />}
      {time.hasTimes.value && <Later load={loadMoreTimes} />}
      {loops.value.length > 0 && !measured && !summary?.hubs && (
        <Block title="Where the events are" says="share of all events" door={{ label: "table of processes", open: () => (screen.sheet.value = "table") }}>
          <LoopBars
            loops={treeOf(worthListing(loops.value), MOST_LOOPS).map(({ loop, depth }) => ({
              id: loop.id,
              times: times(loop.count),
              depth,
              share: loop.share,
              says: `${loop.members === rows.length ? `all ${counted(rows.length, "process")}` : `${loop.members === 1 ? "process" : "processes"} ${loop.processes}`}${loop.entered > 1 ? `, entered ${often(loop.entered)}` : ""}`,
            }))}
            selected={model.selected.value}
            choose={(id) => model.select(id)}
          />
        </Block>
      )}
      {(cells.length > 0 || rows.length > 1) && <Later load={loadNeighbours} />}
    </>
  );
}

/** The loops that hold more than a trifle; at least the first. */
function worthListing<Loop extends { share: number }>(loops: readonly Loop[]): readonly Loop[] {
  return loops.filter(({ share }, at) => at === 0 || share >= LEAST_SHARE);
}

/** One process, where nothing connects the processes, or not all are read. */
function Process() {
  const { screen, traces, selection, details, choose } = useWorkspace();
  const now = selection.shown.value;
  const reply = details.reply.value;
  const time = useTime();
  const measured = time.summary.value;
  if (!now) return null;
  const cards = details.cards.value;
  const loops = cards.map((card) => ({ ...card, parent: chainOf(card, cards.slice(0, MOST_LOOPS)).at(-2)?.id ?? 0 }));
  return (
    <>
      <p class={layout.sentence} data-testid="sentence">
        {traces.failure.value && <span class={prose.quiet}>Still open: {now.name}. </span>}
        {now.partial && <span class={prose.quiet}>So far: </span>}
        {reply && <Words parts={reply.sentence} />}
        {measured && " "}
        {measured && <Words parts={measured.sentence} />}
      </p>
      <OrderLine varies={[reply?.order]} ofTags />
      {details.others.value?.variants && <Later key="variants" load={loadVariants} />}
      {now.summary.partnersOf && <Later load={loadPartners} />}
      {measured && !now.partial && <Later load={loadHelpsLine} />}
      {time.hasTimes.value && !now.partial && <Later load={loadTimes} />}
      {time.hasTimes.value && !now.partial && <Later load={loadWhatHelps} />}
      <Block title="What it does" door={{ label: "open Loops", open: () => screen.show("nest") }}>
        <Ribbon />
        <Legend />
      </Block>
      {time.hasTimes.value && !now.partial && <Later load={loadTimesOfIterations} />}
      {time.hasTimes.value && !now.partial && <Later load={loadMoreTimes} />}
      {reply !== null && cards.length === 0 && !now.partial && <Empty summary={now.summary} suggestions={reply.suggestions} />}
      {loops.length > 0 && (
        <Block title={`Where the ${plural(2, now.summary.noun)} are`} says="share of the process">
          <LoopBars
            loops={treeOf(worthListing(loops), MOST_LOOPS).map(({ loop, depth }) => ({
              id: loop.id,
              times: timesTo(loop.count, loop.countMost),
              depth,
              share: loop.share,
              says: `${counted(loop.period, now.summary.noun)} each time${loop.runs > 1 ? `, entered ${often(loop.runs)}` : ""}`,
            }))}
            selected={selection.loop.value}
            choose={choose.loop}
          />
        </Block>
      )}
    </>
  );
}
