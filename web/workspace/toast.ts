/** Short messages about what was just done: shown for a moment and read out. */
import { signal } from "@preact/signals";

/** A message that follows another within this time is shown together with it: nobody has read that one yet. */
const TOGETHER_MS = 1500;
/** A message stays this long, and longer for each of its letters. */
const STAYS_MS = 2500;
const STAYS_PER_LETTER_MS = 40;

export class Toast {
  /** The message that is shown; empty for none. */
  readonly text = signal("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = Number.NEGATIVE_INFINITY;

  /** Shows a message and has it read out. */
  announce(message: string): void {
    const now = performance.now();
    const shown = this.text.value;
    const together = now - this.last < TOGETHER_MS && shown !== "" && !shown.includes(message);
    this.last = now;
    this.text.value = together ? `${shown}. ${message}` : message;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.text.value = ""), STAYS_MS + STAYS_PER_LETTER_MS * this.text.value.length);
  }
}
