/** Keeps the address of the page in step with what is shown, and reads it when the page starts. */
import { batch, effect } from "@preact/signals";
import { fromLink, toLink } from "../base/model";
import { EMPTY_LINK, parse, write, type Link } from "../base/url";
import { isEntry, LIFE, put, recent, type Entry, type View } from "./history";
import { FRESH_MODEL, modelAt, openModelAt } from "./modelView";
import { cancel, declined, leftOut, newest, openLink, openOrigin } from "./open";
import { say } from "./say";
import { page, sheet, tab } from "./screen";
import {
  asking, askingWords, failure, forgotten, loaded, look, lookAt, looks, opening, ribbon, ribbonIsCurrent, row, shelf, shown, strips,
  type Loaded, type Look,
} from "./store";

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

/** A trace that was shown since the page was opened: going back or forward shows it again. */
interface Visit {
  id: number;
  loaded: Loaded;
  view: View;
}

const visits = new Map<number, Visit>();
let visiting: Visit | null = null;
/** The visit that is opened once more. */
let returning: Visit | null = null;

/** The visit that a loaded trace belongs to: that before if it is the same trace, one that is returned to, or a new one. */
function visitOf(now: Loaded): Visit {
  const known = visiting && isSame(visiting.loaded, now) ? visiting : returning?.loaded.origin === now.origin ? returning : null;
  const visit = { id: known?.id ?? visits.size + 1, loaded: now, view: currentView() };
  returning = null;
  visiting = visit;
  visits.set(visit.id, visit);
  shelf.value = null;
  return visit;
}

/** Whether it is the same trace, perhaps read once more. */
function isSame(a: Loaded, b: Loaded): boolean {
  return a.handle === b.handle || a.origin === b.origin;
}

function currentView(): View {
  return { tab: tab.value, look: look.value, model: modelAt.value };
}

/** Opens what the address says, then follows. */
export function startLink(): void {
  const { link: came, unread } = parse(location.search);
  page.value = came.page ?? "start";
  if (unread.length > 0) say(leftOut(unread));
  const before: unknown = history.state;
  if (isEntry(before) && before.own !== null && !came.source) {
    forgotten.value = before.own;
    history.replaceState(null, "", bare());
  }
  open(came);
  let first = true;
  effect(() => {
    const query = write(currentLink());
    const now = loaded.value;
    const refused = declined.value > 0;
    const busy = opening.value !== null || failure.value !== null || asking.value !== null || askingWords.value !== null;
    // The address someone came with stays until its trace is there, or cannot be.
    if (busy || (first && !now && !refused)) return;
    first = false;
    const address = `${bare()}${query}`;
    if (now) follow(now, address);
    else if (query !== location.search && !isEntry(history.state)) put(history.state, address, false);
  });
  effect(correct);
  effect(correctPlace);
  effect(() => {
    if (loaded.value?.origin.kind === "files") window.addEventListener("beforeunload", warn);
    else window.removeEventListener("beforeunload", warn);
  });
  window.addEventListener("popstate", went);
}

/** A trace of one's own is not kept anywhere: the browser asks before it goes with the page. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Writes what is shown of a trace into the history: another trace, tab, process or loop is an entry, the rest changes one. */
function follow(now: Loaded, address: string): void {
  const visit = visitOf(now);
  const state: unknown = history.state;
  const before = isEntry(state) ? state : null;
  const own = now.origin.kind === "files" ? now.name : null;
  const entry: Entry = { life: LIFE, trace: visit.id, depth: before?.depth ?? 0, own, view: visit.view };
  const same = before?.life === LIFE && before.trace === visit.id;
  const isNew = before === null ? location.search === "" || page.value !== "start" : before.life === LIFE && !same;
  const moved = same && (before.view.tab !== entry.view.tab || (stepped(before.view, entry.view) && !recent()));
  if (isNew || moved) put({ ...entry, depth: entry.depth + 1 }, address, true);
  else if (!same || address !== location.href || JSON.stringify(before.view) !== JSON.stringify(entry.view)) put(entry, address, false);
}

/** Whether another loop or process is looked at. */
function stepped(before: View, now: View): boolean {
  const at = now.tab === "model" ? "model" : "look";
  return before[at].loop !== now[at].loop || before[at].process !== now[at].process;
}

/** To the start: back, where one came from there. */
export function home(): void {
  if (opening.value) return;
  const state: unknown = history.state;
  if (isEntry(state) && state.depth > 0 && page.value === "start") return history.go(-state.depth);
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

/** Leaves the trace. One's own waits on the first screen. */
function leave(): void {
  if (opening.value) cancel();
  const own = visiting && loaded.value?.origin.kind === "files" ? visiting : null;
  // At once: an address of the trace on another tab would take the place of the way forward.
  batch(() => {
    if (own) shelf.value = { name: own.loaded.name, back: () => goTo(own, own.view) };
    tab.value = "nest";
    sheet.value = "none";
    asking.value = null;
    askingWords.value = null;
    loaded.value = null;
  });
  visiting = null;
}

/** Shows a trace again that was shown before: without reading, if nothing was opened since. */
function goTo(visit: Visit, view: View): void {
  const { loaded: before } = visit;
  if (opening.value && !opening.value.rebuild) cancel();
  if (loaded.value?.handle !== before.handle && before.handle !== newest()) {
    returning = visit;
    tab.value = view.tab;
    openOrigin(before.origin, view.look, before.wanted, (handle) => openModelAt(handle, view.model));
    return;
  }
  // The page may have been asked to leave by the same step.
  const now = loaded.value?.handle === before.handle ? loaded.value : before;
  batch(() => {
    looks.value = { [before.handle]: view.look };
    visiting = visit;
    loaded.value = now;
    openModelAt(before.handle, view.model);
    tab.value = view.tab;
    sheet.value = "none";
    failure.value = null;
  });
}

/** The browser went back or forward. */
function went(): void {
  const { link } = parse(location.search);
  const state: unknown = history.state;
  const visit = isEntry(state) && state.life === LIFE ? visits.get(state.trace) : undefined;
  if (visit && isEntry(state)) return goTo(visit, state.view);
  if (visiting && isEntry(state) && link.source && isOf(link.source, visiting.loaded)) return goTo(visiting, state.view);
  if (!link.source) page.value = link.page ?? "start";
  if (link.source) return open(link);
  leave();
  // An entry of a page that was loaded anew since: its files are out of reach.
  if (isEntry(state) && state.own !== null) forgotten.value = state.own;
}

/** Whether a link names the trace that is loaded. */
function isOf(source: NonNullable<Link["source"]>, { origin }: Loaded): boolean {
  if (source.kind === "sample") return origin.kind === "sample" && origin.id === source.id;
  return origin.kind === "trace" && origin.url === source.url;
}

/** Opens what a link says, at the tab that it says. */
function open(link: Link): void {
  tab.value = link.tab ?? "nest";
  const check = (handle: number): void => void (unchecked = handle);
  if (link.tab !== "model") return openLink(link, check);
  const { by, byK, ...parts } = link.model;
  const [from, to] = link.zoom[0] ?? [0, 0];
  const zoom = to > from ? fromLink([from, to]) : null;
  openLink({ ...link, loop: null, path: [], zoom: [] }, (handle) =>
    openModelAt(handle, { ...FRESH_MODEL, ...parts, loop: link.loop, process: link.process, zoom, method: by, k: byK }),
  );
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

/** The trace of a link whose places were not looked at yet. */
let unchecked = 0;

/** More strips are never drawn: there a path may go on. */
const MOST_STRIPS = 10;

/** The same of the places that it opens and the ranges that it shows. */
function correctPlace(): void {
  const reply = ribbon.value?.reply;
  if (!reply || !ribbonIsCurrent.value || shown.value?.partial || opening.value || unchecked !== shown.value?.handle) return;
  unchecked = 0;
  const { path, zoom } = look.value;
  const found = path.findIndex(({ item, iteration }, index) => reply.path[index]?.item !== item || reply.path[index]?.iteration !== iteration);
  const wrong = found >= 0 && found < MOST_STRIPS - 1;
  const beyond = zoom.some(([from, to], index) => to > from && from >= (strips.value[index]?.length ?? 0) && index < MOST_STRIPS);
  if (!wrong && !beyond) return;
  const change: Partial<Look> = {};
  if (wrong) change.path = path.slice(0, found);
  if (beyond) change.zoom = zoom.map(([from, to], index) => (from < (strips.value[index]?.length ?? 0) ? [from, to] : [0, 0]));
  lookAt(change);
  say(leftOut([...(wrong ? ["open"] : []), ...(beyond ? ["zoom"] : [])]));
}
