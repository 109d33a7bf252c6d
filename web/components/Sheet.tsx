/** A panel over the page: from below on a phone, in the middle elsewhere. Focus goes in, and back when it closes. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Close } from "./Icons";

interface Props {
  title: string;
  place: "bottom" | "middle";
  /** As wide as the page allows. A press outside does not close it, so that choices are not lost. */
  wide?: boolean;
  close: () => void;
  children: ComponentChildren;
}

export function Sheet({ title, place, wide, close, children }: Props): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    root.current?.focus();
    return () => before?.focus();
  }, []);
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "Tab") {
      keepInside(root.current, event);
    }
    // A letter chooses from a list; it is no key of the page behind the sheet.
    if (event.target instanceof HTMLSelectElement) event.stopPropagation();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape closes, too. */}
      <div class="sheet-back" onMouseDown={(event) => wide && event.preventDefault()} onClick={wide ? undefined : close} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It keeps the focus inside. */}
      <div class={wide ? `sheet ${place} wide` : `sheet ${place}`} role="dialog" aria-modal="true" aria-labelledby={id} tabIndex={-1} ref={root} onKeyDown={key}>
        <div class="title">
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon" aria-label="Close" onClick={close}>
            <Close />
          </button>
        </div>
        {children}
      </div>
    </>
  );
}

function keepInside(root: HTMLElement | null, event: KeyboardEvent): void {
  const all = root?.querySelectorAll<HTMLElement>("button:not(:disabled), input:not(:disabled), select:not(:disabled), a[href], [tabindex='0']");
  const first = all?.[0];
  const last = all?.[all.length - 1];
  if (!first || !last) return;
  const now = document.activeElement;
  if (event.shiftKey && (now === first || now === root)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && now === last) {
    event.preventDefault();
    first.focus();
  }
}
