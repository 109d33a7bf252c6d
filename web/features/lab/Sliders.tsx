/** Two sliders at What if: how much earlier the ends of a message begin. */
import { useLab } from "./state";
import * as style from "./Sliders.module.css";
import * as prose from "../../components/prose.module.css";

/** How far a slider reaches. */
const REACH = 15;

/** The two differences of a step: its pair among those after the message. */
function pairOf(text: string, step: number): number[] {
  const pair = step > 0 ? text.split(";")[step] : undefined;
  return (pair ?? "").trim().split(/[\s,]+/).map((number) => Math.max(-REACH, Math.min(Number(number) || 0, REACH)));
}

export function Sliders() {
  const state = useLab();
  const input = state.input.value;
  const isMessage = state.name.value === "what-if" && input !== null && !/[|]/.test(input.text ?? "") && state.code.value.length === 0;
  if (!isMessage || !input) return null;
  // Without a choice of one's own the sliders stand where the step at hand has them.
  const [told = 0, toldToo = 0] = pairOf(input.text ?? "", state.at.value);
  const [p, q] = [input.p ?? told, input.q ?? toldToo];
  const set = (change: { p?: number; q?: number }) => void state.run("what-if", { ...input, p, q, ...change }, 1);
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
