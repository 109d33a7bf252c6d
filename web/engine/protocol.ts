/**
 * What page and worker say to each other: two closed unions, each message with the id or handle it belongs to.
 *
 * A handle names one opened trace; an id names one question about it.
 */
import type { Comparison, Figures, ModelSummary, Prediction, Problem, Progress, Reply, Request, Summary, TableColumns, WantedOptions } from "./wire";

/** A file as the page hands it over: where it lay in the dropped folder, and its bytes, unread. */
export interface Source {
  path: string;
  blob: Blob;
}

/** What its user says of the columns of a kind of table: their titles, and the names of the fields that they are. */
export type ChosenColumns = [string, string][];

/** Questions of one lane replace each other: only the newest that waits is answered. */
export type Lane = "ribbon" | "addresses" | "model" | "none";

export type ToWorker =
  /** `columns`: what its user says of the columns of tables. */
  | { type: "open"; handle: number; name: string; files: Source[]; wanted: WantedOptions; columns?: ChosenColumns[] | undefined }
  | { type: "fetch"; handle: number; name: string; url: string; wanted: WantedOptions; columns?: ChosenColumns[] | undefined }
  | { type: "configure"; handle: number; wanted: WantedOptions }
  | { type: "compare"; handle: number; process: number }
  | { type: "model"; handle: number; wanted: WantedOptions }
  | { type: "predict"; handle: number; depth: number }
  /** Nobody looks at what comes of that work any more; other work goes on. */
  | { type: "leave"; handle: number; work: Beside }
  | { type: "cancel"; handle: number }
  /** Draws the model of a trace for a card, beside whatever is loaded. */
  | DrawCard
  | { type: "ask"; id: number; lane: Lane; request: Request }
  | { type: "forget"; id: number }
  | Try;

/** Work on a trace that is loaded, begun when its tab is opened. */
export type Beside = "compare" | "model" | "predict";

/** Runs a method on the string of a row of the paper's table, over and over for so many milliseconds. */
export interface Try {
  type: "try";
  id: number;
  row: number;
  method: string;
  ms: number;
}

/** A card of the first screen: the model of a trace, drawn small, in colours that follow the page. */
export interface DrawCard {
  type: "card";
  id: string;
  url: string;
  width: number;
  height: number;
}

/** The card as SVG; nothing if there is none. */
export interface CardDrawn {
  type: "card";
  id: string;
  svg: string | null;
}

/** Seconds a run, the number of runs, and what each came to. */
export interface Tried {
  type: "tried";
  id: number;
  seconds: number;
  runs: number;
  figures: Figures;
}

/** A file to read in a worker of its own. */
export interface ToPart {
  path: string;
  blob: Blob;
  columns: ChosenColumns[];
}

/** How far that is, and what came of it: nothing if the file is to be read where the others are. */
export type FromPart = { type: "reading"; bytes: number; events: number } | { type: "read"; part: Uint8Array | undefined };

/** Seconds of work, as the worker measured them. */
export interface Seconds {
  reading: number;
  loops: number;
}

/** Seconds that each method took, by its name. */
export type MethodSeconds = Readonly<Record<string, number>>;

export type FromWorker =
  | { type: "fetching"; handle: number; bytes: number; totalBytes: number }
  | { type: "progress"; handle: number; progress: Progress; partial: boolean }
  | { type: "done"; handle: number; summary: Summary; seconds: Seconds }
  | { type: "failed"; handle: number; problems: Problem[] }
  /** Somebody must say what the columns of these tables are; how many files there are in all. */
  | { type: "asking"; handle: number; tables: TableColumns[]; files: number }
  /** Somebody must say whether words in no known format are events: the first file, how many there are, its first lines. */
  | { type: "askingWords"; handle: number; file: string; files: number; excerpt: string }
  | { type: "comparing"; handle: number; process: number; done: number; methods: number }
  | { type: "compared"; handle: number; comparison: Comparison; seconds: MethodSeconds }
  | { type: "uncompared"; handle: number; process: number; problem: Problem }
  | { type: "predicting"; handle: number; done: number; events: number }
  | { type: "predicted"; handle: number; prediction: Prediction; seconds: number }
  | { type: "unpredicted"; handle: number; problem: Problem }
  | { type: "modelling"; handle: number; done: number; processes: number }
  | { type: "modelled"; handle: number; summary: ModelSummary; seconds: number }
  | { type: "unmodelled"; handle: number; problem: Problem }
  | { type: "answer"; id: number; reply: Reply }
  | { type: "dropped"; id: number }
  | Tried
  | CardDrawn
  /** The engine trapped and is of no use any more; another one may be started. */
  | { type: "broken"; what: string }
  /** There is no engine and will be none. */
  | { type: "missing"; what: string };
