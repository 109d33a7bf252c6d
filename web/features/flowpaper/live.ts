/** The same figures, computed in this browser from the two runs with times that lie beside the page. */
import { computed, signal } from "@preact/signals";
import type { EngineClient, Report } from "../../engine/client";
import type { RequestOf, ResultOf, TaskKind } from "../../engine/protocol";
import type { FlowPart, Sentence } from "../../engine/wire";
import { TIMED } from "../../workspace/samples";
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

/** Units of work of a run: opening it, and three tasks. */
const STEPS = 4;

/** The usual steps of the main loop. */
const MAIN = { loop: 0, process: 0, steps: undefined, from: undefined, spread: false, irregular: false } as const;

export class LiveFigures {
  readonly runs = signal<readonly Computed[]>([]);
  /** What is being done; null if nothing is. */
  readonly running = signal<string | null>(null);
  /** Why it did not come to an end. */
  readonly stopped = signal("");
  private readonly steps = signal(0);
  readonly share = computed(() => this.steps.value / (STEPS * TIMED.length));
  private engine: EngineClient | null = null;
  private handle = 0;
  private round = 0;
  /** Ends what is being waited for. */
  private end = (): void => undefined;
  private opened = (_report: Report): void => undefined;

  constructor(private readonly workspace: Workspace) {}

  /** Computes all figures of all runs, in an engine of its own: the open trace stays. */
  async run(): Promise<void> {
    const mine = ++this.round;
    this.workspace.screen.underWay = this;
    this.runs.value = [];
    this.steps.value = 0;
    this.stopped.value = "";
    for (const { title, address } of TIMED) {
      const found = await this.figuresOf(title, address, () => mine === this.round);
      if (mine !== this.round) return;
      if (!found) {
        this.stopped.value ||= `${title} could not be computed. Reload the page and try again.`;
        break;
      }
      this.runs.value = [...this.runs.value, found];
    }
    this.running.value = null;
    this.workspace.screen.underWay = null;
    if (!this.stopped.value) this.workspace.toast.announce("Done: figures of this browser are marked");
  }

  /** Ends it; what was computed so far stays. */
  readonly cancel = (): void => {
    this.round += 1;
    this.running.value = null;
    this.workspace.screen.underWay = null;
    this.end();
  };

  private async figuresOf(title: string, address: string, wanted: () => boolean): Promise<Computed | null> {
    const begun = performance.now();
    const handle = ++this.handle;
    this.running.value = `${title}: reading`;
    if (!(await this.open(handle, title, address)) || !wanted()) return null;
    const task = async <K extends TaskKind>(what: string, request: RequestOf<K>): Promise<ResultOf<K> | null> => {
      this.steps.value += 1;
      this.running.value = `${title}: ${what}`;
      const result = await this.task<K>(handle, request);
      return wanted() ? result : null;
    };
    const flow = await task<"flow">("the flow graphs", { kind: "flow", queries: false });
    const tree = flow && (await this.treeOf(handle));
    const shares = flow && (await this.sharesOf(handle, flow.processes));
    const growth = flow && (await task<"growth">("how they grow", { kind: "growth", ...MAIN }));
    const reduced = growth && (await task<"reduce">("the reduced trace", { kind: "reduce", ...MAIN }));
    if (!tree || !shares || !reduced) return null;
    this.steps.value += 1;
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
      const look = { width: 800, theme: "light" as const, process, kinds: false, loop: 1, block: undefined, folded: [] };
      const answer = await this.engine?.ask({ type: "flow", handle, query: { part: { look } } });
      if (!answer || !("part" in answer.reply)) return null;
      for (const one of answer.reply.part.part.across) all.set(one.process, one);
    }
    return [...all.values()].sort((a, b) => a.process - b.process);
  }

  private open(handle: number, title: string, address: string): Promise<boolean> {
    this.engine ??= this.workspace.engineOfItsOwn((report) => this.opened(report));
    return new Promise((resolve) => {
      this.end = () => {
        this.engine?.cancel(handle);
        resolve(false);
      };
      this.opened = (report) => {
        if (report.type === "broken" || report.type === "missing") {
          this.stopped.value = `The engine stopped: ${report.what}. Reload the page and try again.`;
          this.end();
        } else if ("handle" in report && report.handle === handle && report.type !== "fetching" && report.type !== "progress") resolve(report.type === "done");
      };
      this.engine?.fetch(handle, title, new URL(address, document.baseURI).href, {});
    });
  }

  private task<K extends TaskKind>(handle: number, request: RequestOf<K>): Promise<ResultOf<K> | null> {
    return new Promise((resolve) => {
      const stop = this.engine?.start<K>(handle, request, (report) => {
        if (report.type === "finished") resolve(report.result);
        else if (report.type === "failed") resolve(null);
      });
      this.end = () => {
        stop?.();
        resolve(null);
      };
    });
  }
}

/** Numbers that stand one after the other: percentage, nodes, transitions. */
function sizesOf(parts: readonly number[]): readonly Size[] {
  return Array.from({ length: Math.floor(parts.length / 3) }, (_, at) => ({ nodes: parts[3 * at + 1] ?? 0, transitions: parts[3 * at + 2] ?? 0 }));
}

export const createLiveFigures = (workspace: Workspace): LiveFigures => new LiveFigures(workspace);

export const useLiveFigures = (): LiveFigures => useFeature(createLiveFigures);
