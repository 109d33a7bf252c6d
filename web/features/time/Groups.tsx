/** Iterations in groups of about the same length: a real one of each, process by process, and what these would say about all. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { capital, count, counted, listed, percent, span } from "../../base/format";
import { Switch } from "../../components/Switch";
import type { IterationGrouping, IterationTrack } from "../../engine/wire";
import { TimeBar } from "./Bar";
import { markHeight } from "./draw";
import { groupsOf, useTime } from "./state";
import { numberOf } from "./iterationNames";
import { meanOfProcesses } from "./words";
import * as style from "./Groups.module.css";
import * as controls from "../../components/controls.module.css";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";
import * as view from "./View.module.css";

/** Processes that a card shows. */
const MOST_BARS = 16;
const NUMBERS = ["no", "one", "two", "three", "four", "five"];

export function Groups({ choose }: { choose: (iteration: number, process: number | null) => void }) {
  const time = useTime();
  const known = time.iterations.value;
  const shown = groupsOf(time);
  const members = useSignal<readonly (readonly IterationTrack[])[]>([]);
  useEffect(() => {
    let gone = false;
    members.value = [];
    const processes = known?.processes.slice(0, MOST_BARS) ?? [];
    void Promise.all((shown?.groups ?? []).map(({ nearest }) => time.rowsOf(processes, nearest))).then((found) => !gone && (members.value = found));
    return () => void (gone = true);
  }, [known, shown]);
  if (!known || !shown) return null;
  const several = known.processes.length > 1;
  const longest = Math.max(...members.value.flatMap((tracks) => tracks.map(({ rows }) => (rows[0] ? rows[0].compute + rows[0].calls + rows[0].wait : 0))), 1);
  return (
    <section class={view.block} aria-label="Groups of iterations">
      <div class={layout.head}>
        <h2>{capital(NUMBERS[shown.groups.length] ?? "")} groups by duration</h2>
        <span class={prose.aside}>
          the one in the middle of each, by process; together they explain {percent(shown.explained)} of the differences
        </span>
        {known.groupings.length > 1 && (
          <span class={style.choice}>
            <Switch
              name="Number of groups"
              options={known.groupings.map(({ groups }) => ({ value: String(groups.length), label: String(groups.length) }))}
              chosen={String(shown.groups.length)}
              choose={(value) => (time.groups.value = Number(value))}
            />
          </span>
        )}
      </div>
      <ul class={style.groups}>
        {shown.groups.map((group, at) => (
          <li key={group.from}>
            <p class={style.name}>
              <i aria-hidden="true" style={{ height: `${markHeight(at, shown.groups.length) + 4}px` }} />
              <b>{counted(group.iterations, "iteration")}</b>
              <button type="button" class={controls.link} onClick={() => choose(group.nearest, null)}>
                as number {numberOf(known, group.nearest)}
              </button>
            </p>
            <p class={prose.quiet}>
              {span(group.median)}
              {several && " on the slowest process"}
              {time.waitsAreKnown.value && `, waits ${percent(group.waits)}`}
              {several && `, ${meanOfProcesses(known.processes.length)}`}
            </p>
            <div class={style.bars} aria-hidden="true">
              {(members.value[at] ?? known.processes.slice(0, MOST_BARS).map((process) => ({ process, rows: [] as IterationTrack["rows"] }))).map(({ process, rows }) => (
                <div key={process}>{rows[0] && <TimeBar parts={rows[0]} whole={longest} />}</div>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <p class={prose.aside}>{estimateOf(shown, known.iterations)}</p>
    </section>
  );
}

/** What the real iterations would say about all of them. */
function estimateOf({ groups, timeError, waitsError }: IterationGrouping, iterations: number): string {
  const parts = [`the time ${off(timeError)}`, ...(waitsError === undefined ? [] : [`the waits ${off(waitsError)}`])];
  return `Who knew only these ${NUMBERS[groups.length]}, each for its group, would estimate ${listed(parts)} for all ${count(iterations)}.`;
}

function off(error: number): string {
  if (Math.abs(error) < 0.0005) return "exactly, to a tenth of a percent";
  return `${percent(Math.abs(error))} too ${error < 0 ? "short" : "long"}`;
}
