/** Cutting the trace to some steps of a loop: a task that somebody starts by hand, and what came of it. */
import { computed, effect, signal } from "@preact/signals";
import type { Problem, ReducedTrace } from "../engine/wire";
import { createTask, type Task, type TaskWanted } from "./task";
import { useFeature, type Workspace } from "./workspace";

/** Which loop: by its name in the flow graph of a process without the L, 0 for the main one. */
interface ToReduce {
  handle: number;
  loop: number;
  process: number;
}

/** Which of its steps: how many, the first, whether they are spread evenly from there on, and whether iterations that differ from the others are steps, too. */
interface StepsChoice {
  steps: number;
  from: number;
  spread: boolean;
  irregular: boolean;
}

/** Ten from the third on: the very first may be a warm-up. */
const USUAL: StepsChoice = { steps: 10, from: 3, spread: false, irregular: false };

class ReduceState {
  /** The same for what is saved and for what is shown beside the growth of the flow graphs. */
  readonly choice = signal(USUAL);
  /** The choice as a text: equal texts, equal steps. */
  readonly choiceKey = computed(() => JSON.stringify(this.choice.value));
  private readonly asked = signal<ToReduce | null>(null);
  /** The last one that was finished, without its text. */
  private readonly done = signal<(Pick<ReducedTrace, "sentence" | "report"> & { of: ToReduce; choice: string }) | null>(null);
  private readonly wanted = computed<TaskWanted<"reduce"> | null>(() => {
    const asked = this.asked.value;
    if (!asked || asked.handle !== this.workspace.selection.shown.value?.handle) return null;
    const { handle, loop, process } = asked;
    return { handle, key: `${process}/${loop} ${this.choiceKey.value}`, request: { kind: "reduce", loop, process, ...this.choice.value } };
  });
  private readonly task: Task<"reduce">;
  readonly running = computed(() => this.task.running.value);

  constructor(private readonly workspace: Workspace) {
    this.task = createTask<"reduce">(workspace.engine, () => this.wanted.value);
    this.task.follow();
  }

  /** Starts, and hands over the table when it is there. Returns how to stop. */
  start(of: ToReduce, save: (made: ReducedTrace) => void): () => void {
    this.done.value = null;
    this.asked.value = of;
    let end = (): void => undefined;
    end = effect(() => {
      const made = this.task.resultOf(this.wanted.value);
      if (!made) return;
      queueMicrotask(() => {
        end();
        // The text may be many megabytes: it is not kept.
        this.asked.value = null;
        this.task.forget(made);
        const { sentence, report } = made.result;
        this.done.value = { sentence, report, of, choice: this.choiceKey.peek() };
        save(made.result);
      });
    });
    return () => {
      end();
      this.cancel();
    };
  }

  readonly cancel = (): void => {
    this.asked.value = null;
  };

  /** What came of a loop, if that was the last. */
  resultOf({ handle, loop, process }: ToReduce): Pick<ReducedTrace, "sentence" | "report"> | null {
    const known = this.done.value;
    return known && known.of.handle === handle && known.of.loop === loop && known.of.process === process && known.choice === this.choiceKey.value ? known : null;
  }

  /** Why there is none. */
  readonly problem = computed<Problem | null>(() => this.task.problemOf(this.wanted.value));
}

export const createReduce = (workspace: Workspace): ReduceState => new ReduceState(workspace);

export const useReduce = (): ReduceState => useFeature(createReduce);
