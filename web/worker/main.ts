/**
 * The worker's entry: the page says what it needs of the engine, or hands it over, then sends its messages.
 *
 * The page talks to one worker. That worker starts others from the same script, which read files for it.
 */
import { Engine, Part, Trial } from "../../crate/wasm/pkg/parts/engine.js";
import { AskedAhead } from "../engine/fetch";
import { NotFetched } from "../engine/files";
import { pack } from "../engine/packedRows";
import type { EngineFile, FromFiles, FromPart, FromWorker, ToAnyWorker, ToPart, ToWorker } from "../engine/protocol";
import { browser } from "./browser";
import { compiled } from "./compiled";
import { Files } from "./files";
import { readPart } from "./part";
import { EngineParts, fetchNow } from "./parts";
import { type PartPort, Pool } from "./pool";
import { Session } from "./session";
import { Trials } from "./trials";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const now = (): number => performance.now();
const parts = new EngineParts(fetchNow);

/** The name of workers that read files. */
const PART = "part";

/** The name of one that is to start its engine at once (vite.config.ts), and the address that will be opened soon, if there is one. */
const EARLY = /^early (.*)$/;

/** A worker for each processor, up to the number that still makes a difference. */
const PROCESSORS = Math.min(navigator.hardwareConcurrency || 1, 8);

const files = new Files(browser());
const turn = new MessageChannel();
const tasks: (() => void)[] = [];
turn.port1.onmessage = () => tasks.shift()?.();

if (scope.name === PART) readParts();
else serve();

/** Runs `task` after what waits has been taken in: messages, and bytes of streams. */
function later(task: () => void): void {
  tasks.push(task);
  turn.port2.postMessage(null);
}

function serve(): void {
  const post = (message: FromWorker | FromFiles, transfer: Transferable[] = []) => scope.postMessage(pack(message, transfer), transfer);
  // The same script again, and the engine as it was compiled: nothing more is downloaded.
  const spawn = (): PartPort => {
    const worker = new Worker(scope.location.href, { type: "module", name: PART });
    for (const file of parts.files.values()) worker.postMessage(file);
    return worker;
  };
  let session: Session | undefined;
  const asked = new AskedAhead();

  const begin = (file: EngineFile) => {
    try {
      parts.add(file);
      if (file.name === "main") session ??= new Session(new Engine(), {
        post,
        now,
        later,
        files,
        ask: asked.ask,
        after: (ms, task) => void setTimeout(task, ms),
        elsewhere: (placed, taker) => (PROCESSORS > 1 ? new Pool(placed, PROCESSORS, spawn, taker) : undefined),
      });
    } catch (error) {
      post({ type: "missing", what: String(error) });
    }
  };

  const coming = new Map<EngineFile["name"], Promise<WebAssembly.Module>>();
  const load = async (name: EngineFile["name"]): Promise<WebAssembly.Module> => {
    const module = parts.files.get(name)?.module ?? (await compiled(name));
    if (!parts.files.has(name)) begin({ type: "file", name, module });
    return module;
  };
  const want = (name: EngineFile["name"]) => {
    const module = coming.get(name) ?? load(name);
    coming.set(name, module);
    module.then(
      (ready) => post({ type: "compiled", name, module: ready }),
      (error: unknown) => {
        coming.delete(name);
        post({ type: "uncompiled", name, what: error instanceof Error ? error.message : String(error), unfetched: error instanceof NotFetched });
      },
    );
  };

  // A worker gets no message before the page's thread has time for it. One that is started early is told by its name.
  const [, early] = EARLY.exec(scope.name) ?? [];
  if (early !== undefined) want("main");
  if (early) asked.begin(early);

  const trials = new Trials((row) => Trial.ofRow(row), now);
  scope.onmessage = ({ data }: MessageEvent<ToWorker | ToAnyWorker>) => {
    if (data.type === "file") begin(data);
    else if (data.type === "want") want(data.name);
    else if (data.type === "expected") asked.begin(data.url);
    else if (data.type !== "try") session?.receive(data);
    else attempt(data);
  };

  function attempt(wanted: Extract<ToWorker, { type: "try" }>): void {
    try {
      post(trials.receive(wanted));
    } catch {
      post({ type: "dropped", id: wanted.id });
    }
  }
}

function readParts(): void {
  const post = (message: FromPart, transfer: Transferable[]) => scope.postMessage(message, transfer);
  scope.onmessage = ({ data }: MessageEvent<ToPart | EngineFile>) => {
    if ("type" in data) return parts.add(data);
    // If this fails, the session reads the file itself and reports what is wrong with it.
    readPart(data, { files, begin: (path, bytes, columns) => new Part(path, bytes, columns), post, now, turn: () => new Promise(later) }).catch(() => post({ type: "read", part: undefined }, []));
  };
}
