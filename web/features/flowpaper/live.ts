/** The same figures, computed in this browser from the two runs with times that lie beside the page. */
import type { FlowPart, Sentence } from "../../engine/wire";
import { LiveRuns, type LiveTask } from "../../workspace/liveRuns";
import { useFeature, type Workspace } from "../../workspace/workspace";

/** Nodes and transitions after a part of the calls. */
export interface Size {
  nodes: number;
  transitions: number;
}

/** What was computed of a run. */
export interface Computed {
  title: string;
  /** Of process 0, after the parts of its calls that the table has. */
  growth: readonly Size[];
  /** What a cut to the steps of the main loop keeps. */
  reduced: readonly Sentence[];
  /** The share of each process's time in the main loop that is in calls. */
  shares: FlowPart["across"];
  /** The loops of process 0 as lines of text. */
  tree: readonly string[];
  seconds: number;
}

/** The flow graphs, how they grow, and the reduced trace. */
const TASKS = 3;

/** The usual steps of the main loop. */
const MAIN = { loop: 0, process: 0, steps: undefined, from: undefined, spread: false, irregular: false } as const;

class LiveFigures extends LiveRuns<Computed> {
  constructor(workspace: Workspace) {
    super(workspace, TASKS);
  }

  protected override async figuresOf(title: string, handle: number, task: LiveTask): Promise<Computed | null> {
    const begun = performance.now();
    const flow = await task<"flow">("the flow graphs", { kind: "flow", queries: false });
    const tree = flow && (await this.treeOf(handle));
    const shares = flow && (await this.sharesOf(handle, flow.processes));
    const growth = flow && (await task<"growth">("how they grow", { kind: "growth", ...MAIN }));
    const reduced = growth && (await task<"reduce">("the reduced trace", { kind: "reduce", ...MAIN }));
    if (!tree || !shares || !reduced) return null;
    return { title, growth: sizesOf(growth.processes[0]?.parts ?? []), reduced: reduced.sentence, shares, tree, seconds: (performance.now() - begun) / 1000 };
  }

  /** The loops of process 0 as text. */
  private async treeOf(handle: number): Promise<readonly string[] | null> {
    const answer = await this.engine?.ask({ type: "flow", handle, query: { text: { process: 0 } } });
    if (!answer || !("text" in answer.reply)) return null;
    const { head, lines, places } = answer.reply.text;
    const loops = lines.flatMap((line, at) => ((places[3 * at + 1] ?? 0) > 0 ? [`${"  ".repeat(places[3 * at] ?? 0)}${line}`] : []));
    return [head, ...loops];
  }

  /** The main loop of each process: one answer tells of all that have the same graph. */
  private async sharesOf(handle: number, processes: readonly number[]): Promise<FlowPart["across"] | null> {
    const all = new Map<number, FlowPart["across"][number]>();
    for (const process of processes) {
      if (all.has(process)) continue;
      const look = { width: 800, theme: "light" as const, process, kinds: false, loop: 1, block: undefined, folded: [], runs: [] };
      const answer = await this.engine?.ask({ type: "flow", handle, query: { part: { look } } });
      if (!answer || !("part" in answer.reply)) return null;
      for (const one of answer.reply.part.part.across) all.set(one.process, one);
    }
    return [...all.values()].sort((a, b) => a.process - b.process);
  }
}

/** Numbers that stand one after the other: percentage, nodes, transitions. */
function sizesOf(parts: readonly number[]): readonly Size[] {
  return Array.from({ length: Math.floor(parts.length / 3) }, (_, at) => ({ nodes: parts[3 * at + 1] ?? 0, transitions: parts[3 * at + 2] ?? 0 }));
}

const createLiveFigures = (workspace: Workspace): LiveFigures => new LiveFigures(workspace);

export const useLiveFigures = (): LiveFigures => useFeature(createLiveFigures);
