/** What lies over the rows of the timeline: the critical path, how late calls may be, or the waits whose loss gains most. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { percent, span } from "../../base/format";
import { keyed } from "../../base/keyed";
import { line } from "../../components/Failed";
import { mostOnPath } from "./candidates";
import { type LaidOver, useWhatIf } from "./state";
import { besidePath, fadeOf, marksOf } from "./over";
import * as style from "./Over.module.css";
import * as controls from "../../components/controls.module.css";
import * as prose from "../../components/prose.module.css";

const CHOICES: readonly { over: LaidOver; label: string; title: string }[] = [
  { over: "path", label: "critical path", title: "What makes the run as long as it is; the rest is faded" },
  { over: "slack", label: "slack", title: "Faded: what could be later without the run ending later" },
  { over: "dominoes", label: "domino path", title: "The waits whose loss gains most, one after another" },
];
/** Columns of a strip, at most: two pixels each in a wide window. */
const MOST_COLUMNS = 600;
const PX_A_COLUMN = 2;

/** A strip of the timeline. */
export interface OverStrip {
  /** What it was drawn for, and what it is to show, in nanoseconds from the beginning of the run. */
  visible: readonly [number, number];
  wanted: readonly [number, number];
  rows: readonly { process: number; top: number; height: number }[];
  left: number;
  right: number;
}

export function OverChoices(): JSX.Element {
  const state = useWhatIf();
  const chosen = state.over.value;
  const [problem, busy] = [state.problem.value, state.running.value];
  return (
    <>
      {CHOICES.map(({ over, label, title }) => (
        <button
          key={over}
          type="button"
          class={controls.link}
          aria-pressed={chosen === over}
          title={title}
          onClick={() => {
            state.over.value = chosen === over ? null : over;
            state.dominoOf.value = state.over.value === "dominoes" ? "waits" : null;
          }}
        >
          {chosen === over ? "hide" : "show"} {label}
        </button>
      ))}
      {chosen && problem && <span class={`${prose.small} ${prose.quiet}`}>{line(problem)}</span>}
      {chosen && busy?.visible && <span class={`${prose.small} ${prose.quiet}`}>Finding it: {percent(busy.total > 0 ? busy.done / busy.total : 0)}</span>}
      {chosen && !problem && !busy && <Said chosen={chosen} />}
    </>
  );
}

/** What is to be seen, in words. */
function Said({ chosen }: { chosen: LaidOver }): JSX.Element | null {
  const state = useWhatIf();
  const summary = state.summary.value;
  if (!summary) return null;
  const most = mostOnPath(summary.now);
  const steps = state.domino.value?.steps ?? [];
  const words = {
    path: `The critical path is what is not faded: on process ${most?.process ?? 0} most, for ${percent((most?.onPath ?? 0) / Math.max(1, summary.length))} of the run.`,
    slack: "Faded: could be later without the run ending later.",
    dominoes: `The ${steps.length} waits whose loss gains most, one after another: without them the run is ${span(steps.at(-1)?.total ?? 0)} shorter.`,
  };
  return (
    <span class={`${prose.small} ${prose.quiet}`} data-testid="over-said">
      {words[chosen]}
    </span>
  );
}

interface Values {
  key: string;
  ranges: readonly (readonly [number, number])[];
  processes: readonly number[];
  strips: readonly (readonly number[])[];
}

export function Over({ strips }: { strips: readonly OverStrip[] }): JSX.Element | null {
  const state = useWhatIf();
  const over = state.over.value;
  const known = useSignal<Values | null>(null);
  const columns = Math.max(1, Math.min(MOST_COLUMNS, Math.floor(((strips[0]?.right ?? 0) - (strips[0]?.left ?? 0)) / PX_A_COLUMN)));
  const ready = state.summary.value !== null;
  const processes = [...new Set(strips.flatMap(({ rows }) => rows.map(({ process }) => process)))];
  const key = `${over} ${columns} ${ready} ${JSON.stringify(strips.map(({ visible }) => visible))} ${processes.join()}`;
  useEffect(() => {
    if (!ready || over === null || over === "dominoes" || strips.length === 0) return;
    const ranges = strips.map(({ visible: [from, to] }): [number, number] => [from, to]);
    void state.overTime(processes, ranges, columns, over === "slack").then((found) => found && (known.value = { key, ranges, ...found }));
  }, [key]);
  if (over === null || !ready) return null;
  const values = known.value;
  return (
    <div class={style.over} aria-hidden="true" data-testid="over" data-over={over}>
      {keyed(strips, ({ left, rows }) => `${left} ${rows[0]?.top ?? 0}`).map(({ key: name, item: strip }, index) =>
        over === "dominoes" ? (
          <Marks key={name} strip={strip} />
        ) : (
          values?.key.startsWith(`${over} `) && values.ranges[index] && <Rows key={name} strip={strip} over={over} processes={values.processes} range={values.ranges[index]} values={values.strips[index] ?? []} />
        ),
      )}
    </div>
  );
}

interface RowsProps {
  strip: OverStrip;
  over: "path" | "slack";
  processes: readonly number[];
  range: readonly [number, number];
  values: readonly number[];
}

/** Over each row of a strip, moved with it while the picture is moved. */
function Rows({ strip, over, processes, range: [from, to], values }: RowsProps): JSX.Element {
  const { wanted, rows, left, right } = strip;
  const columns = Math.max(1, values.length / Math.max(1, processes.length));
  const each = (to - from) / columns;
  const [begin, width] = each > 0 ? [(wanted[0] - from) / each, (wanted[1] - wanted[0]) / each] : [0, columns];
  const visible = wanted[1] - wanted[0];
  return (
    <>
      {rows.map(({ process, top, height }) => {
        const place = processes.indexOf(process);
        if (place < 0) return null;
        const own = values.slice(place * columns, (place + 1) * columns);
        return (
          <svg key={process} viewBox={`${begin} 0 ${Math.max(width, 1e-9)} 10`} preserveAspectRatio="none" style={{ left: `${left}px`, width: `${right - left}px`, top: `${top}px`, height: `${height}px` }}>
            {(over === "path" ? besidePath(own) : fadeOf(own, visible)).map(({ opacity, d }) => (
              <path key={opacity} class={style.fade} style={{ opacity }} d={d} />
            ))}
          </svg>
        );
      })}
    </>
  );
}

/** The steps of the domino path that are in a strip, numbered. */
function Marks({ strip }: { strip: OverStrip }): JSX.Element {
  const steps = useWhatIf().domino.value?.steps ?? [];
  const [from, to] = strip.wanted;
  return (
    <>
      {strip.rows.flatMap(({ process, top, height }) =>
        marksOf(steps, process, (time) => (to > from ? strip.left + ((time - from) / (to - from)) * (strip.right - strip.left) : -1))
          .filter(({ x }) => x >= strip.left && x <= strip.right)
          .map(({ x, numbers }) => (
            <b key={`${process} ${numbers}`} class={style.mark} style={{ left: `${x}px`, top: `${top + height / 2}px` }}>
              {numbers}
            </b>
          )),
      )}
    </>
  );
}
