/** What lies over the rows of the timeline: the critical path, how late calls may be, or the waits whose loss gains most. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { count, percent, span } from "../../base/format";
import { keyed } from "../../base/keyed";
import { line } from "../../components/Failed";
import { mostOnPath } from "./candidates";
import { type LaidOver, useWhatIf } from "./state";
import { besidePath, fadeOf, marksOf, placed, runsOf } from "./over";
import type { WhatIfRule } from "../../engine/wire";
import * as style from "./Over.module.css";
import * as controls from "../../components/controls.module.css";
import * as prose from "../../components/prose.module.css";

const CHOICES: readonly { over: LaidOver; label: string; title: string }[] = [
  { over: "path", label: "critical path", title: "What makes the run as long as it is; the rest is faded" },
  { over: "slack", label: "slack", title: "Faded: what could be later without the run ending later" },
  { over: "dominoes", label: "domino path", title: "The waits whose loss gains most, one after another" },
  { over: "leftOut", label: "what can be left out", title: "Hatched: calls that no question about the longest waits and computations needs, as `loopscope reduce --candidates 100` leaves them out" },
];
const RULES: readonly { rule: WhatIfRule; label: string; title: string }[] = [
  { rule: "equal", label: "both ends alike (R3)", title: "Messages whose two ends shift alike in every prediction: the paper’s third rule" },
  { rule: "unmoved", label: "or receiver unmoved", title: "Also messages of receives that shift as if there were none" },
  { rule: "alone", label: "one change at a time", title: "What changes nothing where a single wait or computation takes less time" },
];
/** The pattern of what is left out: it leans the other way than waits. */
const HATCH = "left-out";
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

export function OverChoices() {
  const state = useWhatIf();
  const chosen = state.over.value;
  const [problem, busy] = [state.problem.value, state.running.value];
  return (
    <>
      {CHOICES.map(({ over, label, title }, at) => (
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
          {/* Seen once, before the first: four times would take two lines. */}
          <span class={chosen !== over && at > 0 ? prose.hidden : undefined}>{chosen === over ? "hide" : "show"} </span>
          {label}
        </button>
      ))}
      {chosen === "leftOut" && (
        <select aria-label="Left out" value={state.rule.value} title={RULES.find(({ rule }) => rule === state.rule.value)?.title} onChange={(event) => (state.rule.value = ruleOf(event.currentTarget.value))}>
          {RULES.map(({ rule, label }) => (
            <option key={rule} value={rule}>
              {label}
            </option>
          ))}
        </select>
      )}
      {chosen && problem && <span class={prose.aside}>{line(problem)}</span>}
      {chosen && busy?.visible && <span class={prose.aside}>Finding it: {percent(busy.total > 0 ? busy.done / busy.total : 0)}</span>}
      {chosen && !problem && !busy && <Said chosen={chosen} />}
    </>
  );
}

function ruleOf(value: string): WhatIfRule {
  return RULES.find(({ rule }) => rule === value)?.rule ?? "unmoved";
}

/** What is to be seen, in words. */
function Said({ chosen }: { chosen: LaidOver }) {
  const state = useWhatIf();
  const summary = state.summary.value;
  if (!summary) return null;
  const most = mostOnPath(summary.now);
  const steps = state.domino.value?.steps ?? [];
  const words = {
    path: `The critical path is what is not faded: on process ${most?.process ?? 0} most, for ${percent((most?.onPath ?? 0) / Math.max(1, summary.length))} of the run.`,
    slack: "Faded: could be later without the run ending later.",
    leftOut: leftOutInWords(state.leftOut.value),
    dominoes: `The ${steps.length} waits whose loss gains most, one after another: without them the run is ${span(steps.at(-1)?.total ?? 0)} shorter.`,
  };
  return (
    <span class={prose.aside} data-testid="over-said">
      {words[chosen]}
    </span>
  );
}

function leftOutInWords(found: readonly [number, number, number] | null): string {
  if (!found) return "";
  const [left, calls, asked] = found;
  return `Hatched: no question about the ${count(asked)} longest waits and computations needs it. ${percent(left / Math.max(1, calls))} of ${count(calls)} calls are left out.`;
}

interface Values {
  key: string;
  ranges: readonly (readonly [number, number])[];
  processes: readonly number[];
  strips: readonly (readonly number[])[];
}

export function Over({ strips }: { strips: readonly OverStrip[] }) {
  const state = useWhatIf();
  const over = state.over.value;
  const known = useSignal<Values | null>(null);
  const columns = Math.max(1, Math.min(MOST_COLUMNS, Math.floor(((strips[0]?.right ?? 0) - (strips[0]?.left ?? 0)) / PX_A_COLUMN)));
  const ready = state.summary.value !== null;
  const processes = [...new Set(strips.flatMap(({ rows }) => rows.map(({ process }) => process)))];
  const key = `${over} ${over === "leftOut" ? state.rule.value : ""} ${columns} ${ready} ${JSON.stringify(strips.map(({ visible }) => visible))} ${processes.join()}`;
  useEffect(() => {
    if (!ready || over === null || over === "dominoes" || strips.length === 0) return;
    const ranges = strips.map(({ visible: [from, to] }): [number, number] => [from, to]);
    void state.overTime(processes, ranges, columns, over).then((found) => {
      if (!found) return;
      known.value = { key, ranges, ...found };
      state.leftOut.value = found.leftOut ?? null;
    });
  }, [key]);
  if (over === null || !ready) return null;
  const values = known.value;
  return (
    <div class={style.over} aria-hidden="true" data-testid="over" data-over={over}>
      {over === "leftOut" && (
        <svg width="0" height="0">
          <pattern id={HATCH} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
            <path class={style.hatch} d="M3 0V6" />
          </pattern>
        </svg>
      )}
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
  over: "path" | "slack" | "leftOut";
  processes: readonly number[];
  range: readonly [number, number];
  values: readonly number[];
}

/** Over each row of a strip, moved with it while the picture is moved. */
function Rows({ strip, over, processes, range: [from, to], values }: RowsProps) {
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
        const box = { left: `${left}px`, width: `${right - left}px`, top: `${top}px`, height: `${height}px` };
        if (over === "leftOut") return <Hatched key={process} box={box} d={rectangles(own, (at) => ((at - begin) / Math.max(width, 1e-9)) * (right - left), height)} />;
        return (
          <svg key={process} viewBox={`${begin} 0 ${Math.max(width, 1e-9)} 10`} preserveAspectRatio="none" style={box}>
            {(over === "path" ? besidePath(own) : fadeOf(own, visible)).map(({ opacity, d }) => (
              <path key={opacity} class={style.fade} style={{ opacity }} d={d} />
            ))}
          </svg>
        );
      })}
    </>
  );
}

/** What is left out of a row, in pixels. */
function rectangles(shares: readonly number[], xOf: (column: number) => number, height: number): string {
  return runsOf(shares)
    .map(([from, to]) => `M${xOf(from).toFixed(1)} 0H${xOf(to).toFixed(1)}V${height}H${xOf(from).toFixed(1)}z`)
    .join("");
}

function Hatched({ box, d }: { box: Readonly<Record<string, string>>; d: string }) {
  return (
    <svg style={box}>
      <path class={style.fade} style={{ opacity: 0.6 }} d={d} />
      <path fill={`url(#${HATCH})`} d={d} />
    </svg>
  );
}

/** The steps of the domino path that are in a strip, numbered; a line leads to the place of a mark that stands beside it. */
function Marks({ strip }: { strip: OverStrip }) {
  const steps = useWhatIf().domino.value?.steps ?? [];
  const [from, to] = strip.wanted;
  const xOf = (time: number) => (to > from ? strip.left + ((time - from) / (to - from)) * (strip.right - strip.left) : -1);
  const all = strip.rows.flatMap(({ process, top, height }) =>
    marksOf(steps, process, xOf)
      .filter(({ x }) => x >= strip.left && x <= strip.right)
      .map((mark) => ({ ...mark, y: top + height / 2 })),
  );
  return (
    <>
      {placed(all, [strip.left, strip.right]).map(({ x, y, at, numbers }) => (
        <span key={numbers}>
          {x !== at && <i class={style.leads} style={{ left: `${Math.min(x, at)}px`, width: `${Math.abs(x - at)}px`, top: `${y}px` }} />}
          <b class={style.mark} style={{ left: `${x}px`, top: `${y}px` }}>
            {numbers}
          </b>
        </span>
      ))}
    </>
  );
}
