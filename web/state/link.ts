/** Keeps the address of the page in step with what is shown, and reads it when the page starts. */
import { effect } from "@preact/signals";
import { EMPTY_LINK, read, write, type Link } from "../base/url";
import { openLink } from "./open";
import { failure, loaded, look, opening } from "./store";

/** The link to what is shown now. Files of one's own cannot be linked to: then it is empty. */
export function currentLink(): Link {
  const now = loaded.value;
  if (!now || now.origin.kind === "files") return EMPTY_LINK;
  const { wanted } = now;
  const at = look.value;
  return {
    source: now.origin,
    method: wanted.method ?? null,
    view: wanted.view ?? null,
    signature: wanted.signature ?? null,
    locals: wanted.locals ?? null,
    process: at.process,
    loop: at.loop,
    path: at.path,
    zoom: at.zoom,
  };
}

/** Opens what the address says, then follows. */
export function startLink(): void {
  openLink(read(location.search));
  let first = true;
  effect(() => {
    const query = write(currentLink());
    const busy = opening.value !== null || failure.value !== null;
    // The address someone came with stays until its trace is there, or cannot be.
    if (busy || (first && loaded.value === null)) return;
    first = false;
    if (query !== location.search) history.replaceState(null, "", `${location.pathname}${query}`);
  });
}
