/**
 * The pictures of the first screen: models of the samples, drawn from their traces by a worker of their own, one after
 * the other, once the page is there and has nothing else to do; kept for the next visit. They appear together.
 */
import { batch, signal, type Signal } from "@preact/signals";
import type { CardDrawn, DrawCard, FromWorker } from "../../engine/protocol";
import { startWorker } from "../../engine/worker";
import { pictureAddress, SAMPLES, traceAddress } from "../../workspace/samples";
import { useFeature } from "../../workspace/workspace";

/** The size that a card is drawn for; it is shown as wide as there is room. */
const SIZE = { width: 364, height: 200 };
/** Where pictures are kept. What is kept by another build of the page is thrown away. */
const KEPT = "loopscope-cards";
const BUILD = new URL(import.meta.url).pathname.replaceAll("/", "-");

export class SamplePictures {
  /** The picture of each sample as SVG; empty until it is there. */
  private readonly pictures = new Map<string, Signal<string>>(SAMPLES.map(({ id }) => [id, signal("")]));
  /** What is drawn and waits for the others. */
  private readonly ready = new Map<string, string>();

  of(id: string): string {
    return this.pictures.get(id)?.value ?? "";
  }

  /** Begins to draw what is missing. Returns how to stop: what is not drawn then is drawn the next time. */
  readonly draw = (): (() => void) => {
    const stop = new AbortController();
    // After the first paint, and after whatever else is to be done.
    const later = (): void => whenIdle(() => void this.drawMissing(stop.signal));
    if (document.readyState === "complete") later();
    else window.addEventListener("load", later, { once: true, signal: stop.signal });
    return () => stop.abort();
  };

  private async drawMissing(stop: AbortSignal): Promise<void> {
    if (stop.aborted) return;
    const files = SAMPLES.filter(({ drawn }) => drawn === "file").map(({ id }) => this.fetch(id));
    const cache = await keptPictures();
    const missing: string[] = [];
    for (const { id } of SAMPLES.filter(({ drawn }) => drawn === "model")) {
      if (this.ready.has(id)) continue;
      const known = await cache?.match(keptAddress(id)).catch(() => undefined);
      if (known) this.prepare(id, await known.text());
      else missing.push(id);
    }
    await Promise.all(files);
    if (stop.aborted) return;
    if (missing.length === 0) return this.showAll();
    this.drawWith(startWorker(), missing, cache, stop);
  }

  /** Draws one picture after the other. Whatever goes wrong, those that are there are shown. */
  private drawWith(worker: Worker, missing: string[], cache: Cache | null, stop: AbortSignal): void {
    const end = (): void => {
      worker.terminate();
      this.showAll();
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
      this.takeIn(data, cache);
      next();
    };
    worker.onerror = end;
    next();
  }

  private showAll(): void {
    batch(() => {
      for (const [id, text] of this.ready) {
        const picture = this.pictures.get(id);
        if (picture) picture.value = text;
      }
    });
  }

  private takeIn({ id, svg }: CardDrawn, cache: Cache | null): void {
    if (!svg) return;
    this.prepare(id, svg);
    // A full disk costs the next visit some time, nothing else.
    void cache?.put(keptAddress(id), new Response(svg, { headers: { "content-type": "image/svg+xml" } })).catch(() => undefined);
  }

  private prepare(id: string, text: string): void {
    const start = text.indexOf("<svg");
    if (start >= 0) this.ready.set(id, text.slice(start));
  }

  private async fetch(id: string): Promise<void> {
    const response = await fetch(pictureAddress(id)).catch(() => null);
    if (response?.ok) this.prepare(id, await response.text());
  }
}

export const createSamplePictures = (): SamplePictures => new SamplePictures();

export const useSamplePictures = (): SamplePictures => useFeature(createSamplePictures);

function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(task, { timeout: 1000 });
  else setTimeout(task, 200);
}

function keptAddress(id: string): string {
  return new URL(`cards/${BUILD}/${id}.svg`, document.baseURI).href;
}

/** The cache of pictures, without those of other builds; null where the browser has none. */
async function keptPictures(): Promise<Cache | null> {
  try {
    const cache = await caches.open(KEPT);
    for (const request of await cache.keys()) if (!request.url.includes(`/${BUILD}/`)) await cache.delete(request);
    return cache;
  } catch {
    return null;
  }
}
