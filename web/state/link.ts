/** Keeps the address of the page in step with what is shown, and reads it when the page starts. */
import { batch, effect } from "@preact/signals";
import { fromLink, toLink } from "../base/model";
import { EMPTY_LINK, read, write, type Link } from "../base/url";
import { FRESH_MODEL, modelAt, openModelAt } from "./model";
import { cancel, newest, openLink } from "./open";
import { say } from "./say";
import { page, sheet, tab } from "./screen";
import { FRESH_LOOK, asking, askingWords, failure, loaded, look, lookAt, looks, opening, row, shown, type Loaded, type Look } from "./store";

/** The link to what is shown now. Files of one's own cannot be linked to: then it is empty. */
export function currentLink(): Link {
  const now = loaded.value;
  if (!now) return { ...EMPTY_LINK, page: page.value === "start" ? null : page.value };
  if (now.origin.kind === "files") return EMPTY_LINK;
  const { wanted } = now;
  const at = look.value;
  return {
    page: null,
    source: now.origin,
    method: wanted.method ?? null,
    k: wanted.k ?? null,
    view: wanted.view ?? null,
    signature: wanted.signature ?? null,
    locals: wanted.locals ?? null,
    process: at.process,
    loop: at.loop,
    path: at.path,
    zoom: at.zoom,
    tab: tab.value === "nest" ? null : tab.value,
    model: EMPTY_LINK.model,
    ...(tab.value === "model" ? modelLink() : {}),
  };
}

/** On the tab of the model, process, loop and zoom are those of the model. */
function modelLink(): Partial<Link> {
  const { process, loop, zoom, method, k, whole, folded, closed, opened, also } = modelAt.value;
  const lists = { closed: [...closed], opened: [...opened], also: [...also] };
  return { process, loop, path: [], zoom: zoom ? [toLink(zoom)] : [], model: { by: method, byK: k, whole, folded, ...lists } };
}

/** The trace that was left by going back to the start: going forward shows it again, without reading. */
let left: { loaded: Loaded; look: Look } | null = null;

/** Opens what the address says, then follows. */
export function startLink(): void {
  const came = read(location.search);
  page.value = came.page ?? "start";
  open(came);
  let first = true;
  effect(() => {
    const query = write(currentLink());
    const there = loaded.value !== null;
    const busy = opening.value !== null || failure.value !== null || asking.value !== null || askingWords.value !== null;
    // The address someone came with stays until its trace is there, or cannot be.
    if (busy || (first && !there)) return;
    first = false;
    const atStart = (location.search === "" || page.value !== "start") && !hasTrace(history.state);
    if (there && atStart) history.pushState(TRACE, "", `${bare()}${query}`);
    else if (query !== location.search) history.replaceState(history.state, "", `${bare()}${query}`);
  });
  effect(correct);
  window.addEventListener("popstate", went);
}

/** Marks an address that was reached from the start: going back from it leads there. */
const TRACE = { trace: true };

function hasTrace(state: unknown): boolean {
  return typeof state === "object" && state !== null && "trace" in state;
}

/** To the start: back, where one came from there. */
export function home(): void {
  if (opening.value) return;
  if (hasTrace(history.state) && page.value === "start") return history.back();
  leave();
  show("start");
}

/** Shows what is there without a trace; the way back leads to what was shown before. */
export function show(what: "start" | "table3"): void {
  if (page.value === what) return history.replaceState(null, "", bare());
  page.value = what;
  history.pushState(null, "", addressOf(what));
}

/** The address of the page without a query: whole, since a path that begins with `//` would be read as a host. */
function bare(): string {
  return location.href.replace(/[?#].*$/, "");
}

/** The address of the start or of a page beside it. */
export function addressOf(what: "start" | "table3"): string {
  return `${bare()}${write({ ...EMPTY_LINK, page: what === "start" ? null : what })}`;
}

function leave(): void {
  if (opening.value) cancel();
  const now = loaded.value;
  if (now) left = { loaded: now, look: looks.value[now.handle] ?? FRESH_LOOK };
  // At once: an address of the trace on another tab would take the place of the way forward.
  batch(() => {
    tab.value = "nest";
    sheet.value = "none";
    asking.value = null;
    askingWords.value = null;
    loaded.value = null;
  });
}

/** The browser went back or forward. */
function went(): void {
  const link = read(location.search);
  if (!link.source) page.value = link.page ?? "start";
  if (!link.source && !hasTrace(history.state)) return leave();
  if (loaded.value) return;
  // What was opened since has taken its place in the engine.
  if (left && left.loaded.handle === newest()) {
    const { loaded: before, look: at } = left;
    batch(() => {
      looks.value = { [before.handle]: at };
      loaded.value = before;
    });
    tab.value = link.tab ?? "nest";
  } else open(link);
}

/** Opens what a link says, at the tab that it says. */
function open(link: Link): void {
  tab.value = link.tab ?? "nest";
  if (link.tab !== "model") return openLink(link);
  openLink({ ...link, loop: null, path: [], zoom: [] });
  const { by, byK, ...parts } = link.model;
  const [from, to] = link.zoom[0] ?? [0, 0];
  const zoom = to > from ? fromLink([from, to]) : null;
  openModelAt(newest(), { ...FRESH_MODEL, ...parts, loop: link.loop, process: link.process, zoom, method: by, k: byK });
}

/** A link may name a process or a loop that the trace does not have: that is said, and the address put right. */
function correct(): void {
  const now = shown.value;
  const at = row.value;
  const { process, loop } = look.value;
  if (!now || now.partial || !at || opening.value) return;
  if (process !== null && process !== at.process) {
    lookAt({ process: null, loop: null, path: [], zoom: [] });
    say(`There is no process ${process} here; this is process ${at.process}`);
  } else if (loop !== null && loop > at.loops) {
    lookAt({ loop: null });
    say(`There is no loop L${loop} here; the main loop is selected`);
  }
}
