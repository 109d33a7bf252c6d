/** By which method, what counts as the same event, and what of the trace is taken. */
import type { JSX } from "preact";
import { count, counted } from "../base/format";
import { MOST_K } from "../base/url";
import type { Options } from "../base/wire";
import { Down } from "../components/Icons";
import { Pop } from "../components/Pop";
import { configure } from "../state/open";
import { loaded, options } from "../state/store";

export const METHODS = [
  { name: "greedy", says: "Shortest bodies first, loops of loops after. Fast at any length." },
  { name: "optimal", says: "The loop that covers most first, so the outer loop is whole: the loops of the source. The default." },
  { name: "smallest", says: "The fewest items. Slower; a note says where the search was given up." },
  { name: "nlr", says: "Read once from left to right: what stands three times in a row is a loop." },
] as const;

const VIEWS: Readonly<Record<string, string>> = {
  calls: "Every MPI call is an item",
  communication: "Messages and collectives are the items",
  values: "Tuples of numbers are the items",
};

/** What a field is called on the page, and what it means. The terminal's word for it is the key. */
const FIELDS: Readonly<Record<string, { label: string; says: string }>> = {
  name: { label: "name", says: "which collective, call or local words; sends and receives always differ" },
  peer: { label: "peer", says: "the process at the other end, by its number" },
  "peer:rel": { label: "distance", says: "how far away the process at the other end is" },
  tag: { label: "tag", says: "the message's tag" },
  comm: { label: "group", says: "the group of processes that take part" },
};

/** Peer and distance say the same in two ways: at most one of them counts. */
const ENDS = ["peer", "peer:rel"] as const;

export function fieldLabel(field: string): string {
  return FIELDS[field]?.label ?? field;
}

/** The word by which the terminal knows a field. */
function terminalWord(field: string): string {
  return `In the terminal: --signature ${field}`;
}

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
      title={fixed ? "This is a file of nests: the trace itself is not in it" : "How loops are found"}
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
          ? "This is a file of nests: the trace itself is not in it"
          : none
            ? "A list of symbols has no fields: two are the same if they are written alike"
            : "When two events count as the same"
      }
      label={
        <>
          <span class="key">Same {summary.noun} if</span>
          <span class="value cut" title={none ? undefined : chosen.signature.map(fieldLabel).join(", ")}>{none ? "alike" : chosen.signature.map(fieldLabel).join(", ")}</span> <Down />
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
          title="What an item is"
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
          title="Whether local events are part of the trace"
          label={
            <>
              <span class="key">Locals</span> {chosen.locals === "drop" ? "left out" : "kept"} <Down />
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
    <label class="choice parameter" title="In the terminal: --method nlr --k K">
      <span class="why">nlr looks for bodies of at most</span>
      <input
        type="number"
        name="k"
        aria-label="K: the most items in the body of a loop, for nlr"
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
  const ends = ENDS.filter((field) => summary.fields.includes(field));
  const end = ends.find((field) => signature.includes(field));
  const choose = (fields: readonly string[]): void => {
    configure({ signature: summary.fields.filter((field) => fields.includes(field)) });
  };
  const chooseEnd = (field: string | undefined): void => {
    choose([...signature.filter((other) => !ENDS.some((one) => one === other)), ...(field ? [field] : [])]);
  };
  return (
    <fieldset class="plain">
      <legend class="sum">Two {summary.noun}s are the same if they agree in</legend>
      {summary.fields.map((field) => {
        if (ENDS.some((one) => one === field)) {
          return field === ends[0] ? <OtherEnd key="ends" ends={ends} end={end} alone={signature.length === 1} choose={chooseEnd} /> : null;
        }
        const on = signature.includes(field);
        const last = on && signature.length === 1;
        return (
          <label class="choice" key={field} aria-disabled={last} title={last ? "One must stay" : terminalWord(field)}>
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
        {counted(summary.symbols, "different symbol")} in the process with most
      </p>
    </fieldset>
  );
}

interface Ends {
  ends: readonly string[];
  end: string | undefined;
  /** Whether nothing else counts: then one of them must stay. */
  alone: boolean;
  choose: (field: string | undefined) => void;
}

/** How the process at the other end counts: by number, by distance, or not at all. */
function OtherEnd({ ends, end, alone, choose }: Ends): JSX.Element {
  const must = alone && end !== undefined;
  return (
    <div class="one-of" role="radiogroup" aria-label="The process at the other end">
      {ends.map((field) => (
        <label class="choice" key={field} title={terminalWord(field)}>
          <input type="radio" name="end" checked={end === field} onChange={() => choose(field)} />
          <b>{fieldLabel(field)}</b>
          <span class="why">{FIELDS[field]?.says}</span>
        </label>
      ))}
      <label class="choice" aria-disabled={must} title={must ? "One must stay" : undefined}>
        <input type="radio" name="end" checked={end === undefined} disabled={must} onChange={() => choose(undefined)} />
        <b>none</b>
        <span class="why">whoever is at the other end</span>
      </label>
    </div>
  );
}

/** Which view: only where there is more than one. */
export function ViewChoice(): JSX.Element | null {
  const chosen = options.value;
  if (!chosen || !several()) return null;
  return (
    <fieldset class="plain">
      <legend class="sum">What an item is</legend>
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
  { name: "keep", label: "kept", says: "What a process did by itself stands in its place." },
  { name: "drop", label: "left out", says: "Only what concerns other processes is looked at." },
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
