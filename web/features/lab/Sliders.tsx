/** Two sliders at What if: how much earlier the ends of a message begin. */
import type { JSX } from "preact";
import { useLab } from "./state";
import * as style from "./Sliders.module.css";
import * as prose from "../../components/prose.module.css";

/** How far a slider reaches. */
const REACH = 15;

export function Sliders(): JSX.Element | null {
  const state = useLab();
  const input = state.input.value;
  const isMessage = state.name.value === "what-if" && input !== null && !/[|]/.test(input.text ?? "") && state.code.value.length === 0;
  if (!isMessage || !input) return null;
  const [p, q] = [input.p ?? 0, input.q ?? 0];
  const set = (change: { p?: number; q?: number }): void => void state.run("what-if", { ...input, p, q, ...change }, 1);
  const slider = (name: "p" | "q", who: string, value: number): JSX.Element => (
    <label>
      <span>
        {who} begins <b class={prose.num}>{Math.abs(value)}</b> {value < 0 ? "later" : "earlier"}
      </span>
      <input
        type="range"
        min={-REACH}
        max={REACH}
        step={1}
        value={value}
        data-keys="own"
        aria-label={`How much earlier ${name} begins`}
        aria-valuetext={`${Math.abs(value)} ${value < 0 ? "later" : "earlier"}`}
        onInput={(event) => set({ [name]: event.currentTarget.valueAsNumber })}
      />
    </label>
  );
  return (
    <div class={style.sliders} role="group" aria-label="Differences">
      {slider("p", "p, the sender,", p)}
      {slider("q", "q, the receiver,", q)}
    </div>
  );
}
