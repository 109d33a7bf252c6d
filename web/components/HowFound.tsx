/** The way from a selection into the lab: its events, stepped through by the method that found it. */
import { useWorkspace } from "../workspace/workspace";
import { LinkButton } from "./Buttons";
import type { ToLab } from "./toLab";
import * as prose from "./prose.module.css";

export function HowFound(what: ToLab) {
  const workspace = useWorkspace();
  const shown = workspace.selection.shown.value;
  if (!shown || shown.partial || (what.station !== "merge" && what.to - what.from < 1)) return null;
  const open = async () => {
    // A tab that is opened after an answer would be taken for one that nobody asked for.
    const tab = window.open("", "_blank");
    if (tab) tab.opener = null;
    const { toLab } = await import("./toLab");
    const found = await toLab(workspace, what);
    if ("why" in found) {
      tab?.close();
      workspace.toast.announce(found.why);
    } else (tab ?? window).location.href = found.address;
  };
  return (
    <p class={prose.clear}>
      <LinkButton title="Steps through it in the lab, in a tab of its own: at most 200 events, or 60 constructs of 4 processes" onClick={() => void open()}>
        How was this found?
      </LinkButton>
    </p>
  );
}
