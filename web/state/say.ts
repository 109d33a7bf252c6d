/** Short words for what was just done. */
import { said } from "./store";

let timer = 0;

/** Shows and reads out a short word. */
export function say(text: string): void {
  said.value = text;
  clearTimeout(timer);
  timer = window.setTimeout(() => (said.value = ""), 2500 + 40 * text.length);
}
