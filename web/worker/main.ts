/**
 * The worker's entry: the page hands over the engine, then asks. With the engine come the messages for it, in this order.
 *
 * The page talks to one worker. That one starts others of the same file, which read files for it.
 */
import { Engine, Part, Trial } from "../../crate/wasm/pkg/parts/engine.js";
import type { EngineFile, FromPart, FromWorker, ToPart, ToWorker } from "../engine/protocol";
import { readPart } from "./part";
import { EngineParts, fetchNow } from "./parts";
import { type PartPort, Pool } from "./pool";
import { Session } from "./session";
import { Trials } from "./trials";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const now = (): number => performance.now();
const parts = new EngineParts(fetchNow);

/** What workers are called that read files. */
const PART = "part";

/** A processor each, up to as many as still make a difference. */
const PROCESSORS = Math.min(navigator.hardwareConcurrency || 1, 8);

if (scope.name === PART) readParts();
else serve();

function serve(): void {
  const post = (message: FromWorker, transfer: Transferable[]): void => scope.postMessage(message, transfer);
  const turn = new MessageChannel();
  const tasks: (() => void)[] = [];
  turn.port1.onmessage = () => tasks.shift()?.();
  // The same file again, and the engine as it was compiled: nothing more is downloaded.
  const spawn = (): PartPort => {
    const worker = new Worker(scope.location.href, { type: "module", name: PART });
    for (const file of parts.files.values()) worker.postMessage(file);
    return worker;
  };
  let session: Session | undefined;

  const begin = (file: EngineFile): void => {
    try {
      parts.add(file);
      session ??= new Session(new Engine(), {
        post,
        now,
        later: (task) => {
          tasks.push(task);
          turn.port2.postMessage(null);
        },
        after: (ms, task) => void setTimeout(task, ms),
        elsewhere: (files, taker) => (PROCESSORS > 1 ? new Pool(files, PROCESSORS, spawn, taker) : undefined),
      });
    } catch (error) {
      post({ type: "missing", what: String(error) }, []);
    }
  };

  const trials = new Trials((row) => Trial.ofRow(row), now);
  scope.onmessage = ({ data }: MessageEvent<ToWorker | EngineFile>) => {
    if (data.type === "file") begin(data);
    else if (data.type !== "try") session?.receive(data);
    else attempt(data);
  };

  function attempt(wanted: Extract<ToWorker, { type: "try" }>): void {
    try {
      post(trials.receive(wanted), []);
    } catch {
      post({ type: "dropped", id: wanted.id }, []);
    }
  }
}

function readParts(): void {
  const post = (message: FromPart, transfer: Transferable[]): void => scope.postMessage(message, transfer);
  scope.onmessage = ({ data }: MessageEvent<ToPart | EngineFile>) => {
    try {
      if ("type" in data) parts.add(data);
      else readPart(data, (path, blob, columns) => new Part(path, blob, columns), post, now);
    } catch {
      // Whatever goes wrong is said by the engine that reads the file then.
      if (!("type" in data)) post({ type: "read", part: undefined }, []);
    }
  };
}
