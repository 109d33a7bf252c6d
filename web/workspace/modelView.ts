/** What is looked at in the model of a trace: part of the address and of the browser's history, so it is known without the model. */
import { computed, signal } from "@preact/signals";
import { loaded, opening } from "./store";

/** What is looked at in the model. */
export interface ModelAt {
  /** Null: the largest loop. 0: none. */
  loop: number | null;
  /** Loops whose messages are counted with those of the selected one. */
  also: readonly number[];
  zoom: [number, number] | null;
  whole: boolean;
  folded: boolean;
  closed: readonly number[];
  /** Processes whose row is open although others do the same. */
  opened: readonly number[];
  /** The process whose messages stand out. */
  process: number | null;
  /** How loops of single processes are found; null: as the engine chooses. */
  method: string | null;
  k: number | null;
}

export const FRESH_MODEL: ModelAt = {
  loop: null,
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

const at = signal<{ handle: number; at: ModelAt } | null>(null);

/** The trace that has a model; null while one is being opened. */
export const modelHandle = computed(() => (opening.value ? null : (loaded.value?.handle ?? null)));

export const modelAt = computed<ModelAt>(() => {
  const known = at.value;
  return known && known.handle === modelHandle.value ? known.at : FRESH_MODEL;
});

/** Sets what is looked at in the model of a trace, which may be about to be opened. */
export function openModelAt(handle: number, wanted: ModelAt): void {
  at.value = { handle, at: wanted };
}
