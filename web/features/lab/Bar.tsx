/** The controls and the bar: a range with a long tick for each coarse stop and a short one for each step. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { SPEEDS, useLab } from "./state";
import { OutlinedButton, PrimaryButton } from "../../components/Buttons";
import { Switch } from "../../components/Switch";
import * as style from "./Bar.module.css";
import * as prose from "../../components/prose.module.css";

/** Ticks of fine steps are drawn while they are so many pixels apart. */
const APART = 4;
/** Room for the word of a tick, and how wide the bar is for that. */
const WORD = 84;
/** Letters of such a word, at most. */
const LONGEST = 14;

export function Bar() {
  const state = useLab();
  const [at, steps] = [state.at.value, state.steps.value];
  const last = Math.max(1, steps.length - 1);
  const label = labelOf(state, at);
  return (
    <div class={style.bar}>
      <div class={style.buttons}>
        <OutlinedButton aria-label="Step back" title="Step back (←)" disabled={at === 0} onClick={() => state.move(-1)}>
          ‹
        </OutlinedButton>
        <PrimaryButton aria-label={state.playing.value ? "Pause" : "Play"} title="Play or pause (Space)" onClick={state.play}>
          <svg width="10" height="12" viewBox="0 0 10 12" aria-hidden="true" fill="currentColor">
            <path d={state.playing.value ? "M0 0h3v12H0zM7 0h3v12H7z" : "M0 0l10 6-10 6z"} />
          </svg>
        </PrimaryButton>
        <OutlinedButton aria-label="Step on" title="Step on (→)" disabled={at >= steps.length - 1} onClick={() => state.move(1)}>
          ›
        </OutlinedButton>
        <span class={`${style.count} ${prose.num}`}>
          step <b>{at}</b> of {steps.length - 1}
        </span>
      </div>
      <div class={style.track}>
        <Ticks />
        <input
          type="range"
          min={0}
          max={steps.length - 1}
          step={1}
          value={at}
          aria-label="Step"
          aria-valuetext={`step ${at} of ${steps.length - 1}, ${label}`}
          data-lab="bar"
          onInput={(event) => state.show(Number(event.currentTarget.value))}
          style={{ "--done": `${(100 * at) / last}%` }}
        />
      </div>
      <div class={style.zoom}>
        <Switch name="Zoom" chosen={state.fine.value ? "fine" : "coarse"} options={[{ value: "coarse", label: "Coarse", title: "Stops where something is complete (Z)" }, { value: "fine", label: "Fine", title: "Stops at every step (Z)" }]} choose={(value) => (state.fine.value = value === "fine")} />
        <select aria-label="Seconds a step" value={state.speed.value} onChange={(event) => (state.speed.value = Number(event.currentTarget.value))}>
          {SPEEDS.map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds} s
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

/** Of sentences of some kind, what names the step; `$1` and `$2` are what the pattern holds. */
const NAMES: Readonly<Record<string, readonly [RegExp, string]>> = {
  take: [/^Step \d+: the wait at (message \d+)|^(?:Largest[^:]*: )?([^,:]+), /, "$1$2"],
  reduced: [/ became (\d+):/, "$1 symbols"],
  push: [/^(\S+) is pushed/, "$1"],
  triplet: [/become/, "a loop"],
  follows: [/its bound/, "one more"],
  anchor: [/Next: ([^,.]+)/, "then $1"],
  "no-anchor": [/./, "no loop"],
  edge: [/^(.+) follows (.+?):/, "$2 $1"],
  visit: [/^(.+) is visited/, "$1"],
  "case-B": [/ to (.+?):/, "loop of $1"],
  "case-E": [/^(.+?):/, "$1"],
  tag: [/[:;] ([^:;]+) is in the loop of (.+?)\./, "$1 in $2"],
  coalesce: [/one of ([\d,]+) /, "×$1"],
  difference: [/^p is (\S+) and q (\S+):/, "p $1, q $2"],
  try: [/message (\d+)/, "without $1"],
};

/** What a step is about, in a few words. */
function labelOf(state: ReturnType<typeof useLab>, at: number): string {
  const steps = state.steps.value;
  const { kind = "", say = "" } = steps[at] ?? {};
  if (at === 0) return "start";
  if (at === steps.length - 1) return "end";
  if (kind === "level") return `words of length ${1 + steps.slice(0, at + 1).filter((step) => step.kind === "level").length}`;
  const [pattern, name] = NAMES[kind] ?? [];
  // What begins later is so much less earlier.
  const found = pattern?.exec(say.replace(/(\d+) (earlier|later)/g, (_, by: string, when) => (when === "later" ? `−${by}` : by)));
  const label = found && name ? name.replace(/\$(\d)/g, (_, group: string) => (found[Number(group)] ?? "").toLowerCase()) : kind.replace(/-/g, " ");
  return label.length > LONGEST ? `${label.slice(0, LONGEST - 1)}…` : label;
}

function Ticks() {
  const state = useLab();
  const steps = state.steps.value;
  const last = Math.max(1, steps.length - 1);
  const box = useRef<HTMLDivElement>(null);
  const own = useSignal(0);
  const stage = state.width.value;
  useEffect(() => void (own.value = box.current?.clientWidth ?? 0), [stage, last]);
  const width = own.value;
  const fine = width / last >= APART ? steps.map((_, at) => at) : [];
  let free = Number.NEGATIVE_INFINITY;
  const stops = state.stops.value;
  const dense = stops.length > width / 3;
  return (
    <div ref={box} class={style.ticks} aria-hidden="true">
      {fine.map((at) => (
        <i key={`f${at}`} style={{ left: `${(100 * at) / last}%` }} />
      ))}
      {(dense ? [] : stops).map((at) => {
        const x = (at / last) * width;
        const ends = at === 0 || at === last;
        const room = x >= free && (ends || x < width - WORD);
        if (room) free = x + WORD;
        return (
          <i key={`c${at}`} class={style.long} style={{ left: `${(100 * at) / last}%` }}>
            {room && <span class={at === 0 ? style.first : at === last ? style.last : ""}>{labelOf(state, at).replace("words of ", "")}</span>}
          </i>
        );
      })}
    </div>
  );
}
