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
 * needed, or once the page is there and has nothing else to do.
 */
export function startWorker(sampleNeed: (url: string) => SampleNeed | undefined): EnginePort {
  if (script === "") {
    const address = new URL(workerScript, import.meta.url).href;
    script = URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" }));
  }
  const port = new EnginePort(new Worker(script, { type: "module", name: "engine" }), files, sampleNeed);
  whenIdle(() => void port.prefetch().then(tellPrefetched));
  return port;
}

/** Runs a task after the page is loaded, when there is nothing else to do. */
function whenIdle(task: () => void): void {
  const later = (): void => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(task, { timeout: 2000 });
    else setTimeout(task, 500);
  };
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}
