/** What lies over everything else, over an open dialog too. */
import type { ComponentChildren } from "preact";

export function Raised({ class: name, id, children }: { class: string; id: string; children: ComponentChildren }) {
  return (
    <div class={name} popover="manual" ref={show} data-testid={id}>
      {children}
    </div>
  );
}

function show(element: HTMLElement | null): void {
  // Browsers before 2024 lack popovers, and show the element in its place.
  if (element?.isConnected) element.showPopover?.();
}
