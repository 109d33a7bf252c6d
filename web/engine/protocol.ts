/**
 * What page and worker say to each other: two closed unions, each message with the id or handle it belongs to.
 *
 * A handle names one opened trace; an id names one question about it.
 */
import type { PartName } from "../../crate/wasm/pkg/parts/files.js";
import type { Figures, Problem, Progress, Reply, Request, Summary, TableColumns, TaskReport, TaskRequest, TaskResult, WantedOptions } from "./wire";

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
  /** Starts a task on a loaded trace; `run` names it until it has ended. Other work ends. */
  | { type: "start"; run: number; handle: number; task: TaskRequest }
  /** Ends that task if it is under way, and nothing else. */
  | { type: "cancelTask"; run: number }
  | { type: "cancel"; handle: number }
  | { type: "ask"; id: number; lane: Lane; request: Request }
  | { type: "forget"; id: number }
  | Try;

/** What tasks there are. */
export type TaskKind = TaskRequest["kind"];
/** What a task of a kind is asked to do. */
export type RequestOf<K extends TaskKind> = Extract<TaskRequest, { kind: K }>;
/** What it produces. */
export type ResultOf<K extends TaskKind> = Extract<TaskResult, { kind: K }>;

/** Seconds that the engine spent on a task, as the worker measured them: in all, and on its parts by name. */
export interface TaskSeconds {
  total: number;
  parts: Readonly<Record<string, number>>;
}

/** What the engine reports of a task, with the time that a finished one took. */
export type TaskUpdate<K extends TaskKind = TaskKind> =
  | Exclude<TaskReport, { type: "finished" }>
  | { type: "finished"; result: ResultOf<K>; seconds: TaskSeconds };

/** Runs a method on the string of a row of the paper's table, over and over for so many milliseconds. */
export interface Try {
  type: "try";
  id: number;
  row: number;
  method: string;
  ms: number;
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

/** A file of the engine, compiled. With the main part a worker starts; nothing else is asked of it before. */
export interface EngineFile {
  type: "file";
  name: "main" | PartName;
  module: WebAssembly.Module;
}

/** How far that is, and what came of it: nothing if the file is to be read where the others are. */
export type FromPart = { type: "reading"; bytes: number; events: number } | { type: "read"; part: Uint8Array | undefined };

/** Seconds of work, as the worker measured them. */
export interface Seconds {
  reading: number;
  loops: number;
}

export type FromWorker =
  | { type: "fetching"; handle: number; bytes: number; totalBytes: number }
  | { type: "progress"; handle: number; progress: Progress; partial: boolean }
  | { type: "done"; handle: number; summary: Summary; seconds: Seconds }
  | { type: "failed"; handle: number; problems: Problem[] }
  /** Somebody must say what the columns of these tables are; how many files there are in all. */
  | { type: "asking"; handle: number; tables: TableColumns[]; files: number }
  /** Somebody must say whether words in no known format are events: the first file, how many there are, its first lines. */
  | { type: "askingWords"; handle: number; file: string; files: number; excerpt: string }
  /** A run is named by its number alone: what a cancelled one still reports cannot be taken for that of its successor. */
  | { type: "task"; run: number; report: TaskUpdate }
  | { type: "answer"; id: number; reply: Reply }
  | { type: "dropped"; id: number }
  | Tried
  /**
   * The engine trapped and is of no use any more; another one may be started. `unfetched`: it did so because a part of it could not be
   * fetched.
   */
  | { type: "broken"; what: string; unfetched: boolean }
  /** There is no engine and will be none. */
  | { type: "missing"; what: string };
