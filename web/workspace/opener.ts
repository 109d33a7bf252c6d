/**
 * Opens traces: files, samples, addresses, and the loaded trace under other options. Follows what the worker reports of it.
 */
import { batch, signal } from "@preact/signals";
import { addressOfTrace, fileNameOf, type Address } from "../base/address";
import { QUIET_MS } from "../base/constants";
import { nameOf, shortName } from "../base/names";
import type { ViewName } from "../base/places";
import type { Link } from "../base/url";
import type { EngineClient, Report } from "../engine/client";
import { unfetched } from "../engine/enginePort";
import type { Fetched } from "../engine/fetch";
import type { ChosenColumns, Source } from "../engine/protocol";
import type { Options, Problem, TableColumns, TraceChoice, OptionsRequest } from "../engine/wire";
import { type Consent, fetchElsewhere } from "./consent";
import { SAMPLES, sampleOf, traceAddress } from "./samples";
import type { ScreenState } from "./screen";
import type { SelectionState } from "./selection";
import type { Toast } from "./toast";
import type { Opening, Origin, Traces } from "./traces";
import { FRESH_VIEW, type ViewState } from "./view";

/** How often the processes read so far are asked for while reading. */
const PARTIAL_MS = 200;

/** What opening a trace begins with. */
interface Start {
  origin: Origin;
  view: ViewState;
  wanted: OptionsRequest;
  /** Called with the handle, if the opening begins. */
  begun?: ((handle: number) => void) | undefined;
}

interface OpenerParts {
  engine: EngineClient;
  traces: Traces;
  selection: SelectionState;
  screen: ScreenState;
  consent: Consent;
  toast: Toast;
}

export class Opener {
  /** How many traces of other hosts the user did not want to be fetched. */
  readonly declined = signal(0);
  /** The handle of the newest opening: only of that trace the engine is sure to know. */
  newest = 0;

  private askedAt = 0;
  private editions = 0;
  /** Whether the loaded trace is being read again after the engine stopped. */
  private restoring = false;
  /** Why there is no engine; null while there is one. */
  private unavailable: string | null = null;
  /** What came from another host last: to be read once more with other columns. */
  private fetchedElsewhere: { href: string; blob: Blob } | null = null;
  private fetching: AbortController | null = null;
  /** A trace that is being opened and that nobody has seen yet: its overview comes first. */
  private unseen = 0;
  /** The view that was shown before that overview. */
  private viewBefore: ViewName | null = null;

  constructor(private readonly parts: OpenerParts) {}

  readonly files = (files: Source[]): void => {
    if (files.length > 0) this.origin({ origin: { kind: "files", files }, view: FRESH_VIEW, wanted: {}, begun: this.introduce });
  };

  sample(id: string): void {
    this.origin({ origin: { kind: "sample", id }, view: FRESH_VIEW, wanted: {}, begun: this.introduce });
  }

  /** Opens the trace at an address, from its overview on. */
  trace(url: string): void {
    this.origin({ origin: { kind: "trace", url }, view: FRESH_VIEW, wanted: {}, begun: this.introduce });
  }

  /** Opens what a link names, as it says. `begun` gets the handle, if it comes to that. */
  link(link: Link, begun?: (handle: number) => void): void {
    if (!link.source) return;
    const { process, loop, path, zoom } = link;
    const view: ViewState = { ...FRESH_VIEW, process, loop, path, zoom };
    this.origin({ origin: link.source, view, wanted: wantedOf(link), begun });
  }

  /** Opens it, as it was or with other columns. A trace of another host is asked for first. */
  origin(start: Start): void {
    const { origin } = start;
    if (origin.kind === "files") return this.begin(nameOf(origin.files), start);
    if (origin.kind === "trace") {
      const address = addressOfTrace(origin.url, document.baseURI);
      const go = () => this.begin(shortName(origin.url), start);
      if (address.kind === "own") return go();
      if (address.kind === "elsewhere") return this.parts.consent.ask(address, go, () => (this.declined.value += 1));
      const expected = "an address with https://, or one beside this page";
      return this.fail("The trace of the link", [ownProblem("There is no trace to fetch.", address.found, expected, "Check the link.")]);
    }
    const sample = sampleOf(origin.id);
    if (sample) return this.begin(sample.name, start);
    const names = SAMPLES.map(({ id }) => id).join(", ");
    this.fail(origin.id, [ownProblem("There is no sample with this name.", origin.id, names, "Choose one of the samples.")]);
  }

  /** Opens one of several traces that came together. */
  oneOf(origin: Origin, { key, path }: TraceChoice): void {
    this.begin(shortName(path), { origin, view: FRESH_VIEW, wanted: { only: key }, begun: this.introduce });
  }

  /** Opens the files of a failed opening once more, without the one that was wrong. */
  without(file: string): void {
    const before = this.parts.traces.failure.value?.origin;
    if (before?.kind !== "files") return;
    const files = before.files.filter(({ path }) => path !== file);
    this.origin({ origin: { ...before, files }, view: FRESH_VIEW, wanted: {}, begun: this.introduce });
  }

  private readonly introduce = (handle: number): void => void (this.unseen = handle);

  /** Shows the overview of a trace as soon as there is something of it; the view before comes back if nothing comes of it. */
  private showFirst(): void {
    const { screen, selection } = this.parts;
    if (this.unseen === 0 || selection.shown.value?.handle !== this.unseen) return;
    this.unseen = 0;
    this.viewBefore = screen.view.value;
    screen.assumes.value = null;
    screen.show("overview");
  }

  /** Builds the nests anew from what was read. The process that is viewed stays. */
  configure(change: OptionsRequest): void {
    const now = this.parts.traces.loaded.value;
    if (!now) return;
    const wanted = { ...now.wanted, ...change };
    // Another method has no K, or its own.
    if (change.method && change.k === undefined) delete wanted.k;
    // Another view has other fields.
    if (change.view && !change.signature) delete wanted.signature;
    // The default names fields that a trace may lack; asked for by name they would be refused.
    const { fields, options } = now.summary;
    if (wanted.signature && (!change.view || change.view === options.view)) wanted.signature = wanted.signature.filter((field) => fields.includes(field));
    const { handle, name, origin } = now;
    this.start({ handle, name, origin, rebuild: true, wanted });
    this.parts.engine.configure(handle, wanted);
  }

  /** Ends the opening under way; what was loaded is there as before. */
  readonly cancel = (): void => {
    const { engine, traces } = this.parts;
    const now = traces.opening.value;
    if (!now) return;
    engine.cancel(now.handle);
    this.fetching?.abort();
    this.end();
  };

  /** Says that there was nothing to open. */
  nothing(what: string): void {
    this.fail("What was dropped", [ownProblem(what, "no file", "files of a trace", "Drop files, or a folder that holds some.")]);
  }

  private begin(name: string, { origin, view, wanted, begun }: Start): void {
    if (this.unavailable !== null) return this.failUnavailable(name, this.unavailable);
    const { engine, selection } = this.parts;
    const handle = ++this.newest;
    selection.viewByHandle.value = { ...selection.viewByHandle.value, [handle]: view };
    this.start({ handle, name, origin, rebuild: false, wanted });
    if (origin.kind === "files") engine.open(handle, name, origin.files, wanted, columnsOf(origin));
    else if (origin.kind === "trace") this.fetch(handle, name, origin, wanted);
    else engine.fetch(handle, name, traceAddress(origin.id), wanted);
    begun?.(handle);
  }

  private fetch(handle: number, name: string, origin: Extract<Origin, { kind: "trace" }>, wanted: OptionsRequest): void {
    const { engine, traces } = this.parts;
    const address: Address = addressOfTrace(origin.url, document.baseURI);
    if (address.kind === "none") return;
    const { href } = address;
    if (address.kind === "own") return engine.fetch(handle, name, href, wanted, columnsOf(origin));
    const read = (fetched: Fetched) => {
      if (traces.opening.value?.handle !== handle) return;
      if ("problem" in fetched) this.onReport({ type: "failed", handle, problems: [fetched.problem] });
      if (!("blob" in fetched)) return;
      this.fetchedElsewhere = { href, blob: fetched.blob };
      engine.open(handle, name, [{ path: fileNameOf(href), blob: fetched.blob }], wanted, columnsOf(origin));
    };
    if (this.fetchedElsewhere?.href === href) return read({ blob: this.fetchedElsewhere.blob });
    this.fetching = new AbortController();
    const progress = (bytes: number, totalBytes: number) => this.change(handle, { fetched: { bytes, totalBytes }, at: performance.now() });
    void fetchElsewhere(href, this.fetching.signal, progress).then(read);
  }

  private start(what: Pick<Opening, "handle" | "name" | "origin" | "rebuild" | "wanted">): void {
    const { engine, traces, consent } = this.parts;
    const now = performance.now();
    // The opening under way is cancelled, whatever this one begins with.
    if (traces.opening.value) engine.cancel(traces.opening.value.handle);
    this.fetching?.abort();
    consent.question.value = null;
    traces.failure.value = null;
    traces.columnQuestion.value = null;
    traces.wordQuestion.value = null;
    traces.opening.value = { ...what, started: now, at: now, visible: false, progress: null, fetched: null, summary: null };
    this.askedAt = now;
    setTimeout(() => this.change(what.handle, { visible: true }), QUIET_MS);
  }

  private change(handle: number, part: Partial<Opening>): void {
    const { opening } = this.parts.traces;
    const now = opening.value;
    if (now?.handle === handle) opening.value = { ...now, ...part };
  }

  private fail(name: string, problems: Problem[], origin: Origin | null = null, verb = "read"): void {
    this.parts.traces.failure.value = { name, origin, problems, verb };
  }

  private failUnavailable(name: string, what: string): void {
    const expected = "a browser of 2023 or later, with WebAssembly SIMD";
    this.fail(name, [ownProblem("The engine that reads traces could not be loaded.", what, expected, "Reload the page.")]);
  }

  /** Nothing is being opened any more. What was loaded is lost if it was being restored: a new engine could not read it again. */
  private end(): void {
    const { traces, screen } = this.parts;
    traces.opening.value = null;
    if (this.viewBefore && traces.loaded.value) screen.show(this.viewBefore);
    this.viewBefore = null;
    this.unseen = 0;
    if (this.restoring) this.loseLoaded();
  }

  private loseLoaded(): void {
    this.restoring = false;
    this.parts.traces.loaded.value = null;
  }

  /** Takes in what the worker reports of an opening. */
  onReport(report: Report): void {
    if (report.type === "broken") return this.onCrash(report.unfetched ? unfetched(report.what) : stopped(report.what));
    if (report.type === "missing") return this.onUnavailable(report.what);
    const { traces, selection } = this.parts;
    const now = traces.opening.value;
    if (!now || now.handle !== report.handle) return;
    const { name, origin, wanted, rebuild } = now;
    const question = { name, origin, from: selection.viewByHandle.value[now.handle] ?? FRESH_VIEW, wanted };
    switch (report.type) {
      case "fetching":
        return this.change(now.handle, { fetched: { bytes: report.bytes, totalBytes: report.totalBytes }, at: performance.now() });
      case "progress":
        this.change(now.handle, { progress: report.progress, at: performance.now() });
        if (report.partial) void this.askPartial(now.handle);
        return;
      case "done":
        return this.finish(now, report);
      case "failed":
        this.end();
        return this.fail(name, report.problems, rebuild ? null : origin, rebuild ? "analysed that way" : "read");
      case "asking":
        this.end();
        traces.columnQuestion.value = { ...question, tables: report.tables, at: 0, files: report.files, again: false };
        return;
      case "askingWords":
        this.end();
        traces.wordQuestion.value = { ...question, file: report.file, files: report.files, excerpt: report.excerpt };
        return;
    }
  }

  private finish(now: Opening, { handle, summary, seconds }: Extract<Report, { type: "done" }>): void {
    const { traces, selection, toast } = this.parts;
    const process = selection.row.value?.process ?? null;
    const { wanted, left } = usable(now.wanted, summary.options);
    if (left.length > 0) toast.announce(leftOut(left));
    this.restoring = false;
    this.fetchedElsewhere = null;
    batch(() => {
      traces.opening.value = null;
      const { origin, rebuild: rebuilt } = now;
      traces.loaded.value = { handle, name: summary.name || now.name, origin, summary, seconds, rebuilt, wanted, edition: ++this.editions };
      const view = selection.viewByHandle.value[handle] ?? FRESH_VIEW;
      selection.viewByHandle.value = { [handle]: rebuilt ? { ...FRESH_VIEW, process } : view };
      this.showFirst();
    });
    this.viewBefore = null;
  }

  private async askPartial(handle: number): Promise<void> {
    const now = performance.now();
    if (now - this.askedAt < PARTIAL_MS) return;
    this.askedAt = now;
    const reply = await this.parts.engine.ask({ type: "summary", handle });
    if (reply && reply.summary.processes.length > 0) {
      batch(() => {
        this.change(handle, { summary: reply.summary });
        this.showFirst();
      });
    }
  }

  /** There is no engine and will be none. */
  private onUnavailable(what: string): void {
    const { opening } = this.parts.traces;
    const name = opening.value?.name ?? "Loopscope";
    this.unavailable = what;
    opening.value = null;
    this.failUnavailable(name, what);
  }

  /** The engine trapped: starts another one, which reads again what was loaded. */
  private onCrash(problem: Problem): void {
    const { engine, traces, selection } = this.parts;
    const before = traces.loaded.value;
    const name = traces.opening.value?.name ?? before?.name ?? "The trace";
    const again = before !== null && !this.restoring;
    traces.opening.value = null;
    engine.restart();
    if (again) this.origin({ origin: before.origin, view: selection.viewByHandle.value[before.handle] ?? FRESH_VIEW, wanted: before.wanted });
    else this.loseLoaded();
    this.restoring = again;
    this.fail(name, [problem]);
  }
}

function wantedOf(link: Link): OptionsRequest {
  const wanted: OptionsRequest = { lenient: true };
  if (link.method) wanted.method = link.method;
  if (link.k !== null) wanted.k = link.k;
  if (link.view) wanted.view = link.view;
  if (link.signature) wanted.signature = link.signature;
  if (link.locals) wanted.locals = link.locals;
  if (link.order) wanted.order = link.order;
  return wanted;
}

function columnsOf(origin: { columns?: TableColumns[] }): ChosenColumns[] {
  return (origin.columns ?? []).map(({ columns }) => columns.map(({ title, field }) => [title, field]));
}

/** The sentence about parts of a link that could not be used, by their keys. */
export function leftOut(keys: readonly string[]): string {
  if (keys.includes("v")) return "A link of another version opens only the trace";
  return `Left out of the link: ${keys.join(", ")}`;
}

/** Of what a link wants, what the trace has; and the keys of the rest. */
function usable(asked: OptionsRequest, now: Options): { wanted: OptionsRequest; left: string[] } {
  if (!asked.lenient) return { wanted: asked, left: [] };
  const { lenient: _, ...wanted } = asked;
  const left: string[] = [];
  const keep = (holds: boolean, key: keyof typeof wanted, part: string) => {
    if (holds || wanted[key] === undefined) return;
    delete wanted[key];
    left.push(part);
  };
  keep(wanted.method === now.method, "method", "method");
  keep(wanted.k === now.k, "k", "k");
  keep(wanted.view === now.view, "view", "events");
  keep(wanted.locals === now.locals, "locals", "locals");
  keep(wanted.order === now.order, "order", "order");
  keep(wanted.signature?.every((field) => now.signature.includes(field)) === true && (wanted.signature.length > 0 || now.signature.length === 0), "signature", "same");
  return { wanted, left };
}

function stopped(what: string): Problem {
  return ownProblem("The engine stopped, most likely because it ran out of memory.", what, "", "Try fewer files, or one process at a time.");
}

/** A problem that the page itself found. */
function ownProblem(what: string, found: string, expected: string, remedy: string): Problem {
  return { severity: "error", file: "", line: undefined, place: "", what, found, expected, remedy, count: 1, also: "", choices: [], context: [] };
}
