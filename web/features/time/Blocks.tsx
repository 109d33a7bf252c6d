/** Time in the inspector: where that of the selected loop goes, and how its iterations differ. Each block only if it has something. */
import type { JSX } from "preact";
import { count, percent } from "../../base/format";
import { Term } from "../../components/Figure";
import type { LoopTime, TimeParts } from "../../engine/wire";
import { TimeBar } from "./Bar";
import { useTime } from "./state";
import { PARTS, span, sumOf } from "./words";
import * as style from "./Blocks.module.css";
import * as controls from "../../components/controls.module.css";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

/** `loop`: the selected one; `process`: the selected one, null for all; `open`: shows the iterations. */
export function TimeBlocks({ loop, process, open }: { loop: number; process: number | null; open: () => void }): JSX.Element | null {
  const { summary } = useTime();
  const found = summary.value?.loops.find(({ id }) => id === loop);
  if (!summary.value || !found) return null;
  return (
    <>
      <LoopTimes found={found} process={process} />
      <Iterations open={open} />
    </>
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
