/** What is assumed of a run: a list, and how to assume something else. */
import { useSignal } from "@preact/signals";
import { count, counted } from "../../base/format";
import type { WhatIfSummary } from "../../engine/wire";
import { useWorkspace } from "../../workspace/workspace";
import { selectOf } from "./candidates";
import { useWhatIf } from "./state";
import * as style from "./Assumptions.module.css";
import * as controls from "../../components/controls.module.css";
import * as layout from "../../components/layout.module.css";
import * as prose from "../../components/prose.module.css";

const QUIET = `${prose.small} ${prose.quiet}`;
/** Processes that can be chosen. */
const MOST_PROCESSES = 256;

/** What is assumed, and how to take it back. */
export function Assumed() {
  const { toast } = useWorkspace();
  const state = useWhatIf();
  const all = state.assumptions.value;
  if (all.length === 0) return null;
  // A trace of this computer has no address.
  const isLinked = new URLSearchParams(location.search).size > 0;
  return (
    <section class={style.block} aria-label="Assumptions">
      <div class={layout.head}>
        <h2>Assumptions</h2>
        <span class={QUIET}>
          {[all.length > 1 ? "where two are about the same call, the lower one counts" : "", isLinked ? "they are in the address of the page" : ""].filter(Boolean).join("; ")}
        </span>
        <button type="button" class={controls.link} onClick={() => state.reset()}>
          Reset
        </button>
        {isLinked && (
          <button type="button" class={controls.link} onClick={() => void navigator.clipboard.writeText(location.href).then(() => toast.announce("The link is copied"))}>
            Copy link
          </button>
        )}
      </div>
      <ul class={style.assumed}>
        {all.map(({ select, factor }, at) => {
          const words = state.answer.value?.changes[at];
          return (
            <li key={select} aria-current={at === state.moving.value}>
              <button type="button" class={controls.link} onClick={() => state.move(at)}>
                {words?.name ?? select} ×{factor}
              </button>
              <span class={QUIET}>{words && counted(words.count, select.startsWith("message") ? "message" : "call")}</span>
              <button type="button" class={controls.link} aria-label={`Drop ${words?.name ?? select}`} onClick={() => state.drop(select)}>
                drop
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const PARTS = [
  { part: "calc", label: "computing" },
  { part: "wait", label: "waits" },
  { part: "call", label: "calls" },
  { part: "message", label: "messages" },
  { part: "imbalance", label: "load imbalance" },
] as const;

/** Assumes something else: a part of the run, everywhere, in a loop or on a process. */
export function Another({ summary, iteration }: { summary: WhatIfSummary; iteration: { loop: number; index: number } | null }) {
  const state = useWhatIf();
  const [part, where] = [useSignal<string>("calc"), useSignal("all")];
  // It is shared by processes, in each iteration.
  const isOfLoop = part.value === "imbalance";
  const processes = summary.now.processes.slice(0, MOST_PROCESSES);
  return (
    <form
      class={style.another}
      aria-label="Assume something else"
      onSubmit={(event) => {
        event.preventDefault();
        state.assume(`${part.value}:${isOfLoop && !/^L\d+$/.test(where.value) ? "all" : where.value}`, 0.5);
      }}
    >
      <span class={QUIET}>{state.assumes.value ? "and also" : "or"} assume that</span>
      <select aria-label="What" value={part.value} onChange={(event) => (part.value = event.currentTarget.value)}>
        {PARTS.map(({ part: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select aria-label="Where" value={where.value} onChange={(event) => (where.value = event.currentTarget.value)}>
        <option value="all">everywhere</option>
        {iteration && !isOfLoop && (
          <option value={selectOf(iteration)}>
            in iteration {count(iteration.index + 1)} of L{iteration.loop}
          </option>
        )}
        {summary.loops.map(({ id }) => (
          <option key={id} value={`L${id}`}>
            in L{id}
          </option>
        ))}
        {!isOfLoop && processes.map(({ process }) => (
          <option key={process} value={`rank=${process}`}>
            on process {process}
          </option>
        ))}
      </select>
      <button type="submit" class={`${controls.button} ${controls.outlined}`}>
        try half {isOfLoop ? "of it" : "as long"}
      </button>
    </form>
  );
}
