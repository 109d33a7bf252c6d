/** Keeps the page for visits without a network, and notices when the server has a new version of it. */
import { signal } from "@preact/signals";

/** Loads the new version; null as long as there is none. */
export const newVersion = signal<(() => void) | null>(null);

/** Installs the service worker beside the page. Where there can be none, the page works as before. */
export function keepOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker
    .register(new URL("offline.js", document.baseURI))
    .then((registration) => {
      offer(registration);
      registration.addEventListener("updatefound", () => {
        registration.installing?.addEventListener("statechange", () => offer(registration));
      });
    })
    // No second copy of the page, then.
    .catch(() => undefined);
}

/** A service worker that waits beside the one that this page is served by is a new version. */
function offer({ waiting }: ServiceWorkerRegistration): void {
  const { serviceWorker } = navigator;
  if (!waiting || !serviceWorker.controller) return;
  newVersion.value = () => {
    serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage("take over");
  };
}
