/** The domino path and the critical path of the two runs with times that lie beside the page, found in this browser. */
import type { DominoStep, WhatIfSummary } from "../../engine/wire";
import { LiveRuns, type LiveTask } from "../../workspace/liveRuns";
import { useFeature, type Workspace } from "../../workspace/workspace";

/** What was found of a run. */
export interface Predicted {
  title: string;
  summary: WhatIfSummary;
  /** The waits whose loss gains most, one after another. */
  steps: readonly DominoStep[];
}

/** As many as in the paper. */
const STEPS = 7;
/** The run is made ready. */
const TASKS = 1;

class LivePredictions extends LiveRuns<Predicted> {
  constructor(workspace: Workspace) {
    super(workspace, TASKS);
  }

  protected override async figuresOf(title: string, handle: number, task: LiveTask): Promise<Predicted | null> {
    const summary = await task<"whatIf">("what each call needs", { kind: "whatIf", options: {}, asRecorded: false, whole: false });
    if (!summary) return null;
    const steps: DominoStep[] = [];
    while (steps.length < STEPS) {
      const after = steps.map(({ event }) => event);
      const reply = await this.engine?.ask({ type: "whatIf", handle, query: { domino: { computations: false, after } } });
      if (!reply || !("domino" in reply.reply)) return null;
      const { step } = reply.reply.domino;
      if (!step) break;
      steps.push(step);
    }
    return { title, summary, steps };
  }
}

const createLivePredictions = (workspace: Workspace): LivePredictions => new LivePredictions(workspace);

export const useLivePredictions = (): LivePredictions => useFeature(createLivePredictions);
