/** A panel over the page: from below on a phone, in the middle elsewhere. The browser keeps the focus inside, and gives it back when the panel closes. */
import type { ReadonlySignal } from "@preact/signals";
import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Close } from "./Icons";
import * as style from "./Sheet.module.css";
import * as controls from "./controls.module.css";
import * as prose from "./prose.module.css";

interface Props {
  title: string;
  place: "bottom" | "middle";
  /** As wide as the page allows. What is chosen in it is not lost by a press beside it. */
  wide?: boolean;
  close: () => void;
  /** What the page announces: repeated in the panel, because nothing behind it is read out. */
  announced: ReadonlySignal<string>;
  children: ComponentChildren;
}

export function Sheet({ title, place, wide, close, announced, children }: Props) {
  const root = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = root.current;
    dialog?.showModal();
    // The whole panel is read out, not the button that happens to come first.
    dialog?.focus();
    return () => dialog?.close();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The backdrop belongs to the element; Escape does the same.
    <dialog
      class={`${style.sheet} ${place === "bottom" ? style.fromBelow : style.inMiddle} ${wide ? style.wide : ""}`}
      aria-labelledby={id}
      tabIndex={-1}
      ref={root}
      // A letter chooses in a list, and nothing behind the sheet. Escape arrives as `cancel`.
      onKeyDown={(event) => (event.key === "Escape" || event.target instanceof HTMLSelectElement) && event.stopPropagation()}
      // A choice of files that is cancelled sends the same event from its field.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      // The browser may close it without asking: with Escape before anything was pressed. One that is gone closed itself.
      onClose={(event) => event.currentTarget.isConnected && close()}
      onMouseDown={(event) => wide && isBeside(event) && event.preventDefault()}
      onClick={(event) => !wide && isBeside(event) && close()}
    >
      <div class={style.title}>
        <h2 id={id}>{title}</h2>
        <button type="button" class={controls.icon} aria-label="Close" onClick={close}>
          <Close />
        </button>
      </div>
      {children}
      <p class={prose.hidden} aria-live="polite">
        {announced.value}
      </p>
    </dialog>
  );
}

/** Whether a press on the dialog itself was on its backdrop. */
function isBeside({ target, currentTarget, clientX, clientY }: TargetedMouseEvent<HTMLDialogElement>): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX >= right || clientY < top || clientY >= bottom;
}
