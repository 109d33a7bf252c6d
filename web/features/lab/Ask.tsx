/** A question before a step, and the one after it. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { EXERCISES, isRight } from "./exercises";
import { useLab } from "./state";
import { OutlinedButton } from "../../components/Buttons";
import * as style from "./Ask.module.css";
import * as controls from "../../components/controls.module.css";

export function Ask() {
  const state = useLab();
  const said = useSignal("");
  const typed = useSignal("");
  const place = useSignal(0);
  const field = useRef<HTMLInputElement>(null);
  const number = state.ask.value;
  const name = state.name.value;
  const exercise = EXERCISES.find((one) => (number > 0 ? one.number === number : number < 0 && one.station === name));
  const question = exercise?.questions[place.value] ?? exercise?.questions[0];
  const next = exercise?.questions[place.value + 1];
  const input = question?.input ?? exercise?.input;
  useEffect(() => {
    said.value = typed.value = "";
    place.value = 0;
    if (!exercise) return;
    const [first] = exercise.questions;
    const isThere = exercise.station === name && state.input.peek()?.text === exercise.input.text;
    if (!isThere) void state.run(exercise.station, exercise.input, first.step);
    else if (number < 0) state.show(first.step);
  }, [number]);
  const isShown = exercise !== undefined && name === exercise.station;
  // A link that asks is opened before its station is there.
  useEffect(() => field.current?.focus(), [number, isShown]);
  useEffect(() => {
    const picked = question?.click?.exec(state.picked.value)?.[1];
    state.picked.value = "";
    if (picked === undefined) return;
    typed.value = picked;
    field.current?.form?.requestSubmit();
  }, [state.picked.value]);
  if (!exercise || !question || !input || !isShown) return null;
  const judge = async () => {
    const right = await question.answer(state.steps.peek(), state.at.peek(), (other) => state.stepsOf(exercise.station, other));
    if (!right) said.value = "No step after this one answers it: go back to an earlier step.";
    else if (isRight(typed.peek(), right.says)) said.value = `Right: ${right.says}.`;
    else {
      said.value = `Not so: ${right.says}. Step ${right.step} shows why.`;
      if (right.input) await state.run(exercise.station, right.input, right.step);
      else state.show(right.step);
    }
  };
  const answer = (event: SubmitEvent) => {
    event.preventDefault();
    void judge();
  };
  const goOn = () => {
    if (!next) return;
    said.value = typed.value = "";
    place.value += 1;
    void state.run(exercise.station, next.input ?? exercise.input, next.step).then(() => field.current?.focus());
  };
  return (
    <form class={style.ask} onSubmit={answer} aria-label={`Exercise ${exercise.number}`}>
      <label>
        <b>{question.question}</b> <span>{question.hint}</span>
        <input ref={field} type="text" autocomplete="off" maxLength={40} value={typed.value} onInput={(event) => (typed.value = event.currentTarget.value)} />
      </label>
      <button type="submit" class={`${controls.button} ${controls.primary}`}>
        Answer
      </button>
      {next && said.value !== "" && (
        <OutlinedButton onClick={goOn}>
          Next question
        </OutlinedButton>
      )}
      <button type="button" class={controls.button} onClick={() => (state.ask.value = 0)}>
        Close
      </button>
      <p role="status">{said.value}</p>
    </form>
  );
}
