/**
 * Figures that a page beside a paper computes in this browser, from the runs with times that lie beside the page, one after the other, in an
 * engine of its own: the open trace stays.
 */
import { computed, signal } from "@preact/signals";
import type { EngineClient, Report } from "../engine/client";
import type { RequestOf, ResultOf, TaskKind } from "../engine/protocol";
import { TIMED } from "./samples";
import type { Workspace } from "./workspace";

/** Does one task of a run; null if it failed or is no longer wanted. */
export type LiveTask = <K extends TaskKind>(what: string, request: RequestOf<K>) => Promise<ResultOf<K> | null>;

export abstract class LiveRuns<Computed> {
  readonly runs = signal<readonly Computed[]>([]);
  /** What is being done; null if nothing is. */
  readonly running = signal<string | null>(null);
  /** Why it did not come to an end. */
  readonly stopped = signal("");
  private readonly done = signal(0);
  readonly share = computed(() => Math.min(1, this.done.value / ((1 + this.tasks) * TIMED.length)));
  protected engine: EngineClient | null = null;
  private handle = 0;
  private round = 0;
  /** Ends what is being waited for. */
  private end = (): void => undefined;
  private opened = (_report: Report): void => undefined;

  /** `tasks`: how many there are of each run. */
  constructor(
    private readonly workspace: Workspace,
    private readonly tasks: number,
  ) {}

  /** The figures of a run that is open; null if they cannot be computed. */
  protected abstract figuresOf(title: string, handle: number, task: LiveTask): Promise<Computed | null>;

  /** Computes all figures of all runs. */
  async run(): Promise<void> {
    const mine = ++this.round;
    this.workspace.screen.underWay = this;
    this.runs.value = [];
    this.done.value = 0;
    this.stopped.value = "";
    for (const { title, address } of TIMED) {
      const found = await this.compute(title, address, () => mine === this.round);
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

  private async compute(title: string, address: string, wanted: () => boolean): Promise<Computed | null> {
    const handle = ++this.handle;
    this.running.value = `${title}: reading`;
    if (!(await this.open(handle, title, address)) || !wanted()) return null;
    const task: LiveTask = async <K extends TaskKind>(what: string, request: RequestOf<K>) => {
      this.done.value += 1;
      this.running.value = `${title}: ${what}`;
      const result = await this.task<K>(handle, request);
      return wanted() ? result : null;
    };
    const found = await this.figuresOf(title, handle, task);
    this.done.value += 1;
    return wanted() ? found : null;
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
