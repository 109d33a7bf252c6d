/** By which method, what counts as the same event, and what of the trace is taken. */
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { count, counted, listed, plural } from "../base/format";
import { MOST_K } from "../base/url";
import type { Options } from "../engine/wire";
import { Down } from "./Icons";
import { Pop } from "./Pop";
import { configure } from "../workspace/open";
import { loaded, options } from "../workspace/store";

export const METHODS = [
  { name: "greedy", says: "Finds short loops first, then loops of loops. Fast at any length." },
  { name: "optimal", says: "Finds the loop that covers most of the trace first, so outer loops stay whole, as in the source. The default." },
  { name: "smallest", says: "Finds the shortest description. Slower; a note says if it had to stop early." },
  { name: "nlr", says: "Reads the trace once: what comes three times in a row is a loop. Sees numbers that change." },
] as const;

const VIEWS: Readonly<Record<string, string>> = {
  calls: "Every MPI call is one event",
  communication: "Every message and every collective is one event",
  values: "Every line of numbers is one event (a tuple)",
};

/** What a field is called on the page, and what it means. The terminal's word for it is the key. */
const FIELDS: Readonly<Record<string, { label: string; says: string }>> = {
  name: { label: "name", says: "the call, the collective or the local event; a send never equals a receive" },
  peer: { label: "peer", says: "the number of the process at the other end" },
  "peer:rel": { label: "distance", says: "how far the process at the other end is from this one" },
  tag: { label: "tag", says: "the tag of the message" },
  bytes: { label: "size", says: "the number of bytes" },
  "bytes:pow2": { label: "size, roughly", says: "the number of bytes, down to a power of two" },
  comm: { label: "group", says: "the processes that take part (communicator)" },
  op: { label: "reduction", says: "the operation of a reduction: sum, maximum" },
  root: { label: "root", says: "the process that a collective starts from or ends at" },
};

/** Fields that say the same in two ways, at most one of which counts: a choice of one, in its own words. */
const ONE_OF: readonly { fields: readonly [string, string]; label: string; says: string; ways: readonly [string, string] }[] = [
  { fields: ["peer", "peer:rel"], label: "peer", says: "the process at the other end", ways: ["by its number", "by its distance"] },
  { fields: ["bytes", "bytes:pow2"], label: "size", says: "the number of bytes", ways: ["exactly", "down to a power of two"] },
];

export function fieldLabel(field: string): string {
  return FIELDS[field]?.label ?? field;
}

/** The word by which the terminal knows a field. */
function terminalWord(field: string): string {
  return `In the terminal, --signature ${field}`;
}

/** Why nothing can be chosen. */
export const NO_TRACE = "This file holds loops that were already found, not the trace itself";

export function Choosers(): JSX.Element | null {
  const now = loaded.value;
  const chosen = options.value;
  if (!now || !chosen) return null;
  const { summary } = now;
  const fixed = summary.source === "nests";
  const method = (
    <Pop
      end
      class="button chooser"
      disabled={fixed}
      title={fixed ? NO_TRACE : "How loops are found"}
      name={`Method ${methodName(chosen)}`}
      label={
        <>
          <span class="key">Method</span> {methodName(chosen)} <Down />
        </>
      }
    >
      {(close) => <MethodChoice done={close} />}
    </Pop>
  );
  const none = summary.fields.length === 0;
  const same = (
    <Pop
      end
      class="button chooser"
      disabled={fixed || none}
      title={
        fixed
          ? NO_TRACE
          : none
            ? "Words have no parts to compare: two are the same if they are spelled alike"
            : "When two events count as the same"
      }
      name={`Same ${summary.noun} if ${none ? "spelled alike" : chosen.signature.map(fieldLabel).join(", ")}`}
      label={
        <>
          <span class="key">Same {summary.noun} if</span>
          <span class="value cut" title={none ? undefined : listed(chosen.signature.map(fieldLabel))}>
            {none ? "spelled alike" : chosen.signature.map(fieldLabel).join(", ")}
          </span> <Down />
        </>
      }
    >
      {() => <FieldChoice />}
    </Pop>
  );
  return (
    <>
      {!fixed && several() && (
        <Pop
          end
          class="button chooser"
          title="What counts as one event"
          name={`View ${chosen.view}`}
          label={
            <>
              <span class="key">View</span> {chosen.view} <Down />
            </>
          }
        >
          {() => <ViewChoice />}
        </Pop>
      )}
      {!fixed && summary.hasLocals && chosen.view === "communication" && (
        <Pop
          end
          class="button chooser"
          title="Whether events that concern no other process are part of the trace"
          name={`Local events ${chosen.locals === "drop" ? "left out" : "kept"}`}
          label={
            <>
              <span class="key">Local events</span> {chosen.locals === "drop" ? "left out" : "kept"} <Down />
            </>
          }
        >
          {() => <LocalsChoice />}
        </Pop>
      )}
      {method}
      {chosen.view !== "values" && same}
    </>
  );
}

/** Whether there is more than one view to choose from. */
function several(): boolean {
  return (loaded.value?.summary.views.filter(({ available }) => available).length ?? 0) > 1;
}

export function MethodChoice({ done }: { done: () => void }): JSX.Element | null {
  const summary = loaded.value?.summary;
  const chosen = options.value;
  if (!summary || !chosen) return null;
  return (
    <fieldset class="plain">
      <legend class="hidden">Method</legend>
      {METHODS.map(({ name, says }) => (
        <label class="choice" key={name}>
          <input
            type="radio"
            name="method"
            checked={chosen.method === name}
            onChange={() => {
              done();
              configure({ method: name });
            }}
          />
          <b>{name}</b>
          <span class="why">{says}</span>
        </label>
      ))}
      <LongestBody k={chosen.k ?? DEFAULT_K} change={(k) => configure({ method: "nlr", k })} />
    </fieldset>
  );
}

/** The K of loop recognition if nothing is said. */
const DEFAULT_K = 1000;

/** A method's name, with its parameter where that is not the usual one. */
function methodName({ method, k }: Options): string {
  return k === undefined || k === DEFAULT_K ? method : `${method}, K ${count(k)}`;
}

/** The parameter of loop recognition; a new value chooses that method. */
export function LongestBody({ k, change }: { k: number; change: (k: number) => void }): JSX.Element {
  return (
    <label class="choice parameter" title="In the terminal, --method nlr --k K">
      <span class="why">nlr: one iteration has at most</span>
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
      <span class="why">items (K)</span>
    </label>
  );
}

export function FieldChoice(): JSX.Element | null {
  const summary = loaded.value?.summary;
  const chosen = options.value;
  if (!summary || !chosen) return null;
  const { signature } = chosen;
  const choose = (fields: readonly string[]): void => {
    configure({ signature: summary.fields.filter((field) => fields.includes(field)) });
  };
  return (
    <fieldset class="plain">
      <legend class="sum">Two {plural(2, summary.noun)} are the same if they agree in</legend>
      {summary.fields.map((field) => {
        const one = ONE_OF.find(({ fields }) => fields.includes(field));
        if (one && one.fields.every((way) => summary.fields.includes(way))) {
          return field === one.fields[0] ? <OneOf key={field} {...one} signature={signature} choose={choose} /> : null;
        }
        const on = signature.includes(field);
        const last = on && signature.length === 1;
        return (
          <label class="choice" key={field} aria-disabled={last} title={last ? LAST : terminalWord(field)}>
            <input
              type="checkbox"
              checked={on}
              disabled={last}
              onChange={() => choose(on ? signature.filter((other) => other !== field) : [...signature, field])}
            />
            <b>{fieldLabel(field)}</b>
            <span class="why">{FIELDS[field]?.says}</span>
          </label>
        );
      })}
      <p class="sum">
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
function OneOf({ fields, label, says, ways, signature, choose }: OneOfProps): JSX.Element {
  const id = useId();
  const now = fields.find((field) => signature.includes(field)) ?? "";
  // Nothing else counts: then this must.
  const alone = now !== "" && signature.length === 1;
  const change = (wanted: string): void => choose([...signature.filter((other) => !fields.includes(other)), ...(wanted ? [wanted] : [])]);
  return (
    <div class="choice one-of">
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
      <span class="why" id={`${id}-says`}>
        {says}
      </span>
    </div>
  );
}

/** Which view: only where there is more than one. */
export function ViewChoice(): JSX.Element | null {
  const chosen = options.value;
  if (!chosen || !several()) return null;
  return (
    <fieldset class="plain">
      <legend class="sum">What counts as one event</legend>
      {loaded.value?.summary.views.map(({ view, available, reason }) => (
        <label class="choice" key={view} aria-disabled={!available} title={reason}>
          <input
            type="radio"
            name="view"
            checked={chosen.view === view}
            disabled={!available}
            onChange={() => configure({ view })}
          />
          <b>{view}</b>
          <span class="why">{available ? VIEWS[view] : reason}</span>
        </label>
      ))}
    </fieldset>
  );
}

const LOCALS = [
  { name: "keep", label: "kept", says: "What a process does by itself stays in its place." },
  { name: "drop", label: "left out", says: "Only messages and collectives count." },
] as const;

/** Whether local events count: only where the trace has some. */
export function LocalsChoice(): JSX.Element | null {
  const chosen = options.value;
  if (!chosen || chosen.view !== "communication" || !loaded.value?.summary.hasLocals) return null;
  return (
    <fieldset class="plain">
      <legend class="sum">Local events are</legend>
      {LOCALS.map(({ name, label, says }) => (
        <label class="choice" key={name}>
          <input type="radio" name="locals" checked={chosen.locals === name} onChange={() => configure({ locals: name })} />
          <b>{label}</b>
          <span class="why">{says}</span>
        </label>
      ))}
    </fieldset>
  );
}
