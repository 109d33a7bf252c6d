/** The worker's entry: loads the engine, then listens. Messages that come before it is loaded wait. */
import init, { Engine, Trial } from "../../crate/wasm/pkg/loopscope_wasm.js";
import type { CardDrawn, DrawCard, FromWorker, ToWorker } from "../base/protocol";
import { drawCard } from "./cards";
import { Session } from "./session";
import { Trials } from "./trials";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const turn = new MessageChannel();
const tasks: (() => void)[] = [];
turn.port1.onmessage = () => tasks.shift()?.();

const post = (message: FromWorker, transfer: Transferable[]): void => scope.postMessage(message, transfer);

const session = init().then(
  () =>
    new Session(new Engine(), {
      post,
      now: () => performance.now(),
      later: (task) => {
        tasks.push(task);
        turn.port2.postMessage(null);
      },
      after: (ms, task) => void setTimeout(task, ms),
    }),
);

session.catch((error: unknown) => post({ type: "missing", what: String(error) }, []));

const trials = new Trials((row) => Trial.ofRow(row), () => performance.now());

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
    post(await drawCard(engine, wanted), []);
    engine.free();
  } catch {
    post(none, []);
  }
}
