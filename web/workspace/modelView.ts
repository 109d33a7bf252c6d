/** What is viewed in the model of a trace: part of the address and of the browser's history, so it is known without the model. */
import { computed, signal } from "@preact/signals";
import type { RequestOf } from "../engine/protocol";
import { showsCalls } from "./scope";
import type { Traces } from "./traces";

/** What every task about times is asked with: method, view, and which clocks. */
export type Choices = Pick<RequestOf<"time">, "options" | "asRecorded" | "whole">;

/** A loop and one of its iterations. */
interface AroundStep {
  loop: number;
  iteration: number;
}

export interface ModelView {
  /** The selected loop. Null: the largest loop. 0: none. */
  loop: number | null;
  /** The selected iteration of that loop, from 0; null if the loop is selected. */
  iteration: number | null;
  /** The iterations of the loops around it, from outside in: then its own counts in the last of them, else in the whole run. */
  around: readonly AroundStep[];
  /** The selected call of the process; null for none. */
  call: number | null;
  /** Loops whose messages are counted with those of the selected one. */
  also: readonly number[];
  zoom: readonly [number, number] | null;
  /** What the strips of Time show, in nanoseconds; [0, 0] for all of one. */
  spans: readonly (readonly [number, number])[];
  whole: boolean;
  folded: boolean;
  closed: readonly number[];
  /** Processes whose row is open although others do the same. */
  opened: readonly number[];
  /** The process whose messages are highlighted. */
  process: number | null;
  /** The method that finds the loops of each process, and its K; null: the engine's choice. */
  method: string | null;
  k: number | null;
}

export const FRESH_MODEL_VIEW: ModelView = {
  loop: null,
  iteration: null,
  around: [],
  call: null,
  also: [],
  zoom: null,
  spans: [],
  whole: false,
  folded: false,
  closed: [],
  opened: [],
  process: null,
  method: null,
  k: null,
};

/** With another loop, iteration or process: what was selected inside of the one before is not, unless the change says so. */
export function changed(view: ModelView, change: Partial<ModelView>): ModelView {
  const inside: Partial<ModelView> = {};
  if (change.loop !== undefined) Object.assign(inside, { iteration: null, around: [], call: null });
  else if (change.iteration !== undefined) Object.assign(inside, { around: [], call: null });
  else if (change.process !== undefined) inside.call = null;
  return { ...view, ...inside, ...change };
}

export class ModelViewState {
  /** What the selected call is, as far as it is known. */
  readonly callName = signal("");
  /** Whether clocks stay as recorded. */
  readonly asRecorded = signal(false);
  private readonly known = signal<{ handle: number; view: ModelView } | null>(null);

  /** The trace that has a model; null while one is being opened. */
  readonly handle = computed(() => (this.traces.opening.value ? null : (this.traces.loaded.value?.handle ?? null)));

  readonly view = computed<ModelView>(() => {
    const known = this.known.value;
    return known && known.handle === this.handle.value ? known.view : FRESH_MODEL_VIEW;
  });

  readonly choices = computed<Choices>(() => {
    const { method, k } = this.view.value;
    const order = this.traces.options.value?.order;
    // The loops are those of the calls where these are shown for want of messages.
    const view = showsCalls(this.traces.loaded.value?.summary) ? { view: "calls" } : {};
    return { options: { ...(method ? { method } : {}), ...(k !== null ? { k } : {}), ...(order ? { order } : {}), ...view }, asRecorded: this.asRecorded.value, whole: false };
  });

  constructor(private readonly traces: Traces) {}

  /** Sets what is viewed in the model of a trace, which may be about to be opened. */
  set(handle: number, view: ModelView): void {
    this.known.value = { handle, view };
  }
}
