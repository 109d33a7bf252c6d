/** Time in the inspector: where that of the selected loop goes, and how its iterations differ. Each block only if it has something. */
import type { JSX } from "preact";
import { count, percent, span } from "../../base/format";
import { Term } from "../../components/Figure";
import type { LoopTime, TimeParts } from "../../engine/wire";
import { TimeBar } from "./Bar";
import { useTime } from "./state";
import { PARTS, partsInWords, sumOf } from "./words";
import * as style from "./Blocks.module.css";
import * as controls from "../../components/controls.module.css";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

/** Processes that are listed in an iteration. */
const MOST_PROCESSES = 16;

interface Props {
  loop: number;
  process: number | null;
  iteration: number | null;
  open: () => void;
}

/** `loop`: the selected one, and its selected iteration, null for none; `process`: the selected one, null for all; `open`: shows the iterations. */
export function TimeBlocks({ loop, process, iteration, open }: Props): JSX.Element | null {
  const { summary } = useTime();
  const found = summary.value?.loops.find(({ id }) => id === loop);
  if (!summary.value || !found) return null;
  return (
    <>
      {iteration !== null && <OneIteration iteration={iteration} />}
      <LoopTimes found={found} process={process} />
      <Iterations open={open} />
    </>
  );
}

/** What each process does in the selected iteration, as far as it is a row of its own. */
function OneIteration({ iteration }: { iteration: number }): JSX.Element | null {
  const time = useTime();
  const tracks = time.tracks.value;
  const known = time.iterations.value;
  const rows = [...(tracks?.all ? [tracks.all] : []), ...(tracks?.processes.slice(0, MOST_PROCESSES) ?? [])].flatMap(({ process, rows: all }) => {
    const row = all.find(({ index }) => index === iteration);
    return row ? [{ process, row }] : [];
  });
  const whole = rows.reduce((most, { row }) => Math.max(most, sumOf(row)), 0);
  const all = rows.find(({ process }) => process === undefined);
  if (!known?.timed || !all) return null;
  return (
    <section class={style.block} aria-label="The iteration">
      <div class={style.head}>
        <h3>
          Iteration {count(iteration + 1)} of {count(known.iterations)}
        </h3>
        <b>{span(all.row.period)}</b>
      </div>
      <ul class={style.rows}>
        {rows
          .filter(({ process }) => rows.length === 1 || process !== undefined)
          .map(({ process, row }) => (
            <li key={process} title={partsInWords(row)}>
              <span>{process ?? "all"}</span>
              <TimeBar parts={row} whole={whole} />
              <span>{span(row.wait)}</span>
            </li>
          ))}
      </ul>
      <p class={`${prose.quiet} ${prose.small}`}>at the right: waits; median of all iterations {span(known.median)}</p>
    </section>
  );
}

function LoopTimes({ found, process }: { found: LoopTime; process: number | null }): JSX.Element {
  const cell = found.cells.find((one) => one.process === process);
  const members = Math.max(1, found.members);
  const mean = (parts: TimeParts): TimeParts => ({ compute: parts.compute / members, calls: parts.calls / members, wait: parts.wait / members });
  const parts = cell?.total ?? mean(found.total);
  const all = sumOf(parts);
  return (
    <section class={style.block} aria-label="Time">
      <div class={style.head}>
        <h3>Time</h3>
        <span class={`${prose.quiet} ${prose.small}`}>{cell ? `process ${cell.process}` : members > 1 ? `mean of ${count(members)} processes` : ""}</span>
      </div>
      <TimeBar parts={parts} whole={all} />
      <dl class={tabular.facts}>
        {PARTS.map(({ part, label, means }) => (
          <div key={part} class={style.part}>
            <dt>
              <Term means={means}>{label}</Term>
            </dt>
            <dd>
              {span(parts[part])} <b>{percent(all > 0 ? parts[part] / all : 0)}</b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Iterations({ open }: { open: () => void }): JSX.Element | null {
  const known = useTime().iterations.value;
  if (!known?.timed || known.iterations < 2) return null;
  const longest = known.outliers[0];
  return (
    <section class={style.block} aria-label="Its iterations">
      <div class={style.head}>
        <h3>Its iterations</h3>
        <button type="button" class={`${controls.link} ${prose.small}`} onClick={open}>
          open
        </button>
      </div>
      <dl class={tabular.facts}>
        <dt>median, longest</dt>
        <dd>
          {span(known.median)}, {span(known.max)} {longest && <span class={prose.quiet}>({count(longest.index + 1)})</span>}
        </dd>
      </dl>
    </section>
  );
}
