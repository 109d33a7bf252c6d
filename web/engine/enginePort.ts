/**
 * The way to a worker with an engine. The worker fetches and compiles what a message needs of the engine before the message is
 * passed on, and does other things meanwhile; messages keep their order. What is compiled is kept for other workers.
 */
import type { Port } from "./client";
import { FILES, type FileName, NotFetched, type PartName } from "./files";
import { type Packed, unpack } from "./packedRows";
import type { FromFiles, FromWorker, TaskKind, ToAnyWorker, ToWorker } from "./protocol";
import type { AskWhat, Problem } from "./wire";

/** A worker, as far as it is used here. */
export interface WorkerLike {
  postMessage(message: ToWorker | ToAnyWorker): void;
  onmessage: ((event: MessageEvent<Packed>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** The part of the engine that a sample needs, and whether it does before it is opened or after. */
export interface SampleNeed {
  part: PartName;
  toOpen: boolean;
}

/** A file that was asked for: settled when the worker has it, or cannot have it. */
interface Coming {
  promise: Promise<void>;
  /** With an error it cannot have it. */
  settle: (error?: Error) => void;
}

export class EnginePort implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  /** What the worker has. */
  private readonly handed = new Set<FileName>();
  /** What it was asked for. */
  private readonly coming = new Map<FileName, Coming>();
  private readonly waiting: ToWorker[] = [];
  private busy = false;
  private ended = false;

  /**
   * `known`: what has been compiled for any worker. `sampleNeed` says what a trace at an address needs besides the main part, if it
   * is a sample of the page; nothing if it is not.
   */
  constructor(
    private readonly worker: WorkerLike,
    private readonly known: Map<FileName, WebAssembly.Module>,
    private readonly sampleNeed: (url: string) => SampleNeed | undefined,
  ) {
    worker.onmessage = ({ data }) => {
      if (data.type === "compiled" || data.type === "uncompiled") this.came(data);
      else this.say(unpack(data));
    };
    worker.onerror = (event) => this.onerror?.(event);
  }

  postMessage(message: ToWorker): void {
    this.waiting.push(message);
    if (!this.busy) void this.passOn();
  }

  terminate(): void {
    this.ended = true;
    this.worker.terminate();
  }

  /** Fetches all files, one after the other, for what comes: each once the page is quiet. What fails is fetched when it is needed. */
  async prefetch(quiet: () => Promise<void>): Promise<void> {
    for (const name of FILES) {
      if (this.handed.has(name)) continue;
      await quiet();
      await this.hand(name).catch(() => undefined);
    }
  }

  private async passOn(): Promise<void> {
    this.busy = true;
    for (let message = this.waiting.shift(); message; message = this.waiting.shift()) {
      const missing = this.needs(message).filter((name) => !this.handed.has(name));
      this.begin(message);
      try {
        // The first message to an engine that is there goes out at once.
        if (missing.length > 0) await Promise.all(missing.map((name) => this.hand(name)));
        if (this.ended) return;
        this.worker.postMessage(message);
      } catch (error) {
        if (this.ended) return;
        this.refuse(message, error);
      }
    }
    this.busy = false;
  }

  /** Settles when the worker has a file. The main part comes first: with it the worker starts. */
  private async hand(name: FileName): Promise<void> {
    if (this.ended || this.handed.has(name)) return;
    const module = this.known.get(name);
    if (module) {
      this.handed.add(name);
      this.worker.postMessage({ type: "file", name, module });
      return;
    }
    let coming = this.coming.get(name);
    if (!coming) {
      coming = expected();
      this.coming.set(name, coming);
      this.worker.postMessage({ type: "want", name });
    }
    return coming.promise;
  }

  /** The worker has a file, or cannot have it. */
  private came(file: FromFiles): void {
    const coming = this.coming.get(file.name);
    this.coming.delete(file.name);
    if (file.type === "compiled") {
      this.known.set(file.name, file.module);
      this.handed.add(file.name);
      coming?.settle();
    } else coming?.settle(file.unfetched ? new NotFetched(file.what) : new Error(file.what));
  }

  /** The files that a message will surely need. What else it calls, the worker loads itself. */
  private needs(message: ToWorker): FileName[] {
    if (message.type === "fetch") {
      const need = this.sampleNeed(message.url);
      if (need) return need.toOpen ? ["main", need.part] : ["main"];
    }
    if (message.type === "open" || message.type === "fetch") return ["main", "readers"];
    if (message.type === "start") return ["main", ...PARTS_OF_TASK[message.task.kind]];
    if (message.type === "ask" && message.request.type === "ask") return ["main", "ask", ...(FILES_OF_ASK.has(message.request.what) ? (["programs"] as const) : [])];
    if (message.type === "ask" && message.request.type === "whatIf") return ["main", "whatif", "details"];
    if (message.type === "ask" && message.request.type === "flow" && ("file" in message.request.query || "text" in message.request.query)) return ["main", "flow", "outlines"];
    return message.type === "try" ? ["main", "rest"] : ["main"];
  }

  /** Has a sample fetched beside the engine, and what will be needed when it is open once the main part has come: the network is not shared before. */
  private begin(message: ToWorker): void {
    if (message.type !== "fetch") return;
    const need = this.sampleNeed(message.url);
    if (!need) return;
    if (!this.handed.has("main")) this.worker.postMessage({ type: "expected", url: message.url });
    void this.hand("main").then(() => this.hand(need.part)).catch(() => undefined);
  }

  /** Answers a message that cannot be passed on. */
  private refuse(message: ToWorker, error: unknown): void {
    if (!(error instanceof NotFetched)) return this.say({ type: "missing", what: error instanceof Error ? error.message : String(error) });
    const problem = unfetched(error.message);
    if (message.type === "open" || message.type === "fetch" || message.type === "configure") this.say({ type: "failed", handle: message.handle, problems: [problem] });
    else if (message.type === "start") this.say({ type: "task", run: message.run, report: { type: "failed", problem } });
    else if (message.type === "ask" || message.type === "try") this.say({ type: "dropped", id: message.id });
  }

  private say(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
}

function expected(): Coming {
  let settle: Coming["settle"] = () => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve());
  });
  return { promise, settle };
}

/** What is answered with a file or a program. */
const FILES_OF_ASK: ReadonlySet<AskWhat> = new Set(["csv", "json", "parquet", "text", "c", "python", "sql"]);

/** What the tasks need besides the main part. The times of loops stand on the model. */
const PARTS_OF_TASK: Readonly<Record<TaskKind, readonly PartName[]>> = {
  compare: ["rest"],
  predict: ["rest"],
  model: ["model"],
  time: ["model", "time", "roots", "rounds"],
  iterations: ["model", "time", "rounds"],
  excess: ["model", "time", "excess"],
  timeline: ["model", "time", "timeline"],
  flow: ["flow", "time"],
  growth: ["flow"],
  reduce: ["flow", "reduce", "rest"],
  whatIf: ["model", "time", "whatif"],
};

/** What to say of a file of the engine that did not come. */
export function unfetched(found: string): Problem {
  return {
    severity: "error", file: "", line: undefined, place: "", what: "A part of Loopscope could not be fetched from the server of this page.", found, expected: "",
    remedy: "Check the connection, then try again.", count: 1, also: "", choices: [], context: [],
  };
}
