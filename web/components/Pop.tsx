/** A button with a panel below it. The panel closes on Escape, on a press outside, and when focus leaves it. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import * as style from "./Pop.module.css";
import * as controls from "./controls.module.css";

interface Props {
  label: ComponentChildren;
  /** The button's name for screen readers, if its label does not give it. */
  name?: string;
  title?: string;
  class?: string;
  /** How the button with its panel lies in what is around it. */
  outer?: string;
  end?: boolean;
  disabled?: boolean;
  children: (close: () => void) => ComponentChildren;
}

/** What can be gone to in the panel. */
const FIELDS = "[data-keys] :is(input, button):not(:disabled)";

export function Pop(props: Props) {
  const open = useSignal(false);
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    open.value = false;
  };

  useEffect(() => {
    if (!open.value) return undefined;
    const press = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", press, true);
    root.current?.querySelector<HTMLElement>(FIELDS)?.focus();
    return () => document.removeEventListener("pointerdown", press, true);
  }, [open.value]);

  const key = (event: KeyboardEvent) => {
    if (!open.value) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
      button.current?.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const all = [...(root.current?.querySelectorAll<HTMLElement>(FIELDS) ?? [])];
      const at = all.indexOf(document.activeElement as HTMLElement);
      if (at < 0 || ["radio", "number"].includes((document.activeElement as HTMLInputElement).type)) return;
      event.preventDefault();
      event.stopPropagation();
      all[(at + (event.key === "ArrowDown" ? 1 : all.length - 1)) % all.length]?.focus();
    }
  };
  const leave = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) close();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It listens to what the button and the panel inside it leave.
    <span class={`${style.pop} ${props.end ? style.alignEnd : ""} ${props.outer ?? ""}`} ref={root} onKeyDown={key} onFocusOut={leave}>
      <button
        type="button"
        ref={button}
        class={props.class ?? controls.button}
        disabled={props.disabled}
        title={props.title}
        aria-label={props.name}
        aria-expanded={open.value}
        aria-controls={open.value ? id : undefined}
        onClick={() => (open.value = !open.value)}
      >
        {props.label}
      </button>
      {open.value && (
        <div class={style.panel} id={id} data-keys="own">
          {props.children(close)}
        </div>
      )}
    </span>
  );
}
