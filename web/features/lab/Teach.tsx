/** The lecturer's page: stations, their examples and exercises as links, sections of the papers, and a plan of 45 minutes. */
import { useSignal } from "@preact/signals";
import type { LabInput, LabStep } from "../../engine/wire";
import { EXERCISES, type Exercise, type Question } from "./exercises";
import { writeLab } from "./link";
import { useLab } from "./state";
import * as style from "./Teach.module.css";
import * as controls from "../../components/controls.module.css";

/** A link of the plan: to an example of a station, the first if none is named, or to an exercise. */
interface Goal {
  text: string;
  station?: string;
  example?: string;
  step?: number;
  fine?: boolean;
  exercise?: number;
  /** Another page, in place of all that. */
  href?: string;
}

/** Minutes, and what to do in them. */
const PLAN: readonly { minutes: string; does: readonly (string | Goal)[] }[] = [
  { minutes: "0 to 4", does: [{ text: "Why loops", href: "?sample=lu" }, ": the Overview of a real trace, LU."] },
  {
    minutes: "4 to 13",
    does: [
      { text: "Repeats", station: "repeats" },
      ": coarse to the level of length 2, ",
      { text: "fine through the moves after it", station: "repeats", step: 15, fine: true },
      " (steps 15 to 21), coarse to the end; ",
      { text: "exercise 1", exercise: 1 },
      ".",
    ],
  },
  {
    minutes: "13 to 22",
    does: [
      { text: "Greedy and optimal", station: "greedy-optimal" },
      " on the first string of section 4.2; at step 9 ",
      { text: "exercise 2", exercise: 2 },
      "; then ",
      { text: "the second string", station: "greedy-optimal", example: "section-4.2-second" },
      " and ",
      { text: "ring", station: "greedy-optimal", example: "ring" },
      ", where the theorem of the appendix ends.",
    ],
  },
  {
    minutes: "22 to 30",
    does: [
      { text: "NLR from its third value on", station: "nlr", step: 2 },
      ": three make a loop, each further one extends it. ",
      { text: "Section 2.2", station: "nlr", example: "section-2.2" },
      ", coarse: a bound that grows. ",
      { text: "Exercise 3", exercise: 3 },
      ". One minute of ",
      { text: "Prediction", station: "prediction", example: "break" },
      ": wrong once, silent, then right.",
    ],
  },
  {
    minutes: "30 to 36",
    does: [
      "Merge: ",
      { text: "a loop is split", station: "merge", example: "split" },
      ", ",
      { text: "a loop is shifted", station: "merge", example: "shift" },
      ", ",
      { text: "exercise 4", exercise: 4 },
      "; then ",
      { text: "the model of LU", href: "?sample=lu&view=loops&as=model" },
      ".",
    ],
  },
  {
    minutes: "36 to 41",
    does: [
      "Flow graph: ",
      { text: "a loop with two entries, and its split", station: "flow", example: "irreducible", step: 38 },
      "; ",
      { text: "exercise 5", exercise: 5 },
      ".",
    ],
  },
  {
    minutes: "41 to 45",
    does: [
      "What if: ",
      { text: "case (a) with its sliders", station: "what-if", example: "case-a" },
      ", then ",
      { text: "the domino path", station: "what-if", example: "domino" },
      " and ",
      { text: "exercise 6", exercise: 6 },
      "; then “How was this found?” beside a loop of your own trace.",
    ],
  },
];

export function Teach() {
  const state = useLab();
  const stations = state.stations.value;
  const goTo = ({ station = "", example, step = 0, fine = false, exercise, href }: Goal) => {
    if (href) return href;
    const asked = EXERCISES.find(({ number }) => number === exercise);
    if (asked) return asking(asked);
    const known = stations.find(({ name }) => name === station)?.examples ?? [];
    return writeLab({ station, input: (known.find(({ id }) => id === example) ?? known[0])?.input ?? null, step, fine });
  };
  return (
    <main id="main" tabIndex={-1} class={style.teach}>
      <h1>The lab, for lecturers</h1>
      <p class={style.says}>Every link opens in the state that it names, for the class as for you. Nothing is installed, and nothing leaves the computer.</p>
      <p>
        Right and Left step. A coarse step goes to where something is complete, a fine one to the next line of the pseudo-code; Z changes between them. On each step yellow is what it is about, pale what comes next. C copies the link to the step, and “Save” has the coarse steps as slides.
      </p>
      <h2>A plan of 45 minutes</h2>
      <ol class={style.plan}>
        {PLAN.map(({ minutes, does }) => (
          <li key={minutes}>
            <span>{minutes}</span>
            <p>
              {does.map((part) =>
                typeof part === "string" ? (
                  part
                ) : (
                  <a key={part.text} class={controls.link} href={goTo(part)}>
                    {part.text}
                  </a>
                ),
              )}
            </p>
          </li>
        ))}
      </ol>
      {stations.map((station) => (
        <section key={station.name}>
          <h2>{station.title}</h2>
          <p>{station.lesson}</p>
          <p class={style.source}>{station.source}</p>
          <ul>
            {station.examples.map((example) => (
              <li key={example.id}>
                <a class={controls.link} href={writeLab({ station: station.name, input: example.input })}>
                  {example.id}
                </a>{" "}
                {example.source}
              </li>
            ))}
          </ul>
          {EXERCISES.filter((exercise) => exercise.station === station.name).map((exercise) => (
            <Answers key={exercise.number} exercise={exercise} />
          ))}
        </section>
      ))}
    </main>
  );
}

/** The link that asks an exercise. */
function asking({ number, station, input, questions }: Exercise): string {
  return writeLab({ station, input, step: questions[0].step, ask: number });
}

/** An exercise; its answers are computed when it is opened. */
function Answers({ exercise }: { exercise: Exercise }) {
  const state = useLab();
  const answers = useSignal<readonly { says: string; why: string }[]>([]);
  const { number, station, questions } = exercise;
  const open = async () => {
    const stepsOf = (input: LabInput): Promise<readonly LabStep[]> => state.stepsOf(station, input);
    const solved = async ({ input = exercise.input, step, answer }: Question): Promise<{ says: string; why: string }> => {
      const right = await answer(await stepsOf(input), step, stepsOf);
      return { says: right?.says ?? "", why: writeLab({ station, input: right?.input ?? input, step: right?.step ?? step }) };
    };
    answers.value = await Promise.all(questions.map(solved));
  };
  return (
    <details onToggle={() => void open()}>
      <summary>
        Exercise {number}: {questions.map(({ question }) => question).join(" ")}
      </summary>
      <p>
        <a class={controls.link} href={asking(exercise)}>
          Ask it
        </a>
      </p>
      <ol class={style.answers} aria-label={`Answers to exercise ${number}`}>
        {answers.value.map(({ says, why }, place) => (
          <li key={questions[place]?.question}>
            {questions.length > 1 && <span>{questions[place]?.question} </span>}
            <b>{says}</b>{" "}
            <a class={controls.link} href={why}>
              The step that shows why
            </a>
          </li>
        ))}
      </ol>
    </details>
  );
}
