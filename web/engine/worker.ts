/** Starts workers with an engine of their own. */
import workerScript from "../worker/main.ts?worker&url";

let script = "";

/**
 * Starts a worker. Its first line comes from the page itself: a worker keeps to the policy of the page that wrote it,
 * while one from a file would keep to the headers of that file, and a plain host sends none.
 */
export function startWorker(): Worker {
  if (script === "") {
    const address = new URL(workerScript, import.meta.url).href;
    script = URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" }));
  }
  return new Worker(script, { type: "module", name: "engine" });
}
