/** A loop of several variants, of a process or of the whole program, and the iteration of it that is chosen. */
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { ModelSummary, VariantsReply } from "../../engine/wire";
import { useFeature, useWorkspace, type Workspace } from "../../workspace/workspace";

export class VariantsState {
  /** The iteration that is chosen, by its column; of what has that key. */
  private readonly chosen = signal<{ key: string; column: number } | null>(null);

  readonly column = computed(() => (this.chosen.value?.key === this.key.value ? this.chosen.value.column : 0));

  /**
   * `reply`: null until the engine has answered, and where nothing is worth showing; `key`: what it is of; `showEvents`: shows the events
   * of an iteration, null where there are none to show.
   */
  constructor(
    readonly reply: ReadonlySignal<VariantsReply | null>,
    private readonly key: ReadonlySignal<string>,
    readonly showEvents: ((from: number, to: number) => void) | null,
  ) {}

  /** Chooses a column of the strip. */
  choose(column: number): void {
    const last = (this.reply.value?.columns.length ?? 1) - 1;
    this.chosen.value = { key: this.key.value, column: Math.max(0, Math.min(last, column)) };
  }

  /** Shows the events of the chosen iteration in the ribbon. */
  show(): void {
    const at = this.reply.value?.columns[this.column.value];
    if (at) this.showEvents?.(at.first, at.end);
  }
}

/** Those of the process that is viewed. */
const createOfProcess = (workspace: Workspace): VariantsState => {
  const { details, selection, choose } = workspace;
  return new VariantsState(
    computed(() => details.others.value?.variants ?? null),
    selection.key,
    (from, to) => choose.events([from, to]),
  );
};

export const useVariants = (): VariantsState => useFeature(createOfProcess);

/** Those of the whole program, asked for once for each model. */
const ofProgram = new WeakMap<Workspace, VariantsState>();

/** `summary`: the model that is shown. */
export function useProgramVariants(summary: ReadonlySignal<ModelSummary | null>): VariantsState {
  const workspace = useWorkspace();
  const known = ofProgram.get(workspace) ?? createOfProgram(workspace, summary);
  ofProgram.set(workspace, known);
  return known;
}

function createOfProgram({ engine, modelView }: Workspace, summary: ReadonlySignal<ModelSummary | null>): VariantsState {
  const answer = signal<{ of: object; variants: VariantsReply | null } | null>(null);
  effect(() => {
    const [of, handle] = [summary.value, modelView.handle.value];
    if (!of || handle === null || of.hubs || answer.peek()?.of === of) return;
    void engine.ask({ type: "modelVariants", handle }).then((reply) => {
      if (reply && summary.peek() === of) answer.value = { of, variants: reply.variants ?? null };
    });
  });
  const reply = computed(() => (answer.value?.of === summary.value ? (answer.value?.variants ?? null) : null));
  return new VariantsState(reply, computed(() => `program ${modelView.handle.value}`), null);
}
