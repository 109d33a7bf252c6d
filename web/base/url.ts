/**
 * The contents of a link: which trace, how it is analysed, and what is viewed. Versioned, and short enough to send.
 *
 * A part that cannot be read is left out, never an error: the trace still opens. Every number that is read is one that the
 * engine can take.
 */
import { type AskLink, readAsk, writeAsk } from "./ask";
import { readPath, type Step, writePath } from "./path";
import { ATTRIBUTES, type Attribute, isOfProcess, type PaperName, PAPERS, placeOf, type SheetInLink, SHEETS_IN_LINKS, TABS_BEFORE, type ViewName } from "./places";
import { type Assumption, readAssumptions, writeAssumptions } from "./assumptions";
import { readTrail, type TrailStep, writeTrail } from "./trail";

export interface Link {
  /** A page without a trace: the paper's table. */
  page: PaperName | null;
  source: { kind: "sample"; id: string } | { kind: "trace"; url: string } | null;
  method: string | null;
  /** The K of the method nlr. */
  k: number | null;
  view: string | null;
  signature: string[] | null;
  locals: string | null;
  /** In which order receives are shown that take whatever comes first. */
  order: string | null;
  /** Whether the nest is shown as a loop of several variants. */
  variants: boolean;
  /** The selection; loops are those of the view that the link names. Null: all processes, the main loop. */
  process: number | null;
  loop: number | null;
  /** The loops around the selected one and their iterations, as the trail says them. */
  at: readonly TrailStep[];
  /** The selected call of the process. */
  call: number | null;
  /** The loops that are opened, where the trail does not say them all. */
  path: readonly Step[];
  zoom: readonly [number, number][];
  /** What the strips of Time show, in nanoseconds; [0, 0] for all of one. */
  x: readonly [number, number][];
  /** What is assumed in the place Time; null where it is not asked what would be. */
  assumes: readonly Assumption[] | null;
  /** Null: the overview. */
  shows: ViewName | null;
  /** What the place Iterations is about. */
  of: Attribute | null;
  /** What the loops are asked for there. */
  ask: AskLink | null;
  /** The sheet over the page. */
  sheet: SheetInLink | null;
  /** What is viewed in the flow graph. */
  graph: GraphLink | null;
  /** What is viewed in the model. */
  model: ModelLink;
}

/** The part of a link about the flow graph. */
export interface GraphLink {
  /** Whether calls that only ask are in it. */
  all: boolean;
  /** The selected loop of the graph, if that is not the one of the nest. */
  loop: number | null;
}

/** The part of a link about the model. */
interface ModelLink {
  /** The method that finds the loops of each process, and its K. */
  by: string | null;
  byK: number | null;
  whole: boolean;
  folded: boolean;
  closed: number[];
  opened: number[];
  also: number[];
}

const NO_MODEL: ModelLink = { by: null, byK: null, whole: false, folded: false, closed: [], opened: [], also: [] };

export const EMPTY_LINK: Link = {
  page: null,
  source: null,
  method: null,
  k: null,
  view: null,
  signature: null,
  locals: null,
  order: null,
  variants: false,
  process: null,
  loop: null,
  at: [],
  call: null,
  path: [],
  zoom: [],
  x: [],
  assumes: null,
  shows: null,
  of: null,
  ask: null,
  sheet: null,
  graph: null,
  model: NO_MODEL,
};

const VERSION = "1";
const EVENT_VIEWS = ["calls", "communication", "values"] as const;
const METHOD_NAMES = ["greedy", "optimal", "smallest", "nlr"] as const;
/** More entries of a list, and letters of a name or of an address, are not read. */
const MOST_LISTED = 200;
const LONGEST_NAME = 40;
const LONGEST_ADDRESS = 4000;
/** The largest number of a process, a loop, an item. */
const LARGEST = 0xffff_ffff;

/** The largest K that the engine takes. */
export const MOST_K = 1_000_000;

/** The query string of a link, with its `?`; empty if there is nothing to say. */
export function write(link: Link): string {
  const parts: string[] = [];
  const put = (key: string, value: string) => {
    parts.push(`${key}=${encodeURIComponent(value).replace(/%(3A|2C|2F)/g, (code) => decodeURIComponent(code))}`);
  };
  if (link.page && !link.source) put("page", link.page);
  if (link.source?.kind === "sample") put("sample", link.source.id);
  if (link.source?.kind === "trace") put("trace", link.source.url);
  if (link.method) put("method", link.method);
  if (link.k !== null) put("k", String(link.k));
  if (link.view) put("events", link.view);
  if (link.signature) put("same", link.signature.join(","));
  if (link.locals) put("locals", link.locals);
  if (link.order) put("order", link.order);
  if (link.variants) put("variants", "on");
  if (link.shows && link.shows !== "overview") put("view", placeOf(link.shows));
  if (link.shows === "model" || link.shows === "flow") put("as", link.shows);
  const trail = writeTrail({ process: link.process, loop: link.loop, steps: link.at, call: link.call });
  if (trail) put("at", trail);
  if (link.path.length > 0) put("open", writePath(link.path));
  if (link.zoom.some(([from, to]) => to > from)) {
    put("zoom", link.zoom.map(([from, to]) => (to > from ? `${short(from)}-${short(to)}` : "")).join("_"));
  }
  if (link.x.some(([from, to]) => to > from)) put("x", link.x.map(([from, to]) => (to > from ? `${inSeconds(from)},${inSeconds(to)}` : "")).join("_"));
  if (link.assumes) put("if", writeAssumptions(link.assumes));
  if (link.of) put("of", link.of);
  if (link.ask && link.of === "records" && writeAsk(link.ask)) put("ask", writeAsk(link.ask));
  if (link.sheet) put("sheet", link.sheet);
  if (link.graph && link.shows === "flow") put("graph", [link.graph.all ? "all" : "", link.graph.loop === null ? "" : `F${link.graph.loop}`].filter(Boolean).join("/"));
  writeModel(link.model, put);
  return parts.length === 0 ? "" : `?${parts.join("&")}&v=${VERSION}`;
}

/** What was read of a query string, and the parts that could not be read. */
interface ReadLink {
  link: Link;
  /** Their keys. */
  unread: string[];
}

/** Reads a query string. Of another version only the trace is taken. */
export function read(query: string): Link {
  return parse(query).link;
}

/** The same, with what could not be read. */
export function parse(query: string): ReadLink {
  const values = new URLSearchParams(query);
  const link: Link = { ...EMPTY_LINK };
  const sample = values.get("sample");
  const trace = values.get("trace");
  // What follows is the lab's own.
  if (!sample && !trace && values.has("lab")) return { link: { ...link, page: "lab" }, unread: [] };
  if (sample && sample.length <= LONGEST_NAME) link.source = { kind: "sample", id: sample.toLowerCase() };
  else if (!sample && trace && trace.length <= LONGEST_ADDRESS) link.source = { kind: "trace", url: trace };
  else link.page = oneOf(values.get("page"), PAPERS);
  const source = sample ? "sample" : trace ? "trace" : "page";
  const unread = [source].filter((key) => values.get(key) && !link.source && !link.page);
  if ((values.get("v") ?? VERSION) !== VERSION) return { link, unread: [...unread, "v"] };
  const take: Take = (key, readPart) => {
    const value = values.get(key);
    const found = value === null ? null : readPart(value);
    if (value !== null && found === null) unread.push(key);
    return found;
  };
  link.method = take("method", (value) => oneOf(value, METHOD_NAMES));
  // With another method a K makes no sense.
  link.k = take("k", (value) => (link.method === null || link.method === "nlr" ? kOf(value) : null));
  link.locals = take("locals", (value) => oneOf(value, ["keep", "drop"] as const));
  link.order = take("order", (value) => oneOf(value, ["auto", "recorded"] as const));
  link.variants = take("variants", (value) => oneOf(value, ["on", "off"] as const)) === "on";
  link.signature = take("same", readFields);
  readView(link, values, take);
  readSelection(link, take, (key) => unread.push(key));
  link.path = take("open", (value) => readPath(value, () => unread.push("open"))) ?? [];
  link.zoom = take("zoom", (value) => readZoom(value, () => unread.push("zoom"))) ?? [];
  link.x = take("x", readSeconds) ?? [];
  if (link.shows === "time") link.assumes = take("if", readAssumptions);
  if (link.shows === "flow") link.graph = take("graph", readGraph);
  if (!isOfProcess(link.shows)) link.model = readModel(take, (key) => unread.push(key));
  return { link, unread: [...new Set(unread)] };
}

/** Reads a part of a query, if it is there; notes it if it cannot be read. */
type Take = <T>(key: string, readPart: (value: string) => T | null) => T | null;

/** Parts that only links of the pages with tabs have: they showed the nest unless they named a tab. */
const BEFORE_PLACES = ["process", "loop", "open", "zoom"];

/** What is shown: a place by its name, or the tab that a link from before the places names. */
function readView(link: Link, values: URLSearchParams, take: Take): void {
  const events = (value: string): string | null => oneOf(value, EVENT_VIEWS);
  link.view = take("events", events);
  // Before there were places, `view` said what an event is.
  const named = take("view", (value) => oneOf(value, ["overview", "loops", "time", "iterations", ...EVENT_VIEWS] as const));
  if (named && events(named)) link.view ??= named;
  const as = take("as", (value) => oneOf(value, ["nest", "model", "flow"] as const));
  if (named === "loops") link.shows = as ?? "nest";
  else if (named === "time" || named === "iterations") link.shows = named;
  link.of = take("of", (value) => oneOf(value, ATTRIBUTES));
  if (link.of === "records") link.ask = take("ask", readAsk);
  link.sheet = take("sheet", (value) => oneOf(value, SHEETS_IN_LINKS));
  const tab = take("tab", (value) => (Object.hasOwn(TABS_BEFORE, value) ? value : null));
  if (link.shows || named === "overview") return;
  const before = tab ?? (BEFORE_PLACES.some((key) => values.has(key)) ? "nest" : null);
  if (before) Object.assign(link, TABS_BEFORE[before]);
}

/** The selection: the trail, or what links said before there was one. */
function readSelection(link: Link, take: Take, bad: (key: string) => void): void {
  const trail = take("at", (value) => readTrail(value, () => bad("at")));
  const [process, loop] = [take("process", whole), take("loop", whole)];
  link.process = trail ? trail.process : process;
  link.loop = trail ? trail.loop : loop;
  link.call = trail?.call ?? null;
  link.at = trail?.steps ?? (loop ? [{ loop, iteration: null, item: null }] : []);
}

function writeModel(model: ModelLink, put: (key: string, value: string) => void): void {
  if (model.by) put("by", model.by);
  if (model.byK !== null) put("byk", String(model.byK));
  if (model.whole) put("show", "all");
  if (model.folded) put("rows", "folded");
  for (const key of ["closed", "opened", "also"] as const) if (model[key].length > 0) put(key, model[key].join("."));
}

function readModel(take: Take, bad: (key: string) => void): ModelLink {
  const list = (key: string): number[] => take(key, (value) => readList(value, () => bad(key))) ?? [];
  const by = take("by", (value) => oneOf(value, METHOD_NAMES));
  return {
    by,
    byK: take("byk", (value) => (by === "nlr" ? kOf(value) : null)),
    whole: take("show", (value) => oneOf(value, ["all"] as const)) !== null,
    folded: take("rows", (value) => oneOf(value, ["folded"] as const)) !== null,
    closed: list("closed"),
    opened: list("opened"),
    also: list("also"),
  };
}

function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function oneOf<T extends string>(value: string | null, allowed: readonly T[]): T | null {
  return allowed.find((candidate) => candidate === value) ?? null;
}

function whole(value: string): number | null {
  return /^\d{1,10}$/.test(value) && Number(value) <= LARGEST ? Number(value) : null;
}

function kOf(value: string): number | null {
  const k = whole(value);
  return k !== null && k >= 1 && k <= MOST_K ? k : null;
}

/** `L3`, `all` or `all/L3`. */
function readGraph(value: string): GraphLink | null {
  const [, all, number] = /^(all)?(?:(?:^|(?<=all)\/)[FL](\d+))?$/.exec(value) ?? [];
  const loop = number === undefined ? null : whole(number);
  if ((!all && !loop) || loop === 0 || (number !== undefined && loop === null)) return null;
  return { all: all !== undefined, loop };
}

/** Names of fields, each once. None at all is a choice, too. */
function readFields(value: string): string[] | null {
  const fields = value.split(",", MOST_LISTED).filter((field) => field !== "");
  return fields.every((field) => field.length <= LONGEST_NAME && /^[a-z0-9:_-]+$/.test(field)) ? [...new Set(fields)] : null;
}

/** Numbers, each once, as far as they are any; `bad` is called if there are others. */
function readList(value: string, bad: () => void): number[] {
  const numbers = value.split(".", MOST_LISTED).map(whole);
  if (numbers.includes(null)) bad();
  return [...new Set(numbers.filter((number) => number !== null))];
}

/** Ranges in seconds, as nanoseconds; null if one cannot be read. */
function readSeconds(value: string): [number, number][] | null {
  const ranges: [number, number][] = [];
  for (const part of value.split("_", MOST_LISTED)) {
    const found = /^(\d{1,6}(?:\.\d{1,9})?),(\d{1,6}(?:\.\d{1,9})?)$/.exec(part);
    if (!found && part !== "") return null;
    const [from, to] = [1, 2].map((at) => Math.round(Number(found?.[at] ?? 0) * 1e9)) as [number, number];
    ranges.push(to > from ? [from, to] : [0, 0]);
  }
  while (ranges.at(-1)?.[1] === 0) ranges.pop();
  return ranges;
}

/** Nanoseconds as seconds, with no more digits than needed. */
function inSeconds(nanoseconds: number): string {
  return (nanoseconds / 1e9).toFixed(9).replace(/\.?0+$/, "");
}

/** Ranges, [0, 0] where there is none; `bad` is called for one that cannot be read. */
function readZoom(value: string, bad: () => void): [number, number][] {
  return value.split("_", MOST_LISTED).map((part): [number, number] => {
    const found = /^(\d{1,15}(?:\.\d{1,3})?)-(\d{1,15}(?:\.\d{1,3})?)$/.exec(part);
    const from = Number(found?.[1] ?? 0);
    const to = Number(found?.[2] ?? 0);
    if (to > from) return [from, to];
    if (part !== "") bad();
    return [0, 0];
  });
}
