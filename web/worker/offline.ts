/**
 * The service worker: keeps this build of the page, so that it opens without a network after the first visit.
 *
 * The build writes its version and the names of its files in here (vite.config.ts), so another build is another service worker. The
 * browser installs it beside the running one; it takes over when the page asks for that, or when no page is open any more.
 */
const scope = self as unknown as ServiceWorkerGlobalScope;

const VERSION = "%VERSION%";
const FILES = "%FILES%".split("|").map((name) => new URL(name, scope.registration.scope).href);
const START = new URL("index.html", scope.registration.scope).href;
const PREFIX = "loopscope-page-";

scope.addEventListener("install", (event) => event.waitUntil(keep()));
scope.addEventListener("activate", (event) => event.waitUntil(forget()));

scope.addEventListener("message", ({ data }) => {
  if (data === "take over") void scope.skipWaiting();
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const kept = request.method === "GET" ? keptAddress(request) : null;
  if (kept === null) return;
  event.respondWith(answer(request, kept));
});

/** From this build, otherwise from the one before, whose pages may still be open, otherwise from the server. */
async function answer(request: Request, kept: string): Promise<Response> {
  const cache = await caches.open(PREFIX + VERSION);
  return (await cache.match(kept)) ?? (await caches.match(kept)) ?? fetch(request);
}

/** The address under which what is asked for is kept; null if it is not of this page. */
function keptAddress(request: Request): string | null {
  const url = new URL(request.url);
  url.search = "";
  url.hash = "";
  if (request.mode === "navigate" && (url.href === scope.registration.scope || url.href === START)) return START;
  if (url.href.startsWith(new URL("assets/", scope.registration.scope).href)) return url.href;
  return FILES.includes(url.href) ? url.href : null;
}

/** Files whose names change with their content are taken from the browser's own cache; all others are asked for anew. */
async function keep(): Promise<void> {
  const cache = await caches.open(PREFIX + VERSION);
  for (const file of FILES) {
    const response = await fetch(file, { cache: file.includes("/assets/") ? "default" : "no-cache" });
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    await cache.put(file, response);
  }
}

/** What earlier builds kept is deleted, but for the last of them: a page of it may still be open. */
async function forget(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION);
  for (const name of others.slice(0, -1)) await caches.delete(name);
}
