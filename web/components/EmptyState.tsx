/** Why there is nothing to show, in the place where it would be. */
import type { ComponentChildren } from "preact";
import * as style from "./EmptyState.module.css";

export function EmptyState({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class={style.emptyState}>
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  );
}
