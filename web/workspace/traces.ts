/**
 * The traces of a workspace: the one that is loaded, the one that is being opened, and what an opening came to or asks.
 *
 * Invariant: `loaded` changes only when an opening is done; a failed or cancelled opening leaves it alone.
 */
import { computed, signal } from "@preact/signals";
import type { Seconds, Source } from "../engine/protocol";
import type { Options, Problem, Progress, Summary, TableColumns, OptionsRequest } from "../engine/wire";
import type { ViewState } from "./view";

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
  /** The options that the user chose; the engine chose the others, and no link needs to name them. */
  wanted: OptionsRequest;
  /** Grows with every analysis, so that pictures of the analysis before are not taken for this one's. */
  edition: number;
}

export interface Opening {
  handle: number;
  name: string;
  origin: Origin;
  /** True: the loaded trace is analysed anew, nothing is read. */
  rebuild: boolean;
  wanted: OptionsRequest;
  started: number;
  /** False at first: an opening that is done quickly shows nothing of its progress. */
  visible: boolean;
  progress: Progress | null;
  fetched: { bytes: number; totalBytes: number } | null;
  /** When the last progress came, in ms of the page's clock. */
  at: number;
  /** The processes that are read already. */
  summary: Summary | null;
}

export interface Failure {
  name: string;
  origin: Origin | null;
  /** What could not be done: `read` or `analysed`. */
  verb: string;
  problems: Problem[];
}

/** What an opening that asks the user will go on with. */
interface Question {
  name: string;
  origin: Origin;
  from: ViewState;
  wanted: OptionsRequest;
}

/** The user is asked what the columns of tables are. */
export interface ColumnQuestion extends Question {
  /** The tables, with what is chosen for them so far. */
  tables: TableColumns[];
  /** The one that is shown. */
  at: number;
  /** How many files there are in all. */
  files: number;
  /** Whether the trace is loaded already, read in another way. */
  again: boolean;
}

/** The user is asked whether words in no known format are events. */
interface WordQuestion extends Question {
  /** The first of the files, and how many there are. */
  file: string;
  files: number;
  /** Its first lines. */
  excerpt: string;
}

export class Traces {
  readonly loaded = signal<Loaded | null>(null);
  readonly opening = signal<Opening | null>(null);
  readonly failure = signal<Failure | null>(null);
  readonly columnQuestion = signal<ColumnQuestion | null>(null);
  readonly wordQuestion = signal<WordQuestion | null>(null);
  /** The user's own trace that was left for the first screen; `back` shows it again. */
  readonly shelf = signal<{ name: string; back: () => void } | null>(null);
  /** The name of the user's own trace that was lost when the page was loaded anew. */
  readonly forgotten = signal<string | null>(null);

  /** The options as they were chosen last: while the trace is analysed anew, those that it will have. */
  readonly options = computed<Options | null>(() => {
    const before = this.loaded.value;
    if (!before) return null;
    const { wanted, rebuild } = this.opening.value ?? { wanted: {}, rebuild: false };
    const { fields, options: now } = before.summary;
    const all = rebuild ? { ...now, ...wanted } : now;
    return { ...all, signature: all.signature.filter((field) => fields.includes(field)) };
  });

  /** The opening whose progress is shown. */
  readonly busy = computed(() => (this.opening.value?.visible ? this.opening.value : null));

  /** Says that a trace was not read, and that what was loaded is there as before. */
  notRead({ name }: Question): string {
    const before = this.loaded.value;
    return before ? `${name} was not read; ${before.name} is unchanged` : `${name} was not read`;
  }
}
