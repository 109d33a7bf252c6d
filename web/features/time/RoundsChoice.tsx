/** What is listed: the iterations of the main loop, or rounds from one collective operation to the next. */
import { count } from "../../base/format";
import { useTime } from "./state";
import * as style from "./View.module.css";

export function RoundsChoice() {
  const time = useTime();
  const summary = time.summary.value;
  if (!summary || summary.rounds.counts.length === 0 || time.loop.value !== 1 || time.ofLoop.value !== null || !time.ofProgram.value) return null;
  const loop = summary.loops.find(({ id }) => id === 1);
  return (
    <label class={style.rounds}>
      list{" "}
      <select
        value={time.listedRounds.value ?? ""}
        onChange={({ currentTarget: { value } }) => time.list(value === "" ? null : Number(value))}
      >
        {loop && <option value="">iterations of L1</option>}
        {summary.rounds.counts.map((rounds, kind) => (
          <option key={summary.rounds.between[kind]} value={kind}>
            rounds between {summary.rounds.between[kind]} (×{count(rounds)})
          </option>
        ))}
      </select>
    </label>
  );
}
