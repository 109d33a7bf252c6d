/** What is viewed in one trace: the canonical selection. Ribbon, text, inspector and address all follow from it. */
import type { Step } from "../base/path";

export interface ViewState {
  /** Null: the first process. */
  process: number | null;
  /** The selected loop. Null: the main loop. 0: none. */
  loop: number | null;
  /** The loops that are opened inside each other, from outside in; the selected loop is one of them. Empty: the engine's choice. */
  path: readonly Step[];
  /** The range of each strip that is zoomed in; [0, 0] for a whole strip. */
  zoom: readonly [number, number][];
  /** Whether a loop was selected as such, wherever it stands, rather than one place of it. */
  anywhere: boolean;
  /** Whether an iteration of the selected loop was selected, rather than the loop. */
  iterated: boolean;
}

export const FRESH_VIEW: ViewState = { process: null, loop: null, path: [], zoom: [], anywhere: false, iterated: false };
