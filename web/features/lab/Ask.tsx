/** A question before a step. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { EXERCISES, isRight } from "./exercises";
import { useLab } from "./state";
import * as style from "./Ask.module.css";
import * as controls from "../../components/controls.module.css";

export function Ask(): JSX.Element | null {
  const state = useLab();
  const said = useSignal("");
  const typed = useSignal("");
  const field = useRef<HTMLInputElement>(null);
  const number = state.ask.value;
  const name = state.name.value;
  const exercise = EXERCISES.find((one) => (number > 0 ? one.number === number : number < 0 && one.station === name));
  useEffect(() => {
    said.value = typed.value = "";
    if (!exercise) return;
    const isThere = exercise.station === name && state.input.peek()?.text === exercise.input.text;
    if (!isThere) void state.run(exercise.station, exercise.input, exercise.step);
    else if (number < 0) state.show(exercise.step);
    field.current?.focus();
  }, [number]);
  useEffect(() => {
    const picked = exercise?.click?.exec(state.picked.value)?.[1];
    state.picked.value = "";
    if (picked === undefined) return;
    typed.value = picked;
    field.current?.form?.requestSubmit();
  }, [state.picked.value]);
  if (!exercise || state.name.value !== exercise.station) return null;
  const judge = (): void => {
    const right = exercise.answer(state.steps.peek(), state.at.peek());
    if (!right) said.value = "No step after this one answers it: go back to an earlier step.";
    else if (isRight(typed.value, right.says)) said.value = `Right: ${right.says}.`;
    else {
      said.value = `Not so: ${right.says}. Step ${right.step} shows why.`;
      state.show(right.step);
    }
  };
  const answer = (event: SubmitEvent): void => {
    event.preventDefault();
    judge();
  };
  return (
    <form class={style.ask} onSubmit={answer} aria-label={`Exercise ${exercise.number}`}>
      <label>
        <b>{exercise.question}</b> <span>{exercise.hint}</span>
        <input ref={field} type="text" autocomplete="off" maxLength={40} value={typed.value} onInput={(event) => (typed.value = event.currentTarget.value)} />
      </label>
      <button type="submit" class={`${controls.button} ${controls.primary}`}>
        Answer
      </button>
      <button type="button" class={controls.button} onClick={() => (state.ask.value = 0)}>
        Close
      </button>
      <p role="status">{said.value}</p>
    </form>
  );
}
