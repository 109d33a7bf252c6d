/**
 * What a link says: which trace, how it is analysed, and what is looked at. Versioned, and short enough to send.
 *
 * A part that cannot be read is left out, never an error: the trace still opens.
 */
import type { Opened } from "./wire";

/** What of a trace is looked at: its nest, the model of all processes, the table of them, the methods side by side, or what can be predicted. */
export const TABS = ["nest", "model", "table", "compare", "predict"] as const;
export type TabName = (typeof TABS)[number];

export interface Link {
  /** A page beside the traces: the paper's table. Without a trace only. */
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
  path: Opened[];
  zoom: [number, number][];
  /** Null: the nest. */
  tab: TabName | null;
  /** What is looked at in the model; process, loop and zoom are of the tab that the link names. */
  model: ModelLink;
}

/** What a link says of the model. */
export interface ModelLink {
  /** How loops of single processes are found, and the K of that. */
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
/** More numbers of a list are not read. */
const MOST_LISTED = 200;

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
  if (link.path.length > 0) put("open", link.path.map((step) => `${step.item}.${step.iteration}`).join("_"));
  if (link.zoom.some(([from, to]) => to > from)) {
    put("zoom", link.zoom.map(([from, to]) => (to > from ? `${short(from)}-${short(to)}` : "")).join("_"));
  }
  if (link.tab && link.tab !== "nest") put("tab", link.tab);
  if (link.tab === "model") writeModel(link.model, put);
  return parts.length === 0 ? "" : `?${parts.join("&")}&v=${VERSION}`;
}

/** The link that a query string says. Of another version only the trace is taken. */
export function read(query: string): Link {
  const values = new URLSearchParams(query);
  const link: Link = { ...EMPTY_LINK };
  const sample = values.get("sample");
  const trace = values.get("trace");
  if (sample) link.source = { kind: "sample", id: sample.toLowerCase() };
  else if (trace) link.source = { kind: "trace", url: trace };
  else link.page = oneOf(values.get("page"), ["table3"] as const);
  if ((values.get("v") ?? VERSION) !== VERSION) return link;
  link.method = oneOf(values.get("method"), METHOD_NAMES);
  const k = whole(values.get("k"));
  // With another method a K makes no sense.
  link.k = k !== null && k >= 1 && k <= MOST_K && (link.method === null || link.method === "nlr") ? k : null;
  link.view = oneOf(values.get("view"), ["calls", "communication", "values"] as const);
  link.locals = oneOf(values.get("locals"), ["keep", "drop"] as const);
  const same = values.get("same");
  if (same !== null) link.signature = same.split(",").filter((field) => field !== "");
  link.process = whole(values.get("process"));
  link.loop = whole(values.get("loop"));
  link.path = readPath(values.get("open"));
  link.zoom = readZoom(values.get("zoom"));
  link.tab = oneOf(values.get("tab"), TABS.slice(1));
  if (link.tab === "model") link.model = readModel(values);
  return link;
}

function writeModel(model: ModelLink, put: (key: string, value: string) => void): void {
  if (model.by) put("by", model.by);
  if (model.byK !== null) put("byk", String(model.byK));
  if (model.whole) put("show", "all");
  if (model.folded) put("rows", "folded");
  for (const key of ["closed", "opened", "also"] as const) if (model[key].length > 0) put(key, model[key].join("."));
}

function readModel(values: URLSearchParams): ModelLink {
  const list = (key: string): number[] =>
    (values.get(key) ?? "")
      .split(".", MOST_LISTED)
      .map(whole)
      .filter((number) => number !== null);
  const by = oneOf(values.get("by"), METHOD_NAMES);
  const k = whole(values.get("byk"));
  return {
    by,
    byK: by === "nlr" && k !== null && k >= 1 && k <= MOST_K ? k : null,
    whole: values.get("show") === "all",
    folded: values.get("rows") === "folded",
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

function whole(value: string | null): number | null {
  if (value === null || !/^\d{1,15}$/.test(value)) return null;
  return Number(value);
}

function readPath(value: string | null): Opened[] {
  const path: Opened[] = [];
  for (const part of (value ?? "").split("_")) {
    const found = /^(\d{1,12})\.(\d{1,12})$/.exec(part);
    if (!found) break;
    path.push({ item: Number(found[1]), iteration: Number(found[2]) });
  }
  return path;
}

function readZoom(value: string | null): [number, number][] {
  if (!value) return [];
  return value.split("_").map((part): [number, number] => {
    const found = /^(\d{1,15}(?:\.\d{1,3})?)-(\d{1,15}(?:\.\d{1,3})?)$/.exec(part);
    const from = Number(found?.[1] ?? 0);
    const to = Number(found?.[2] ?? 0);
    return to > from ? [from, to] : [0, 0];
  });
}
