/**
 * The contents of a link: which trace, how it is analysed, and what is viewed. Versioned, and short enough to send.
 *
 * A part that cannot be read is left out, never an error: the trace still opens. Every number that is read is one that the
 * engine can take.
 */
import { readPath, type Step, writePath } from "./path";

/** The tabs of a trace: its nest, the model of all processes, the table of them, the methods side by side, or what can be predicted. */
export const TABS = ["nest", "model", "table", "compare", "predict"] as const;
export type TabName = (typeof TABS)[number];

export interface Link {
  /** A page without a trace: the paper's table. */
  page: "table3" | null;
  source: { kind: "sample"; id: string } | { kind: "trace"; url: string } | null;
  method: string | null;
  /** The K of the method nlr. */
  k: number | null;
  view: string | null;
  signature: string[] | null;
  locals: string | null;
  process: number | null;
  loop: number | null;
  path: readonly Step[];
  zoom: readonly [number, number][];
  /** Null: the nest. */
  tab: TabName | null;
  /** What is viewed in the model; process, loop and zoom are of the tab that the link names. */
  model: ModelLink;
}

/** The part of a link about the model. */
export interface ModelLink {
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
  process: null,
  loop: null,
  path: [],
  zoom: [],
  tab: null,
  model: NO_MODEL,
};

const VERSION = "1";
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
  const put = (key: string, value: string): void => {
    parts.push(`${key}=${encodeURIComponent(value).replace(/%(3A|2C|2F)/g, (code) => decodeURIComponent(code))}`);
  };
  if (link.page && !link.source) put("page", link.page);
  if (link.source?.kind === "sample") put("sample", link.source.id);
  if (link.source?.kind === "trace") put("trace", link.source.url);
  if (link.method) put("method", link.method);
  if (link.k !== null) put("k", String(link.k));
  if (link.view) put("view", link.view);
  if (link.signature) put("same", link.signature.join(","));
  if (link.locals) put("locals", link.locals);
  if (link.process !== null) put("process", String(link.process));
  if (link.loop !== null) put("loop", String(link.loop));
  if (link.path.length > 0) put("open", writePath(link.path));
  if (link.zoom.some(([from, to]) => to > from)) {
    put("zoom", link.zoom.map(([from, to]) => (to > from ? `${short(from)}-${short(to)}` : "")).join("_"));
  }
  if (link.tab && link.tab !== "nest") put("tab", link.tab);
  if (link.tab === "model") writeModel(link.model, put);
  return parts.length === 0 ? "" : `?${parts.join("&")}&v=${VERSION}`;
}

/** What was read of a query string, and the parts that could not be read. */
export interface ReadLink {
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
  if (sample && sample.length <= LONGEST_NAME) link.source = { kind: "sample", id: sample.toLowerCase() };
  else if (!sample && trace && trace.length <= LONGEST_ADDRESS) link.source = { kind: "trace", url: trace };
  else link.page = oneOf(values.get("page"), ["table3"] as const);
  const source = sample ? "sample" : trace ? "trace" : "page";
  const unread = [source].filter((key) => values.get(key) && !link.source && !link.page);
  if ((values.get("v") ?? VERSION) !== VERSION) return { link, unread: [...unread, "v"] };
  /** Reads a part, if it is there; notes it if it cannot be read. */
  const take = <T>(key: string, readPart: (value: string) => T | null): T | null => {
    const value = values.get(key);
    const found = value === null ? null : readPart(value);
    if (value !== null && found === null) unread.push(key);
    return found;
  };
  link.method = take("method", (value) => oneOf(value, METHOD_NAMES));
  // With another method a K makes no sense.
  link.k = take("k", (value) => (link.method === null || link.method === "nlr" ? kOf(value) : null));
  link.view = take("view", (value) => oneOf(value, ["calls", "communication", "values"] as const));
  link.locals = take("locals", (value) => oneOf(value, ["keep", "drop"] as const));
  link.signature = take("same", readFields);
  link.process = take("process", whole);
  link.loop = take("loop", whole);
  link.path = take("open", (value) => readPath(value, () => unread.push("open"))) ?? [];
  link.zoom = take("zoom", (value) => readZoom(value, () => unread.push("zoom"))) ?? [];
  link.tab = take("tab", (value) => (value === "nest" ? "nest" : oneOf(value, TABS)));
  if (link.tab === "nest") link.tab = null;
  if (link.tab === "model") link.model = readModel(take, (key) => unread.push(key));
  return { link, unread: [...new Set(unread)] };
}

function writeModel(model: ModelLink, put: (key: string, value: string) => void): void {
  if (model.by) put("by", model.by);
  if (model.byK !== null) put("byk", String(model.byK));
  if (model.whole) put("show", "all");
  if (model.folded) put("rows", "folded");
  for (const key of ["closed", "opened", "also"] as const) if (model[key].length > 0) put(key, model[key].join("."));
}

function readModel(take: <T>(key: string, readPart: (value: string) => T | null) => T | null, bad: (key: string) => void): ModelLink {
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
