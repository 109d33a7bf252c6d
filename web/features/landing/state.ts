/**
 * The pictures of the first screen: models of the samples, drawn from their traces by a worker of their own, one after
 * the other, once the page is there and has nothing else to do; kept for the next visit. They appear together.
 */
import { batch, signal, type Signal } from "@preact/signals";
import type { CardDrawn, DrawCard, FromWorker } from "../../engine/protocol";
import { spawn } from "../../workspace/open";
import { pictureAddress, SAMPLES, traceAddress } from "../../workspace/samples";

/** The size that a card is drawn for; it is shown as wide as there is room. */
const SIZE = { width: 364, height: 200 };
/** Where pictures are kept. What is kept by another build of the page is thrown away. */
const KEPT = "loopscope-cards";
const BUILD = new URL(import.meta.url).pathname.replaceAll("/", "-");

/** The picture of each sample as SVG; empty until it is there. */
const pictures = new Map<string, Signal<string>>(SAMPLES.map(({ id }) => [id, signal("")]));

export function pictureOf(id: string): Signal<string> {
  return pictures.get(id) ?? signal("");
}

/** Begins to draw what is missing. Returns how to stop: what is not drawn then is drawn the next time. */
export function drawGallery(): () => void {
  const stop = new AbortController();
  // After the first paint, and after whatever else is to be done.
  const later = (): void => whenIdle(() => void draw(stop.signal));
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true, signal: stop.signal });
  return () => stop.abort();
}

function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(task, { timeout: 1000 });
  else setTimeout(task, 200);
}

async function draw(stop: AbortSignal): Promise<void> {
  if (stop.aborted) return;
  const files = SAMPLES.filter(({ drawn }) => drawn === "file").map(({ id }) => fetched(id));
  const cache = await kept();
  const missing: string[] = [];
  for (const { id } of SAMPLES.filter((sample) => sample.drawn === "model")) {
    const known = ready.has(id) ? undefined : await cache?.match(address(id)).catch(() => undefined);
    if (known) prepare(id, await known.text());
    else if (!ready.has(id)) missing.push(id);
  }
  await Promise.all(files);
  if (stop.aborted) return;
  if (missing.length === 0) return showAll();
  const worker = spawn();
  // Whatever goes wrong, those that are there are shown.
  const end = (): void => {
    worker.terminate();
    showAll();
  };
  const next = (): void => {
    const id = missing.shift();
    if (id === undefined) return end();
    worker.postMessage({ type: "card", id, url: traceAddress(id), ...SIZE } satisfies DrawCard);
  };
  stop.addEventListener("abort", () => worker.terminate());
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === "missing") end();
    if (data.type !== "card") return;
    take(data, cache);
    next();
  };
  worker.onerror = end;
  next();
}

/** What is drawn and waits for the others. */
const ready = new Map<string, string>();

function showAll(): void {
  batch(() => {
    for (const [id, text] of ready) pictureOf(id).value = text;
  });
}

function take({ id, svg }: CardDrawn, cache: Cache | null): void {
  if (!svg) return;
  prepare(id, svg);
  // A full disk costs the next visit some time, nothing else.
  void cache?.put(address(id), new Response(svg, { headers: { "content-type": "image/svg+xml" } })).catch(() => undefined);
}

function prepare(id: string, text: string): void {
  const start = text.indexOf("<svg");
  if (start >= 0) ready.set(id, text.slice(start));
}

async function fetched(id: string): Promise<void> {
  const response = await fetch(pictureAddress(id)).catch(() => null);
  if (response?.ok) prepare(id, await response.text());
}

function address(id: string): string {
  return new URL(`cards/${BUILD}/${id}.svg`, document.baseURI).href;
}

/** The cache of pictures, without those of other builds; null where the browser has none. */
async function kept(): Promise<Cache | null> {
  try {
    const cache = await caches.open(KEPT);
    for (const request of await cache.keys()) if (!request.url.includes(`/${BUILD}/`)) await cache.delete(request);
    return cache;
  } catch {
    return null;
  }
}
