/**
 * The messages between the page and its worker: two closed unions, each message with the handle or id it belongs to.
 *
 * A handle names an opened trace; an id names a query about it. `wire.ts` has the types that the engine defines.
 */
import type { PartName } from "../../crate/wasm/pkg/parts/names.js";
import type { Figures, Problem, Progress, Reply, Request, Summary, TableColumns, TaskReport, TaskRequest, TaskResult, OptionsRequest } from "./wire";

/** A dropped file: its path in the dropped folder, and its bytes, unread. */
export interface Source {
  path: string;
  blob: Blob;
}

/** What the user says the columns of one kind of table are: pairs of a title and the name of a field. */
export type ChosenColumns = [string, string][];

/** Queries of one lane replace each other: of those that wait, only the newest is answered. */
export type Lane = "ribbon" | "addresses" | "model" | "timeline" | "flow" | "whatif" | "over" | "lab" | "ask" | "none";

export type ToWorker =
  /** Opens dropped files as one trace. `columns`: what the user says the columns of tables are. */
  | { type: "open"; handle: number; name: string; files: Source[]; wanted: OptionsRequest; columns?: ChosenColumns[] | undefined }
  /** Fetches a file and opens it. */
  | { type: "fetch"; handle: number; name: string; url: string; wanted: OptionsRequest; columns?: ChosenColumns[] | undefined }
  /** Analyses the loaded trace under other options. */
  | { type: "configure"; handle: number; wanted: OptionsRequest }
  /** Starts a task on a loaded trace; `run` names it until it ends. Other work is dropped. */
  | { type: "start"; run: number; handle: number; task: TaskRequest }
  /** Stops that task if it is still running; other work goes on. */
  | { type: "cancelTask"; run: number }
  /** Stops opening or analysing that trace. */
  | { type: "cancel"; handle: number }
  /** Asks about what is loaded. */
  | { type: "ask"; id: number; lane: Lane; request: Request }
  /** Drops a query that nobody waits for any more. */
  | { type: "forget"; id: number }
  | Try;

/** The kinds of tasks. */
export type TaskKind = TaskRequest["kind"];
/** The request that starts a task of a kind. */
export type RequestOf<K extends TaskKind> = Extract<TaskRequest, { kind: K }>;
/** The result of a task of a kind. */
export type ResultOf<K extends TaskKind> = Extract<TaskResult, { kind: K }>;

/** The seconds that the engine spent on a task, measured by the worker: in total, and for each part by name. */
export interface TaskSeconds {
  total: number;
  parts: Readonly<Record<string, number>>;
}

/** A report on a task; when it is finished, with the seconds it took. */
export type TaskUpdate<K extends TaskKind = TaskKind> =
  | Exclude<TaskReport, { type: "finished" }>
  | { type: "finished"; result: ResultOf<K>; seconds: TaskSeconds };

/** Runs a method on the string of a row of the paper's table, again and again for so many milliseconds. */
export interface Try {
  type: "try";
  id: number;
  row: number;
  method: string;
  ms: number;
}

/** Seconds per run, the number of runs, and the figures of the nest. */
export interface Tried {
  type: "tried";
  id: number;
  seconds: number;
  runs: number;
  figures: Figures;
}

/** A file that a worker of its own is to read. */
export interface ToPart {
  path: string;
  blob: Blob;
  columns: ChosenColumns[];
}

/** A compiled file of the engine. A worker starts with the main part; nothing else is asked of it before. */
export interface EngineFile {
  type: "file";
  name: "main" | PartName;
  module: WebAssembly.Module;
}

/** A file of the engine that the worker is to fetch and compile. It says when it has it, however often it is asked. */
interface WantedFile {
  type: "want";
  name: EngineFile["name"];
}

/** What a worker is told with or without an engine. */
export type ToAnyWorker = EngineFile | WantedFile | Expected;

/** What became of a file that was wanted. `unfetched`: the server did not send it, which it may do the next time. */
export type FromFiles =
  | { type: "compiled"; name: EngineFile["name"]; module: WebAssembly.Module }
  | { type: "uncompiled"; name: EngineFile["name"]; what: string; unfetched: boolean };

/** An address that will be opened soon. The worker asks for it at once, with or without an engine. */
export interface Expected {
  type: "expected";
  url: string;
}

/** The progress of that worker, and its result: `undefined` if the session has to read the file itself. */
export type FromPart = { type: "reading"; bytes: number; events: number } | { type: "read"; part: Uint8Array | undefined };

/** Seconds of work, measured by the worker. */
export interface Seconds {
  reading: number;
  loops: number;
}

export type FromWorker =
  | { type: "fetching"; handle: number; bytes: number; totalBytes: number }
  | { type: "progress"; handle: number; progress: Progress; partial: boolean }
  | { type: "done"; handle: number; summary: Summary; seconds: Seconds }
  | { type: "failed"; handle: number; problems: Problem[] }
  /** The user must say what the columns of these tables are. `files`: how many files there are in total. */
  | { type: "asking"; handle: number; tables: TableColumns[]; files: number }
  /** The user must say whether the words of texts in no known format are events: the first such file, how many there are, and its first lines. */
  | { type: "askingWords"; handle: number; file: string; files: number; excerpt: string }
  /** The number of the run tells late reports of a cancelled task from those of its successor. */
  | { type: "task"; run: number; report: TaskUpdate }
  | { type: "answer"; id: number; reply: Reply }
  /** A newer query of the same lane has replaced this one. */
  | { type: "dropped"; id: number }
  | Tried
  /** The engine trapped and cannot be used any more; the page may start another. `unfetched`: because a part of it could not be fetched. */
  | { type: "broken"; what: string; unfetched: boolean }
  /** The engine cannot be started. */
  | { type: "missing"; what: string };
