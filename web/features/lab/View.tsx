/** The lab: an algorithm, one step at a time. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { OutlinedButton } from "../../components/Buttons";
import { HomeButton } from "../../components/HomeButton";
import { Down } from "../../components/Icons";
import { Pop } from "../../components/Pop";
import { Sheet } from "../../components/Sheet";
import { copyText, saveBlob, savePicture } from "../../components/save";
import { ThemeButton } from "../../components/ThemeButton";
import type { LabFileKind, LabStep } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import { Ask } from "./Ask";
import { Bar } from "./Bar";
import { Code } from "./Code";
import { press, KEYS } from "./keys";
import { PLAIN, randomInput, writeLab } from "./link";
import { Sliders } from "./Sliders";
import { Stage } from "./Stage";
import { Teach } from "./Teach";
import { useLab } from "./state";
import * as style from "./View.module.css";
import * as controls from "../../components/controls.module.css";
import * as menu from "../../components/menu.module.css";
import * as prose from "../../components/prose.module.css";

/** While the bar is moved, a sentence is read out at most so often. */
const SPOKEN_MS = 300;

export function Lab() {
  const state = useLab();
  const { toast } = useWorkspace();
  const root = useRef<HTMLDivElement>(null);
  const steps = useSignal(false);
  const keys = useSignal(false);
  const code = useSignal(false);
  useEffect(() => {
    void state.open();
    const back = () => void state.open();
    window.addEventListener("popstate", back);
    const doors = {
      examples: () => root.current?.querySelector<HTMLElement>("[data-lab=examples] button")?.click(),
      input: () => root.current?.querySelector<HTMLElement>("[data-lab=input]")?.focus(),
      copy: () => void copyText(toast, state.address(), "the link"),
      keys: () => (keys.value = !keys.value),
    };
    const down = (event: KeyboardEvent) => {
      if (state.isTeaching.peek() || isTaken(event)) return;
      if (press(state, event, doors)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    document.addEventListener("keydown", down, true);
    return () => {
      state.stop();
      window.removeEventListener("popstate", back);
      document.removeEventListener("keydown", down, true);
    };
  }, []);
  if (state.isTeaching.value) return <Teaching />;
  return (
    <div class={style.lab} ref={root}>
      <Header keys={() => (keys.value = !keys.value)} steps={() => (steps.value = !steps.value)} />
      <main id="main" tabIndex={-1} class={style.main}>
        <Stations />
        <Sentence />
        {state.problem.value && (
          <p class={style.problem} role="alert">
            <b>{state.problem.value.what}</b> {state.problem.value.found && `Found: ${state.problem.value.found}. `}
            {state.problem.value.expected && `Expected: ${state.problem.value.expected}. `}
            {state.problem.value.remedy} <First />
          </p>
        )}
        <Sliders />
        <Ask />
        <div class={style.stage}>{steps.value ? <AllSteps done={() => (steps.value = false)} /> : keys.value ? <Keys /> : <Stage />}</div>
        {state.steps.value.length > 0 && <Bar />}
        {state.steps.value.length > 0 && (
          <button type="button" class={`${controls.button} ${controls.outlined} ${style.code}`} onClick={() => (code.value = true)}>
            Code and figures
          </button>
        )}
      </main>
      <aside class={style.side} aria-label="Code and figures">
        <Code />
      </aside>
      {code.value && (
        <Sheet title="Code and figures" place="bottom" close={() => (code.value = false)} announced={toast.text}>
          <Code />
        </Sheet>
      )}
      <footer class={style.foot}>
        <span>
          <kbd>←</kbd> <kbd>→</kbd> step <kbd>Space</kbd> play <kbd>Home</kbd> <kbd>End</kbd> <kbd>Z</kbd> zoom <kbd>?</kbd> keys
        </span>
        <code class={prose.cut}>{writeLab(state.link.value)}</code>
      </footer>
    </div>
  );
}

/** Of an input that is too long, the button that takes as much as the lab steps through. */
function First() {
  const state = useLab();
  const most = Number(/take the first ([\d,]+)/i.exec(state.problem.value?.remedy ?? "")?.[1]?.replace(/,/g, "") ?? 0);
  const tried = state.refused.value;
  if (most === 0 || !tried) return null;
  const parts = (tried.text ?? "").trim().split(/[\s,]+/);
  const text = parts.length > 1 ? parts.slice(0, most).join(" ") : Array.from(parts[0] ?? "").slice(0, most).join("");
  return (
    <OutlinedButton onClick={() => void state.run(tried.station ?? "", { ...tried, example: undefined, text }, 0)}>
      Take the first {most.toLocaleString("en-US")}
    </OutlinedButton>
  );
}

/** The lecturer's page. */
function Teaching() {
  const state = useLab();
  return (
    <div class={style.page}>
      <header class={style.header}>
        <HomeButton />
        <a class={`${controls.button} ${controls.outlined}`} href={writeLab({ station: state.stations.value[0]?.name })}>
          Lab
        </a>
        <span class={style.end}>
          <ThemeButton />
        </span>
      </header>
      <Teach />
    </div>
  );
}

/** Whether a key is one of the element that has the focus. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return false;
  if (target.closest("input:not([type=range]), select, textarea, dialog, [data-keys=own]")) return true;
  if (target.closest("[data-stage=own]") && event.key.startsWith("Arrow") && !event.shiftKey) return true;
  return event.key === " " && target.closest("button, summary, a") !== null;
}

function Header({ keys, steps }: { keys: () => void; steps: () => void }) {
  const state = useLab();
  const { toast } = useWorkspace();
  const copy = () => void copyText(toast, state.address(), "the link");
  return (
    <header class={style.header}>
      <HomeButton />
      <h1>Lab</h1>
      <Input />
      <span data-lab="examples">
        <Pop
          label={
            <>
              Examples <Down />
            </>
          }
        >
          {(close) => <Examples done={close} />}
        </Pop>
      </span>
      <span class={style.end}>
        <Save copy={copy} steps={steps} />
        <button type="button" class={`${controls.button} ${style.wide}`} onClick={steps}>
          All steps
        </button>
        <button type="button" class={`${controls.button} ${style.wide}`} onClick={copy}>
          Copy link
        </button>
        <a class={`${controls.button} ${style.teach}`} href={writeLab({ station: "teach" })}>
          Teach
        </a>
        <ThemeButton />
        <button type="button" class={controls.icon} aria-label="Keys" title="Keys (?)" onClick={keys}>
          ?
        </button>
      </span>
    </header>
  );
}

/** What can be saved; on a phone also what stands beside it elsewhere. */
function Save({ copy, steps }: { copy: () => void; steps: () => void }) {
  const state = useLab();
  const { toast } = useWorkspace();
  const save = async (what: LabFileKind) => {
    const file = await state.file(what);
    if (file) saveBlob(toast, new Blob([file.text], { type: file.mime }), file.fileName);
  };
  const png = () => {
    const at = state.at.peek();
    void state.page(at).then((picture) => picture && void savePicture(toast, picture, `Step ${at} of ${state.station.peek()?.title ?? ""}`, `${state.name.peek()}-${at}.png`));
  };
  const choices: readonly [label: string, act: () => void, shown?: string][] = [
    // On a phone these two are here.
    ["Copy link", copy, style.narrow],
    ["All steps", steps, style.narrow],
    ["This step as PNG", png],
    ["This step as SVG", () => void save("svg")],
    ["Coarse steps as slides, one SVG (200 pages at most)", () => void save("strip")],
    ["All sentences as text", () => void save("text")],
    ["All frames as JSON", () => void save("json")],
  ];
  return (
    <Pop
      end
      label={
        <>
          Save <Down />
        </>
      }
    >
      {(close) => (
        <div class={menu.menu}>
          {choices.map(([label, act, shown]) => (
            <button
              type="button"
              key={label}
              class={shown}
              onClick={() => {
                close();
                act();
              }}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </Pop>
  );
}

/** What can be typed at a station. */
const HINTS: Readonly<Record<string, string>> = {
  "": "Letters, or words with spaces between them. Enter takes it.",
  nlr: "Numbers; those of a tuple with colons. Enter takes it.",
  prediction: "Numbers; those of a tuple with colons. Enter takes it.",
  merge: "Programs with | between them: s1.0 sends to process 1 with tag 0, r0.0 receives from 0, 12( .. ) is a loop, any other word a local event. Enter takes it.",
  "what-if": "One message: sent at, takes, receive called at, residual; or a delay and programs with | between them: 2: c4 s1 | c3 r1. Enter takes it.",
};

/** The input, to be changed in place. */
function Input() {
  const state = useLab();
  const input = state.input.value;
  const typed = useSignal<string | null>(null);
  const isNumbers = state.name.value === "nlr" || state.name.value === "prediction";
  const take = () => {
    if (typed.value !== null && input) void state.change({ ...input, example: undefined, text: typed.value });
    typed.value = null;
  };
  return (
    <form
      class={style.input}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <label>
        on{" "}
        <input
          type="text"
          data-lab="input"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          value={typed.value ?? input?.text ?? ""}
          title={HINTS[state.name.value] ?? HINTS[""]}
          onInput={(event) => (typed.value = event.currentTarget.value)}
          onBlur={take}
        />
      </label>
      {isNumbers && input && (
        <>
          <label class={style.option}>
            K{" "}
            <input type="number" min={1} max={20} value={input.k ?? 3} onChange={(event) => void state.change({ ...input, k: event.currentTarget.valueAsNumber || 3 })} />
          </label>
          {state.name.value === "nlr" && (
            <select class={style.option} aria-label="Model" value={input.model ?? "polynomial"} onChange={(event) => void state.change({ ...input, model: event.currentTarget.value })}>
              <option>polynomial</option>
              <option>linear</option>
              <option>constant</option>
            </select>
          )}
        </>
      )}
    </form>
  );
}

function Examples({ done }: { done: () => void }) {
  const state = useLab();
  const seed = useSignal(7);
  const take = (text: string) => {
    done();
    const name = state.name.peek();
    void state.run(name, { ...PLAIN, station: name, text, k: state.input.peek()?.k, case: name === "what-if" ? "domino" : undefined }, 0);
  };
  return (
    <div class={`${menu.menu} ${style.examples}`}>
      {(state.station.value?.examples ?? []).map((example) => (
        <button
          type="button"
          key={example.id}
          aria-current={example === state.example.value}
          onClick={() => {
            done();
            void state.run(state.name.peek(), example.input, 0);
          }}
        >
          <code>{shortened(example.input.text ?? "")}</code>
          <span>{example.source}</span>
        </button>
      ))}
      <button type="button" onClick={() => take(randomInput(state.name.peek(), seed.value++, 30, state.name.peek() === "flow" ? 5 : 2))}>
        <code>random</code>
        <span>made from a seed</span>
      </button>
    </div>
  );
}

/** On a phone not all stations fit. */
function intoView(link: HTMLElement | null): void {
  const row = link?.parentElement;
  if (!link || !row) return;
  const room = row.clientWidth - link.offsetWidth;
  row.scrollLeft = Math.max(0, link.offsetLeft - row.offsetLeft - room / 2);
}

function Stations() {
  const state = useLab();
  return (
    <nav class={style.stations} aria-label="Stations">
      {state.stations.value.map(({ name, title }, place) => (
        <a
          key={name}
          href={writeLab({ station: name })}
          aria-current={name === state.name.value ? "page" : undefined}
          title={`${title} (${place + 1})`}
          ref={name === state.name.value ? intoView : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            state.go(name);
          }}
        >
          {title}
        </a>
      ))}
      <span class={`${prose.aside} ${prose.cut}`}>{state.example.value?.source ?? state.station.value?.source}</span>
    </nav>
  );
}

/** The sentence of the step, and the same in the live region, not more often than it can be heard. */
function Sentence() {
  const state = useLab();
  const spoken = useSignal("");
  useSignalEffect(() => {
    const step = state.step.value;
    const timer = setTimeout(() => (spoken.value = step ? `Step ${state.at.peek()}. ${step.aloud ?? step.say}` : ""), SPOKEN_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div class={style.sentence}>
      <p data-testid="say" aria-hidden="true">
        {state.step.value?.say ?? " "}
      </p>
      {state.remark.value && <p class={`${prose.small} ${style.remark}`} role="status">{state.remark.value}</p>}
      {(state.from.value || state.back.value) && <From from={state.from.value ?? ""} back={state.back.value} />}
      {state.cut.value && <p class={`${prose.small} ${style.remark}`}>This run has more than 10,000 steps: the last one is the end as the engine finds it.</p>}
      <p class={prose.hidden} aria-live="polite" data-testid="lab-spoken">
        {spoken.value}
      </p>
    </div>
  );
}

/** Where an input comes from that the open trace has sent here, and the way back. */
function From({ from, back }: { from: string; back: string | undefined }) {
  const text = useLab().input.value?.text ?? "";
  return (
    <p class={`${prose.small} ${style.remark}`} data-testid="lab-from">
      {eventsFrom(from, text) ?? loopFrom(from)}{" "}
      {back && (
        <a class={controls.link} href={back}>
          Back to the trace
        </a>
      )}
    </p>
  );
}

/** Of events of a process. */
function eventsFrom(from: string, text: string): string | null {
  const parts = /^(.+)\/(\d+)\/(\d+)-(\d+)$/.exec(from);
  if (!parts) return null;
  const [, trace, process, start, total] = parts;
  const words = text.trim().split(/[\s,]+/);
  const taken = words.length > 1 ? words.length : text.length;
  const many = Number(total) > taken ? `this stretch has ${total} events; the lab steps through the first ${taken}.` : `${taken} events.`;
  return `From ${trace}, process ${process}, event ${Number(start) + 1} on: ${many} Equal letters are equal events.`;
}

/** Of a loop of the model. */
function loopFrom(from: string): string {
  const parts = /^(.+)\/(L\d+)\/([\d+]+)-(\d+)(~?)$/.exec(from);
  if (!parts) return "";
  const [, trace, loop, processes = "", members, cut] = parts;
  const own = processes.split("+");
  const here = own.every((process, place) => Number(process) === place) ? "" : `, here ${own.map((_, place) => place).join(", ")}`;
  const others = Number(members) > own.length ? " Messages to and from the others are local events." : "";
  return `From ${trace}, loop ${loop} of its model on process ${own.join(", ")} of ${members}${here}.${others}${cut ? " The end of its body is left out." : ""}`;
}

/** Every sentence, as an ordered list with links. */
function AllSteps({ done }: { done: () => void }) {
  const state = useLab();
  return (
    <ol class={style.steps} start={0} aria-label="All steps">
      {numbered(state.steps.value).map(({ say, coarse, at }) => (
        <li key={at} value={at} class={coarse ? style.coarse : ""} aria-current={at === state.at.value ? "step" : undefined}>
          <a
            href={writeLab({ ...state.link.value, step: at })}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              state.show(at);
              done();
            }}
          >
            {say}
          </a>
        </li>
      ))}
    </ol>
  );
}

function Keys() {
  return (
    <dl class={style.keys} aria-label="Keys">
      {KEYS.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}

/** As much of an input as a menu has room for. */
function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}

function numbered(steps: readonly LabStep[]): (LabStep & { at: number })[] {
  return steps.map((step, at) => ({ ...step, at }));
}
