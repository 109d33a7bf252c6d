/** Light or dark: what the user chose, otherwise what the system prefers. */
import { computed, effect, signal } from "@preact/signals";
import type { Theme } from "../engine/wire";

type ThemeChoice = "system" | Theme;

/** The choices in the order in which the button steps through them. */
const CHOICES: readonly ThemeChoice[] = ["system", "light", "dark"];
const KEY = "loopscope.theme";

export class ThemeState {
  readonly choice = signal<ThemeChoice>(storedChoice());
  private readonly systemIsDark = signal(false);
  readonly theme = computed<Theme>(() => {
    if (this.choice.value !== "system") return this.choice.value;
    return this.systemIsDark.value ? "dark" : "light";
  });

  constructor() {
    if (typeof matchMedia !== "function") return;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    this.systemIsDark.value = dark.matches;
    dark.addEventListener("change", (event) => (this.systemIsDark.value = event.matches));
  }

  /** System, light, dark, and round again. */
  readonly next = (): void => {
    this.choice.value = CHOICES[(CHOICES.indexOf(this.choice.value) + 1) % CHOICES.length] ?? "system";
  };

  /** Colours the document and remembers the choice from now on. */
  follow(document: Document): void {
    effect(() => {
      document.documentElement.dataset.theme = this.theme.value;
    });
    effect(() => store(this.choice.value));
  }
}

function store(choice: ThemeChoice): void {
  try {
    if (choice === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // A browser may forbid storage; the choice then lasts as long as the page.
  }
}

function storedChoice(): ThemeChoice {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}
