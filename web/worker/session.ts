/**
 * The worker's loop: it lets the engine work in slices and answers the page's queries in between.
 *
 * Invariants: a slice takes some 20 ms, so a cancel or a query waits no longer; after an opening was cancelled, nothing
 * is posted for its handle; progress is posted at most every 50 ms, and only if bytes or events have changed.
 */
import type { ChosenColumns, FromWorker, Seconds, Source, ToWorker, Try } from "../engine/protocol";
import type { Problem, Reply, Request, Step, TaskReport, TaskRequest, OptionsRequest } from "../engine/wire";
import { fileNameOf } from "../base/address";
import { type Ask, fetchTrace } from "../engine/fetch";
import type { ByteSource, Files } from "./files";
import { PartMissing } from "./missing";
import type { PartTaker, PlacedFile } from "./pool";
import { Queue } from "./queue";

/** The engine as the worker uses it. */
export interface EngineLike {
  /** Begins to open files; returns a problem if the options are impossible. */
  open(handle: number, name: string, files: { path: string; bytes: ByteSource }[], wanted: OptionsRequest, columns: ChosenColumns[]): Problem | undefined;
  configure(handle: number, wanted: OptionsRequest): Problem | undefined;
  /** Starts a task on a loaded trace; returns a problem if the trace does not have what it needs. */
  start(handle: number, task: TaskRequest): Problem | undefined;
  /** The files of the opening that has just begun that other workers could read: index and path. */
  spreadable(): [number, string][];
  awaitParts(places: Uint32Array): void;
  partProgress(place: number, bytes: number, events: number): void;
  givePart(place: number, part: Uint8Array | undefined): void;
  step(): Step;
  cancel(): void;
  handle(request: Request): Reply;
}

/** What surrounds the session. It is passed in, so that tests need neither a worker nor a clock. */
export interface World {
  post(message: FromWorker, transfer: Transferable[]): void;
  now(): number;
  /** Runs `task` after the messages that are waiting now. */
  later(task: () => void): void;
  /** Runs `task` after so many milliseconds. */
  after(ms: number, task: () => void): void;
  /** Where the engine gets bytes from. */
  readonly files: Pick<Files, "of" | "late" | "close">;
  /** Asks for an address. */
  readonly ask: Ask;
  /** Has other workers read files; `undefined` if there are no other workers. */
  elsewhere(files: PlacedFile[], taker: PartTaker): { stop(): void } | undefined;
}

const PROGRESS_EVERY_MS = 50;

export class Session {
  private readonly queue = new Queue();
  private working: number | null = null;
  /** The running task, and the seconds it has taken so far. */
  private task: { run: number; total: number; parts: Record<string, number> } | null = null;
  /** The file that was fetched last, kept while it may have to be opened again with other columns. */
  private kept: { url: string; blob: Blob } | null = null;
  private fetching: AbortController | null = null;
  /** The workers that read files of the current opening. */
  private elsewhere: { stop(): void } | undefined;
  /** Whether the engine can do nothing until one of them has read a file, or until more bytes have come. */
  private waiting = false;
  private scheduled = false;
  private broken = false;
  private lastPost = Number.NEGATIVE_INFINITY;
  private lastProgress = "";
  /** What the next slice does: its time counts there. */
  private phase: keyof Seconds = "reading";
  private seconds: Seconds = { reading: 0, loops: 0 };

  constructor(
    private readonly engine: EngineLike,
    private readonly world: World,
  ) {}

  /** Handles a message of the page. */
  receive(message: Exclude<ToWorker, Try>): void {
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
          this.failOn(message.handle, this.engine.configure(message.handle, message.wanted));
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

  private open(handle: number, name: string, files: Source[], wanted: OptionsRequest, columns: ChosenColumns[]): void {
    const dropped = files.map(({ path, blob }) => ({ path, bytes: this.world.files.of(blob) }));
    this.failOn(handle, this.engine.open(handle, name, dropped, wanted, columns));
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
    this.lastProgress = "";
    this.phase = "reading";
    this.seconds = { reading: 0, loops: 0 };
  }

  /** Ends the work with a problem, if the engine refused to begin it. */
  private failOn(handle: number, problem: Problem | undefined): void {
    if (!problem) return;
    this.working = null;
    this.world.post({ type: "failed", handle, problems: [problem] }, []);
  }

  /** Has other workers read large files, if there are several. */
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

  private async fetch(handle: number, name: string, url: string, wanted: OptionsRequest, columns: ChosenColumns[]): Promise<void> {
    const abort = new AbortController();
    this.fetching = abort;
    const started = this.world.now();
    let last = "";
    const report = (bytes: number, totalBytes: number) => {
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
      report(bytes, totalBytes);
      // If no more bytes come, these must still be reported.
      this.world.after(PROGRESS_EVERY_MS, () => report(newest.bytes, newest.totalBytes));
    }, this.world.ask);
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

  /** Answers waiting queries. While there is other work, one per turn, so that neither starves the other. */
  private answer(): void {
    for (let query = this.queue.take(); query; query = this.queue.take()) {
      const reply = this.engine.handle(query.request);
      this.world.post({ type: "answer", id: query.id, reply }, transferable(reply));
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
      const progress = `${step.progress.bytes} ${step.progress.events} ${step.progress.processesDone} ${step.progress.phase}`;
      if (progress === this.lastProgress || !this.due()) return;
      this.lastProgress = progress;
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

  /** Passes on the report of a slice. A slice that completed a part of the task is reported at once: there are few of them. */
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

  /** Runs `task`. A trap ends the engine for good: the page is told and starts another. */
  private guard(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.broken = true;
      const what = error instanceof Error ? error.message : String(error);
      this.world.post({ type: "broken", what, unfetched: error instanceof PartMissing }, []);
    }
  }
}

function transferable(reply: Reply): Transferable[] {
  if (reply.type === "ribbon" || reply.type === "aligned" || reply.type === "addresses" || reply.type === "timeline") return [reply.picture.numbers.buffer];
  if (reply.type === "lab") return "drawn" in reply.reply ? [reply.reply.drawn.picture.numbers.buffer] : [];
  if (reply.type === "flow") return "drawn" in reply.reply ? [reply.reply.drawn.picture.numbers.buffer] : [];
  if (reply.type === "model") return [reply.figure.picture.numbers.buffer];
  if (reply.type === "thumbnails") return reply.pictures.map(({ picture }) => picture.numbers.buffer);
  return [];
}
