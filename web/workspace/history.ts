/** Entries of the browser's history: what each shows, and how they are written without running into the browser's limits. */
import type { TabName } from "../base/url";
import type { ModelAt } from "./modelView";
import type { Look } from "./store";

/** What is looked at in a trace. */
export interface View {
  tab: TabName;
  look: Look;
  model: ModelAt;
}

/** An entry that shows a trace. */
export interface Entry {
  /** The run of the page that wrote it: numbers of traces mean something in that one only. */
  life: string;
  trace: number;
  /** How many entries further back the first screen is; 0 if the page was opened with a trace. */
  depth: number;
  /** The name of a trace of one's own, which no address can say. */
  own: string | null;
  view: View;
}

export const LIFE = `${Date.now()}-${Math.random()}`;

/** An entry is changed and not added to so soon after another was written: keys that are held down are one step. */
const STEP_MS = 800;
/** Browsers refuse more than some hundred changes in half a minute. */
const EVERY_MS = 160;

let wrote = Number.NEGATIVE_INFINITY;
let pending = 0;

export function isEntry(state: unknown): state is Entry {
  return typeof state === "object" && state !== null && "trace" in state && "life" in state && "view" in state;
}

/** Whether the last entry was written a moment ago. */
export function recent(): boolean {
  return performance.now() - wrote < STEP_MS;
}

/** Adds an entry, or changes the one that is there; of changes that follow each other closely the last one counts. */
export function put(state: unknown, address: string, add: boolean): void {
  clearTimeout(pending);
  const now = performance.now();
  if (add) history.pushState(state, "", address);
  else if (now - wrote >= EVERY_MS) history.replaceState(state, "", address);
  else {
    pending = window.setTimeout(() => {
      wrote = performance.now();
      history.replaceState(state, "", address);
    }, EVERY_MS);
    return;
  }
  wrote = now;
}

// What waits belongs to the entry that was left.
window.addEventListener("popstate", () => clearTimeout(pending));
