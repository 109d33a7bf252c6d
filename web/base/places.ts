/**
 * The places of a trace, named by what is in them, and what each shows. Loops shows one of three pictures of the same selection:
 * the nest of a process, the model of the program, or the flow graph of a process.
 */

export const PLACES = ["overview", "loops", "time", "iterations"] as const;
export type PlaceName = (typeof PLACES)[number];

/** What is shown: a place, and of Loops its picture. */
export type ViewName = Exclude<PlaceName, "loops"> | LoopsView;
export type LoopsView = "nest" | "model" | "flow";

export const PLACE_LABELS: Readonly<Record<PlaceName, string>> = { overview: "Overview", loops: "Loops", time: "Time", iterations: "Iterations" };

/** Whether a view shows the loops of one process by themselves, and not those of the program. */
export function isOfProcess(view: ViewName | null): boolean {
  return view === "nest" || view === "flow";
}

export function placeOf(view: ViewName): PlaceName {
  return view === "nest" || view === "model" || view === "flow" ? "loops" : view;
}

/** What the place Iterations is about. */
export const ATTRIBUTES = ["duration", "waits", "bytes", "events", "records", "foretold", "addresses"] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** Pages without a trace, by the name in their address, with their titles: papers whose figures stand beside ours, and the lab. */
export const PAPERS = ["table3", "flowgraphs", "whatif", "lab"] as const;
export type PaperName = (typeof PAPERS)[number];
export const PAPER_TITLES: Readonly<Record<PaperName, string>> = { table3: "The paper’s table, live", flowgraphs: "Flow graphs beside the paper, live", whatif: "What if beside the paper, live", lab: "Lab" };

/** The sheets that a link can open. */
export const SHEETS_IN_LINKS = ["compare", "table"] as const;
export type SheetInLink = (typeof SHEETS_IN_LINKS)[number];

/** Where the tabs went that were there before the places. */
export const TABS_BEFORE: Readonly<Record<string, { shows: ViewName; sheet?: SheetInLink; of?: Attribute }>> = {
  nest: { shows: "nest" },
  model: { shows: "model" },
  table: { shows: "nest", sheet: "table" },
  compare: { shows: "nest", sheet: "compare" },
  predict: { shows: "iterations", of: "foretold" },
};
