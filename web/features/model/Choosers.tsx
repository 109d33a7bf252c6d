/** By which method the loops of single processes are found before they are merged. */
import type { JSX } from "preact";
import { DEFAULT_K } from "../../base/constants";
import { METHODS, methodName } from "../../base/methods";
import { Down } from "../../components/Icons";
import { Pop } from "../../components/Pop";
import { LongestBody, NO_TRACE } from "../../components/Choosers";
import { useWorkspace } from "../../workspace/workspace";
import { useModel } from "./state";

export function ModelChoosers(): JSX.Element | null {
  const { traces } = useWorkspace();
  const model = useModel();
  const summary = model.summary.value;
  const fixed = traces.loaded.value?.summary.source === "nests";
  const title = fixed ? NO_TRACE : "How the loops of each process are found, before they become one model";
  if (!summary) return null;
  return (
    <Pop
      end
      class="button chooser"
      disabled={fixed}
      title={title}
      name={`Method ${methodName(summary.method, summary.k)}`}
      label={
        <>
          <span class="key">Method</span> {methodName(summary.method, summary.k)} <Down />
        </>
      }
    >
      {(close) => <ModelMethod done={close} />}
    </Pop>
  );
}

export function ModelMethod({ done }: { done: () => void }): JSX.Element {
  const model = useModel();
  const summary = model.summary.value;
  const chosen = model.view.value.method ?? summary?.method;
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
              model.setView({ method: name, k: null });
            }}
          />
          <b>{name}</b>
          <span class="why">{says}</span>
        </label>
      ))}
      <LongestBody k={model.view.value.k ?? summary?.k ?? DEFAULT_K} change={(k) => model.setView({ method: "nlr", k })} />
    </fieldset>
  );
}
