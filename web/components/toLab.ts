/** Takes a selection to the lab: what is asked for, its link, and where it comes from. Loaded when somebody asks how a loop was found. */
import type { LabQuery, LabReply } from "../engine/wire";
import type { Workspace } from "../workspace/workspace";

/** Events of a process, from a position to before another, or a loop of the model. */
export type ToLab = { station: "greedy-optimal" | "nlr" | "flow" | "repeats"; process: number; from: number; to: number } | { station: "merge"; loop: number };

/** A flow graph in the lab has so many nodes at most. */
const MOST_NODES = 40;

/** The address in the lab, or why there is none. */
export async function toLab({ engine, selection }: Workspace, what: ToLab): Promise<{ address: string } | { why: string }> {
  const shown = selection.shown.peek();
  let why = "The events could not be taken to the lab";
  if (!shown) return { why };
  const { handle, name } = shown;
  const query: LabQuery = what.station === "merge" ? { programs: { handle, id: what.loop } } : { stretch: { handle, process: what.process, from: what.from, to: what.to } };
  const reply = await engine.ask({ type: "lab", query }, "none", undefined, (problem) => (why = `${problem.what[0]?.toUpperCase() ?? ""}${problem.what.slice(1)}`));
  const input = reply && inputOf(what, name, reply.reply);
  if (!input) return { why };
  // What names the open trace leads back to it; a file of one's own has no such address.
  const link = new URLSearchParams({ lab: what.station, ...input, step: "0", ...(location.search.length > 1 ? { back: location.search } : {}) });
  return { address: `${location.href.replace(/[?#].*$/, "")}?${link.toString()}` };
}

/** The input of the lab, and where it comes from. */
function inputOf(what: ToLab, name: string, reply: LabReply): Record<string, string> | null {
  if (what.station === "merge") {
    if (!("programs" in reply)) return null;
    const { text, processes, members, cut } = reply.programs;
    return { s: text, from: `${name}/L${what.loop}/${processes.join("+")}-${members}${cut ? "~" : ""}` };
  }
  if (!("stretch" in reply)) return null;
  const { text, numbers, total } = reply.stretch;
  const from = `${name}/${what.process}/${what.from}-${total}`;
  if (what.station === "nlr") return { v: numbers.replace(/ /g, ""), from };
  return { s: what.station === "flow" ? upTo(text, MOST_NODES) : text, from };
}

/** The begin of a text that has no more different letters or words. */
function upTo(text: string, most: number): string {
  const between = text.includes(" ") ? " " : "";
  const words = text.split(between);
  const seen = new Set<string>();
  const end = words.findIndex((word) => seen.add(word).size > most);
  return (end < 0 ? words : words.slice(0, end)).join(between);
}
