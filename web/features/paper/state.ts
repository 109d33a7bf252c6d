/** What this browser measures on the strings of the paper's table. */
import { computed, signal } from "@preact/signals";
import type { Figures } from "../../engine/wire";
import { useFeature, type Workspace } from "../../workspace/workspace";
import type { Entry } from "./table";

/** What this browser measured. */
export interface Measured {
  /** Of one run: the median of several measurements. */
  seconds: number;
  runs: number;
  /** Whether the figures are the native ones. */
  same: boolean;
}

/** Measurements of one entry, and how long each takes at least. */
const SAMPLES = 7;
const SAMPLE_MS = 12;

class PaperState {
  readonly measured = signal<ReadonlyMap<Entry, Measured>>(new Map());
  /** The entry that is being run; null if none is. */
  readonly running = signal<Entry | null>(null);
  /** Why it could not be run to the end. */
  readonly stopped = signal("");
  readonly done = computed(() => this.measured.value.size);
  private round = 0;

  constructor(private readonly workspace: Workspace) {}

  /** Runs all entries here, one after the other. */
  async run(entries: readonly Entry[]): Promise<void> {
    const mine = ++this.round;
    this.workspace.screen.underWay = this;
    this.measured.value = new Map();
    this.stopped.value = "";
    for (const entry of entries) {
      this.running.value = entry;
      const measured = await this.measure(entry, () => mine === this.round);
      if (mine !== this.round) return;
      if (!measured) {
        this.stopped.value = "The engine could not run this. Reload the page and try again.";
        break;
      }
      this.measured.value = new Map(this.measured.value).set(entry, measured);
    }
    this.running.value = null;
    this.workspace.screen.underWay = null;
    const same = [...this.measured.value.values()].every((one) => one.same);
    if (!this.stopped.value) this.workspace.toast.announce(same ? "Done: all results agree" : "Done: some results differ");
  }

  /** Ends it; what was measured so far stays. */
  readonly cancel = (): void => {
    this.round += 1;
    this.running.value = null;
    this.workspace.screen.underWay = null;
  };

  /** Some measurements of a few milliseconds each, so that Cancel need not wait; the first one warms up. */
  private async measure(entry: Entry, wanted: () => boolean): Promise<Measured | null> {
    const times: number[] = [];
    let runs = 0;
    for (let sample = 0; sample <= SAMPLES; sample += 1) {
      const tried = await this.workspace.engine.try(entry.row, entry.method, SAMPLE_MS);
      if (!tried || !wanted()) return null;
      if (sample === 0) {
        if (!equal(tried.figures, entry.figures)) return { seconds: tried.seconds, runs: tried.runs, same: false };
        continue;
      }
      times.push(tried.seconds);
      runs += tried.runs;
    }
    times.sort((a, b) => a - b);
    return { seconds: times[times.length >> 1] ?? 0, runs, same: true };
  }
}

export const createPaper = (workspace: Workspace): PaperState => new PaperState(workspace);

export const usePaper = (): PaperState => useFeature(createPaper);

function equal(a: Figures, b: Figures): boolean {
  return (Object.keys(b) as (keyof Figures)[]).every((key) => a[key] === b[key]);
}
