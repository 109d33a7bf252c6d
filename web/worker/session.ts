/**
 * The worker's loop: slices of the engine's work, and between them the questions of the page.
 *
 * Invariants: a slice lasts some 20 ms, so a Cancel or a view request waits no longer; after an opening was
 * cancelled nothing is posted for its handle; progress is posted at most every 50 ms, and only when bytes or
 * events moved.
 */
import type { ChosenColumns, DrawCard, FromWorker, Seconds, Source, ToWorker, Try } from "../engine/protocol";
import type { Problem, Reply, Request, Step, TaskReport, TaskRequest, WantedOptions } from "../engine/wire";
import { fileNameOf } from "../base/address";
import { fetchTrace } from "../engine/fetch";
import type { ByteSource, Files } from "./files";
import type { PartTaker, PlacedFile } from "./pool";
import { Queue } from "./queue";

/** The engine as the worker uses it. */
export interface EngineLike {
  /** Begins to open; a problem if what is wanted makes no sense. */
  open(handle: number, name: string, files: { path: string; bytes: ByteSource }[], wanted: WantedOptions, columns: ChosenColumns[]): Problem | undefined;
  configure(handle: number, wanted: WantedOptions): Problem | undefined;
  /** Starts a task on a loaded trace; a problem if that makes no sense. */
  start(handle: number, task: TaskRequest): Problem | undefined;
  /** Files of the opening that has just begun that workers of their own could read: place and path. */
  spreadable(): [number, string][];
  awaitParts(places: Uint32Array): void;
  partProgress(place: number, bytes: number, events: number): void;
  givePart(place: number, part: Uint8Array | undefined): void;
  step(): Step;
  cancel(): void;
  handle(request: Request): Reply;
}

/** The world outside: passed in, so that tests need neither worker nor clock. */
export interface World {
  post(message: FromWorker, transfer: Transferable[]): void;
  now(): number;
  /** Runs `task` after the messages that wait have been taken in. */
  later(task: () => void): void;
  /** Runs `task` after so many milliseconds. */
  after(ms: number, task: () => void): void;
  /** Where the engine gets bytes from. */
  readonly files: Pick<Files, "of" | "late" | "close">;
  /** Reads files in workers of their own; nothing if there are none to be had. */
  elsewhere(files: PlacedFile[], taker: PartTaker): { stop(): void } | undefined;
}

const PROGRESS_EVERY_MS = 50;

export class Session {
  private readonly queue = new Queue();
  private working: number | null = null;
  /** The task under way, if the work is one, and the seconds that it took so far. */
  private task: { run: number; total: number; parts: Record<string, number> } | null = null;
  /** What was fetched last, until it is known that it need not be opened once more with other columns. */
  private kept: { url: string; blob: Blob } | null = null;
  private fetching: AbortController | null = null;
  /** Workers that read files of the opening under way. */
  private elsewhere: { stop(): void } | undefined;
  /** Whether the engine can do nothing before a file has come from there, or bytes of its own. */
  private waiting = false;
  private scheduled = false;
  private broken = false;
  private lastPost = Number.NEGATIVE_INFINITY;
  private lastSaid = "";
  /** What the next slice does: its time belongs there, whatever comes after it. */
  private phase: keyof Seconds = "reading";
  private seconds: Seconds = { reading: 0, loops: 0 };

  constructor(
    private readonly engine: EngineLike,
    private readonly world: World,
  ) {}

  /** Takes in one message of the page. */
  receive(message: Exclude<ToWorker, Try | DrawCard>): void {
    if (this.broken) return;
    this.guard(() => {
      switch (message.type) {
        case "open":
          this.start(message.handle);
          this.kept = null;
          this.open(message.handle, message.name, message.files, message.wanted, message.columns ?? []);
          break;
        case "fetch":
          this.start(message.handle);
          void this.fetch(message.handle, message.name, message.url, message.wanted, message.columns ?? []);
          return;
        case "configure":
          this.start(message.handle);
          this.phase = "loops";
          this.begun(message.handle, this.engine.configure(message.handle, message.wanted));
          break;
        case "start":
          this.startTask(message.run, message.handle, message.task);
          break;
        case "cancelTask":
          if (this.task?.run === message.run) this.stop();
          return;
        case "cancel":
          this.kept = null;
          if (this.working === message.handle) this.stop();
          return;
        case "forget":
          this.queue.forget(message.id);
          return;
        case "ask":
          for (const id of this.queue.add(message)) this.world.post({ type: "dropped", id }, []);
          break;
      }
      this.schedule();
    });
  }

  private open(handle: number, name: string, files: Source[], wanted: WantedOptions, columns: ChosenColumns[]): void {
    const dropped = files.map(({ path, blob }) => ({ path, bytes: this.world.files.of(blob) }));
    this.begun(handle, this.engine.open(handle, name, dropped, wanted, columns));
    this.spread(handle, files, columns);
  }

  private startTask(run: number, handle: number, task: TaskRequest): void {
    this.start(handle);
    const problem = this.engine.start(handle, task);
    if (problem) {
      this.ended();
      this.world.post({ type: "task", run, report: { type: "failed", problem } }, []);
    } else this.task = { run, total: 0, parts: {} };
  }

  private ended(): void {
    this.world.files.close();
    this.working = null;
    this.task = null;
  }

  private start(handle: number): void {
    this.stop();
    this.working = handle;
    this.lastPost = Number.NEGATIVE_INFINITY;
    this.lastSaid = "";
    this.phase = "reading";
    this.seconds = { reading: 0, loops: 0 };
  }

  /** Ends at once what the engine would not begin. */
  private begun(handle: number, problem: Problem | undefined): void {
    if (!problem) return;
    this.working = null;
    this.world.post({ type: "failed", handle, problems: [problem] }, []);
  }

  /** Has large files read in workers of their own, if there are several. */
  private spread(handle: number, files: readonly Source[], columns: ChosenColumns[]): void {
    if (this.working !== handle) return;
    const placed = this.engine.spreadable().flatMap(([place, path]) => {
      const file = files.find((one) => one.path === path);
      return file ? [{ place, path, blob: file.blob, columns }] : [];
    });
    if (placed.length === 0) return;
    const moved = (task: () => void): void => {
      if (this.broken || this.working !== handle) return;
      this.guard(task);
      this.waiting = false;
      this.schedule();
    };
    this.elsewhere = this.world.elsewhere(placed, {
      progress: (place, bytes, events) => moved(() => this.engine.partProgress(place, bytes, events)),
      came: (place, part) => moved(() => this.engine.givePart(place, part)),
    });
    if (this.elsewhere) this.engine.awaitParts(Uint32Array.from(placed, ({ place }) => place));
  }

  private stop(): void {
    this.elsewhere?.stop();
    this.elsewhere = undefined;
    this.waiting = false;
    this.fetching?.abort();
    this.fetching = null;
    if (this.working !== null) this.engine.cancel();
    this.ended();
  }

  private async fetch(handle: number, name: string, url: string, wanted: WantedOptions, columns: ChosenColumns[]): Promise<void> {
    const abort = new AbortController();
    this.fetching = abort;
    const started = this.world.now();
    let last = "";
    const say = (bytes: number, totalBytes: number): void => {
      if (this.fetching !== abort || last === `${bytes}`) return;
      if (!this.due()) return;
      last = `${bytes}`;
      this.world.post({ type: "fetching", handle, bytes, totalBytes }, []);
    };
    let newest = { bytes: 0, totalBytes: 0 };
    const kept = this.kept?.url === url ? this.kept : null;
    this.kept = null;
    const fetched = kept ?? await fetchTrace(url, abort.signal, (bytes, totalBytes) => {
      newest = { bytes, totalBytes };
      say(bytes, totalBytes);
      // If nothing comes after these bytes, they must still be told.
      this.world.after(PROGRESS_EVERY_MS, () => say(newest.bytes, newest.totalBytes));
    });
    if (this.working !== handle || this.broken) return;
    this.fetching = null;
    if ("problem" in fetched) {
      this.working = null;
      this.world.post({ type: "failed", handle, problems: [fetched.problem] }, []);
    } else if ("blob" in fetched) {
      this.guard(() => {
        this.seconds.reading += (this.world.now() - started) / 1000;
        this.kept = { url, blob: fetched.blob };
        this.open(handle, name, [{ path: fileNameOf(url), blob: fetched.blob }], wanted, columns);
        this.schedule();
      });
    }
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    this.world.later(() => {
      this.scheduled = false;
      if (this.broken) return;
      this.guard(() => {
        this.answer();
        if (this.working !== null && !this.fetching && !this.waiting && !this.isLate(this.working)) this.work(this.working);
        if (this.working !== null && !this.fetching && !this.waiting) this.schedule();
        else if (!this.queue.empty) this.schedule();
      });
    });
  }

  /** Answers what waits. While there is other work only one question a turn, so neither starves the other. */
  private answer(): void {
    for (let question = this.queue.take(); question; question = this.queue.take()) {
      const reply = this.engine.handle(question.request);
      this.world.post({ type: "answer", id: question.id, reply }, transferable(reply));
      if (this.working !== null && !this.waiting) return;
    }
  }

  /** Whether bytes are not there yet; work goes on when they are. */
  private isLate(handle: number): boolean {
    const late = this.world.files.late();
    if (!late) return false;
    const started = this.world.now();
    this.waiting = true;
    void late.then(() => {
      if (this.broken || this.working !== handle) return;
      this.seconds[this.phase] += (this.world.now() - started) / 1000;
      this.waiting = false;
      this.schedule();
    });
    return true;
  }

  private work(handle: number): void {
    const started = this.world.now();
    const step = this.engine.step();
    const spent = (this.world.now() - started) / 1000;
    if (step.type === "task") return this.report(step.report, spent);
    this.seconds[this.phase] += spent;
    if (step.type === "working") {
      this.waiting = step.waiting;
      this.phase = step.progress.phase === "reading" ? "reading" : "loops";
      if (this.phase === "loops") this.world.files.close();
      const said = `${step.progress.bytes} ${step.progress.events} ${step.progress.processesDone} ${step.progress.phase}`;
      if (said === this.lastSaid || !this.due()) return;
      this.lastSaid = said;
      this.world.post({ type: "progress", handle, progress: step.progress, partial: step.partial }, []);
      return;
    }
    this.ended();
    if (step.type === "asking") {
      this.world.post({ type: "asking", handle, tables: step.tables, files: step.files }, []);
      return;
    }
    if (step.type === "askingWords") {
      this.world.post({ type: "askingWords", handle, file: step.file, files: step.files, excerpt: step.excerpt }, []);
      return;
    }
    this.kept = null;
    if (step.type === "done") {
      this.world.post({ type: "done", handle, summary: step.summary, seconds: this.seconds }, []);
    } else if (step.type === "failed") {
      this.world.post({ type: "failed", handle, problems: step.problems }, []);
    }
  }

  /** Passes on what a slice of a task came to. A slice that completed a part of the work is reported at once: there are few. */
  private report(report: TaskReport, spent: number): void {
    const { task } = this;
    if (!task) return;
    task.total += spent;
    const { run, total, parts } = task;
    if (report.type === "progress") {
      const { part } = report.progress;
      if (part !== undefined) parts[part] = spent;
      if (part !== undefined || this.due()) this.world.post({ type: "task", run, report }, []);
      return;
    }
    this.ended();
    this.world.post({ type: "task", run, report: report.type === "finished" ? { ...report, seconds: { total, parts } } : report }, []);
  }

  private due(): boolean {
    const now = this.world.now();
    if (now - this.lastPost < PROGRESS_EVERY_MS) return false;
    this.lastPost = now;
    return true;
  }

  /** A trap ends the engine for good; the page is told and starts another. */
  private guard(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.broken = true;
      const what = error instanceof Error ? error.message : String(error);
      this.world.post({ type: "broken", what }, []);
    }
  }
}

function transferable(reply: Reply): Transferable[] {
  if (reply.type === "ribbon" || reply.type === "aligned" || reply.type === "addresses") return [reply.picture.numbers.buffer];
  if (reply.type === "model") return [reply.figure.picture.numbers.buffer];
  if (reply.type === "thumbnails") return reply.pictures.map(({ picture }) => picture.numbers.buffer);
  return [];
}
