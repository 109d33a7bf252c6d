/** The lecturer's page: stations, their examples and exercises as links, sections of the papers, and a plan of 45 minutes. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { LabInput, LabStep } from "../../engine/wire";
import { EXERCISES, type Question } from "./exercises";
import type { LabLink } from "./link";
import { writeLab } from "./link";
import { useLab } from "./state";
import * as style from "./Teach.module.css";
import * as controls from "../../components/controls.module.css";

/** Minutes, what to do, and the link. */
const PLAN: readonly { minutes: string; station: string; what: string; link: Partial<LabLink> }[] = [
  { minutes: "4 to 13", station: "repeats", what: "coarse to the level of length 2, fine through the moves after it, coarse to the end; exercise 1", link: {} },
  { minutes: "13 to 22", station: "greedy-optimal", what: "the first string of section 4.2 with exercise 2, then the second string, then ring: where the theorem ends", link: { step: 9, ask: 2 } },
  { minutes: "22 to 30", station: "nlr", what: "section 2.1 from step 2, section 2.2 coarse, exercise 3", link: { step: 2 } },
  { minutes: "a minute", station: "prediction", what: "the example break: wrong once, silent, then right", link: {} },
  { minutes: "30 to 36", station: "merge", what: "the examples split and shift, exercise 4, then the model of a trace", link: {} },
  { minutes: "36 to 41", station: "flow", what: "the irreducible graph and its split; exercise 5", link: { ask: 5 } },
  { minutes: "41 to 45", station: "what-if", what: "case (a) with its sliders, then domino and exercise 6; then how a loop of your own trace was found", link: {} },
];

const NOTHING: LabLink = { station: "", input: null, step: 0, fine: false, ask: 0 };

export function Teach(): JSX.Element {
  const state = useLab();
  const stations = state.stations.value;
  const title = (name: string): string => stations.find((station) => station.name === name)?.title ?? name;
  const is = (name: string): boolean => stations.some((station) => station.name === name);
  return (
    <main id="main" tabIndex={-1} class={style.teach}>
      <h1>The lab, for lecturers</h1>
      <p class={style.says}>Every link opens in the state that it names, for the class as for you. Nothing is installed, and nothing leaves the computer.</p>
      <h2>A plan of 45 minutes</h2>
      <ol class={style.plan}>
        <li>
          <span>0 to 4</span>
          <p>
            <a class={controls.link} href="?sample=lu">
              Why loops
            </a>
            : the Overview of a real trace
          </p>
        </li>
        {PLAN.filter(({ station }) => is(station)).map(({ minutes, station, what, link }) => (
          <li key={station}>
            <span>{minutes}</span>
            <p>
              <Link link={{ ...NOTHING, station, input: stations.find(({ name }) => name === station)?.examples[0]?.input ?? null, ...link }}>{title(station)}</Link>: {what}
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
                <Link link={{ ...NOTHING, station: station.name, input: example.input }}>{example.id}</Link> {example.source}
              </li>
            ))}
          </ul>
          {EXERCISES.filter((exercise) => exercise.station === station.name).map((exercise) => (
            <Answers key={exercise.number} number={exercise.number} />
          ))}
        </section>
      ))}
    </main>
  );
}

function Link({ link, children }: { link: LabLink; children: string }): JSX.Element {
  return (
    <a class={controls.link} href={writeLab(link)}>
      {children}
    </a>
  );
}

/** An exercise; its answers are computed when it is opened. */
function Answers({ number }: { number: number }): JSX.Element | null {
  const state = useLab();
  const answers = useSignal<readonly string[]>([]);
  const exercise = EXERCISES.find((one) => one.number === number);
  if (!exercise) return null;
  const { station, questions } = exercise;
  const open = async (): Promise<void> => {
    const stepsOf = (input: LabInput): Promise<readonly LabStep[]> => state.stepsOf(station, input);
    const says = async ({ input = exercise.input, step, answer }: Question): Promise<string> => (await answer(await stepsOf(input), step, stepsOf))?.says ?? "";
    answers.value = await Promise.all(questions.map(says));
  };
  return (
    <details onToggle={() => void open()}>
      <summary>
        Exercise {number}: {questions.map(({ question }) => question).join(" ")}
      </summary>
      {answers.value.map((says, place) => (
        <p key={questions[place]?.question}>{says}</p>
      ))}
      <Link link={{ ...NOTHING, station, input: exercise.input, step: questions[0].step, ask: number }}>Ask it</Link>
    </details>
  );
}
