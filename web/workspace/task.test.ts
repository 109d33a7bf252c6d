import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RequestOf, TaskKind, TaskUpdate } from "../engine/protocol";
import { createTask, type Task, type TaskWanted } from "./task";

/** A task that no engine has: what a new one needs on the page is a request, a key and this call. */
type Dummy = "predict";
const dummy = (question: number): RequestOf<Dummy> => ({ kind: "dummy", question }) as never;
const answer = (value: number) => ({ kind: "dummy", answer: value }) as never;

interface Run {
  handle: number;
  task: unknown;
  report: (update: TaskUpdate<Dummy>) => void;
  cancelled: boolean;
}

let runs: Run[];
let task: Task<Dummy>;
const following: (() => void)[] = [];
const wanted = signal<TaskWanted<Dummy> | null>(null);
const want = (key: number, handle = 1) => void (wanted.value = { handle, key: `${key}`, request: dummy(key) });
const engine = {
  start<K extends TaskKind>(handle: number, request: RequestOf<K>, report: (update: TaskUpdate<K>) => void): () => void {
    const run: Run = { handle, task: request, report: report as Run["report"], cancelled: false };
    runs.push(run);
    return () => void (run.cancelled = true);
  },
};
const finish = (run: Run | undefined, value: number) => run?.report({ type: "finished", result: answer(value), seconds: { total: 1, parts: {} } });

beforeEach(() => {
  vi.useFakeTimers();
  runs = [];
  wanted.value = null;
});

afterEach(() => {
  for (const end of following.splice(0)) end();
  vi.useRealTimers();
});

function followed(keeps?: "all" | "newest"): Task<Dummy> {
  task = createTask<Dummy>(engine, () => wanted.value, keeps);
  following.push(task.follow());
  return task;
}

test("a task starts when it is wanted, shows its progress after 100 ms, and keeps its result", () => {
  followed();
  expect(runs).toHaveLength(0);
  want(6);
  expect(runs.map(({ handle, task: request }) => [handle, request])).toEqual([[1, dummy(6)]]);
  expect(task.running.value).toMatchObject({ key: "6", done: 0, total: 0, visible: false });
  runs[0]?.report({ type: "progress", progress: { done: 1, total: 9, part: undefined } });
  vi.advanceTimersByTime(100);
  expect(task.running.value).toMatchObject({ done: 1, total: 9, visible: true });
  finish(runs[0], 42);
  expect(task.running.value).toBeNull();
  expect(task.resultOf(wanted.value)).toMatchObject({ result: answer(42), seconds: { total: 1 } });
  vi.advanceTimersByTime(1000);
  expect(task.running.value).toBeNull();
  expect(runs).toHaveLength(1);
});

test("a task that nobody wants any more is cancelled, and starts again when it is wanted again", () => {
  followed();
  want(6);
  wanted.value = null;
  expect(runs[0]?.cancelled).toBe(true);
  expect(task.running.value).toBeNull();
  want(6);
  expect(runs).toHaveLength(2);
  // The timer of the first does not make the second visible.
  vi.advanceTimersByTime(99);
  expect(task.running.value?.visible).toBe(false);
});

test("another request cancels the one under way; the same one does not", () => {
  followed();
  want(6);
  want(6);
  expect(runs).toHaveLength(1);
  want(7);
  expect(runs.map(({ cancelled }) => cancelled)).toEqual([true, false]);
  expect(task.running.value?.key).toBe("7");
});

test("a failure is kept for what was wanted, and not tried again", () => {
  followed();
  want(6);
  runs[0]?.report({ type: "failed", problem: { what: "no" } as never });
  expect(task.problemOf(wanted.value)).toEqual({ what: "no" });
  want(7);
  expect(task.problemOf(wanted.value)).toBeNull();
  want(6);
  expect(runs).toHaveLength(2);
});

test("only the newest result is kept, or all of one trace", () => {
  for (const [keeps, one, other] of [["newest", 3, 1], ["all", 2, 1]] as const) {
    for (const end of following.splice(0)) end();
    runs = [];
    wanted.value = null;
    followed(keeps);
    for (const key of [6, 7, 6]) {
      want(key);
      if (task.running.value) finish(runs.at(-1), key);
    }
    expect(runs).toHaveLength(one);
    want(6, 2);
    finish(runs.at(-1), 6);
    expect(task.finished.value).toHaveLength(other);
  }
});

test("a result that is forgotten is made again", () => {
  followed();
  want(6);
  finish(runs[0], 42);
  const result = task.resultOf(wanted.value);
  if (result) task.forget(result);
  expect(runs).toHaveLength(2);
});

test("a task that no longer follows starts nothing", () => {
  task = createTask<Dummy>(engine, () => wanted.value);
  const end = task.follow();
  want(6);
  end();
  expect(runs[0]?.cancelled).toBe(true);
  want(7);
  expect(runs).toHaveLength(1);
});
