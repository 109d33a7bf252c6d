/** By which method the loops of single processes are found before they are merged. */
import type { JSX } from "preact";
import { count } from "../../base/format";
import { Down } from "../../components/Icons";
import { Pop } from "../../components/Pop";
import { lookAtModel, modelSummary } from "./state";
import { modelAt } from "../../workspace/modelView";
import { loaded } from "../../workspace/store";
import { LongestBody, METHODS, NO_TRACE } from "../../components/Choosers";

/** The K of loop recognition for a model if nothing is said. */
const DEFAULT_K = 1000;

/** A method's name, with its parameter where that is not the usual one. */
export function methodOf(method: string, k: number | undefined): string {
  return k === undefined || k === DEFAULT_K ? method : `${method}, K ${count(k)}`;
}

export function ModelChoosers(): JSX.Element | null {
  const summary = modelSummary.value;
  const fixed = loaded.value?.summary.source === "nests";
  const title = fixed ? NO_TRACE : "How the loops of each process are found, before they become one model";
  if (!summary) return null;
  return (
    <Pop
      end
      class="button chooser"
      disabled={fixed}
      title={title}
      name={`Method ${methodOf(summary.method, summary.k)}`}
      label={
        <>
          <span class="key">Method</span> {methodOf(summary.method, summary.k)} <Down />
        </>
      }
    >
      {(close) => <ModelMethod done={close} />}
    </Pop>
  );
}

export function ModelMethod({ done }: { done: () => void }): JSX.Element {
  const summary = modelSummary.value;
  const chosen = modelAt.value.method ?? summary?.method;
  return (
    <fieldset class="plain">
      <legend class="sum">How the loops of each process are found, before they become one model</legend>
      {METHODS.map(({ name, says }) => (
        <label class="choice" key={name}>
          <input
            type="radio"
            name="local-method"
            checked={chosen === name}
            onChange={() => {
              done();
              lookAtModel({ method: name, k: null });
            }}
          />
          <b>{name}</b>
          <span class="why">{says}</span>
        </label>
      ))}
      <LongestBody k={modelAt.value.k ?? summary?.k ?? DEFAULT_K} change={(k) => lookAtModel({ method: "nlr", k })} />
    </fieldset>
  );
}
