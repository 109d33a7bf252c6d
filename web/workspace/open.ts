/**
 * Opening: files, samples, addresses, and the same trace under other options. And what the worker reports of it.
 */
import type { ChosenColumns, Source } from "../engine/protocol";
import workerScript from "../worker/main.ts?worker&url";
import { addressOfTrace, fileNameOf, type Address } from "../base/address";
import type { Fetched } from "../engine/fetch";
import { nameOf, shortName } from "../base/names";
import type { Link } from "../base/url";
import type { Options, Problem, TableColumns, TraceChoice, WantedOptions } from "../engine/wire";
import { batch, signal } from "@preact/signals";
import { EngineClient, type Report } from "../engine/client";
import { askFor, consent, fetchElsewhere } from "./elsewhere";
import { say } from "./say";
import { SAMPLES, sampleOf, traceAddress } from "./samples";
import { tab } from "./screen";
import { FRESH_LOOK, asking, askingWords, failure, loaded, looks, opening, row, type Look, type Opening, type Origin } from "./store";

/** Nothing is said of what takes less. */
const QUIET_MS = 100;
/** How often the processes read so far are asked for while reading. */
const PARTIAL_MS = 200;

let lastHandle = 0;
let asked = 0;
let editions = 0;
let restoring = false;
/** Why there is no engine; null while there is one. */
let missing: string | null = null;

let script = "";

/**
 * A worker with an engine of its own. Its first line comes from the page itself: a worker keeps to the policy of the page
 * that wrote it, while one from a file would keep to the headers of that file, and a plain host sends none.
 */
export function spawn(): Worker {
  if (script === "") {
    const address = new URL(workerScript, import.meta.url).href;
    script = URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" }));
  }
  return new Worker(script, { type: "module", name: "engine" });
}

export const engine = new EngineClient(() => spawn(), heard);

/** The handle of the newest opening: only of that trace the engine is sure to know. */
export function newest(): number {
  return lastHandle;
}

export function openFiles(files: Source[]): void {
  if (files.length > 0) begin(nameOf(files), { kind: "files", files }, FRESH_LOOK, {});
}

export function openSample(id: string): void {
  openOrigin({ kind: "sample", id }, FRESH_LOOK, {});
}

/** Opens what a link says, as it says. `begun` learns of the handle, if it comes to that. */
export function openLink(link: Link, begun?: (handle: number) => void): void {
  if (!link.source) return;
  const from: Look = { process: link.process, loop: link.loop, path: link.path, zoom: link.zoom, anywhere: false };
  openOrigin(link.source, from, wantedOf(link), begun);
}

function wantedOf(link: Link): WantedOptions {
  const wanted: WantedOptions = { lenient: true };
  if (link.method) wanted.method = link.method;
  if (link.k !== null) wanted.k = link.k;
  if (link.view) wanted.view = link.view;
  if (link.signature) wanted.signature = link.signature;
  if (link.locals) wanted.locals = link.locals;
  return wanted;
}

/** Opens it, as it was or with other columns. A trace of another host is asked for first. */
export function openOrigin(origin: Origin, from: Look, wanted: WantedOptions, begun?: (handle: number) => void): void {
  if (origin.kind === "files") return begin(nameOf(origin.files), origin, from, wanted, begun);
  if (origin.kind === "trace") {
    const address = addressOfTrace(origin.url, document.baseURI);
    const go = (): void => begin(shortName(origin.url), origin, from, wanted, begun);
    if (address.kind === "own") return go();
    if (address.kind === "elsewhere") return askFor(address, go, () => (declined.value += 1));
    const expected = "an address that begins with https://, or one beside this page";
    return fail("The trace of the link", [own("There is no trace to fetch.", address.found, expected, "Check the link.")]);
  }
  const sample = sampleOf(origin.id);
  if (sample) return begin(sample.name, origin, from, wanted, begun);
  const names = SAMPLES.map(({ id }) => id).join(", ");
  fail(origin.id, [own("There is no sample with this name.", origin.id, names, "Choose one of the samples.")]);
}

function begin(name: string, origin: Origin, from: Look, wanted: WantedOptions, begun?: (handle: number) => void): void {
  if (missing !== null) return sayMissing(name, missing);
  const handle = ++lastHandle;
  looks.value = { ...looks.value, [handle]: from };
  start({ handle, name, origin, rebuild: false, wanted });
  if (origin.kind === "files") engine.open(handle, name, origin.files, wanted, chosen(origin));
  else if (origin.kind === "trace") fetchTrace(handle, name, origin, wanted);
  else engine.fetch(handle, name, traceAddress(origin.id), wanted);
  begun?.(handle);
}

/** Traces of other hosts that somebody did not want to be fetched, counted. */
export const declined = signal(0);

/** What came from another host last: to be read once more with other columns. */
let came: { href: string; blob: Blob } | null = null;
let frame: AbortController | null = null;

function fetchTrace(handle: number, name: string, origin: Extract<Origin, { kind: "trace" }>, wanted: WantedOptions): void {
  const address: Address = addressOfTrace(origin.url, document.baseURI);
  if (address.kind === "none") return;
  const { href } = address;
  if (address.kind === "own") return engine.fetch(handle, name, href, wanted, chosen(origin));
  const read = (fetched: Fetched): void => {
    if (opening.value?.handle !== handle) return;
    if ("problem" in fetched) heard({ type: "failed", handle, problems: [fetched.problem] });
    if (!("blob" in fetched)) return;
    came = { href, blob: fetched.blob };
    engine.open(handle, name, [{ path: fileNameOf(href), blob: fetched.blob }], wanted, chosen(origin));
  };
  if (came?.href === href) return read({ blob: came.blob });
  frame = new AbortController();
  void fetchElsewhere(href, frame.signal, (bytes, totalBytes) => change(handle, { fetched: { bytes, totalBytes }, at: performance.now() })).then(read);
}

function chosen(origin: { columns?: TableColumns[] }): ChosenColumns[] {
  return (origin.columns ?? []).map(({ columns }) => columns.map(({ title, field }) => [title, field]));
}

/** Builds the nests anew from what was read. The process that is looked at stays. */
export function configure(choice: WantedOptions): void {
  const now = loaded.value;
  if (!now) return;
  const wanted = { ...now.wanted, ...choice };
  // Another method has no K, or its own.
  if (choice.method && choice.k === undefined) delete wanted.k;
  // Another view has other fields.
  if (choice.view && !choice.signature) delete wanted.signature;
  // The default names fields that a trace may lack; asked for by name they would be refused.
  const { fields } = now.summary;
  if (wanted.signature && (!choice.view || choice.view === now.summary.options.view)) {
    wanted.signature = wanted.signature.filter((field) => fields.includes(field));
  }
  start({ handle: now.handle, name: now.name, origin: now.origin, rebuild: true, wanted });
  engine.configure(now.handle, wanted);
}

/** Ends the opening under way; what was loaded is there as before. */
export function cancel(): void {
  const now = opening.value;
  if (!now) return;
  engine.cancel(now.handle);
  frame?.abort();
  opening.value = null;
  if (restoring) forget();
}

/** What was loaded is lost: a new engine could not read it again. */
function forget(): void {
  restoring = false;
  loaded.value = null;
}

/** Opens the files of a failed opening once more, without the one that was wrong. */
export function openWithout(file: string): void {
  const before = failure.value?.origin;
  if (before?.kind !== "files") return;
  const files = before.files.filter((source) => source.path !== file);
  openOrigin({ ...before, files }, FRESH_LOOK, {});
}

/** Opens one of several traces that came at once. */
export function openOne(origin: Origin, { key, path }: TraceChoice): void {
  begin(shortName(path), origin, FRESH_LOOK, { only: key });
}

function start(what: Pick<Opening, "handle" | "name" | "origin" | "rebuild" | "wanted">): void {
  const now = performance.now();
  // What was under way is given up, whatever this begins with.
  if (opening.value) engine.cancel(opening.value.handle);
  frame?.abort();
  consent.value = null;
  failure.value = null;
  asking.value = null;
  askingWords.value = null;
  opening.value = { ...what, started: now, at: now, visible: false, progress: null, fetched: null, summary: null };
  asked = now;
  setTimeout(() => change(what.handle, { visible: true }), QUIET_MS);
}

function change(handle: number, part: Partial<Opening>): void {
  const now = opening.value;
  if (now?.handle === handle) opening.value = { ...now, ...part };
}

function fail(name: string, problems: Problem[], origin: Origin | null = null, verb = "read"): void {
  failure.value = { name, origin, problems, verb };
}

function heard(report: Report): void {
  if (report.type === "broken") return broke(report.what);
  if (report.type === "missing") {
    missing = report.what;
    const { name } = opening.value ?? { name: "Loopscope" };
    opening.value = null;
    return sayMissing(name, report.what);
  }
  const now = opening.value;
  if (!now || now.handle !== report.handle) return;
  switch (report.type) {
    case "fetching":
      change(report.handle, { fetched: { bytes: report.bytes, totalBytes: report.totalBytes }, at: performance.now() });
      break;
    case "progress":
      change(report.handle, { progress: report.progress, at: performance.now() });
      if (report.partial) void askPartial(report.handle);
      break;
    case "failed":
      opening.value = null;
      if (restoring) forget();
      fail(now.name, report.problems, now.rebuild ? null : now.origin, now.rebuild ? "analysed that way" : "read");
      break;
    case "asking":
      opening.value = null;
      if (restoring) forget();
      ask(now, report.tables, report.files);
      break;
    case "askingWords": {
      opening.value = null;
      if (restoring) forget();
      const { name, origin, wanted } = now;
      const { file, files, excerpt } = report;
      askingWords.value = { name, origin, from: looks.value[now.handle] ?? FRESH_LOOK, wanted, file, files, excerpt };
      break;
    }
    case "done":
      finish(now, report);
      break;
  }
}

/** Of a few tables the answers are known: the others join them. */
function ask({ handle, name, origin, wanted }: Opening, tables: TableColumns[], files: number): void {
  const from = looks.value[handle] ?? FRESH_LOOK;
  asking.value = { name, origin, from, wanted, tables, at: 0, files, again: false };
}

function finish(now: Opening, { handle, summary, seconds }: Extract<Report, { type: "done" }>): void {
  const process = row.value?.process ?? null;
  const { wanted, left } = settled(now.wanted, summary.options);
  if (left.length > 0) say(leftOut(left));
  restoring = false;
  came = null;
  batch(() => {
    // A file of a model is opened for its model.
    if (!now.rebuild && summary.format === "model") tab.value = "model";
    opening.value = null;
    loaded.value = {
      handle,
      name: summary.name || now.name,
      origin: now.origin,
      summary,
      seconds,
      rebuilt: now.rebuild,
      wanted,
      edition: ++editions,
    };
    looks.value = { [handle]: now.rebuild ? { ...FRESH_LOOK, process } : (looks.value[handle] ?? FRESH_LOOK) };
  });
}

/** The sentence about parts of a link that could not be used, by their keys. */
export function leftOut(keys: readonly string[]): string {
  if (keys.includes("v")) return "The link is of another version: it opens the trace alone";
  return `Left out of the link: ${keys.join(", ")}`;
}

/** Of what a link wants, what the trace has; and the keys of the rest. */
function settled(requested: WantedOptions, now: Options): { wanted: WantedOptions; left: string[] } {
  if (!requested.lenient) return { wanted: requested, left: [] };
  const { lenient: _, ...wanted } = requested;
  const left: string[] = [];
  const keep = (holds: boolean, key: keyof typeof wanted, part: string): void => {
    if (holds || wanted[key] === undefined) return;
    delete wanted[key];
    left.push(part);
  };
  keep(wanted.method === now.method, "method", "method");
  keep(wanted.k === now.k, "k", "k");
  keep(wanted.view === now.view, "view", "view");
  keep(wanted.locals === now.locals, "locals", "locals");
  keep(wanted.signature?.every((field) => now.signature.includes(field)) === true && (wanted.signature.length > 0 || now.signature.length === 0), "signature", "same");
  return { wanted, left };
}

async function askPartial(handle: number): Promise<void> {
  const now = performance.now();
  if (now - asked < PARTIAL_MS) return;
  asked = now;
  const reply = await engine.ask({ type: "summary", handle });
  if (reply && reply.summary.processes.length > 0) change(handle, { summary: reply.summary });
}

function sayMissing(name: string, what: string): void {
  const expected = "a browser of 2023 or later, with WebAssembly and its vector instructions";
  fail(name, [own("The engine that reads traces could not be loaded.", what, expected, "Reload the page.")]);
}

/** The engine trapped: start another one, and read again what was loaded. */
function broke(what: string): void {
  const before = loaded.value;
  const name = opening.value?.name ?? before?.name ?? "The trace";
  const again = before !== null && !restoring;
  opening.value = null;
  engine.restart();
  if (again) openOrigin(before.origin, looks.value[before.handle] ?? FRESH_LOOK, before.wanted);
  else forget();
  restoring = again;
  fail(name, [
    own("The engine stopped, most likely because it ran out of memory.", what, "", "Try fewer files, or one process at a time."),
  ]);
}

/** Says that there was nothing to open. */
export function fileless(what: string): void {
  fail("What was dropped", [own(what, "no file", "files of a trace", "Drop files, or a folder that holds some.")]);
}

/** A problem that the page itself found. */
function own(what: string, found: string, expected: string, remedy: string): Problem {
  return { severity: "error", file: "", line: undefined, place: "", what, found, expected, remedy, count: 1, also: "", choices: [], context: [] };
}
