/** The collective operations by name and group: how often they are run, what they carry, and how long their calls last. */
import { useSignal } from "@preact/signals";
import { bytes, count, counted, span } from "../../base/format";
import type { ModelSummary, TimeSummary } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import * as controls from "../../components/controls.module.css";
import * as prose from "../../components/prose.module.css";
import * as tabular from "../../components/tabular.module.css";

/** Operations that are listed. */
const LISTED = 10;

interface Props {
  /** What the model says of them; null where there is none. */
  model: ModelSummary | null;
  /** What their calls take, where the trace has times. */
  times: TimeSummary | null;
}

/** An operation of a group. */
interface Row {
  name: string;
  processes: string;
  /** How often it is run; null where only calls are known. */
  count: number | null;
  /** How often in an iteration of L1. */
  each: number | null;
  /** How often before L1, after it, and elsewhere: in the loops around it. */
  outside: [number, number];
  between: number;
  /** Of all calls together. */
  took: { calls: number; bytes: number; spent: number; wait: number } | null;
  /** Its place among those of the model, the last one that is run first; below 0 if it is none of them. */
  at: number;
}

const plus = (one: NonNullable<Row["took"]>, more: NonNullable<Row["took"]>): NonNullable<Row["took"]> => ({
  calls: one.calls + more.calls,
  bytes: one.bytes + more.bytes,
  spent: one.spent + more.spent,
  wait: one.wait + more.wait,
});

/** The main loop of a model: how often it repeats and what it holds in all its places, what it is called, and what lies between them. */
export function mainOf({ loops, outside }: Pick<ModelSummary, "loops" | "outside">): { iterations: number; events: number; name: string; around: string } {
  const main = loops.find(({ id }) => id === 1);
  const own = main ? main.count * main.entered : 0;
  const iterations = outside[4] ?? own;
  const isOne = iterations === own;
  return { iterations, events: own > 0 ? ((main?.events ?? 0) / own) * iterations : 0, name: isOne ? "L1" : "the main loop", around: isOne ? "around L1" : "between" };
}

/** Operations, the most frequent first. What calls take is found by name and group; a call without a group belongs to the first of its name. */
export function rowsOf({ model, times }: Props): Row[] {
  const iterations = model ? mainOf(model).iterations : 0;
  const rows: Row[] = (model?.collectiveNames ?? []).map((name, at) => {
    const [often = 0, each = 0, before = 0, after = 0] = model?.collectiveCounts.slice(4 * at, 4 * at + 4) ?? [];
    return { name, processes: model?.collectiveGroups[at] ?? "", count: often, each, outside: [before, after], between: Math.max(0, often - before - after - each * iterations), took: null, at };
  });
  times?.collectiveNames.forEach((name, at) => {
    const processes = times.collectiveGroups[at] ?? "";
    const [calls = 0, size = 0, spent = 0, wait = 0] = times.collectiveTimes.slice(4 * at, 4 * at + 4);
    const took = { calls, bytes: size, spent, wait };
    const known = rows.find((row) => row.name === name && (row.processes === processes || processes === ""));
    if (known) known.took = known.took ? plus(known.took, took) : took;
    else rows.push({ name, processes, count: null, each: null, outside: [0, 0], between: 0, took, at: -1 });
  });
  return rows.sort((a, b) => (b.count ?? b.took?.calls ?? 0) - (a.count ?? a.took?.calls ?? 0));
}

/** How often an operation is run before L1, in an iteration of it, in the loops around it and after it. */
function timesOf({ outside: [before, after], each, between }: Row, hasBetween: boolean): { when: string; often: number }[] {
  const all = [{ when: "before", often: before }, { when: "each", often: each ?? 0 }, { when: "between", often: between }, { when: "after", often: after }];
  return all.filter(({ when }) => hasBetween || when !== "between");
}

export function Collectives(props: Props) {
  const rows = rowsOf(props);
  const all = useSignal(false);
  const listed = all.value ? rows : rows.slice(0, LISTED);
  // Without a main loop nothing is before or after it.
  const each = props.model?.loops.some(({ id }) => id === 1) === true && rows.some((row) => row.each !== null);
  const between = each && rows.some((row) => row.between > 0);
  const main = props.model && mainOf(props.model);
  const it = main?.name === "L1" ? "L1" : "it";
  const timed = rows.some(({ took }) => took !== null);
  const scrolls = useWorkspace().screen.narrow.value && (each || timed);
  return (
    <>
      <div class={tabular.scrolls} role="region" aria-label="The table of collectives" tabIndex={0}>
        <table class={tabular.table}>
          <thead>
            <tr>
              <th scope="col">operation</th>
              <th scope="col">of processes</th>
              <th scope="col">run</th>
              {each && <th scope="col">before {it}</th>}
              {each && <th scope="col">per iteration{it === "L1" && " of L1"}</th>}
              {between && <th scope="col">{main?.around}</th>}
              {each && <th scope="col">after {it}</th>}
              {timed && <th scope="col">bytes</th>}
              {timed && <th scope="col">time</th>}
              {timed && <th scope="col">of it waits</th>}
            </tr>
          </thead>
          <tbody>
            {listed.map((row) => (
              <tr key={`${row.name} ${row.processes}`}>
                <th scope="row">{row.name}</th>
                <td>{row.processes || "not recorded"}</td>
                <td>{row.count === null ? counted(row.took?.calls ?? 0, "call") : `×${count(row.count)}`}</td>
                {each && timesOf(row, between).map(({ when, often }) => <td key={when}>{often > 0 ? count(often) : "–"}</td>)}
                {timed && <td>{row.took && row.took.bytes > 0 ? bytes(row.took.bytes) : "–"}</td>}
                {timed && <td>{row.took ? span(row.took.spent + row.took.wait) : "–"}</td>}
                {timed && <td>{row.took && props.times?.clocks.comparable ? span(row.took.wait) : "–"}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class={prose.aside}>
        {timed && "Bytes and times: of the calls of all processes together. "}
        {scrolls && "The table scrolls sideways. "}
        {rows.length > listed.length && (
          <button type="button" class={controls.link} onClick={() => (all.value = true)}>
            show all {count(rows.length)}
          </button>
        )}
      </p>
    </>
  );
}
