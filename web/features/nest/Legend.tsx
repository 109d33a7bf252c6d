/** What shapes and colours mean. */
import { legendOf } from "../../base/legend";
import { KindSign } from "../../components/Icons";
import { useWorkspace } from "../../workspace/workspace";
import * as style from "./Legend.module.css";
import * as prose from "../../components/prose.module.css";

export function Legend() {
  const { selection } = useWorkspace();
  const summary = selection.shown.value?.summary;
  if (!summary) return null;
  const { kinds, word, tags } = legendOf(summary);
  if (kinds.length + tags.length === 0) return null;
  return (
    <ul class={style.legend} aria-label="Legend">
      {kinds.map((kind) => (
        <li key={kind}>
          <KindSign kind={kind} /> {kind}
        </li>
      ))}
      {tags.length > 0 && <li class={prose.quiet}>{word}</li>}
      {tags.map(({ label, slot }) => (
        <li key={label}>
          <span class={style.swatch} style={{ background: `var(--t${slot})` }} /> {label}
        </li>
      ))}
    </ul>
  );
}
