// A worker in a page of Chromium with nothing else on it, spoken to from here: what the benches measure in.

import { root } from "./run.mjs";
import { serve } from "./serve.mjs";

/**
 * Starts a worker and hands over a function that posts a message to it and gives its answer; ends it all afterwards. An answer
 * `{ error }` is thrown.
 * @template T
 * @param {import("@playwright/test").Browser} driven
 * @param {{ worker: string, files?: string[], bytes?: string }} what the worker's module below the repository; files that
 * it gets in a first message, as a user chooses them, so that the browser reads them from the disk; a file that it finds at `string`
 * @param {(ask: (message: unknown) => Promise<any>, address: string) => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function withWorker(driven, { worker, files, bytes }, body) {
  const code = await serve({ folder: root, port: 0 });
  const page = await driven.newPage();
  try {
    await page.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body: "<title>bench</title><input type=file multiple>" }));
    if (bytes !== undefined) await page.route("**/string", (route) => route.fulfill({ path: bytes, contentType: "application/octet-stream" }));
    await page.goto(`${code.address}blank`);
    if (files !== undefined) await page.locator("input").setInputFiles(files);
    const made = await page.evaluateHandle((address) => new Worker(address, { type: "module" }), `${code.address}${worker}`);
    const ask = (/** @type {unknown} */ message) =>
      made.evaluate(
        (/** @type {Worker} */ running, question) =>
          new Promise((resolve, reject) => {
            running.onmessage = ({ data }) => (data.error === undefined ? resolve(data) : reject(new Error(data.error)));
            running.onerror = (event) => reject(new Error(event.message || "the worker could not be loaded"));
            running.postMessage(question === "files" ? { files: [...(document.querySelector("input")?.files ?? [])] } : question);
          }),
        message,
      );
    if (files !== undefined) await ask("files");
    return await body(ask, code.address);
  } finally {
    await page.close();
    code.close();
  }
}
