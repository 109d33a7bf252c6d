/** Says that the server has a new version of the page, once it is kept here. */
import { LinkButton } from "../components/Buttons";
import { Close } from "../components/Icons";
import { newVersion } from "./offline";
import * as style from "./NewVersion.module.css";
import * as controls from "../components/controls.module.css";

export function NewVersion() {
  const load = newVersion.value;
  if (!load) return null;
  return (
    <div class={style.notice} role="status">
      <span>A new version of Loopscope is ready.</span>
      <LinkButton onClick={load}>
        Load it
      </LinkButton>
      <button type="button" class={controls.icon} aria-label="Close the message" onClick={() => (newVersion.value = null)}>
        <Close />
      </button>
    </div>
  );
}
