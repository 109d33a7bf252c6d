/** Entries of the browser's history: what each shows, and how they are written without running into the browser's limits. */
import { signal } from "@preact/signals";
import type { Assumption } from "../base/assumptions";
import type { ViewName } from "../base/places";
import type { ModelView } from "./modelView";
import type { FlowPick } from "./screen";
import type { ViewState } from "./view";

/** What is viewed in a trace. */
export interface EntryView {
  shows: ViewName;
  nest: ViewState;
  model: ModelView;
  flow: FlowPick | null;
  /** What is assumed in Time; null where it shows the run as it was. */
  assumes: readonly Assumption[] | null;
}

/** An entry that shows a trace. */
export interface Entry {
  /** The run of the page that wrote it: numbers of visits mean something in that one only. */
  life: string;
  /** The visit that it belongs to. */
  visit: number;
  /** How many entries further back the first screen is; 0 if the page was opened with a trace. */
  depth: number;
  /** The name of the user's own trace, which no address can say. */
  own: string | null;
  view: EntryView;
}

/** A change so soon after another entry was written changes that entry: keys that are held down are one step back. */
const STEP_MS = 800;
/** Browsers refuse more than some hundred changes in half a minute. */
const EVERY_MS = 160;

export function isEntry(state: unknown): state is Entry {
  return typeof state === "object" && state !== null && "visit" in state && "life" in state && "view" in state;
}

export class HistoryWriter {
  /** Whether the newest change is still to be written: until then the address is that of the view before. */
  readonly waits = signal(false);
  private wrote = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether the last entry was written a moment ago. */
  recent(): boolean {
    return performance.now() - this.wrote < STEP_MS;
  }

  /** Adds an entry, or changes the one that is there; of changes that follow each other closely the last one counts. */
  put(state: unknown, address: string, add: boolean): void {
    this.drop();
    const write = () => {
      this.wrote = performance.now();
      this.waits.value = false;
      if (add) history.pushState(state, "", address);
      else history.replaceState(state, "", address);
    };
    if (add || performance.now() - this.wrote >= EVERY_MS) return write();
    this.waits.value = true;
    this.timer = setTimeout(write, EVERY_MS);
  }

  /** Forgets what is still to be written: it belongs to an entry that was left. */
  drop(): void {
    clearTimeout(this.timer);
    this.waits.value = false;
  }
}
