/**
 * The page's end of the worker: openings by handle, questions as promises.
 */
import type { ChosenColumns, FromWorker, Lane, RequestOf, Source, TaskKind, TaskUpdate, ToWorker, Tried } from "./protocol";
import type { Problem, Reply, Request, OptionsRequest } from "./wire";

/** What the client needs of a worker; a test passes its own. */
export interface Port {
  postMessage(message: ToWorker): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** What an opening reports. */
export type Report = Exclude<FromWorker, { type: "answer" | "dropped" | "tried" | "task" }>;

/** The reply to a request, by its type. */
export type Answer<T extends Request["type"]> = Extract<Reply, { type: T }>;

export class EngineClient {
  private port: Port;
  private readonly waiting = new Map<number, (reply: Reply | null) => void>();
  private readonly trying = new Map<number, (tried: Tried | null) => void>();
  private readonly tasks = new Map<number, (report: TaskUpdate) => void>();
  private lastId = 0;
  /** Whether there is no engine and will be none. */
  private missing = false;
  /** The tasks that have not ended, in the order of their start; the first one runs. */
  private readonly started: { run: number; begin: () => void }[] = [];

  constructor(
    private readonly spawn: () => Port,
    private readonly report: (report: Report) => void,
  ) {
    this.port = this.listen();
  }

  open(handle: number, name: string, files: Source[], wanted: OptionsRequest, columns?: ChosenColumns[]): void {
    this.port.postMessage({ type: "open", handle, name, files, wanted, columns });
  }

  fetch(handle: number, name: string, url: string, wanted: OptionsRequest, columns?: ChosenColumns[]): void {
    this.port.postMessage({ type: "fetch", handle, name, url, wanted, columns });
  }

  configure(handle: number, wanted: OptionsRequest): void {
    this.port.postMessage({ type: "configure", handle, wanted });
  }

  /**
   * Starts a task on a loaded trace, after those that were started before: the engine runs one at a time. A short one that is
   * `urgent` comes first; the one that runs then begins anew after it. `onReport` is called until the task has ended. Returns a
   * function that cancels the task: nothing is reported afterwards.
   */
  start<K extends TaskKind>(handle: number, task: RequestOf<K>, onReport: (report: TaskUpdate<K>) => void, urgent = false): () => void {
    const run = ++this.lastId;
    // The engine answers a request with a result of its kind.
    this.tasks.set(run, onReport as (report: TaskUpdate) => void);
    const one = { run, begin: () => this.port.postMessage({ type: "start", run, handle, task }) };
    const first = this.started[0];
    if (urgent && first) {
      this.port.postMessage({ type: "cancelTask", run: first.run });
      this.started.unshift(one);
    } else this.started.push(one);
    if (this.started[0] === one) one.begin();
    return () => {
      if (!this.tasks.delete(run)) return;
      if (this.started[0]?.run === run) this.port.postMessage({ type: "cancelTask", run });
      this.ended(run);
    };
  }

  /** A task has ended or is cancelled: the next one begins, if it was the one that ran. */
  private ended(run: number): void {
    const at = this.started.findIndex((one) => one.run === run);
    if (at < 0) return;
    this.started.splice(at, 1);
    if (at === 0) this.started[0]?.begin();
  }

  cancel(handle: number): void {
    this.port.postMessage({ type: "cancel", handle });
  }

  /**
   * Asks for a view. Null: a newer question of the same lane took its place, the signal was aborted, or the
   * engine cannot answer (any more); `refused` learns why it refuses.
   */
  ask<R extends Request>(request: R, lane: Lane = "none", signal?: AbortSignal, refused?: (problem: Problem) => void): Promise<Answer<R["type"]> | null> {
    const id = ++this.lastId;
    return new Promise((resolve) => {
      this.waiting.set(id, (reply) => {
        this.waiting.delete(id);
        if (reply?.type === "refused") refused?.(reply.problem);
        resolve(reply && reply.type === request.type ? (reply as Answer<R["type"]>) : null);
      });
      signal?.addEventListener("abort", () => {
        const give = this.waiting.get(id);
        if (!give) return;
        this.port.postMessage({ type: "forget", id });
        give(null);
      });
      this.port.postMessage({ type: "ask", id, lane, request });
    });
  }

  /** Times a method on the string of a row of the paper's table. Null: the engine cannot (any more). */
  try(row: number, method: string, ms: number): Promise<Tried | null> {
    if (this.missing) return Promise.resolve(null);
    const id = ++this.lastId;
    return new Promise((resolve) => {
      this.trying.set(id, (tried) => {
        this.trying.delete(id);
        resolve(tried);
      });
      this.port.postMessage({ type: "try", id, row, method, ms });
    });
  }

  /** Starts over with a new engine that knows nothing. */
  restart(): void {
    this.port.onmessage = null;
    this.port.terminate();
    for (const give of [...this.waiting.values(), ...this.trying.values()]) give(null);
    this.tasks.clear();
    this.started.length = 0;
    this.port = this.listen();
  }

  private listen(): Port {
    const port = this.spawn();
    port.onmessage = (event) => {
      const message = event.data;
      if (message.type === "answer") this.waiting.get(message.id)?.(message.reply);
      else if (message.type === "tried") this.trying.get(message.id)?.(message);
      else if (message.type === "dropped") (this.waiting.get(message.id) ?? this.trying.get(message.id))?.(null);
      else if (message.type === "task") this.reported(message.run, message.report);
      else {
        if (message.type === "missing") this.lost();
        this.report(message);
      }
    };
    port.onerror = (event) => {
      this.lost();
      this.report({ type: "missing", what: event.message || "its script could not be loaded" });
    };
    return port;
  }

  private reported(run: number, report: TaskUpdate): void {
    const onReport = this.tasks.get(run);
    if (report.type !== "progress") {
      this.tasks.delete(run);
      this.ended(run);
    }
    onReport?.(report);
  }

  private lost(): void {
    this.missing = true;
    for (const give of this.trying.values()) give(null);
  }
}
