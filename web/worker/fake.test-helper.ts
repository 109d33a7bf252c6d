/** An engine whose answers a test decides, and a world whose clock and turns it decides. Only for tests. */
import { AskedAhead } from "../engine/fetch";
import type { FromWorker } from "../engine/protocol";
import type { Problem, Reply, Request, Step, TaskRequest, OptionsRequest } from "../engine/wire";
import type { PartTaker, PlacedFile } from "./pool";
import type { EngineLike, World } from "./session";

export class FakeEngine implements EngineLike {
  readonly calls: string[] = [];
  steps: Step[] = [];
  refuses: Problem | undefined;
  /** Milliseconds that the next steps take on the clock of `world`. */
  takes: number[] = [];
  world: FakeWorld | null = null;
  answers: (request: Request) => Reply = () => ({ type: "items", items: [], total: 0, offset: 0, main: undefined });

  open(handle: number, name: string, files: { path: string }[], wanted: OptionsRequest): Problem | undefined {
    this.calls.push(`open ${handle} ${name} ${files.map(({ path }) => path).join(" ")} ${JSON.stringify(wanted)}`);
    return this.refuses;
  }

  configure(handle: number, wanted: OptionsRequest): Problem | undefined {
    this.calls.push(`configure ${handle} ${JSON.stringify(wanted)}`);
    return this.refuses;
  }

  start(handle: number, task: TaskRequest): Problem | undefined {
    this.calls.push(`start ${handle} ${JSON.stringify(task)}`);
    return this.refuses;
  }

  /** What could be read elsewhere. */
  spreads: [number, string][] = [];

  spreadable(): [number, string][] {
    return this.spreads;
  }

  awaitParts(places: Uint32Array): void {
    this.calls.push(`await ${places.join(" ")}`);
  }

  partProgress(place: number, bytes: number, events: number): void {
    this.calls.push(`part ${place} ${bytes} ${events}`);
  }

  givePart(place: number, part: Uint8Array | undefined): void {
    this.calls.push(`give ${place} ${part ? part.length : "nothing"}`);
  }

  step(): Step {
    this.calls.push("step");
    if (this.world) this.world.time += this.takes.shift() ?? 0;
    return this.steps.shift() ?? { type: "idle" };
  }

  cancel(): void {
    this.calls.push("cancel");
  }

  handle(request: Request): Reply {
    this.calls.push(`handle ${request.type}`);
    return this.answers(request);
  }
}

export class FakeWorld implements World {
  readonly posted: FromWorker[] = [];
  readonly transferred: Transferable[][] = [];
  time = 0;
  private readonly timers: (() => void)[] = [];
  private readonly tasks: (() => void)[] = [];

  post(message: FromWorker, transfer: Transferable[]): void {
    this.posted.push(message);
    this.transferred.push(transfer);
  }

  now(): number {
    return this.time;
  }

  later(task: () => void): void {
    this.tasks.push(task);
  }

  after(_ms: number, task: () => void): void {
    this.timers.push(task);
  }

  /** What the engine's next step has to wait for; null if it need not. */
  bytes: Promise<void> | null = null;
  closed = 0;
  readonly files = {
    of: (blob: Blob) => ({ size: blob.size, read: () => 0 }),
    late: (): Promise<void> | undefined => this.bytes ?? undefined,
    close: (): void => void (this.closed += 1),
  };

  /** What is asked for before it is opened. */
  readonly ahead = new AskedAhead();
  readonly ask = this.ahead.ask;

  /** Who waits for files that are read elsewhere, and which; null where no workers are to be had. */
  taker: PartTaker | null = null;
  placed: PlacedFile[] = [];
  workers = true;
  stopped = 0;

  elsewhere(files: PlacedFile[], taker: PartTaker): { stop(): void } | undefined {
    if (!this.workers) return undefined;
    this.placed = files;
    this.taker = taker;
    return { stop: () => void (this.stopped += 1) };
  }

  /** Lets all timers run out. */
  ring(ms = 60): void {
    this.time += ms;
    for (const task of this.timers.splice(0)) task();
  }

  /** Lets so many turns pass. */
  turn(times = 1, ms = 20): void {
    for (let i = 0; i < times; i += 1) {
      this.time += ms;
      this.tasks.shift()?.();
    }
  }

  get idle(): boolean {
    return this.tasks.length === 0;
  }
}

export function working(handle: number, bytes: number, partial = false, waiting = false): Step {
  const progress = {
    phase: "reading" as const, file: "a", filesDone: 0, files: 1, bytes, totalBytes: 1000, events: bytes, processesDone: 0, processes: 0,
  };
  return { type: "working", handle, progress, partial, waiting };
}
