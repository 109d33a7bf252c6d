/** The worker's entry: loads the engine, then listens. Messages that come before it is loaded wait. */
import init, { Engine } from "../../crate/wasm/pkg/loopscope_wasm.js";
import type { FromWorker, ToWorker } from "../base/protocol";
import { Session } from "./session";

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

scope.onmessage = (event: MessageEvent<ToWorker>) => {
  void session.then((ready) => ready.receive(event.data)).catch(() => undefined);
};
