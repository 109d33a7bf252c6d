/** A process as a loop of several variants: asked for when its picture is there, where its main loop leaves much out. */
import { computed, effect, signal } from "@preact/signals";
import type { Answer } from "../../engine/client";
import { useFeature, type Workspace } from "../../workspace/workspace";

/** A process whose main loop has this share of the events needs no other reading; the engine finds none for it. */
const ENOUGH = 0.9;

export class VariantsState {
  private readonly last = signal<{ key: string; reply: Answer<"variants">["reply"] } | null>(null);
  /** The iteration that is shown, by its column; of the process with that key. */
  private readonly chosen = signal<{ key: string; column: number } | null>(null);

  /** The reading of the process that is viewed; null until the engine has answered, and where none is worth showing. */
  readonly reply = computed(() => {
    const known = this.last.value;
    return known && known.key === this.workspace.selection.key.value && known.reply.sentence !== "" ? known.reply : null;
  });

  readonly column = computed(() => (this.chosen.value?.key === this.workspace.selection.key.value ? this.chosen.value.column : 0));

  constructor(private readonly workspace: Workspace) {
    const { engine, ribbon, selection } = workspace;
    const wanted = computed(() => {
      const share = selection.row.value?.mainLoop?.share;
      const shown = selection.shown.value;
      // Loops of tuples are functions of indices, and have no variants.
      const ready = ribbon.drawn.value !== null && shown && !shown.partial && shown.summary.options?.view !== "values";
      return ready && share !== undefined && share < ENOUGH ? selection.key.value : "";
    });
    effect(() => {
      const key = wanted.value;
      const [shown, row] = [selection.shown.peek(), selection.row.peek()];
      if (key === "" || !shown || !row) return;
      void engine.ask({ type: "variants", handle: shown.handle, process: row.process }).then((answer) => {
        if (answer) this.last.value = { key, reply: answer.reply };
      });
    });
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
