/** The way from a selection into the lab: its events, stepped through by the method that found it. */
import type { JSX } from "preact";
import { useWorkspace } from "../workspace/workspace";
import * as controls from "./controls.module.css";

interface Props {
  /** The lab's station. */
  station: "greedy-optimal" | "nlr" | "flow" | "repeats";
  process: number;
  /** The position of the first event. */
  from: number;
  /** The position after the last one. */
  to: number;
}

export function HowFound({ station, process, from, to }: Props): JSX.Element | null {
  const { engine, selection, toast } = useWorkspace();
  const shown = selection.shown.value;
  if (!shown || shown.partial || to - from < 1) return null;
  const open = async (): Promise<void> => {
    // A tab that is opened after an answer would be taken for one that nobody asked for.
    const tab = window.open("", "_blank");
    if (tab) tab.opener = null;
    const reply = await engine.ask({ type: "lab", query: { stretch: { handle: shown.handle, process, from, to } } });
    if (!reply || !("stretch" in reply.reply)) {
      tab?.close();
      toast.announce("The events could not be taken to the lab");
      return;
    }
    const { text, numbers, total } = reply.reply.stretch;
    const link = new URLSearchParams({ lab: station, [station === "nlr" ? "v" : "s"]: station === "nlr" ? numbers.replace(/ /g, "") : text, step: "0", from: `${shown.name}/${process}/${from}-${total}` });
    const address = `${location.href.replace(/[?#].*$/, "")}?${link.toString()}`;
    if (tab) tab.location.href = address;
    else location.href = address;
  };
  return (
    <button type="button" class={controls.link} title="Steps through the events of this selection in the lab, in a tab of its own; at most 200 of them" onClick={() => void open()}>
      How was this found?
    </button>
  );
}
