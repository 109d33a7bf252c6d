/** What the page shows and what the window has room for: the place, the sheet over the page, and side columns or one column. */
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { type Attribute, type LoopsView, type PaperName, type PlaceName, placeOf, type SheetInLink, SHEETS_IN_LINKS, type ViewName } from "../base/places";
import type { AskLink, AskPlace } from "../base/ask";
import type { Assumption } from "../base/assumptions";
import type { Movable } from "./movable";

/** The sheet that lies over the page. */
export type SheetName = "none" | "processes" | "inspector" | "more" | "keys" | "notes" | "matrix" | "program" | "recording" | SheetInLink;

/** What was picked in a flow graph: it holds as long as the trace, the process and the loop of the nest are the same. */
export interface FlowPick {
  handle: number;
  /** The selection in the nest when it was picked, as the view has it. */
  process: number | null;
  nest: number | null;
  /** The loop of the graph, 0 for none. */
  loop: number;
  /** The first node of a block; null for a loop. */
  block: number | null;
}

/** What the page shows without a trace: the start, or a paper's figures beside ours. */
export type PageName = "start" | PaperName;

export class ScreenState {
  /** Below 1000 px the side columns become sheets. */
  readonly narrow = matches("(max-width: 999px)");
  /** From 1000 to 1199 px the side columns are narrower than usual. */
  readonly tight = matches("(min-width: 1000px) and (max-width: 1199px)");
  readonly sheet = signal<SheetName>("none");
  /** What is shown of a trace. */
  readonly view = signal<ViewName>("overview");
  readonly place = computed<PlaceName>(() => placeOf(this.view.value));
  /** What the place Iterations is about; null: what varies first. */
  readonly attribute = signal<Attribute | null>(null);
  /** What the loops are asked for; null for the selected loop. */
  readonly ask = signal<AskLink | null>(null);
  /** A place of the model that was clicked, until its construct is known. */
  readonly askPlace = signal<AskPlace | null>(null);
  /** What was picked in the flow graph last, and whether calls that only ask are in it. */
  readonly flowPick = signal<FlowPick | null>(null);
  readonly flowQueries = signal(false);
  /** Whether the nest of a process is read as a loop of several variants, where there is one. */
  readonly variants = signal(false);
  /** What is assumed in the place Time; null where it is not asked what would be. */
  readonly assumes = signal<readonly Assumption[] | null>(null);
  /** What keys move in a place whose code is loaded late; null while there is none. */
  readonly movable = signal<Movable | null>(null);
  /** What a sheet says, beyond its title, whose code is loaded late; null while there is none. */
  readonly sheetSays = signal<ReadonlySignal<string> | null>(null);
  /** The picture that the place Loops showed last. */
  loops: LoopsView = "nest";
  readonly page = signal<PageName>("start");
  /** What a page without a trace is computing; null if it does nothing. */
  underWay: { cancel: () => void } | null = null;

  readonly closeSheet = (): void => {
    this.sheet.value = "none";
  };

  /** The sheet, if a link can open it. */
  readonly linkedSheet = computed<SheetInLink | null>(() => SHEETS_IN_LINKS.find((name) => name === this.sheet.value) ?? null);

  /** Shows the records of a place of the model. */
  askAt(place: AskPlace): void {
    this.askPlace.value = place;
    this.attribute.value = "records";
    this.show("iterations");
  }

  /** Shows a view, and closes the sheet that may have led there. */
  show(name: ViewName): void {
    if (placeOf(name) === "loops") this.loops = name as LoopsView;
    this.view.value = name;
    this.closeSheet();
  }
}

/** What was picked in the flow graph of what is selected now, if anything was. */
export function pickOf(pick: FlowPick | null, handle: number | null, view: { process: number | null; loop: number | null }): FlowPick | null {
  return pick && pick.handle === handle && pick.process === view.process && pick.nest === view.loop ? pick : null;
}

/** Whether a media query matches, kept up to date; false where there is no window. */
function matches(query: string): ReadonlySignal<boolean> {
  if (typeof matchMedia !== "function") return signal(false);
  const list = matchMedia(query);
  const value = signal(list.matches);
  list.addEventListener("change", (event) => (value.value = event.matches));
  return value;
}
