/** Why there is nothing to show, in the place where it would be. */
import type { ComponentChildren, JSX } from "preact";

export function EmptyState({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <section class="compare-none">
      <h2>{title}</h2>
      <p>{children}</p>
    </section>
  );
}
