/** By which method, what counts as the same event, and what of the trace is taken. */
import type { JSX } from "preact";
import { counted } from "../base/format";
import { Down } from "../components/Icons";
import { Pop } from "../components/Pop";
import { configure } from "../state/open";
import { loaded, options } from "../state/store";

const METHODS = [
  { name: "greedy", says: "Shortest bodies first, loops of loops after. Fast at any length." },
  { name: "optimal", says: "The loop that covers most first. Exact; slower on long traces." },
] as const;

const VIEWS: Readonly<Record<string, string>> = {
  calls: "Every MPI call is an item",
  communication: "Messages and collectives are the items",
};

/** What a field is called on the page, and what ticking it means. */
const FIELDS: Readonly<Record<string, { label: string; says: string }>> = {
  name: { label: "call", says: "what it is: send, receive, which collective" },
  peer: { label: "peer", says: "the process at the other end, by its number" },
  "peer:rel": { label: "distance", says: "how far away the process at the other end is" },
  tag: { label: "tag", says: "the message's tag" },
  comm: { label: "group", says: "the group of processes that take part" },
};

/** What a field is called; what an event is has another name where the items are calls. */
export function fieldLabel(field: string): string {
  if (field === "name" && loaded.value?.summary.noun !== "call") return "kind";
  return FIELDS[field]?.label ?? field;
}

/** Peer and distance say the same in two ways: one takes the other's place. */
const RIVALS: Readonly<Record<string, string>> = { peer: "peer:rel", "peer:rel": "peer" };

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
          <span class="key">Method</span> {chosen.method} <Down />
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
          <span class="value cut">{none ? "alike" : chosen.signature.map(fieldLabel).join(", ")}</span> <Down />
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
      {same}
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
    </fieldset>
  );
}

export function FieldChoice(): JSX.Element | null {
  const summary = loaded.value?.summary;
  const chosen = options.value;
  if (!summary || !chosen) return null;
  const { signature } = chosen;
  const toggle = (field: string, on: boolean): void => {
    const kept = signature.filter((other) => other !== field && !(on && other === RIVALS[field]));
    configure({ signature: on ? [...kept, field] : kept });
  };
  return (
    <fieldset class="plain">
      <legend class="sum">Two {summary.noun}s are the same if they agree in</legend>
      {summary.fields.map((field) => {
        const on = signature.includes(field);
        const last = on && signature.length === 1;
        return (
          <label class="choice" key={field} aria-disabled={last} title={last ? "One must stay" : undefined}>
            <input
              type="checkbox"
              checked={on}
              disabled={last}
              onChange={(event) => toggle(field, event.currentTarget.checked)}
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
