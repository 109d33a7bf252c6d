/**
 * The selection of a workspace: which trace is shown, and what is viewed in each: process, loop, path and zoom.
 *
 * This is the one place that knows. Ribbon, text, inspector and address follow from it; gallery, keys, pointer and links
 * change it, through `setView` or the steps in `choose.ts`.
 */
import { computed, signal } from "@preact/signals";
import type { ProcessRow, Summary } from "../engine/wire";
import type { Traces } from "./traces";
import { FRESH_VIEW, type ViewState } from "./view";

/** The trace whose pictures are shown: the one being read, as soon as it has the process that will be shown in the end. */
export interface Shown {
  handle: number;
  name: string;
  summary: Summary;
  partial: boolean;
  edition: number;
}

export class SelectionState {
  /** What is viewed in each trace, by its handle. */
  readonly viewByHandle = signal<Readonly<Record<number, ViewState>>>({});
  readonly shown = computed<Shown | null>(() => {
    const opening = this.traces.busy.value;
    if (opening?.summary && foreseen(opening.summary.processes, this.viewByHandle.value[opening.handle]?.process ?? null)) {
      return { handle: opening.handle, name: opening.name, summary: opening.summary, partial: true, edition: 0 };
    }
    const before = this.traces.loaded.value;
    return before && { handle: before.handle, name: before.name, summary: before.summary, partial: false, edition: before.edition };
  });

  /** What is viewed in the trace that is shown. */
  readonly view = computed<ViewState>(() => this.viewByHandle.value[this.shown.value?.handle ?? -1] ?? FRESH_VIEW);

  /** The row of the process that is viewed. */
  readonly row = computed<ProcessRow | null>(() => {
    const rows = this.shown.value?.summary.processes ?? [];
    const wanted = this.view.value.process;
    return rows.find(({ process }) => process === wanted) ?? firstToSee(rows);
  });

  /** Names what pictures and texts are of: trace, analysis and process; empty if no process is shown. */
  readonly key = computed(() => {
    const [shown, row] = [this.shown.value, this.row.value];
    return shown && row ? `${shown.handle}/${shown.edition}/${row.process}` : "";
  });

  /** The number of the selected loop, 0 for none. */
  readonly loop = computed<number>(() => {
    const wanted = this.view.value.loop;
    if (wanted !== null) return wanted;
    return this.shown.value?.partial ? 0 : (this.row.value?.mainLoop?.id ?? 0);
  });

  /** What an event of the trace is called. */
  readonly noun = computed(() => this.shown.value?.summary.noun ?? "event");

  readonly zoomed = computed(() => this.view.value.zoom.some(([from, to]) => to > from));

  constructor(private readonly traces: Traces) {}

  /** Changes what is viewed in the trace that is shown. */
  setView(change: Partial<ViewState>): void {
    const handle = this.shown.value?.handle;
    if (handle === undefined) return;
    this.viewByHandle.value = { ...this.viewByHandle.value, [handle]: { ...this.view.value, ...change } };
  }
}

/**
 * The process that stays on show when all is read, if it is among those that are read so far: the one that is wanted,
 * otherwise process 0. Of threads, and where no process has the number 0, only the end tells.
 */
function foreseen(rows: readonly ProcessRow[], wanted: number | null): ProcessRow | null {
  if (wanted !== null) return rows.find(({ process }) => process === wanted) ?? null;
  return rows.find(({ process, name }) => process === 0 && !name) ?? null;
}

/** The process that is shown first: the first rank, or the thread whose main loop has the most events. */
function firstToSee(rows: readonly ProcessRow[]): ProcessRow | null {
  const inMain = ({ events, mainLoop }: ProcessRow) => events * (mainLoop?.share ?? 0);
  const first = rows[0] ?? null;
  if (!first?.name) return first;
  return rows.reduce((best, one) => (inMain(one) > inMain(best) ? one : best), first);
}
