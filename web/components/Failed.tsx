/** An error: file and line, the lines around it, what was found and expected, and what to do. */
import { capital, count, counted, unbroken } from "../base/format";
import { lastPart } from "../base/names";
import { keyed } from "../base/keyed";
import type { Problem } from "../engine/wire";
import { OutlinedButton, PrimaryButton } from "./Buttons";
import { Close } from "./Icons";
import { copyText } from "./save";
import type { Failure, Origin } from "../workspace/traces";
import { useWorkspace } from "../workspace/workspace";
import * as style from "./Failed.module.css";
import * as controls from "./controls.module.css";
import * as prose from "./prose.module.css";

export function Failed({ failure: now }: { failure: Failure }) {
  const { traces, matching, opener, picker, toast } = useWorkspace();
  const { name, origin, problems, verb } = now;
  const [first, ...others] = problems;
  if (!first) return null;
  if (first.choices.length > 0 && origin) return <Several problem={first} name={name} origin={origin} />;
  const file = lastPart(first.file) || name;
  const files = origin?.kind === "files" ? origin.files : [];
  const without = files.length > 1 && files.some(({ path }) => path === first.file);
  return (
    <section class={style.failure} role="alert">
      <h2>
        {file} could not be {verb}
      </h2>
      <button type="button" class={`${controls.icon} ${style.close}`} aria-label="Close the message" onClick={() => (traces.failure.value = null)}>
        <Close />
      </button>
      <p>
        <Sentence problem={first} />
      </p>
      <Lines problem={first} />
      {first.remedy && <p>{ended(capital(first.remedy))}</p>}
      <div class={style.ways}>
        <PrimaryButton onClick={() => picker.files()}>
          Open other files
        </PrimaryButton>
        {without && (
          <OutlinedButton onClick={() => opener.without(first.file)}>
            Read without {lastPart(first.file)}
          </OutlinedButton>
        )}
        {origin && "columns" in origin && (
          <OutlinedButton onClick={() => matching.chooseAgain(now)}>
            Choose columns again
          </OutlinedButton>
        )}
        <button type="button" class={controls.button} onClick={() => void copyText(toast, message(problems), "the message")}>
          Copy message
        </button>
        {without && <span class={style.rest}>{counted(files.length - 1, "file")} would be left</span>}
      </div>
      {others.length > 0 && (
        <ul class={style.others}>
          {keyed(others.map(line), unbroken).map(({ key, item }) => (
            <li key={key}>{unbroken(item)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Several traces came together: asks which one to open. */
function Several({ problem, name, origin }: { problem: Problem; name: string; origin: Origin }) {
  const { traces, opener } = useWorkspace();
  return (
    <section class={`${style.failure} ${style.question}`} role="alert">
      <h2>Several traces in {name}</h2>
      <button type="button" class={`${controls.icon} ${style.close}`} aria-label="Close the message" onClick={() => (traces.failure.value = null)}>
        <Close />
      </button>
      <p>Only one can be open at a time. Choose one:</p>
      <ul class={style.choices}>
        {problem.choices.map((choice) => (
          <li key={choice.key}>
            <OutlinedButton onClick={() => opener.oneOf(origin, choice)}>
              <b class={prose.cut}>{choice.path}</b>
              <span class={style.rest}>
                {choice.format}, {counted(choice.files, "file")}
              </span>
            </OutlinedButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sentence({ problem }: { problem: Problem }) {
  const place = placeOf(problem);
  return (
    <>
      {place && `${capital(place)}: `}
      {place ? ended(problem.what) : ended(capital(problem.what))}
      {problem.found && (
        <>
          {" "}
          Found <b>{problem.found}</b>
          {problem.expected ? `, expected ${problem.expected}.` : "."}
        </>
      )}
      {!problem.found && problem.expected && ` Expected ${problem.expected}.`}
    </>
  );
}

/** The lines around the place, the wrong part underlined. */
export function Lines({ problem }: { problem: Problem }) {
  if (problem.context.length === 0) return null;
  return (
    <ol class={`${style.lines} ${prose.mono}`} tabIndex={0} aria-label="The lines around it">
      {problem.context.map(({ line: at, text, from, to }) => {
        const here = at === problem.line;
        return (
          <li key={at} class={here ? style.here : ""} aria-current={here ? "true" : undefined}>
            <span class={style.number}>{at}</span>
            <span>
              {to > from ? (
                <>
                  {text.slice(0, from)}
                  <mark>{text.slice(from, to)}</mark>
                  {text.slice(to)}
                </>
              ) : (
                text
              )}
            </span>
            {here && problem.expected && <span class={style.should}>expected {problem.expected}</span>}
          </li>
        );
      })}
    </ol>
  );
}

export function placeOf(problem: Problem): string {
  if (problem.line !== null && problem.line !== undefined) return `line ${count(problem.line)}`;
  return problem.place;
}

/** A problem in one line of text. */
export function line(problem: Problem): string {
  const place = placeOf(problem);
  const where = [problem.file, place].filter(Boolean).join(", ");
  const found = problem.found ? ` Found ${problem.found}${problem.expected ? `, expected ${problem.expected}` : ""}.` : "";
  const also = problem.also ? ` The same in ${problem.also}.` : "";
  return `${where ? `${where}: ` : ""}${ended(problem.what)}${found}${problem.remedy ? ` ${ended(capital(problem.remedy))}` : ""}${also}`;
}

function message(problems: readonly Problem[]): string {
  return problems.map(line).join("\n");
}

function ended(text: string): string {
  const whole = text.trim();
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}
