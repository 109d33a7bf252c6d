/**
 * The frame that fetches a trace from another host, for the page around it. Before it speaks with that host it gives up
 * speaking with any other; it sends neither cookies nor where it was called from.
 */
import { fetchTrace } from "../engine/fetch";
import type { FromFrame } from "../workspace/consent";

const page = window.parent;
const post = (message: FromFrame) => page.postMessage(message, location.origin);

let asked = false;

window.addEventListener("message", ({ source, origin, data }: MessageEvent<{ href: string }>) => {
  if (source !== page || page === window || origin !== location.origin || asked) return;
  asked = true;
  const { href } = data;
  // An additional policy can only forbid more.
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = `connect-src ${new URL(href).origin}`;
  document.head.append(policy);
  const progress = (bytes: number, total: number) => post({ type: "progress", bytes, total });
  void fetchTrace(href, new AbortController().signal, progress).then((fetched) => post({ type: "done", fetched }));
});

post({ type: "ready" });
