/** What shapes and colours mean. */
import type { JSX } from "preact";
import { KindSign } from "../components/Icons";
import { shown } from "../state/store";

export function Legend(): JSX.Element | null {
  const summary = shown.value?.summary;
  if (!summary) return null;
  const named = summary.tags.filter(({ slot }) => slot > 0);
  const rest = summary.tags.length - named.length;
  return (
    <ul class="legend-row" aria-label="Legend">
      {(["send", "receive", "collective", "other"] as const).map((kind) => (
        <li key={kind}>
          <KindSign kind={kind} /> {kind}
        </li>
      ))}
      {summary.tags.length > 0 && <li class="quiet">tag</li>}
      {named.map(({ label, slot }) => (
        <li key={label}>
          <span class="swatch" style={{ background: `var(--t${slot})` }} /> {label}
        </li>
      ))}
      {rest > 0 && (
        <li>
          <span class="swatch" style={{ background: "var(--t0)" }} /> {rest === 1 ? "another" : `${rest} others`}
        </li>
      )}
    </ul>
  );
}
