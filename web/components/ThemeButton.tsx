/** Light, dark, or as the system. */
import { Half, Moon, Sun } from "./Icons";
import { useWorkspace } from "../workspace/workspace";
import * as controls from "./controls.module.css";

const NAMES = { system: "as the system", light: "light", dark: "dark" };

export function ThemeButton() {
  const { themes } = useWorkspace();
  const now = themes.choice.value;
  return (
    <button
      type="button"
      class={controls.icon}
      title={`Colours: ${NAMES[now]} (T)`}
      aria-label={`Colours: ${NAMES[now]}`}
      onClick={themes.next}
    >
      {now === "system" ? <Half /> : now === "light" ? <Sun /> : <Moon />}
    </button>
  );
}
