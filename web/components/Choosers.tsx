/** The options of the analysis: the method, when two events are the same, and which events count. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { counted, listed, plural } from "../base/format";
import { METHODS, methodName } from "../base/methods";
import { DEFAULT_K } from "../base/constants";
import { MOST_K } from "../base/url";
import type { Summary } from "../engine/wire";
import { Down } from "./Icons";
import { Pop } from "./Pop";
import type { Traces } from "../workspace/traces";
import { useWorkspace } from "../workspace/workspace";
import * as controls from "./controls.module.css";
import { FIELDS, fieldLabel } from "./fieldLabels";
import * as style from "./Choosers.module.css";
import * as prose from "./prose.module.css";
import * as picker from "./picker.module.css";

const VIEWS: Readonly<Record<string, string>> = {
  calls: "Every MPI call is one event",
  communication: "Every message and every collective is one event",
  values: "Every line of numbers is one event (a tuple)",
};

/** Fields that say the same in two ways, at most one of which counts: a choice of one, in its own words. */
const ONE_OF: readonly { fields: readonly [string, string]; label: string; says: string; ways: readonly [string, string] }[] = [
  { fields: ["peer", "peer:rel"], label: "peer", says: "the process at the other end", ways: ["by its number", "by its distance"] },
  { fields: ["bytes", "bytes:pow2"], label: "size", says: "the number of bytes", ways: ["exactly", "down to a power of two"] },
];

/** The word by which the terminal knows a field. */
function terminalWord(field: string): string {
  return `In the terminal, --signature ${field}`;
}

/** Why nothing can be chosen. */
export const NO_TRACE = "This file holds loops that were already found, not the trace itself";

interface OptionPopProps {
  /** The option, as the label begins: `Method`. */
  option: string;
  /** What is chosen now. */
  value: string;
  /** The value in full, where it may be cut off. */
  full?: string | undefined;
  title: string;
  disabled?: boolean;
  /** Whether it shrinks where there is little room. */
  shrinks?: boolean;
  /** Whether several others leave little room. */
  crowded?: boolean;
  children: (close: () => void) => ComponentChildren;
}

/** A button with an option and its value, and a panel below it to choose another. */
export function OptionPop({ option, value, full, title, disabled = false, shrinks, crowded, children }: OptionPopProps) {
  const label = (
    <>
      <span class={style.key}>{option}</span> {full === undefined ? value : <span class={`${style.value} ${prose.cut}`} title={full || undefined}>{value}</span>} <Down />
    </>
  );
  const button = `${controls.button} ${style.chooser} ${crowded ? style.crowded : ""}`;
  return (
    <Pop end class={button} outer={shrinks ? style.shrinks : style.firm} disabled={disabled} title={title} name={`${option} ${value}`} label={label}>
      {children}
    </Pop>
  );
}

export function Choosers() {
  const { traces } = useWorkspace();
  const now = traces.loaded.value;
  const chosen = traces.options.value;
  if (!now || !chosen) return null;
  const { source, hasLocals } = now.summary;
  const fixed = source === "nests";
  const withLocals = !fixed && hasLocals && chosen.view === "communication";
  const withSame = chosen.view !== "values";
  // Four of them leave the name of the trace no room.
  const crowded = !fixed && several(traces) && withLocals && withSame;
  return (
    <>
      {!fixed && several(traces) && (
        <OptionPop option="View" crowded={crowded} value={chosen.view} title="What counts as one event">
          {() => <ViewChoice />}
        </OptionPop>
      )}
      {withLocals && (
        <OptionPop
          crowded={crowded}
          option="Local events"
          value={chosen.locals === "drop" ? "left out" : "kept"}
          title="Whether events that concern no other process are part of the trace"
        >
          {() => <LocalsChoice />}
        </OptionPop>
      )}
      <OptionPop option="Method" crowded={crowded} value={methodName(chosen.method, chosen.k)} title={fixed ? NO_TRACE : "How loops are found"} disabled={fixed}>
        {(close) => <MethodChoice done={close} />}
      </OptionPop>
      {withSame && <SamePop crowded={crowded} summary={now.summary} fields={chosen.signature.map(fieldLabel)} fixed={fixed} />}
    </>
  );
}

/** When two events count as the same. */
function SamePop({ summary, fields, fixed, crowded }: { summary: Summary; fields: readonly string[]; fixed: boolean; crowded: boolean }) {
  const none = summary.fields.length === 0;
  const words = "Words have no parts to compare: two are the same if they are spelled alike";
  return (
    <OptionPop
      shrinks
      crowded={crowded}
      option={`Same ${summary.noun} if`}
      value={none ? "spelled alike" : fields.join(", ")}
      full={none ? "" : listed(fields)}
      title={fixed ? NO_TRACE : none ? words : "When two events count as the same"}
      disabled={fixed || none}
    >
      {() => <FieldChoice />}
    </OptionPop>
  );
}

/** Whether there is more than one view to choose from. */
function several({ loaded }: Traces): boolean {
  return (loaded.value?.summary.views.filter(({ available }) => available).length ?? 0) > 1;
}

export function MethodChoice({ done }: { done: () => void }) {
  const { traces, opener, screen } = useWorkspace();
  const summary = traces.loaded.value?.summary;
  const chosen = traces.options.value;
  if (!summary || !chosen) return null;
  return (
    <fieldset class={controls.group}>
      <legend class={prose.hidden}>Method</legend>
      <MethodRadios
        group="method"
        chosen={chosen.method}
        choose={(method) => {
          done();
          opener.configure({ method });
        }}
      />
      <LongestBody k={chosen.k ?? DEFAULT_K} change={(k) => opener.configure({ method: "nlr", k })} />
      <button
        type="button"
        class={`${controls.link} ${style.compare}`}
        onClick={() => {
          done();
          screen.sheet.value = "compare";
        }}
      >
        Compare the methods
      </button>
    </fieldset>
  );
}

/** A choice of one method. */
export function MethodRadios({ group, chosen, choose }: { group: string; chosen: string | undefined; choose: (method: string) => void }) {
  return (
    <>
      {METHODS.map(({ name, says }) => (
        <label class={picker.choice} key={name}>
          <input type="radio" name={group} checked={chosen === name} onChange={() => choose(name)} />
          <b>{name}</b>
          <span class={picker.why}>{says}</span>
        </label>
      ))}
    </>
  );
}

/** The parameter of loop recognition; a new value chooses that method. */
export function LongestBody({ k, change }: { k: number; change: (k: number) => void }) {
  return (
    <label class={`${picker.choice} ${picker.withNumber}`} title="In the terminal, --method nlr --k K">
      <span class={picker.why}>nlr: one iteration has at most</span>
      <input
        type="number"
        name="k"
        aria-label="K: the most items in one iteration of a loop, for nlr"
        min={1}
        max={MOST_K}
        required
        value={k}
        onChange={(event) => {
          const { valueAsNumber, validity } = event.currentTarget;
          if (validity.valid && valueAsNumber !== k) change(valueAsNumber);
        }}
      />
      <span class={picker.why}>items (K)</span>
    </label>
  );
}

export function FieldChoice() {
  const { traces, opener } = useWorkspace();
  const summary = traces.loaded.value?.summary;
  const chosen = traces.options.value;
  if (!summary || !chosen) return null;
  const { signature } = chosen;
  const choose = (fields: readonly string[]) => {
    opener.configure({ signature: summary.fields.filter((field) => fields.includes(field)) });
  };
  return (
    <fieldset class={controls.group}>
      <legend class={picker.about}>Two {plural(2, summary.noun)} are the same if they agree in</legend>
      {summary.fields.map((field) => {
        const one = ONE_OF.find(({ fields }) => fields.includes(field));
        if (one && one.fields.every((way) => summary.fields.includes(way))) {
          return field === one.fields[0] ? <OneOf key={field} {...one} signature={signature} choose={choose} /> : null;
        }
        const on = signature.includes(field);
        const last = on && signature.length === 1;
        return (
          <label class={picker.choice} key={field} aria-disabled={last} title={last ? LAST : terminalWord(field)}>
            <input
              type="checkbox"
              checked={on}
              disabled={last}
              onChange={() => choose(on ? signature.filter((other) => other !== field) : [...signature, field])}
            />
            <b>{fieldLabel(field)}</b>
            <span class={picker.why}>{FIELDS[field]?.says}</span>
          </label>
        );
      })}
      <p class={picker.about}>
        {counted(summary.symbols, `different ${summary.noun}`)} in the process with the most
      </p>
    </fieldset>
  );
}

const LAST = "At least one must count";

interface OneOfProps {
  fields: readonly [string, string];
  label: string;
  says: string;
  ways: readonly [string, string];
  signature: readonly string[];
  choose: (fields: readonly string[]) => void;
}

/** One field that counts in one of two ways, or not at all. */
function OneOf({ fields, label, says, ways, signature, choose }: OneOfProps) {
  const id = useId();
  const now = fields.find((field) => signature.includes(field)) ?? "";
  // It is the only field that counts, so it cannot be left out.
  const alone = now !== "" && signature.length === 1;
  const change = (wanted: string) => choose([...signature.filter((other) => !fields.includes(other)), ...(wanted ? [wanted] : [])]);
  return (
    <div class={`${picker.choice} ${picker.withSelect}`}>
      <label for={id}>
        <b>{label}</b>
      </label>
      <select id={id} aria-describedby={`${id}-says`} value={now} title={terminalWord(now || fields[0])} onChange={(event) => change(event.currentTarget.value)}>
        {fields.map((field, at) => (
          <option value={field} key={field}>
            {ways[at]}
          </option>
        ))}
        <option value="" disabled={alone}>
          {alone ? "does not count (something must)" : "does not count"}
        </option>
      </select>
      <span class={picker.why} id={`${id}-says`}>
        {says}
      </span>
    </div>
  );
}

/** Which view: only where there is more than one. */
export function ViewChoice() {
  const { traces, opener } = useWorkspace();
  const chosen = traces.options.value;
  if (!chosen || !several(traces)) return null;
  return (
    <fieldset class={controls.group}>
      <legend class={picker.about}>What counts as one event</legend>
      {traces.loaded.value?.summary.views.map(({ view, available, reason }) => (
        <label class={picker.choice} key={view} aria-disabled={!available} title={reason}>
          <input
            type="radio"
            name="view"
            checked={chosen.view === view}
            disabled={!available}
            onChange={() => opener.configure({ view })}
          />
          <b>{view}</b>
          <span class={picker.why}>{available ? VIEWS[view] : reason}</span>
        </label>
      ))}
    </fieldset>
  );
}

const LOCALS = [
  { name: "keep", label: "kept", says: "Events of a process alone stay in their place." },
  { name: "drop", label: "left out", says: "Only messages and collectives count." },
] as const;

/** Whether local events count: only where the trace has some. */
export function LocalsChoice() {
  const { traces, opener } = useWorkspace();
  const chosen = traces.options.value;
  if (!chosen || chosen.view !== "communication" || !traces.loaded.value?.summary.hasLocals) return null;
  return (
    <fieldset class={controls.group}>
      <legend class={picker.about}>Local events are</legend>
      {LOCALS.map(({ name, label, says }) => (
        <label class={picker.choice} key={name}>
          <input type="radio" name="locals" checked={chosen.locals === name} onChange={() => opener.configure({ locals: name })} />
          <b>{label}</b>
          <span class={picker.why}>{says}</span>
        </label>
      ))}
    </fieldset>
  );
}
