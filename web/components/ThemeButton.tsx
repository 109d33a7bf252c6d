/** Light, dark, or as the system. */
import type { JSX } from "preact";
import { Half, Moon, Sun } from "./Icons";
import { choice, nextTheme } from "../workspace/theme";

const NAMES = { system: "as the system", light: "light", dark: "dark" };

export function ThemeButton(): JSX.Element {
  const now = choice.value;
  return (
    <button
      type="button"
      class="icon"
      title={`Colours: ${NAMES[now]} (T)`}
      aria-label={`Colours: ${NAMES[now]}`}
      onClick={nextTheme}
    >
      {now === "system" ? <Half /> : now === "light" ? <Sun /> : <Moon />}
    </button>
  );
}
