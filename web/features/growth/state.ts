/** How the flow graphs of a trace grow: one task for a trace, which runs when the block is in the page. */
import { computed, signal } from "@preact/signals";
import { createReduce } from "../../workspace/reduce";
import { isOfProgram } from "../../workspace/scope";
import { createTask, type Task, type TaskWanted } from "../../workspace/task";
import { useFeature, type Workspace } from "../../workspace/workspace";
import { grownOf } from "./curve";

class GrowthState {
  /** Whether the block is in the page. */
  readonly isOpen = signal(false);
  private readonly wanted = computed<TaskWanted<"growth"> | null>(() => {
    const shown = this.workspace.selection.shown.value;
    if (!shown || shown.partial) return null;
    const { choice, choiceKey } = this.workspace.feature(createReduce);
    return { handle: shown.handle, key: `${shown.summary.options.view} ${choiceKey.value}`, request: { kind: "growth", loop: 0, process: 0, ...choice.value } };
  });
  private readonly task: Task<"growth">;
  readonly running = computed(() => this.task.running.value);
  /** Null while it is not known, and for a trace that has no flow graph. With other steps the last one stays until the next is there. */
  readonly summary = computed(() => {
    const wanted = this.wanted.value;
    const last = this.task.finished.value.findLast(({ handle, request }) => handle === wanted?.handle && request.kind === "growth");
    const known = this.task.resultOf(wanted) ?? (viewOf(last) === viewOf(wanted) ? last : undefined);
    return known?.result ?? null;
  });
  /** The growth of each process that is listed. */
  readonly all = computed(() => (this.summary.value?.processes ?? []).map(grownOf));
  private readonly selected = computed(() => {
    const { screen, selection, modelView } = this.workspace;
    return isOfProgram(screen.view.value, selection.shown.value) ? modelView.view.value.process : (selection.row.value?.process ?? null);
  });
  /** The selected process, or the first. */
  readonly shown = computed(() => {
    const all = this.all.value;
    return all.find(({ process }) => process === this.selected.value) ?? all[0] ?? null;
  });
  /** Whether the selected process is not listed, and another one is shown. */
  readonly isOther = computed(() => this.selected.value !== null && this.shown.value !== null && this.shown.value.process !== this.selected.value);

  constructor(private readonly workspace: Workspace) {
    this.task = createTask<"growth">(workspace.engine, () => (this.isOpen.value ? this.wanted.value : null));
    this.task.follow();
  }
}

/** The view of the calls that a growth is of. */
const viewOf = (wanted: TaskWanted<"growth"> | null | undefined): string | undefined => wanted?.key.split(" ")[0];

const createGrowth = (workspace: Workspace): GrowthState => new GrowthState(workspace);

export const useGrowth = (): GrowthState => useFeature(createGrowth);
