/**
 * Opening: files, samples, addresses, and the same trace under other options. And what the worker reports of it.
 */
import type { ChosenColumns, Source } from "../base/protocol";
import { nameOf, shortName } from "../base/names";
import type { Link } from "../base/url";
import type { Problem, TableColumns, TraceChoice, WantedOptions } from "../base/wire";
import { batch } from "@preact/signals";
import { EngineClient, type Port, type Report } from "./engine";
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

/** A worker with an engine of its own. */
export function spawn(): Worker {
  return new Worker(new URL("../worker/main.ts", import.meta.url), { type: "module", name: "engine" });
}

export const engine = new EngineClient(() => spawn() as unknown as Port, heard);

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

/** Opens what a link says, as it says. */
export function openLink(link: Link): void {
  if (!link.source) return;
  const from: Look = { process: link.process, loop: link.loop, path: link.path, zoom: link.zoom, anywhere: false };
  openOrigin(link.source, from, wantedOf(link));
}

function wantedOf(link: Link): WantedOptions {
  const wanted: WantedOptions = {};
  if (link.method) wanted.method = link.method;
  if (link.k !== null) wanted.k = link.k;
  if (link.view) wanted.view = link.view;
  if (link.signature) wanted.signature = link.signature;
  if (link.locals) wanted.locals = link.locals;
  return wanted;
}

/** Opens it, as it was or with other columns. */
export function openOrigin(origin: Origin, from: Look, wanted: WantedOptions): void {
  if (origin.kind === "files") return begin(nameOf(origin.files), origin, from, wanted);
  if (origin.kind === "trace") return begin(shortName(origin.url), origin, from, wanted);
  const sample = sampleOf(origin.id);
  if (sample) return begin(sample.name, origin, from, wanted);
  const names = SAMPLES.map(({ id }) => id).join(", ");
  fail(origin.id, [own("There is no sample of this name.", origin.id, names, "Choose one of the samples.")]);
}

function begin(name: string, origin: Origin, from: Look, wanted: WantedOptions): void {
  if (missing !== null) return sayMissing(name, missing);
  const handle = ++lastHandle;
  looks.value = { ...looks.value, [handle]: from };
  start({ handle, name, origin, rebuild: false, wanted });
  if (origin.kind === "files") engine.open(handle, name, origin.files, wanted, chosen(origin));
  else if (origin.kind === "trace") engine.fetch(handle, name, origin.url, wanted, chosen(origin));
  else engine.fetch(handle, name, traceAddress(origin.id), wanted);
}

function chosen(origin: { columns?: TableColumns[] }): ChosenColumns[] {
  return (origin.columns ?? []).map(({ columns }) => columns.map(({ title, field }) => [title, field]));
}

/** Builds the nests anew from what was read. The process that is looked at stays. */
export function configure(change: WantedOptions): void {
  const now = loaded.value;
  if (!now) return;
  const wanted = { ...now.wanted, ...change };
  // Another method has no K, or its own.
  if (change.method && change.k === undefined) delete wanted.k;
  // Another view has other fields.
  if (change.view && !change.signature) delete wanted.signature;
  // The default names fields that a trace may lack; asked for by name they would be refused.
  const { fields } = now.summary;
  if (wanted.signature && (!change.view || change.view === now.summary.options.view)) {
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
      fail(now.name, report.problems, now.rebuild ? null : now.origin, now.rebuild ? "analysed like that" : "read");
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
  restoring = false;
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
      wanted: now.wanted,
      edition: ++editions,
    };
    looks.value = { [handle]: now.rebuild ? { ...FRESH_LOOK, process } : (looks.value[handle] ?? FRESH_LOOK) };
  });
}

async function askPartial(handle: number): Promise<void> {
  const now = performance.now();
  if (now - asked < PARTIAL_MS) return;
  asked = now;
  const reply = await engine.ask({ type: "summary", handle });
  if (reply && reply.summary.processes.length > 0) change(handle, { summary: reply.summary });
}

function sayMissing(name: string, what: string): void {
  const expected = "a browser with WebAssembly, its vector instructions and module workers: any since 2023";
  fail(name, [own("The part of the page that reads traces could not be loaded.", what, expected, "Reload the page.")]);
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
    own("The engine stopped, most likely for want of memory.", what, "", "Try fewer files, or one process at a time."),
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
