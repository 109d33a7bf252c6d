/** Starts workers with an engine of their own. */
import workerScript from "../worker/main.ts?worker&url";
import { EnginePort, type SampleNeed } from "./enginePort";
import type { FileName } from "./files";

declare global {
  interface Window {
    /** The worker that a page which opens a trace at once starts before its scripts have come (vite.config.ts). */
    engineWorker?: Worker | undefined;
  }
}

/** What has been compiled, for other workers of the page. */
const known = new Map<FileName, WebAssembly.Module>();
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
  const port = new EnginePort(newWorker(), known, sampleNeed);
  whenLoaded(() => void port.prefetch(() => quiet(isSettled)).then(tellPrefetched));
  return port;
}

function newWorker(): Worker {
  const early = window.engineWorker;
  window.engineWorker = undefined;
  if (early) return early;
  if (script === "") {
    const address = new URL(workerScript, import.meta.url).href;
    script = URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" }));
  }
  return new Worker(script, { type: "module", name: "engine" });
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
