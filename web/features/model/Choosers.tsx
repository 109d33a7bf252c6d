/** The method by which the loops of each process are found before they are merged. */
import { DEFAULT_K } from "../../base/constants";
import { methodName } from "../../base/methods";
import { LongestBody, MethodRadios, NO_TRACE, OptionPop } from "../../components/Choosers";
import { useWorkspace } from "../../workspace/workspace";
import { useModel } from "./state";
import * as controls from "../../components/controls.module.css";
import * as picker from "../../components/picker.module.css";

export function ModelChoosers() {
  const { traces } = useWorkspace();
  const model = useModel();
  const summary = model.summary.value;
  const fixed = traces.loaded.value?.summary.source === "nests";
  const title = fixed ? NO_TRACE : "How the loops of each process are found, before they become one model";
  if (!summary) return null;
  return (
    <OptionPop option="Method" value={methodName(summary.method, summary.k)} title={title} disabled={fixed}>
      {(close) => <ModelMethod done={close} />}
    </OptionPop>
  );
}

export function ModelMethod({ done }: { done: () => void }) {
  const model = useModel();
  const summary = model.summary.value;
  const chosen = model.view.value.method ?? summary?.method;
  return (
    <fieldset class={controls.group}>
      <legend class={picker.about}>How the loops of each process are found, before they become one model</legend>
      <MethodRadios
        group="local-method"
        chosen={chosen}
        choose={(method) => {
          done();
          model.setView({ method, k: null });
        }}
      />
      <LongestBody k={model.view.value.k ?? summary?.k ?? DEFAULT_K} change={(k) => model.setView({ method: "nlr", k })} />
    </fieldset>
  );
}
