/** What is viewed in the model of a trace: part of the address and of the browser's history, so it is known without the model. */
import { computed, signal } from "@preact/signals";
import type { Traces } from "./traces";

export interface ModelView {
  /** The selected loop. Null: the largest loop. 0: none. */
  loop: number | null;
  /** The selected iteration of that loop, from 0; null if the loop is selected. */
  iteration: number | null;
  /** Loops whose messages are counted with those of the selected one. */
  also: readonly number[];
  zoom: readonly [number, number] | null;
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
  also: [],
  zoom: null,
  whole: false,
  folded: false,
  closed: [],
  opened: [],
  process: null,
  method: null,
  k: null,
};

export class ModelViewState {
  private readonly known = signal<{ handle: number; view: ModelView } | null>(null);

  /** The trace that has a model; null while one is being opened. */
  readonly handle = computed(() => (this.traces.opening.value ? null : (this.traces.loaded.value?.handle ?? null)));

  readonly view = computed<ModelView>(() => {
    const known = this.known.value;
    return known && known.handle === this.handle.value ? known.view : FRESH_MODEL_VIEW;
  });

  constructor(private readonly traces: Traces) {}

  /** Sets what is viewed in the model of a trace, which may be about to be opened. */
  set(handle: number, view: ModelView): void {
    this.known.value = { handle, view };
  }
}
