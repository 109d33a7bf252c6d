/** What shapes and colours mean. */
import type { JSX } from "preact";
import { KindSign } from "../components/Icons";
import { shown } from "../state/store";

const ORDER = ["send", "receive", "collective", "other"] as const;

/** How a kind of event is drawn; all others as `other`. */
const SHAPES: Readonly<Record<string, (typeof ORDER)[number]>> = {
  send: "send",
  recv: "receive",
  receive: "receive",
  sync: "collective",
  collective: "collective",
};

export function Legend(): JSX.Element | null {
  const summary = shown.value?.summary;
  if (!summary) return null;
  const named = summary.tags.filter(({ slot }) => slot > 0);
  // A tuple has one shape, whatever its label.
  const shapes = summary.options.view === "values" ? [] : [...new Set(summary.kinds.filter(({ count }) => count > 0).map(({ kind }) => SHAPES[kind] ?? "other"))];
  // One shape alone tells nothing apart.
  const kinds = shapes.length > 1 ? ORDER.filter((shape) => shapes.includes(shape)) : [];
  if (kinds.length + summary.tags.length === 0) return null;
  const rest = summary.tags.length - named.length;
  return (
    <ul class="legend-row" aria-label="Legend">
      {kinds.map((kind) => (
        <li key={kind}>
          <KindSign kind={kind} /> {kind}
        </li>
      ))}
      {summary.tags.length > 0 && <li class="quiet">{summary.options.view === "values" ? "label" : "tag"}</li>}
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
