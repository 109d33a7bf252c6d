/** How the iterations of the selected loop differ: strip, map, values, and what stands out. Without times by bytes and events. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { bytes, capital, count, span } from "../../base/format";
import { csv } from "../../base/csv";
import { Words } from "../../components/Figure";
import { line } from "../../components/Failed";
import { EmptyState } from "../../components/EmptyState";
import { saveBlob } from "../../components/save";
import { UnderWay } from "../../components/UnderWay";
import type { IterationTrack } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import { PartsLegend } from "./Bar";
import { doubtOf, shownOf } from "./details";
import type { Measure } from "./draw";
import { EntryMap } from "./EntryMap";
import { Excess } from "./Excess";
import { Groups } from "./Groups";
import { Longest } from "./Longest";
import { sentenceOf } from "./sentence";
import { spokenIteration } from "./spoken";
import { IterationMap, Strip, strengthInWords } from "./Strip";
import { MOST_TRACKS, useTime } from "./state";
import { tableOf } from "./table";
import { nameOf, noneStandsOut, numberOf } from "./iterationNames";
import { isOfRounds, unitOf } from "./rounds";
import { meanOfProcesses, sumOf } from "./words";
import * as style from "./View.module.css";
import * as controls from "../../components/controls.module.css";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

/** Rows of the table that are in the page; the CSV has all. */
const MOST_ROWS = 100;

interface Props {
  measure: Measure;
  selected: number | null;
  process: number | null;
  choose: (iteration: number, process: number | null) => void;
  /** What else there is to say of the loop. */
  about?: ComponentChildren;
}

export function IterationsView({ measure, selected, process, choose, about }: Props) {
  const { screen } = useWorkspace();
  const time = useTime();
  const known = time.iterations.value;
  const problem = time.iterationsProblem.value;
  const busy = time.iterationsRunning.value;
  const doubt = time.summary.value ? doubtOf(time.summary.value) : "";
  useEffect(() => {
    time.says.value = () => spokenIteration(time);
    return () => void (time.says.value = null);
  }, []);
  if (time.loop.value === 0) return <EmptyState title="No loop is selected">Select a loop to see how its iterations differ.</EmptyState>;
  // Every run with loops has an L1.
  if (problem?.found === "L1") {
    return (
      <EmptyState title="Nothing repeats in the order that was recorded">
        There are no iterations to compare. Where processes take turns in an order that changes, Loops shows what each of them repeats, and Time how long each turn takes.
      </EmptyState>
    );
  }
  if (problem) return <EmptyState title="The iterations cannot be listed">{line(problem)}</EmptyState>;
  if (!known) {
    if (!busy?.visible) return <p class={layout.sentence} data-testid="sentence" />;
    return (
      <UnderWay label="Listing iterations" counts="Done so far" share={busy.total > 0 ? busy.done / busy.total : undefined}>
        Listing the iterations of <b>L{time.loop.value}</b>
      </UnderWay>
    );
  }
  return (
    <section aria-label={`${capital(unitOf(known))}s of ${nameOf(known)}`}>
      <p class={layout.sentence} data-testid="sentence">
        <Words parts={sentenceOf(known, shownOf(time.tracks.value), measure, time.meanOf.value)} />
      </p>
      {known.words && (
        <p class={prose.quiet} data-testid="in-words">
          {known.words}
        </p>
      )}
      {about}
      {measure === "waits" && doubt && <p class={prose.quiet}>{doubt}</p>}
      {known.timed && measure === "duration" && (
        <div class={style.legend}>
          <PartsLegend />
        </div>
      )}
      <Strip height={screen.narrow.value ? 120 : 170} measure={measure} selected={selected} choose={choose} />
      <Excess />
      {known.processes.length > 1 && (
        <>
          <div class={layout.head}>
            <h2>By process</h2>
            <span class={prose.aside}>
              {strengthInWords((time.tracks.value?.processes ?? []).map(({ rows }) => rows), measure)}
              {known.processes.length > MOST_TRACKS && `; the first ${MOST_TRACKS} of ${count(known.processes.length)} processes`}
            </span>
          </div>
          <IterationMap measure={measure === "duration" ? "duration" : measure} selected={selected} process={process} choose={choose} />
        </>
      )}
      <EntryMap measure={measure} selected={selected} choose={choose} />
      {measure === "duration" && <Groups choose={choose} />}
      {known.timed && <Outliers choose={choose} measure={measure} />}
      <Values measure={measure} />
    </section>
  );
}

/** The iterations that stand out, the rule, and what could not stand out. */
function Outliers({ choose, measure }: Pick<Props, "choose" | "measure">) {
  const known = useTime().iterations.value;
  if (!known) return null;
  return (
    <section class={style.block} aria-label="Outliers">
      <div class={layout.head}>
        <h2>Outliers{measure !== "duration" && " by duration"}</h2>
        <span class={prose.aside}>{known.rule}.</span>
      </div>
      {known.outlierCount === 0 && <p class={prose.aside}>{noneStandsOut(known)} The longest:</p>}
      <Longest choose={choose} />
      {known.couldNotStandOut !== "" && <p class={prose.aside}>{known.couldNotStandOut}</p>}
    </section>
  );
}

/** The same figures as a table, on demand, and as a file. */
function Values({ measure }: { measure: Measure }) {
  const { selection, toast } = useWorkspace();
  const time = useTime();
  const open = useSignal(false);
  const rows = useSignal<IterationTrack["rows"]>([]);
  const known = time.iterations.value;
  const process = time.process.value;
  const means = time.meanOf.value > 0;
  useEffect(() => {
    let gone = false;
    rows.value = [];
    if (open.value) void time.everyRow(process === null ? [] : [process]).then((tracks) => !gone && (rows.value = tracks[0]?.rows ?? []));
    return () => void (gone = true);
  }, [open.value, known, process]);
  if (!known) return null;
  const collective = rows.value.some((row) => row.collectiveBytes > 0);
  const save = async () => {
    const tracks = [...(await time.everyRow([])), ...(known.processes.length > 1 && known.processes.length <= MOST_TRACKS ? await time.everyRow(known.processes) : [])];
    const name = selection.shown.value?.name ?? "trace";
    saveBlob(toast, new Blob([csv(tableOf(tracks, known))], { type: "text/csv" }), `${name}-${isOfRounds(known) ? "rounds" : `L${known.id}-iterations`}.csv`);
  };
  return (
    <section class={style.block} aria-label="Values">
      <div class={layout.head}>
        <h2>Values</h2>
        <span class={prose.aside}>{means ? `${meanOfProcesses(time.meanOf.value)}; the longest is that of the slowest process` : process !== null ? `process ${process}` : ""}</span>
        <button type="button" class={controls.link} aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
          {open.value ? "hide the table" : "as a table"}
        </button>
        <button type="button" class={controls.link} onClick={() => void save()}>
          CSV
        </button>
      </div>
      {open.value && (
        <div class={layout.scrollsWhenNarrow}>
          <table class={tabular.table}>
            <thead>
              <tr>
                {[unitOf(known), ...(known.timed ? [...(means ? ["longest", "on process"] : []), "duration", "computes", "in calls", "waits"] : []), "bytes", ...(collective ? ["in collectives"] : []), ...(isOfRounds(known) ? [] : ["events"])].map((title, at) => (
                  <th key={title} scope="col" aria-current={title === measure ? "true" : undefined}>
                    {title}
                    {means && at > (known.timed ? 2 : 0) && <small> (mean)</small>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.value.slice(0, MOST_ROWS).map((row) => (
                <tr key={row.index}>
                  <th scope="row">{numberOf(known, row.index)}</th>
                  {known.timed && means && <td>{span(row.period)}</td>}
                  {known.timed && means && <td>{row.process}</td>}
                  {known.timed && [sumOf(row), row.compute, row.calls, row.wait].map((value, at) => <td key={["period", "compute", "calls", "wait"][at]}>{at < 3 || time.waitsAreKnown.value ? span(value) : "–"}</td>)}
                  <td>{bytes(row.bytes)}</td>
                  {collective && <td>{bytes(row.collectiveBytes)}</td>}
                  {!isOfRounds(known) && <td>{count(row.events)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
          {known.iterations > MOST_ROWS && (
            <p class={prose.aside}>
              The first {count(MOST_ROWS)} of {count(known.iterations)}; the CSV has them all.
            </p>
          )}
        </div>
      )}
    </section>
  );
}
