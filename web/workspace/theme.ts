/** Light or dark: what the person chose, or else what the system says. */
import { computed, effect, signal } from "@preact/signals";
import type { Theme } from "../engine/wire";

export type Choice = "system" | Theme;

const KEY = "loopscope.theme";
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const systemIsDark = signal(dark.matches);
dark.addEventListener("change", (event) => (systemIsDark.value = event.matches));

export const choice = signal<Choice>(stored());
export const theme = computed<Theme>(() => {
  if (choice.value !== "system") return choice.value;
  return systemIsDark.value ? "dark" : "light";
});

/** System, light, dark, and round again. */
export function nextTheme(): void {
  const order: Choice[] = ["system", "light", "dark"];
  choice.value = order[(order.indexOf(choice.value) + 1) % order.length] ?? "system";
}

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});

effect(() => {
  try {
    if (choice.value === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice.value);
  } catch {
    // A browser may forbid storage; the choice then lasts as long as the page.
  }
});

function stored(): Choice {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}
