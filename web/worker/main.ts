/**
 * The worker's entry: loads the engine and handles messages; those that arrive earlier wait.
 *
 * The page talks to one worker. That worker starts others from the same script, which read files for it.
 */
import init, { Engine, Part, Trial } from "../../crate/wasm/pkg/loopscope_wasm.js";
import type { CardDrawn, DrawCard, FromPart, FromWorker, ToPart, ToWorker } from "../engine/protocol";
import { drawCard } from "./cards";
import { browser } from "./browser";
import { Files } from "./files";
import { readPart } from "./part";
import { type PartPort, Pool } from "./pool";
import { Session } from "./session";
import { Trials } from "./trials";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const now = (): number => performance.now();

/** The name of workers that read files. */
const PART = "part";

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
  const post = (message: FromWorker, transfer: Transferable[]): void => scope.postMessage(message, transfer);
  // The same script again, so nothing more is downloaded.
  const spawn = (): PartPort => new Worker(scope.location.href, { type: "module", name: PART });

  const session = init().then(
    () =>
      new Session(new Engine(), {
        post,
        now,
        later,
        files,
        after: (ms, task) => void setTimeout(task, ms),
        elsewhere: (files, taker) => (PROCESSORS > 1 ? new Pool(files, PROCESSORS, spawn, taker) : undefined),
      }),
  );
  session.catch((error: unknown) => post({ type: "missing", what: String(error) }, []));

  const trials = new Trials((row) => Trial.ofRow(row), now);
  scope.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if (data.type === "card") void card(data);
    else if (data.type !== "try") void session.then((ready) => ready.receive(data)).catch(() => undefined);
    else void session.then(() => post(trials.receive(data), [])).catch(() => post({ type: "dropped", id: data.id }, []));
  };

  async function card(wanted: DrawCard): Promise<void> {
    const none: CardDrawn = { type: "card", id: wanted.id, svg: null };
    try {
      await session;
      const engine = new Engine();
      post(await drawCard(engine, new Files(browser()), wanted), []);
      engine.free();
    } catch {
      post(none, []);
    }
  }
}

function readParts(): void {
  const post = (message: FromPart, transfer: Transferable[]): void => scope.postMessage(message, transfer);
  const engine = init();
  scope.onmessage = ({ data }: MessageEvent<ToPart>) => {
    // If this fails, the session reads the file itself and reports what is wrong with it.
    void engine
      .then(() => readPart(data, { files, begin: (path, bytes, columns) => new Part(path, bytes, columns), post, now, turn: () => new Promise(later) }))
      .catch(() => post({ type: "read", part: undefined }, []));
  };
}
