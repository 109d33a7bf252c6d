/**
 * Where the time of a trace goes, and how the iterations of the selected loop differ: two tasks, which run when a place shows
 * them, once for a trace, a method and a choice of clocks. Rows of iterations are asked for by the pixel.
 */
import { computed, effect, signal } from "@preact/signals";
import type { IterationGrouping, IterationRow, IterationTrack } from "../../engine/wire";
import { idOfRounds } from "./rounds";
import { isOfProgram } from "../../workspace/scope";
import { createTask, type Task, type TaskFinished, type TaskWanted } from "../../workspace/task";
import { useFeature, type Workspace } from "../../workspace/workspace";

/** Processes of the map; more have no room. */
export const MOST_TRACKS = 64;
/** The most rows that one question may ask for, over all tracks. */
const MOST_ROWS = 65_536;
export const MOST_COLUMNS = 4096;

/** Tells lists of iterations of one trace apart. */
const keyOf = (loop: number | undefined, choices: string): string => `${loop} ${choices}`;

interface Tracks {
  key: string;
  /** The selected process, or all together. */
  shown: IterationTrack | null;
  /** All of its rows, where a column holds several; null if they are too many. */
  all: readonly IterationRow[] | null;
  processes: readonly IterationTrack[];
}

export class TimeState {
  /** Whether the list of processes shows times, where there are some. */
  readonly listsTime = signal(true);
  /** The number of groups by duration that is chosen; null for the one that is suggested. */
  readonly groups = signal<number | null>(null);
  /** The width of the strip of iterations, in CSS pixels; 0 while none is in the page. */
  readonly width = signal(0);
  /** What is read out of the selected iteration, while the list of iterations is in the page. */
  readonly says = signal<(() => string) | null>(null);
  /** Whether the map of iterations and processes is in the page. */
  readonly mapped = signal(false);

  private readonly handle = computed(() => this.workspace.modelView.handle.value);
  private readonly summaryOfTrace = computed(() => this.workspace.traces.loaded.value?.summary ?? null);
  readonly hasTimes = computed(() => this.summaryOfTrace.value?.hasTimes === true);
  private readonly choices = computed(() => this.workspace.modelView.choices.value);
  private readonly choicesKey = computed(() => JSON.stringify(this.choices.value));

  private readonly timeTask: Task<"time">;
  private readonly iterationsTask: Task<"iterations">;
  private readonly excessTask: Task<"excess">;

  private readonly timeWanted = computed<TaskWanted<"time"> | null>(() => {
    const handle = this.handle.value;
    if (handle === null || !this.hasTimes.value) return null;
    return { handle, key: this.choicesKey.value, request: { kind: "time", ...this.choices.value } };
  });

  readonly ofProgram = computed(() => isOfProgram(this.workspace.screen.view.value, this.workspace.selection.shown.value));
  /** The loop whose iterations are shown, 0 for none: of the program, or where it has no model of the process. */
  readonly loop = computed(() => {
    const { selection, modelView } = this.workspace;
    return this.ofProgram.value ? (modelView.view.value.loop ?? 1) : selection.loop.value;
  });

  /** The kind of rounds that is listed instead of the iterations of the main loop: by its place in the summary; null for none, undefined for the one that is suggested. */
  readonly rounds = signal<number | null | undefined>(undefined);
  /** The selected round. */
  readonly round = signal<number | null>(null);
  /** The kind of rounds that is listed: where the main loop of the program is selected, and no iteration of it; else null. */
  readonly listedRounds = computed(() => {
    const chosen = this.rounds.value === undefined ? this.summary.value?.rounds.suggested : this.rounds.value;
    return typeof chosen === "number" && this.loop.value === 1 && this.ofLoop.value === null && this.ofProgram.value ? chosen : null;
  });

  private readonly iterationsWanted = computed<TaskWanted<"iterations"> | null>(() => {
    const handle = this.handle.value;
    const loop = this.loop.value;
    // A list of several loops is the list of each of them.
    const last = this.iterationsTask.finished.value.at(-1);
    const isListed = last?.handle === handle && last.key === keyOf(last.request.id, this.choicesKey.value) && last.result.places.some((place) => place.id === loop);
    const rounds = this.listedRounds.value;
    const id = rounds !== null ? idOfRounds(rounds) : isListed ? (last.request.id ?? loop) : loop;
    if (handle === null || id === 0 || this.summaryOfTrace.value?.source !== "trace") return null;
    return { handle, key: keyOf(id, this.choicesKey.value), request: { kind: "iterations", ...this.choices.value, id } };
  });

  readonly running = computed(() => this.timeTask.running.value);
  readonly problem = computed(() => this.timeTask.problemOf(this.timeWanted.value));
  readonly summary = computed(() => this.timeTask.resultOf(this.timeWanted.value)?.result ?? null);
  /** Whether times of different processes can be compared: else all waits are 0, and nobody knows them. */
  readonly waitsAreKnown = computed(() => this.summary.value?.clocks.comparable !== false);
  /** What each process does with its time. */
  readonly ofProcess = computed(() => new Map((this.summary.value?.processes ?? []).map((one) => [one.process, one])));

  readonly iterationsRunning = computed(() => this.iterationsTask.running.value);
  readonly iterationsProblem = computed(() => this.iterationsTask.problemOf(this.iterationsWanted.value));
  readonly iterations = computed(() => this.iterationsTask.resultOf(this.iterationsWanted.value)?.result ?? null);
  private readonly ofSuggested = signal<TaskFinished<"iterations"> | null>(null);
  /** The list of the rounds that are suggested, whatever is listed since. */
  readonly suggested = computed(() => {
    const [handle, kind, list] = [this.handle.value, this.summary.value?.rounds.suggested, this.ofSuggested.value];
    return kind !== undefined && list?.handle === handle && list.key === keyOf(idOfRounds(kind), this.choicesKey.value) ? list.result : null;
  });

  /** The process whose iterations are shown: the selected one, if it runs the loop; null for all together. */
  readonly process = computed(() => {
    const { selection, modelView } = this.workspace;
    const selected = this.ofProgram.value ? modelView.view.value.process : (selection.row.value?.process ?? null);
    return selected !== null && this.iterations.value?.processes.includes(selected) === true ? selected : null;
  });
  /** The index of the selected iteration from 0 among those of the loop in the whole run; null if the loop is selected, and no iteration of it. */
  readonly ofLoop = computed<number | null>(() => {
    const { selection, modelView } = this.workspace;
    if (!this.ofProgram.value) {
      const { iterated, path } = selection.view.value;
      return iterated ? (path.at(-1)?.iteration ?? null) : null;
    }
    const { iteration, around, loop } = modelView.view.value;
    if (iteration === null || around.length === 0) return iteration;
    const loops = this.summary.value?.loops ?? [];
    const inAll = (id: number | null) => {
      const found = loops.find((one) => one.id === id);
      return found ? found.count * Math.max(1, found.entered) : 1;
    };
    return [...around.slice(1), { loop, iteration }].reduce((whole, step, at) => whole * Math.round(inAll(step.loop) / inAll(around[at]?.loop ?? null)) + step.iteration, around[0]?.iteration ?? 0);
  });
  /** The same among those that are listed: they may be of several loops. */
  readonly iteration = computed<number | null>(() => {
    const [index, loop] = [this.ofLoop.value, this.loop.value];
    if (this.listedRounds.value !== null) return this.round.value;
    if (index === null) return null;
    const place = this.iterations.value?.places.find(({ id, from, end, first }) => id === loop && index >= first && index < first + end - from);
    return place ? index - place.first + place.from : index;
  });

  private readonly excessWanted = computed<TaskWanted<"excess"> | null>(() => {
    const [handle, known, index, process] = [this.handle.value, this.iterations.value, this.iteration.value, this.process.value];
    if (handle === null || !known?.timed || index === null || index >= known.iterations) return null;
    return { handle, key: `${index} ${process ?? ""} ${this.iterationsWanted.value?.key}`, request: { kind: "excess", id: known.id, index, ...(process === null ? {} : { process }) } };
  });
  /** The selected iteration beside the others; null while it is not there. */
  readonly excess = computed(() => this.excessTask.resultOf(this.excessWanted.value)?.result ?? null);
  readonly excessRunning = computed(() => this.excessTask.running.value);

  /** How many processes a mean is of: 0 where one process is shown. */
  readonly meanOf = computed(() => (this.process.value === null && (this.iterations.value?.processes.length ?? 0) > 1 ? (this.iterations.value?.processes.length ?? 0) : 0));

  private readonly last = signal<Tracks | null>(null);
  private readonly tracksKey = computed(() => `${this.handle.value} ${this.process.value ?? ""} ${this.iterationsWanted.value?.key ?? ""}`);
  /** The rows that were drawn last of this loop. */
  readonly tracks = computed(() => (this.last.value?.key === this.tracksKey.value ? this.last.value : null));

  private frame = 0;

  constructor(private readonly workspace: Workspace) {
    const isLookedAt = computed(() => ["overview", "iterations", "time"].includes(workspace.screen.view.value));
    this.timeTask = createTask<"time">(workspace.engine, () => (isLookedAt.value ? this.timeWanted.value : null));
    this.iterationsTask = createTask<"iterations">(workspace.engine, () => {
      // In the overview iterations are shown for their times, after these.
      const inOverview = workspace.screen.view.value === "overview";
      // What is listed in Iterations depends on them, too.
      const isReady = this.summary.value !== null || (!inOverview && (!this.hasTimes.value || this.problem.value !== null));
      return isLookedAt.value && isReady ? this.iterationsWanted.value : null;
    });
    this.excessTask = createTask<"excess">(workspace.engine, () => (isLookedAt.value ? this.excessWanted.value : null));
    this.excessTask.follow();
    this.timeTask.follow();
    this.iterationsTask.follow();
    effect(() => {
      const last = this.iterationsTask.finished.value.at(-1);
      if (last && last.result.id === idOfRounds(this.summary.value?.rounds.suggested ?? NaN)) this.ofSuggested.value = last;
    });
    effect(() => this.ask());
    // What was chosen of another trace means nothing here.
    effect(() => this.list(void this.handle.value));
  }

  /** Lists rounds of a kind, with none selected. */
  list(kind: number | null | undefined): void {
    this.rounds.value = kind;
    this.round.value = null;
  }

  /** Asks for the rows whenever others would be shown. */
  private ask(): void {
    const [handle, known, width, mapped, key] = [this.handle.value, this.iterations.value, this.width.value, this.mapped.value, this.tracksKey.value];
    const process = this.process.value;
    cancelAnimationFrame(this.frame);
    if (handle === null || !known || width <= 0) return;
    const to = known.iterations;
    this.frame = requestAnimationFrame(() => {
      const rows = (processes: readonly number[], columns: number) => this.rows(processes, 0, to, columns);
      const columns = Math.max(1, Math.min(MOST_COLUMNS, Math.floor(width)));
      const each = mapped ? known.processes.slice(0, MOST_TRACKS) : [];
      const ofEach = each.length > 0 ? rows(each, Math.min(columns, Math.floor(MOST_ROWS / each.length))) : Promise.resolve(null);
      const of = process === null ? [] : [process];
      const all = to > columns && to <= MOST_ROWS ? this.everyRow(of) : Promise.resolve(null);
      void Promise.all([rows(of, columns), ofEach, all]).then(([shown, processes, every]) => {
        if (!shown || key !== this.tracksKey.peek()) return;
        const track = shown.tracks[0] ?? null;
        this.last.value = { key, shown: track, all: every ? (every[0]?.rows ?? null) : to <= columns ? (track?.rows ?? null) : null, processes: processes?.tracks ?? [] };
      });
    });
  }

  private async rows(processes: readonly number[], from: number, to: number, columns: number) {
    const [handle, known] = [this.handle.peek(), this.iterations.peek()];
    return handle === null || !known ? null : this.workspace.engine.ask({ type: "iterations", handle, id: known.id, processes: [...processes], from, to, columns });
  }

  /** One iteration on some processes. */
  async rowsOf(processes: readonly number[], index: number): Promise<readonly IterationTrack[]> {
    return (await this.rows(processes, index, index + 1, 1))?.tracks ?? [];
  }

  /** All rows of a track, one for each iteration, for a file. */
  async everyRow(processes: readonly number[]): Promise<IterationTrack[]> {
    const all = this.iterations.peek()?.iterations ?? 0;
    const tracks: IterationTrack[] = [];
    const portion = Math.max(1, Math.min(MOST_COLUMNS, Math.floor(MOST_ROWS / Math.max(1, processes.length))));
    for (let from = 0; from < all; from += portion) {
      // One after the other: each answer is bounded.
      const reply = await this.rows(processes, from, Math.min(all, from + portion), portion);
      reply?.tracks.forEach((more, at) => {
        const track = tracks[at];
        if (track) track.rows.push(...more.rows);
        else tracks.push({ ...more, rows: [...more.rows] });
      });
    }
    return tracks;
  }
}

/** The groups by duration that are shown; null where iterations take about the same time. */
export function groupsOf(time: TimeState): IterationGrouping | null {
  const known = time.iterations.value;
  const chosen = known?.groupings.find(({ groups }) => groups.length === time.groups.value);
  return chosen ?? known?.groupings[known.suggested] ?? null;
}

export const createTime = (workspace: Workspace): TimeState => new TimeState(workspace);

export const useTime = (): TimeState => useFeature(createTime);
