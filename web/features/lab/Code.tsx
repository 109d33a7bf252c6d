/** The pseudo-code with its active line, and what was counted so far. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useLab } from "./state";
import * as style from "./Code.module.css";
import * as prose from "../../components/prose.module.css";

export function Code() {
  const state = useLab();
  const station = state.station.value;
  const step = state.step.value;
  const lit = useSignal(0);
  if (!station || !step) return null;
  const second = station.secondCode.length > 0;
  return (
    <div class={style.code}>
      <h2>{second ? "In lockstep" : station.title}</h2>
      {second && <p class={prose.small}>greedy</p>}
      <Lines lines={state.code.value.length > 0 ? state.code.value : station.code} active={step.line} lit={lit.value} name={second ? "Pseudo-code of greedy" : "Pseudo-code"} />
      {second && (
        <>
          <p class={prose.small}>optimal</p>
          <Lines lines={station.secondCode} active={step.otherLine ?? 0} lit={0} name="Pseudo-code of optimal" />
        </>
      )}
      <Figures light={(line) => (lit.value = line)} />
      <h3>To learn</h3>
      <p class={style.lesson}>{station.lesson}</p>
      {(station.name !== "what-if" || state.code.value.length > 0) && <Slips name={station.name} />}
    </div>
  );
}

function Lines({ lines, active, lit, name }: { lines: readonly string[]; active: number; lit: number; name: string }) {
  const now = useRef<HTMLLIElement>(null);
  // Only the list scrolls: on a phone the page stays where the picture is.
  useEffect(() => {
    const [line, list] = [now.current, now.current?.parentElement];
    if (!line || !list) return;
    const [top, bottom] = [line.offsetTop - list.offsetTop, line.offsetTop - list.offsetTop + line.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }, [active]);
  return (
    <ol class={style.lines} aria-label={name} tabIndex={0}>
      {lines
        .map((line, place) => ({ line, number: place + 1 }))
        .map(({ line, number }) => {
        const depth = line.length - line.trimStart().length;
        return (
          <li key={number} ref={number === active ? now : undefined} class={number === lit ? style.lit : ""} aria-current={number === active ? "step" : undefined}>
            <span class={prose.num}>{number}</span>
            <code style={{ paddingLeft: `${depth * 6}px` }}>{line.trimStart()}</code>
          </li>
        );
      })}
    </ol>
  );
}

/** The line of the pseudo-code that sets a figure. */
const SET_BY: Readonly<Record<string, number>> = {
  "length of the words": 7, moves: 5, "looked at": 5, splits: 6,
  "values pushed": 3, "tries of TRIPLET": 10, "tries of FOLLOWS": 14, "loops made": 12, "iterations added": 17,
  "foretold and right": 1, "foretold and wrong": 1, "not foretold": 1,
  "loops around": 8, "messages sent": 1, "messages received": 1, "in flight": 1,
};

/** Splits of a graph are its own line. */
const lineOf = (station: string, name: string): number => (station === "flow" ? 20 : (SET_BY[name] ?? 0));

/** What was counted. Pointing at a figure lights the line that sets it. */
function Figures({ light }: { light: (line: number) => void }) {
  const station = useLab().name.value;
  const figures = useLab().drawn.value?.figures ?? [];
  if (figures.length === 0) return null;
  return (
    <dl class={style.figures}>
      {figures.map(({ name, value, changed }) => (
        <div key={name} class={changed ? style.changed : ""} onPointerEnter={() => light(lineOf(station, name))} onPointerLeave={() => light(0)}>
          <dt>{name}</dt>
          <dd class={prose.num}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Where the papers say it otherwise. */
const SLIPS: Readonly<Record<string, string>> = {
  repeats: "Lemma 1 of the paper: its last member is i + (l-1)k, and the members must be neighbours in the class (aaaa shows it). In section 3.3, (2, bcda, 4) has 3 copies.",
  "greedy-optimal": "Loop symbols are numbered in the order of making, as in the paper; elsewhere L1 is the largest loop.",
  merge: "The paper unwraps whole iterations where a link carries at least one; the least cut pumps out one event. Its greatest common divisor is the least of floor(n / x) here. The body of a loop is shown before the loop comes out; the engine merges it afterwards, to the same result.",
  "what-if": "Figure 6 as printed compares differences that its lines 16 and 17 have already overwritten; those at occurrence are compared here.",
  nlr: "The two returns of REDUCE, as printed, belong inside their ifs.",
};

function Slips({ name }: { name: string }) {
  const slip = SLIPS[name];
  return slip ? <p class={style.lesson}>{slip}</p> : null;
}
