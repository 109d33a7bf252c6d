/**
 * A background task of the engine, as the page follows it: started when somebody wants its result, cancelled when nobody
 * does any more, its result kept until another takes its place.
 *
 * A feature says what it wants with one function and reads signals; what a task is about is known to the feature and to
 * the engine alone. To add a task, write the engine's side (`crate/session/src/tasks`) and call `createTask` in the
 * feature.
 */
import { batch, effect, type ReadonlySignal, signal } from "@preact/signals";
import { QUIET_MS } from "../base/constants";
import type { EngineClient } from "../engine/client";
import type { RequestOf, ResultOf, TaskKind, TaskSeconds } from "../engine/protocol";
import type { Problem } from "../engine/wire";

/** What a task is to do. Two with the same handle and key have the same result. */
export interface TaskWanted<K extends TaskKind> {
  handle: number;
  key: string;
  request: RequestOf<K>;
}

/** A task under way. */
export interface TaskRunning<K extends TaskKind> extends TaskWanted<K> {
  /** Units of work that are done; each task counts its own. */
  done: number;
  /** All units of work; 0 before the first report. */
  total: number;
  /** Whether to show the progress: false for the first 100 ms. */
  visible: boolean;
}

/** A finished task. */
export interface TaskFinished<K extends TaskKind> extends TaskWanted<K> {
  result: ResultOf<K>;
  seconds: TaskSeconds;
}

/** A task that came to nothing. */
export interface TaskFailed<K extends TaskKind> extends TaskWanted<K> {
  problem: Problem;
}

export interface Task<K extends TaskKind> {
  readonly running: ReadonlySignal<TaskRunning<K> | null>;
  /** The results that are kept, all of one trace, the newest last. */
  readonly finished: ReadonlySignal<readonly TaskFinished<K>[]>;
  readonly failed: ReadonlySignal<TaskFailed<K> | null>;
  /** The result of what is wanted, if it is there. */
  resultOf(wanted: TaskWanted<K> | null): TaskFinished<K> | null;
  /** Why there is no result of what is wanted, if the task failed. */
  problemOf(wanted: TaskWanted<K> | null): Problem | null;
  /** Drops a result; if it is still wanted, the task starts again. */
  forget(result: TaskFinished<K>): void;
  /** Starts to follow what is wanted; returns a function that ends that. */
  follow(): () => void;
}

/**
 * A task of one kind, idle until it is told to follow.
 *
 * `wanted` says what the task is to do now, or null if nobody needs it; the signals that it reads are followed. `keeps`:
 * whether all results of a trace are kept, or the newest only. `urgent`: whether it is short and runs before others.
 */
export function createTask<K extends TaskKind>(
  engine: Pick<EngineClient, "start">,
  wanted: () => TaskWanted<K> | null,
  keeps: "all" | "newest" = "newest",
  urgent = false,
): Task<K> {
  const running = signal<TaskRunning<K> | null>(null);
  const finished = signal<readonly TaskFinished<K>[]>([]);
  const failed = signal<TaskFailed<K> | null>(null);
  let cancel: () => void = () => undefined;

  const stop = () => {
    if (!running.peek()) return;
    cancel();
    running.value = null;
  };

  const start = (now: TaskWanted<K>) => {
    running.value = { ...now, done: 0, total: 0, visible: false };
    const change = (part: Partial<TaskRunning<K>>) => {
      const known = running.peek();
      if (known) running.value = { ...known, ...part };
    };
    const timer = setTimeout(() => change({ visible: true }), QUIET_MS);
    const cancelRun = engine.start(now.handle, now.request, (report) => {
      if (report.type === "progress") return change({ done: report.progress.done, total: report.progress.total });
      clearTimeout(timer);
      batch(() => {
        running.value = null;
        if (report.type === "failed") failed.value = { ...now, problem: report.problem };
        else finished.value = [...(keeps === "all" ? ofTrace(finished.peek(), now) : []), { ...now, result: report.result, seconds: report.seconds }];
      });
    }, urgent);
    cancel = () => {
      clearTimeout(timer);
      cancelRun();
    };
  };

  const resultOf = (what: TaskWanted<K> | null): TaskFinished<K> | null => finished.value.find((known) => isSame(known, what)) ?? null;
  const problemOf = (what: TaskWanted<K> | null): Problem | null => (isSame(failed.value, what) ? (failed.value?.problem ?? null) : null);

  return {
    running,
    finished,
    failed,
    resultOf,
    problemOf,
    forget: (result) => void (finished.value = finished.peek().filter((known) => known !== result)),
    follow: () => {
      const end = effect(() => {
        const now = wanted();
        const isThere = resultOf(now) !== null || problemOf(now) !== null;
        if (!isSame(running.peek(), now)) stop();
        if (now && !isThere && !running.peek()) start(now);
      });
      return () => {
        end();
        stop();
      };
    },
  };
}

interface Identity {
  handle: number;
  key: string;
}

function isSame(a: Identity | null, b: Identity | null): boolean {
  return a !== null && b !== null && a.handle === b.handle && a.key === b.key;
}

/** Nothing is kept of a trace that is no longer loaded, nor twice. */
function ofTrace<T extends Identity>(known: readonly T[], now: Identity): T[] {
  return known.filter((other) => other.handle === now.handle && !isSame(other, now));
}
