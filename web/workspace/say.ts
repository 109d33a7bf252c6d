/** Short words for what was just done. */
import { said } from "./store";

let timer = 0;
let last = Number.NEGATIVE_INFINITY;

/** What is said so soon after something else is said with it. */
const TOGETHER_MS = 400;

/** Shows and reads out a short word. */
export function say(text: string): void {
  const now = performance.now();
  const together = now - last < TOGETHER_MS && said.value !== "" && !said.value.includes(text);
  last = now;
  const all = together ? `${said.value}. ${text}` : text;
  said.value = all;
  clearTimeout(timer);
  timer = window.setTimeout(() => (said.value = ""), 2500 + 40 * all.length);
}
