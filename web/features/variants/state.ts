/** A process as a loop of several variants, and the iteration of it that is chosen. */
import { computed, signal } from "@preact/signals";
import { useFeature, type Workspace } from "../../workspace/workspace";

export class VariantsState {
  /** The iteration that is chosen, by its column; of the process with that key. */
  private readonly chosen = signal<{ key: string; column: number } | null>(null);

  /** The reading of the process that is viewed; null until the engine has answered, and where none is worth showing. */
  readonly reply = computed(() => this.workspace.details.others.value?.variants ?? null);

  readonly column = computed(() => (this.chosen.value?.key === this.workspace.selection.key.value ? this.chosen.value.column : 0));

  /** The most frequent variant has the first shade, the second most frequent one the second, and all others the third. */
  readonly second = computed(() => {
    const [, ...others] = this.reply.value?.times ?? [];
    return others.indexOf(Math.max(...others)) + 1;
  });

  constructor(private readonly workspace: Workspace) {}

  shadeOf(variant: number): 0 | 1 | 2 {
    return variant === 0 ? 0 : variant === this.second.value ? 1 : 2;
  }

  /** Chooses a column of the strip. */
  choose(column: number): void {
    const last = (this.reply.value?.columns.length ?? 1) - 1;
    this.chosen.value = { key: this.workspace.selection.key.value, column: Math.max(0, Math.min(last, column)) };
  }

  /** Shows the events of the chosen iteration in the ribbon. */
  show(): void {
    const at = this.reply.value?.columns[this.column.value];
    if (at) this.workspace.choose.events([at.first, at.end]);
  }
}

const createVariants = (workspace: Workspace): VariantsState => new VariantsState(workspace);

export const useVariants = (): VariantsState => useFeature(createVariants);
