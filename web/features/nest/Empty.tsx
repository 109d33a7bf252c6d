/** No loop: why, and which one change would give one, tried out beforehand. */
import { listed, plural, unbroken } from "../../base/format";
import type { Suggestion, Summary } from "../../engine/wire";
import { fieldLabel } from "../../components/fieldLabels";
import { useWorkspace } from "../../workspace/workspace";
import * as style from "./Empty.module.css";
import * as controls from "../../components/controls.module.css";

export function Empty({ summary, suggestions }: { summary: Summary; suggestions: readonly Suggestion[] }) {
  const { traces, opener } = useWorkspace();
  const fields = (traces.options.value?.signature ?? []).map(fieldLabel);
  const list = listed(fields);
  return (
    <section class={style.empty} aria-label="What would give a loop">
      <h2>What makes two {plural(2, summary.noun)} the same?</h2>
      <p>
        {list ? `Now: ${list}.` : `Two ${plural(2, summary.noun)} are the same if they are spelled alike.`}
        {suggestions.length === 0 && " Leaving out a part of that gives no loop either: this trace does not repeat itself."}
      </p>
      <div class={style.ways}>
        {suggestions.map(({ label, options: better }, index) => (
          <button
            type="button"
            key={label}
            class={index === 0 ? `${controls.button} ${controls.primary}` : `${controls.button} ${controls.outlined}`}
            onClick={() =>
              opener.configure({ method: better.method, view: better.view, signature: better.signature, locals: better.locals })
            }
          >
            {label}
          </button>
        ))}
      </div>
      <ul class={style.outcomes}>
        {suggestions.map(({ label, outcome }) => (
          <li key={label}>
            {label}: {unbroken(outcome)}
          </li>
        ))}
      </ul>
    </section>
  );
}
