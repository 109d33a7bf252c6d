/** A block of the overview: its name, what it says in a few words, and the door to the place that has more. */
import type { ComponentChildren } from "preact";
import * as style from "./style.module.css";
import * as controls from "../../components/controls.module.css";
import * as prose from "../../components/prose.module.css";

interface Props {
  title: string;
  says?: string;
  door?: { label: string; open: () => void };
  /** What stands at the right of its name, such as a legend. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}

export function Block({ title, says, door, aside, children }: Props) {
  return (
    <section class={style.block} aria-label={title}>
      <div class={style.head}>
        <h2>{title}</h2>
        {says && <span class={prose.aside}>{says}</span>}
        {aside}
        {door && (
          <button type="button" class={`${controls.link} ${prose.small}`} onClick={door.open}>
            {door.label}
          </button>
        )}
      </div>
      {children}
    </section>
  );
}

/** Blocks side by side where there is room. */
export function Pair({ children }: { children: ComponentChildren }) {
  return <div class={style.pair}>{children}</div>;
}
