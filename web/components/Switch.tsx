/** A choice of one of a few, side by side. */
import * as style from "./Switch.module.css";

interface Props<T extends string> {
  /** What is chosen, for screen readers. */
  name: string;
  options: readonly { value: T; label: string; title?: string }[];
  chosen: string | null;
  choose: (value: T) => void;
}

export function Switch<T extends string>({ name, options, chosen, choose }: Props<T>) {
  return (
    <div class={style.switch} role="group" aria-label={name}>
      {options.map(({ value, label, title }) => (
        <button type="button" key={value} aria-pressed={value === chosen} title={title} onClick={() => choose(value)}>
          {label}
        </button>
      ))}
    </div>
  );
}
