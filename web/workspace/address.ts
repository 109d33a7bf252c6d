/** Keeps the address of the page and the browser's history in step with what is shown, and reads the address when the page starts. */
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { fromLink, toLink } from "../base/model";
import { isOfProcess } from "../base/places";
import type { TrailStep } from "../base/trail";
import { EMPTY_LINK, type GraphLink, parse, write, type Link } from "../base/url";
import type { DetailState } from "./details";
import { type Entry, type EntryView, HistoryWriter, isEntry } from "./history";
import { FRESH_MODEL_VIEW, type ModelViewState } from "./modelView";
import { leftOut, type Opener } from "./opener";
import type { RibbonState } from "./ribbon";
import { isOfProgram } from "./scope";
import { type PageName, pickOf, type ScreenState } from "./screen";
import type { SelectionState } from "./selection";
import type { Toast } from "./toast";
import type { Loaded, Traces } from "./traces";
import { pathOf, trailOf } from "./trail";
import type { ViewState } from "./view";

/** A trace that was shown since the page was opened: going back or forward shows it again. */
interface Visit {
  id: number;
  loaded: Loaded;
  view: EntryView;
}

interface AddressParts {
  traces: Traces;
  selection: SelectionState;
  ribbon: RibbonState;
  details: DetailState;
  modelView: ModelViewState;
  screen: ScreenState;
  opener: Opener;
  toast: Toast;
}

/** More strips are never drawn: there a path may go on. */
const MOST_STRIPS = 10;

export class PageAddress {
  private readonly history = new HistoryWriter();
  private readonly life = `${Date.now()}-${Math.random()}`;
  private readonly visits = new Map<number, Visit>();
  private visiting: Visit | null = null;
  /** The visit that is opened once more. */
  private returning: Visit | null = null;
  /** The trace of a link whose places were not checked yet. */
  private unchecked = 0;
  /** The loops that the trail of a link names, until it is known where they stand. */
  private readonly named = signal<{ handle: number; steps: readonly TrailStep[] } | null>(null);

  /** Whether the trace that the page's first address names is being opened: the first screen need not be shown before. */
  readonly arriving = signal(false);

  /** Whether the address names what is shown. */
  readonly isWritten = computed(() => !this.history.waits.value);

  constructor(private readonly parts: AddressParts) {}

  /** Opens what the address names, then follows what is shown. */
  start(): void {
    const { traces, screen, toast } = this.parts;
    const { link, unread } = parse(location.search);
    screen.page.value = link.page ?? "start";
    if (unread.length > 0) toast.announce(leftOut(unread));
    const before: unknown = history.state;
    if (isEntry(before) && before.own !== null && !link.source) {
      traces.forgotten.value = before.own;
      history.replaceState(null, "", bareAddress());
    }
    this.open(link);
    this.arriving.value = traces.opening.peek() !== null;
    effect(() => {
      if (traces.opening.value === null) this.arriving.value = false;
    });
    this.follow();
    effect(() => this.correctView());
    effect(() => this.findPlace());
    effect(() => this.correctPlace());
    effect(() => {
      if (traces.loaded.value?.origin.kind === "files") window.addEventListener("beforeunload", warn);
      else window.removeEventListener("beforeunload", warn);
    });
    window.addEventListener("popstate", () => this.onPopState());
  }

  /** The link to what is shown now; empty for the user's own files, which no link can name. */
  private currentLink(): Link {
    const { traces, screen } = this.parts;
    const now = traces.loaded.value;
    if (!now) return { ...EMPTY_LINK, page: pageOf(screen.page.value) };
    if (now.origin.kind === "files") return EMPTY_LINK;
    const { wanted, origin } = now;
    const shows = screen.view.value;
    return {
      ...EMPTY_LINK,
      source: origin,
      method: wanted.method ?? null,
      k: wanted.k ?? null,
      view: wanted.view ?? null,
      signature: wanted.signature ?? null,
      locals: wanted.locals ?? null,
      // The usual order needs no word.
      order: wanted.order === "recorded" ? wanted.order : null,
      variants: shows === "nest" && screen.variants.value,
      shows: shows === "overview" ? null : shows,
      of: shows === "iterations" ? screen.attribute.value : null,
      ask: shows === "iterations" && screen.attribute.value === "records" ? screen.ask.value : null,
      sheet: screen.linkedSheet.value,
      ...(isOfProgram(shows, now) ? this.modelLink(shows === "model") : this.nestLink(shows === "nest")),
      ...(shows === "flow" ? { graph: this.graphLink(now.handle) } : {}),
      ...(shows === "time" ? { assumes: screen.assumes.value, x: this.parts.modelView.view.value.spans.map(([from, to]): [number, number] => [from, to]) } : {}),
    };
  }

  /** The selection in the nest of a process; `picture`: whether its ribbon is shown. */
  private nestLink(picture: boolean): Partial<Link> {
    const { selection, ribbon, details } = this.parts;
    const view = selection.view.value;
    const { process, loop, steps, path } = trailOf(view, ribbon.opened.value, details.cards.value);
    return { process, loop, at: steps, path: picture ? path : [], zoom: picture ? view.zoom : [] };
  }

  /** The selection in the model of the program; `picture`: whether it is shown. */
  private modelLink(picture: boolean): Partial<Link> {
    const { process, loop, iteration, around, call, zoom, method, k, whole, folded, closed, opened, also } = this.parts.modelView.view.value;
    const lists = { closed: [...closed], opened: [...opened], also: [...also] };
    const at = loop ? [...around, { loop, iteration }].map((step) => ({ ...step, item: null })) : [];
    return { process, loop, at, call, zoom: picture && zoom ? [toLink(zoom)] : [], model: { by: method, byK: k, whole, folded, ...lists } };
  }

  /** What is viewed in the flow graph, where that does not follow from the selection in the nest. */
  private graphLink(handle: number): GraphLink | null {
    const { screen, selection } = this.parts;
    const all = screen.flowQueries.value;
    const loop = pickOf(screen.flowPick.value, handle, selection.view.value)?.loop || null;
    return all || loop !== null ? { all, loop } : null;
  }

  private follow(): void {
    const { traces, opener } = this.parts;
    let first = true;
    effect(() => {
      const query = write(this.currentLink());
      const now = traces.loaded.value;
      const refused = opener.declined.value > 0;
      const busy = [traces.opening, traces.failure, traces.columnQuestion, traces.wordQuestion].some(({ value }) => value !== null);
      // The address someone came with stays until its trace is there, or cannot be.
      if (busy || (first && !now && !refused)) return;
      first = false;
      const address = `${bareAddress()}${query}`;
      const view = this.currentView();
      untracked(() => {
        if (now) this.record(now, view, address);
        else if (query !== location.search && !isEntry(history.state) && this.parts.screen.page.value !== "lab") this.history.put(history.state, address, false);
      });
    });
  }

  private currentView(): EntryView {
    const { screen, selection, modelView } = this.parts;
    return { shows: screen.view.value, nest: selection.view.value, model: modelView.view.value, flow: screen.flowPick.value, assumes: screen.assumes.value };
  }

  /** Writes what is shown of a trace into the history: another trace, place, process or loop is an entry, the rest changes one. */
  private record(now: Loaded, view: EntryView, address: string): void {
    const visit = this.visitOf(now, view);
    const state: unknown = history.state;
    const before = isEntry(state) ? state : null;
    const own = now.origin.kind === "files" ? now.name : null;
    const entry: Entry = { life: this.life, visit: visit.id, depth: before?.depth ?? 0, own, view };
    const same = before?.life === this.life && before.visit === visit.id;
    const isNew = before === null ? location.search === "" || this.parts.screen.page.value !== "start" : before.life === this.life && !same;
    const moved = same && (placeOf(before.view) !== placeOf(view) || assumedOf(before.view) !== assumedOf(view) || (stepped(before.view, view) && !this.history.recent()));
    if (isNew || moved) this.history.put({ ...entry, depth: entry.depth + 1 }, address, true);
    else if (!same || address !== location.href || JSON.stringify(before.view) !== JSON.stringify(view)) this.history.put(entry, address, false);
    else this.history.drop();
  }

  /** The visit that a loaded trace belongs to: the one before if it is the same trace, one that is returned to, or a new one. */
  private visitOf(loaded: Loaded, view: EntryView): Visit {
    const { visiting, returning } = this;
    const known = visiting && isSame(visiting.loaded, loaded) ? visiting : returning?.loaded.origin === loaded.origin ? returning : null;
    const visit = { id: known?.id ?? this.visits.size + 1, loaded, view };
    this.returning = null;
    this.visiting = visit;
    this.visits.set(visit.id, visit);
    this.parts.traces.shelf.value = null;
    return visit;
  }

  /** To the start: back, where the user came from there. */
  readonly home = (): void => {
    const { traces, screen } = this.parts;
    if (traces.opening.value) return;
    const state: unknown = history.state;
    if (isEntry(state) && state.depth > 0 && screen.page.value === "start") return history.go(-state.depth);
    this.leave();
    this.showPage("start");
  };

  /** Shows what is there without a trace; the way back leads to what was shown before. */
  showPage(name: PageName): void {
    const { page } = this.parts.screen;
    if (page.value === name) return history.replaceState(null, "", bareAddress());
    page.value = name;
    history.pushState(null, "", addressOfPage(name));
  }

  /** Leaves the trace. The user's own waits on the first screen. */
  private leave(): void {
    const { traces, screen, opener } = this.parts;
    opener.cancel();
    const own = traces.loaded.value?.origin.kind === "files" ? this.visiting : null;
    // At once: an address of the trace in another place would take the place of the way forward.
    batch(() => {
      if (own) traces.shelf.value = { name: own.loaded.name, back: () => this.goTo(own, own.view) };
      screen.show("overview");
      traces.columnQuestion.value = null;
      traces.wordQuestion.value = null;
      traces.loaded.value = null;
    });
    this.visiting = null;
  }

  /** Shows a trace again that was shown before: without reading, if nothing was opened since. */
  private goTo(visit: Visit, view: EntryView): void {
    const { traces, selection, modelView, screen, opener } = this.parts;
    const { handle, origin, wanted } = visit.loaded;
    if (traces.opening.value && !traces.opening.value.rebuild) opener.cancel();
    if (traces.loaded.value?.handle !== handle && handle !== opener.newest) {
      this.returning = visit;
      // Not before it is being opened: the view would be written down as one of the trace that is still loaded.
      const begun = (opened: number) => {
        screen.show(view.shows);
        modelView.set(opened, view.model);
        screen.flowPick.value = view.flow && { ...view.flow, handle: opened };
        screen.assumes.value = view.assumes;
      };
      return opener.origin({ origin, view: view.nest, wanted, begun });
    }
    // The same step back may have made the page leave the trace.
    const now = traces.loaded.value?.handle === handle ? traces.loaded.value : visit.loaded;
    batch(() => {
      selection.viewByHandle.value = { [handle]: view.nest };
      this.visiting = visit;
      traces.loaded.value = now;
      modelView.set(handle, view.model);
      screen.flowPick.value = view.flow;
      screen.assumes.value = view.assumes;
      screen.show(view.shows);
      traces.failure.value = null;
    });
  }

  /** The browser went back or forward. */
  private onPopState(): void {
    this.history.drop();
    const { traces, screen } = this.parts;
    const { link } = parse(location.search);
    const state: unknown = history.state;
    const visit = isEntry(state) && state.life === this.life ? this.visits.get(state.visit) : undefined;
    if (visit && isEntry(state)) return this.goTo(visit, state.view);
    if (this.visiting && isEntry(state) && link.source && isOf(link.source, this.visiting.loaded)) return this.goTo(this.visiting, state.view);
    if (!link.source) screen.page.value = link.page ?? "start";
    if (link.source) return this.open(link);
    this.leave();
    // An entry of a page that was loaded anew since: its files are out of reach.
    if (isEntry(state) && state.own !== null) traces.forgotten.value = state.own;
  }

  /** Opens what a link names, in the place that it names. */
  private open(link: Link): void {
    const { screen, opener, modelView } = this.parts;
    const begun = (handle: number) => {
      screen.show(link.shows ?? "overview");
      screen.attribute.value = link.of;
      screen.ask.value = link.ask;
      screen.assumes.value = link.assumes;
      if (link.sheet) screen.sheet.value = link.sheet;
      screen.flowQueries.value = link.graph?.all ?? false;
      screen.variants.value = link.variants;
      screen.flowPick.value = link.graph?.loop ? { handle, process: link.process, nest: link.loop, loop: link.graph.loop, block: null } : null;
      this.unchecked = handle;
      this.named.value = link.at.length > 0 && link.path.length === 0 ? { handle, steps: link.at } : null;
      if (isOfProcess(link.shows)) return modelView.set(handle, { ...FRESH_MODEL_VIEW, process: link.process });
      const { by, byK, ...lists } = link.model;
      const [from, to] = link.zoom[0] ?? [0, 0];
      const zoom = to > from ? fromLink([from, to]) : null;
      const iteration = link.at.at(-1)?.iteration ?? null;
      const around = link.at.slice(0, -1).map(({ loop, iteration: of }) => ({ loop, iteration: of ?? 0 }));
      modelView.set(handle, { ...FRESH_MODEL_VIEW, ...lists, loop: link.loop, iteration, around, call: link.call, process: link.process, zoom, spans: link.x, method: by, k: byK });
    };
    // Loops of the model have other numbers than those of a process.
    const nest = link.shows === "model" ? { ...link, loop: null, path: [], zoom: [] } : link;
    opener.link(nest, begun);
  }

  /** Finds out where the loops stand that a link names. */
  private findPlace(): void {
    const { selection, details, toast } = this.parts;
    const [named, shown, cards] = [this.named.value, selection.shown.value, details.cards.value];
    if (!named || named.handle !== shown?.handle || shown.partial || cards.length === 0) return;
    const path = pathOf(named.steps, cards);
    batch(() => {
      this.named.value = null;
      const last = path?.at(-1);
      if (!path || !last || selection.loop.peek() !== named.steps.at(-1)?.loop) return;
      const said = named.steps.findLast(({ loop }) => loop === last.loop);
      selection.setView({ path, loop: last.loop ?? null, iterated: said?.iteration !== null });
      if (said !== named.steps.at(-1)) toast.announce(leftOut(["at"]));
    });
  }

  /** A link may name a process or a loop that the trace does not have: says so, and puts the address right. */
  private correctView(): void {
    const { traces, selection, screen, toast } = this.parts;
    const [shown, row] = [selection.shown.value, selection.row.value];
    const { process, loop } = selection.view.value;
    if (!shown || shown.partial || !row || traces.opening.value || isOfProgram(screen.view.value, shown)) return;
    if (process !== null && process !== row.process) {
      selection.setView({ process: null, loop: null, path: [], zoom: [] });
      toast.announce(`There is no process ${process} here; this is process ${row.process}`);
    } else if (loop !== null && loop > row.loops) {
      selection.setView({ loop: null });
      toast.announce(`There is no loop L${loop} here; the main loop is selected`);
    }
  }

  /** The same for the places that a link opens and the ranges that it shows. */
  private correctPlace(): void {
    const { traces, selection, ribbon, toast } = this.parts;
    const reply = ribbon.drawn.value?.reply;
    const shown = selection.shown.value;
    if (!reply || this.named.value || !ribbon.isCurrent.value || shown?.partial || traces.opening.value || this.unchecked !== shown?.handle) return;
    this.unchecked = 0;
    const { path, zoom } = selection.view.value;
    const lengthOf = (strip: number) => ribbon.strips.value[strip]?.length ?? 0;
    const found = path.findIndex(({ item, iteration }, index) => reply.path[index]?.item !== item || reply.path[index]?.iteration !== iteration);
    const wrong = found >= 0 && found < MOST_STRIPS - 1;
    const beyond = zoom.some(([from, to], index) => to > from && from >= lengthOf(index) && index < MOST_STRIPS);
    if (!wrong && !beyond) return;
    const change: Partial<ViewState> = {};
    if (wrong) change.path = path.slice(0, found);
    if (beyond) change.zoom = zoom.map(([from, to], index) => (from < lengthOf(index) ? [from, to] : [0, 0]));
    selection.setView(change);
    toast.announce(leftOut([...(wrong ? ["open"] : []), ...(beyond ? ["zoom"] : [])]));
  }
}

/** The user's own trace is not kept anywhere: the browser asks before it goes with the page. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Whether it is the same trace, perhaps read once more. */
function isSame(a: Loaded, b: Loaded): boolean {
  return a.handle === b.handle || a.origin === b.origin;
}

/** Time as it was and Time with what is assumed are places of their own to whoever goes back. */
const placeOf = ({ shows, assumes }: EntryView): string => (shows === "time" && assumes ? "if" : shows);

/** What is assumed, however long that takes: each assumption is a step of its own, for nobody makes two by holding a key. */
const assumedOf = ({ shows, assumes }: EntryView): string => (shows === "time" ? (assumes?.map(({ select }) => select).join() ?? "") : "");

/** Whether another loop or process is viewed; in Time another iteration or call, too; and in the flow graph another loop of it. */
function stepped(before: EntryView, now: EntryView): boolean {
  const at = isOfProcess(now.shows) ? "nest" : "model";
  const inTime = now.shows === "time" && (before.model.iteration !== now.model.iteration || before.model.call !== now.model.call);
  const inGraph = now.shows === "flow" && (before.flow?.loop ?? 0) !== (now.flow?.loop ?? 0);
  return inTime || inGraph || before[at].loop !== now[at].loop || before[at].process !== now[at].process;
}

/** Whether a link names the trace that is loaded. */
function isOf(source: NonNullable<Link["source"]>, { origin }: Loaded): boolean {
  if (source.kind === "sample") return origin.kind === "sample" && origin.id === source.id;
  return origin.kind === "trace" && origin.url === source.url;
}

/** The address of the page without a query: whole, since a path that begins with `//` would be read as a host. */
function bareAddress(): string {
  return location.href.replace(/[?#].*$/, "");
}

/** The address of the start, or of the paper's table. */
export function addressOfPage(name: PageName): string {
  return `${bareAddress()}${write({ ...EMPTY_LINK, page: pageOf(name) })}`;
}

function pageOf(name: PageName): Link["page"] {
  return name === "start" ? null : name;
}
