/**
 * What the page knows: the trace that is loaded, the one that is being opened, and what is looked at.
 *
 * Invariant: `loaded` changes only when an opening is done; a failed or cancelled opening leaves it alone.
 */
import { computed, signal } from "@preact/signals";
import type { Seconds, Source } from "../engine/protocol";
import type { Answer } from "../engine/client";
import type { LoopCard, Opened, Options, Problem, ProcessRow, Progress, Strip, Summary, TableColumns, WantedOptions } from "../engine/wire";

/** Where a trace came from: enough to open it again. */
export type Origin =
  | { kind: "files"; files: Source[]; columns?: TableColumns[] }
  | { kind: "sample"; id: string }
  | { kind: "trace"; url: string; columns?: TableColumns[] };

export interface Loaded {
  handle: number;
  name: string;
  origin: Origin;
  summary: Summary;
  seconds: Seconds;
  /** Whether the last work was to build the nests anew, without reading. */
  rebuilt: boolean;
  /** The options that somebody chose; the others are the engine's choice, and no link needs to say them. */
  wanted: WantedOptions;
  /** Grows with every analysis, so that pictures of the one before are not taken for this one's. */
  edition: number;
}

export interface Opening {
  handle: number;
  name: string;
  origin: Origin;
  /** True: the loaded trace is analysed anew, nothing is read. */
  rebuild: boolean;
  wanted: WantedOptions;
  started: number;
  /** False for the first 100 ms: what is that quick is not worth a word. */
  visible: boolean;
  progress: Progress | null;
  fetched: { bytes: number; totalBytes: number } | null;
  /** When the last progress came, in ms of the page's clock. */
  at: number;
  /** The processes that are there already. */
  summary: Summary | null;
}

export interface Failure {
  name: string;
  origin: Origin | null;
  /** What could not be done: `read` or `analysed`. */
  verb: string;
  problems: Problem[];
}

/** Somebody is asked what the columns of tables are. */
export interface Asking {
  name: string;
  origin: Origin;
  from: Look;
  wanted: WantedOptions;
  /** The tables, with what is chosen for them so far. */
  tables: TableColumns[];
  /** The one that is shown. */
  at: number;
  /** How many files there are in all. */
  files: number;
  /** Whether the trace is there already, read in another way. */
  again: boolean;
}

/** Somebody is asked whether words in no known format are events. */
export interface AskingWords {
  name: string;
  origin: Origin;
  from: Look;
  wanted: WantedOptions;
  /** The first of the files, and how many there are. */
  file: string;
  files: number;
  /** Its first lines. */
  excerpt: string;
}

/** What is looked at in one trace. */
export interface Look {
  /** Null: the first process. */
  process: number | null;
  /** Null: the main loop. 0: none. */
  loop: number | null;
  path: Opened[];
  zoom: [number, number][];
  /** Whether a loop was chosen as such, wherever it stands: not one place of it. */
  anywhere: boolean;
}

export const FRESH_LOOK: Look = { process: null, loop: null, path: [], zoom: [], anywhere: false };

export const loaded = signal<Loaded | null>(null);
export const opening = signal<Opening | null>(null);
export const failure = signal<Failure | null>(null);
export const asking = signal<Asking | null>(null);
export const askingWords = signal<AskingWords | null>(null);
export const looks = signal<Readonly<Record<number, Look>>>({});

/** The trace whose pictures are shown: the one being read as soon as the process is there that will be shown in the end. */
export interface Shown {
  handle: number;
  name: string;
  summary: Summary;
  partial: boolean;
  edition: number;
}

export const shown = computed<Shown | null>(() => {
  const now = opening.value;
  if (now?.summary && now.visible && foreseen(now.summary.processes, looks.value[now.handle]?.process ?? null)) return { handle: now.handle, name: now.name, summary: now.summary, partial: true, edition: 0 };
  const before = loaded.value;
  return before && { handle: before.handle, name: before.name, summary: before.summary, partial: false, edition: before.edition };
});

/**
 * The process that stays on show when all is read, if it is among those that are read so far: the one that is wanted, else
 * process 0. Of threads, and where no process is called 0, only the end tells.
 */
function foreseen(rows: readonly ProcessRow[], wanted: number | null): ProcessRow | null {
  if (wanted !== null) return rows.find(({ process }) => process === wanted) ?? null;
  return rows.find(({ process, name }) => process === 0 && !name) ?? null;
}

export const look = computed<Look>(() => looks.value[shown.value?.handle ?? -1] ?? FRESH_LOOK);

/** Changes what is looked at in the trace that is shown. */
export function lookAt(change: Partial<Look>): void {
  const handle = shown.value?.handle;
  if (handle === undefined) return;
  looks.value = { ...looks.value, [handle]: { ...look.value, ...change } };
}

/** The options as they were chosen last: of a rebuilding under way those that it will have. */
export const options = computed<Options | null>(() => {
  const before = loaded.value;
  if (!before) return null;
  const { wanted, rebuild } = opening.value ?? { wanted: {}, rebuild: false };
  const { fields, options: now } = before.summary;
  const all = rebuild ? { ...now, ...wanted } : now;
  return { ...all, signature: all.signature.filter((field) => fields.includes(field)) };
});

/** The row of the process that is looked at. */
export const row = computed<ProcessRow | null>(() => {
  const rows = shown.value?.summary.processes ?? [];
  const wanted = look.value.process;
  return rows.find((candidate) => candidate.process === wanted) ?? firstToSee(rows);
});

/** Ranks are looked at from the first on; of threads, which differ in what they do, the one whose main loop holds most. */
export function firstToSee(rows: readonly ProcessRow[]): ProcessRow | null {
  const inMain = ({ events, mainLoop }: ProcessRow): number => events * (mainLoop?.share ?? 0);
  const first = rows[0] ?? null;
  if (!first?.name) return first;
  return rows.reduce((best, one) => (inMain(one) > inMain(best) ? one : best), first);
}

/** The id of the selected loop, 0 if none. */
export const selected = computed<number>(() => {
  const wanted = look.value.loop;
  if (wanted !== null) return wanted;
  return shown.value?.partial ? 0 : (row.value?.mainLoop?.id ?? 0);
});

/** Sentence and loops of the process that is looked at, once the engine has said them. */
export const details = signal<{ handle: number; edition: number; reply: Answer<"process"> } | null>(null);

/** What other methods make of the main loop of a process: asked once its picture is there, said in one line. */
export const others = signal<{ handle: number; edition: number; reply: Answer<"others"> } | null>(null);

export const cards = computed<readonly LoopCard[]>(() => {
  const known = details.value;
  const is = known && known.handle === shown.value?.handle && known.edition === shown.value.edition && known.reply.process === row.value?.process;
  return is ? known.reply.loops : [];
});

export const card = computed<LoopCard | null>(() => cards.value.find(({ id }) => id === selected.value) ?? null);

/** What the ribbon shows now: what gestures and keys start from. */
export interface RibbonShown {
  handle: number;
  edition: number;
  process: number;
  /** The zoom it was asked for; the strips' own ranges are what came of it. */
  zoom: readonly [number, number][];
  /** The path and the selection it was asked for. */
  path: readonly Opened[];
  selected: number;
  reply: Answer<"ribbon">;
}

export const ribbon = signal<RibbonShown | null>(null);

/**
 * The strips as they are wanted: during a gesture the picture is still the one before, but the ranges are those
 * that the next one will have, so that gestures add up.
 */
export const strips = computed<readonly Strip[]>(() => {
  const now = ribbon.value;
  if (!now || now.handle !== shown.value?.handle || now.process !== row.value?.process) return [];
  return now.reply.strips.map((strip, index) => {
    const [from, to] = look.value.zoom[index] ?? [0, 0];
    const [wasFrom, wasTo] = now.zoom[index] ?? [0, 0];
    if (from === wasFrom && to === wasTo) return strip;
    return to > from ? { ...strip, from, to } : { ...strip, from: 0, to: strip.length };
  });
});

/** Whether the ribbon shows the path and the selection that are wanted. */
export const ribbonIsCurrent = computed(() => {
  const now = ribbon.value;
  const same = now && now.handle === shown.value?.handle && now.edition === shown.value.edition && now.process === row.value?.process;
  return same === true && now?.path === look.value.path && now.selected === selected.value;
});

/** The occurrence of the selected loop that the ribbon has opened. */
export interface Place {
  path: readonly Opened[];
  /** Positions of its first and its last event. */
  first: number;
  last: number;
  /** 1 = outermost. */
  depth: number;
}

let placeBefore: { loop: number; process: string; place: Place | null } | null = null;

/** The selected place; null if the ribbon has not opened the selected loop, or is still to do so. */
export const place = computed<Place | null>(() => {
  const loop = selected.value;
  const process = `${shown.value?.handle}/${shown.value?.edition}/${row.value?.process}`;
  const reply = ribbon.value?.reply;
  // While another iteration is being drawn, the place before stands for it.
  const before = placeBefore?.loop === loop && placeBefore.process === process ? placeBefore.place : null;
  if (!ribbonIsCurrent.value || !reply) return before && startsWith(look.value.path, before.path) ? before : null;
  const at = reply.strips.findIndex(({ opened }) => opened?.loop === loop);
  const strip = reply.strips[at];
  const opened = strip?.opened;
  const found = opened
    ? {
        path: reply.path.slice(0, at + 1),
        first: strip.origin + opened.start,
        last: strip.origin + opened.start + opened.count * opened.period - 1,
        depth: at + 1,
      }
    : null;
  placeBefore = { loop, process, place: found };
  return found;
});

/** Whether a path runs through the same places, at whatever iterations. */
function startsWith(path: readonly Opened[], start: readonly Opened[]): boolean {
  return start.every((step, index) => path[index]?.item === step.item);
}

/** A trace of one's own that was left for the first screen; `back` shows it again. */
export const shelf = signal<{ name: string; back: () => void } | null>(null);

/** The name of a trace of one's own that went when the page was loaded anew. */
export const forgotten = signal<string | null>(null);

/** The strip that keys act on. */
export const activeStrip = signal(0);

/** A short word for what was just done, read out and shown for a moment. */
export const said = signal("");
