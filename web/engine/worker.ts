/** Starts workers with an engine of their own. */
import workerScript from "../worker/main.ts?worker&url";
import { EngineFiles } from "./files";
import { EnginePort, type SampleNeed } from "./enginePort";

const files = new EngineFiles();
let script = "";
let tellPrefetched = (): void => undefined;

/** Settles when there was time to fetch the whole engine. */
export const prefetched = new Promise<void>((resolve) => (tellPrefetched = resolve));

/**
 * Starts a worker. Its first line comes from the page itself: a worker keeps to the policy of the page that wrote it,
 * while one from a file would keep to the headers of that file, and a plain host sends none. The engine is fetched when it is
 * needed, or once the page is there and has nothing else to do: `isSettled` says that nothing is being opened or drawn.
 */
export function startWorker(sampleNeed: (url: string) => SampleNeed | undefined, isSettled: () => boolean): EnginePort {
  if (script === "") {
    const address = new URL(workerScript, import.meta.url).href;
    script = URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" }));
  }
  const port = new EnginePort(new Worker(script, { type: "module", name: "engine" }), files, sampleNeed);
  whenLoaded(() => void port.prefetch(() => quiet(isSettled)).then(tellPrefetched));
  return port;
}

/** How long to wait before looking again whether the page is settled. */
const LOOK_MS = 250;

/** Runs a task when the page is loaded. */
function whenLoaded(task: () => void): void {
  if (document.readyState === "complete") task();
  else window.addEventListener("load", task, { once: true });
}

/** Resolves when there is nothing else to do. */
async function quiet(isSettled: () => boolean): Promise<void> {
  while (!isSettled()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  await new Promise<void>((resolve) => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 500);
  });
}
