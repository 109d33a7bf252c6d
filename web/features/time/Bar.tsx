/** A time as a bar: computes solid, in calls in the middle, waits hatched; lying, or standing. Never a hue, for those are tags. */
import type { TimeParts } from "../../engine/wire";
import { PARTS } from "./words";
import * as style from "./Bar.module.css";

/** `whole`: the time that fills the room of the bar. */
export function TimeBar({ parts, whole, standing = false }: { parts: TimeParts; whole: number; standing?: boolean }) {
  return (
    <span class={standing ? `${style.bar} ${style.standing}` : style.bar} aria-hidden="true">
      {PARTS.map(({ part }) => (
        <i key={part} data-part={part} style={{ [standing ? "height" : "width"]: `${whole > 0 ? (parts[part] / whole) * 100 : 0}%` }} />
      ))}
    </span>
  );
}

export function PartsLegend() {
  return (
    <ul class={style.legend} aria-label="Legend of times">
      {PARTS.map(({ part, label, means }) => (
        <li key={part} title={means}>
          <span class={style.bar}>
            <i data-part={part} style={{ width: "100%" }} />
          </span>
          {label}
        </li>
      ))}
    </ul>
  );
}
