/** The way from a selection into the lab: its events, stepped through by the method that found it. */
import type { JSX } from "preact";
import type { LabQuery, LabReply } from "../engine/wire";
import { useWorkspace } from "../workspace/workspace";
import * as controls from "./controls.module.css";

/** Events of a process, from a position to before another, or a loop of the model. */
type Props = { station: "greedy-optimal" | "nlr" | "flow" | "repeats"; process: number; from: number; to: number } | { station: "merge"; loop: number };

/** A flow graph in the lab has so many nodes at most. */
const MOST_NODES = 40;

export function HowFound(props: Props): JSX.Element | null {
  const { engine, selection, toast } = useWorkspace();
  const shown = selection.shown.value;
  if (!shown || shown.partial || (props.station !== "merge" && props.to - props.from < 1)) return null;
  const { handle, name } = shown;
  const open = async (): Promise<void> => {
    // A tab that is opened after an answer would be taken for one that nobody asked for.
    const tab = window.open("", "_blank");
    if (tab) tab.opener = null;
    const query: LabQuery = props.station === "merge" ? { programs: { handle, id: props.loop } } : { stretch: { handle, process: props.process, from: props.from, to: props.to } };
    let why = "The events could not be taken to the lab";
    const reply = await engine.ask({ type: "lab", query }, "none", undefined, (problem) => (why = `${problem.what[0]?.toUpperCase() ?? ""}${problem.what.slice(1)}`));
    const input = reply && inputOf(props, name, reply.reply);
    if (!input) {
      tab?.close();
      toast.announce(why);
      return;
    }
    // What names the open trace leads back to it; a file of one's own has no such address.
    const link = new URLSearchParams({ lab: props.station, ...input, step: "0", ...(location.search.length > 1 ? { back: location.search } : {}) });
    const address = `${location.href.replace(/[?#].*$/, "")}?${link.toString()}`;
    if (tab) tab.location.href = address;
    else location.href = address;
  };
  const title =
    props.station === "merge"
      ? "Steps through the merge of this loop in the lab, in a tab of its own: at most four of its processes and 60 constructs"
      : "Steps through the events of this selection in the lab, in a tab of its own; at most 200 of them";
  return (
    <button type="button" class={controls.link} title={title} onClick={() => void open()}>
      How was this found?
    </button>
  );
}

/** The input of the lab, and where it comes from. */
function inputOf(props: Props, name: string, reply: LabReply): Record<string, string> | null {
  if (props.station === "merge") {
    if (!("programs" in reply)) return null;
    const { text, processes, members, cut } = reply.programs;
    return { s: text, from: `${name}/L${props.loop}/${processes.join("+")}-${members}${cut ? "~" : ""}` };
  }
  if (!("stretch" in reply)) return null;
  const { text, numbers, total } = reply.stretch;
  const from = `${name}/${props.process}/${props.from}-${total}`;
  if (props.station === "nlr") return { v: numbers.replace(/ /g, ""), from };
  return { s: props.station === "flow" ? upTo(text, MOST_NODES) : text, from };
}

/** The begin of a text that has no more different letters or words. */
function upTo(text: string, most: number): string {
  const between = text.includes(" ") ? " " : "";
  const words = text.split(between);
  const seen = new Set<string>();
  const end = words.findIndex((word) => seen.add(word).size > most);
  return (end < 0 ? words : words.slice(0, end)).join(between);
}
