/** Time in the inspector: where that of the selected loop goes, and how its iterations differ. Each block only if it has something. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { count, counted, often, percent, span } from "../../base/format";
import { Term } from "../../components/Figure";
import type { IterationTrack, LoopTime, TimeParts } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import { TimeBar } from "./Bar";
import { ExcessSentence } from "./Excess";
import { useTime } from "./state";
import { numberOf } from "./iterationNames";
import { isOfRounds } from "./rounds";
import { PARTS, partsInWords, sumOf } from "./words";
import * as style from "./Blocks.module.css";
import * as controls from "../../components/controls.module.css";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

/** Processes that are listed in an iteration. */
const MOST_PROCESSES = 16;

/** From this part of all iterations on, what comes after the loop is told apart. */
const BEYOND = 0.01;

interface Props {
  loop: number;
  process: number | null;
  iteration: number | null;
  open: () => void;
}

/** `loop`: the selected one, and its selected iteration, null for none; `process`: the selected one, null for all; `open`: shows the iterations. */
export function TimeBlocks({ loop, process, iteration, open }: Props) {
  const found = useTime().summary.value?.loops.find(({ id }) => id === loop);
  if (!found) return null;
  return (
    <>
      {iteration !== null && <OneIteration iteration={iteration} process={process} />}
      <LoopTimes found={found} process={process} />
      {loop > 0 && <Iterations open={open} all={sumOf(partsOf(found, process))} />}
    </>
  );
}

/** What each process does in the selected iteration, in whole times of its own. */
function OneIteration({ iteration, process }: { iteration: number; process: number | null }) {
  const time = useTime();
  const workspace = useWorkspace();
  const known = time.iterations.value;
  const found = useSignal<readonly IterationTrack[]>([]);
  useEffect(() => {
    let gone = false;
    const processes = known?.processes.slice(0, MOST_PROCESSES) ?? [];
    const own = process !== null && known?.processes.includes(process) === true && !processes.includes(process) ? [process] : [];
    void Promise.all([time.rowsOf([], iteration), time.rowsOf([...processes, ...own], iteration)]).then((tracks) => !gone && (found.value = tracks.flat()));
    return () => void (gone = true);
  }, [known, iteration, process]);
  if (!known?.timed) return null;
  const rows = found.value.flatMap(({ process: of, rows: [row] }) => (row?.index === iteration ? [{ of, row }] : []));
  const whole = rows.reduce((most, { row }) => Math.max(most, sumOf(row)), 0);
  const shown = rows.find(({ of }) => of === (process ?? undefined)) ?? rows[0];
  if (!shown) return null;
  const several = known.processes.length > 1;
  const waits = time.waitsAreKnown.value;
  return (
    <section class={style.block} aria-label="The iteration">
      <div class={style.head}>
        <h3>
          Iteration {numberOf(known, iteration)} of {count(known.iterations)}
        </h3>
        <b>{span(shown.row.period)}</b>
      </div>
      {several && <p class={prose.aside}>{shown.of === undefined ? `on process ${shown.row.process}, the slowest` : `on process ${shown.of}`}</p>}
      {workspace.screen.place.value !== "iterations" && <ExcessSentence />}
      <ul class={style.rows}>
        {rows
          .filter(({ of }) => of !== undefined)
          .map(({ of, row }) => (
            <li key={of} title={`${span(row.period)}: ${partsInWords(row, waits)}`}>
              <span>{of}</span>
              <TimeBar parts={row} whole={whole} />
              <span>{waits ? span(row.wait) : "–"}</span>
            </li>
          ))}
      </ul>
      <p class={prose.aside}>
        at the right: waits{waits ? " within its own iteration" : ", which are not known"}; the median iteration lasts {span(known.median)}
        {several && " on its slowest process"}
      </p>
    </section>
  );
}

/** The times of a loop on a process, or on all of them in the mean. */
function partsOf(found: LoopTime, process: number | null): TimeParts {
  const cell = found.cells.find((one) => one.process === process);
  const members = Math.max(1, found.members);
  const { compute, calls, wait } = found.total;
  return cell?.total ?? { compute: compute / members, calls: calls / members, wait: wait / members };
}

function LoopTimes({ found, process }: { found: LoopTime; process: number | null }) {
  const cell = found.cells.find((one) => one.process === process);
  const members = Math.max(1, found.members);
  const parts = partsOf(found, process);
  const waits = useTime().waitsAreKnown.value;
  const all = sumOf(parts);
  const iterations = found.count * found.entered;
  const whose = cell ? `process ${cell.process}` : members > 1 ? `mean of ${count(members)} processes` : "";
  return (
    <section class={style.block} aria-label="Time">
      <div class={style.head}>
        <h3>Time</h3>
        <span class={prose.aside}>{[iterations > 1 && `all ${counted(iterations, "iteration")}`, found.entered > 1 && `entered ${often(found.entered)}`, whose].filter(Boolean).join(", ")}</span>
      </div>
      <TimeBar parts={parts} whole={all} />
      <dl class={tabular.facts}>
        {PARTS.map(({ part, label, means }) => (
          <div key={part} class={style.part}>
            <dt>
              <Term means={means}>{label}</Term>
            </dt>
            {part === "wait" && !waits ? (
              <dd class={prose.quiet}>not known</dd>
            ) : (
              <dd>
                {span(parts[part])} <b>{percent(all > 0 ? parts[part] / all : 0)}</b>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** `all`: how long the loop lasts. */
function Iterations({ open, all }: { open: () => void; all: number }) {
  const known = useTime().iterations.value;
  if (!known?.timed || known.iterations < 2) return null;
  const longest = known.longest[0];
  const several = known.processes.length > 1;
  const sum = known.mean * known.iterations;
  return (
    <section class={style.block} aria-label="Its iterations">
      <div class={style.head}>
        <h3>{isOfRounds(known) ? "Rounds" : known.places.length > 0 ? "Iterations of the main loop" : "Its iterations"}</h3>
        <button type="button" class={`${controls.link} ${prose.small}`} onClick={open}>
          open
        </button>
      </div>
      <dl class={tabular.facts}>
        <dt>on average</dt>
        <dd>{span(known.mean)}</dd>
        {known.places.length === 0 && !isOfRounds(known) && sum - all > BEYOND * sum && (
          <>
            <dt>
              <Term means="An iteration lasts until the next event of its process: the last one, each time the loop is entered, into what comes after the loop. The times above do not count that.">in all, after the last one</Term>
            </dt>
            <dd>{span(sum - all)}</dd>
          </>
        )}
        {!several && (
          <>
            <dt>median</dt>
            <dd>{span(known.median)}</dd>
          </>
        )}
        <dt>
          longest
          {longest && `, number ${numberOf(known, longest.index)}`}
        </dt>
        <dd>{span(known.max)}</dd>
      </dl>
    </section>
  );
}
