// Which trace, and which process of it, is shown while one is read; and what follows from the selection.
import { beforeEach, expect, test } from "vitest";
import type { ProcessRow, Summary } from "../engine/wire";
import { SelectionState } from "./selection";
import { type Loaded, type Opening, Traces } from "./traces";
import { FRESH_VIEW } from "./view";

const rowOf = (process: number, name = ""): ProcessRow => ({ process, name, events: 10, mainLoop: null }) as unknown as ProcessRow;
const summaryOf = (...processes: ProcessRow[]): Summary => ({ processes }) as unknown as Summary;

let traces = new Traces();
let selection = new SelectionState(traces);

function reading(...processes: ProcessRow[]): void {
  traces.opening.value = { handle: 2, name: "new", visible: true, rebuild: false, summary: summaryOf(...processes) } as unknown as Opening;
}

const shownNow = (): unknown[] => [selection.shown.value?.name, selection.row.value?.process];

beforeEach(() => {
  traces = new Traces();
  selection = new SelectionState(traces);
  traces.loaded.value = { handle: 1, name: "old", summary: summaryOf(rowOf(3)), edition: 1 } as unknown as Loaded;
});

test("process 0 is shown as soon as it is read, and stays", () => {
  reading(rowOf(0), rowOf(1));
  expect(shownNow()).toEqual(["new", 0]);
  reading(rowOf(0), rowOf(1), rowOf(2));
  expect(shownNow()).toEqual(["new", 0]);
});

test("until the process is there that stays on show, the trace before is shown", () => {
  // Others may come that go before it.
  reading(rowOf(6));
  expect(shownNow()).toEqual(["old", 3]);
  reading(rowOf(2), rowOf(6));
  expect(shownNow()).toEqual(["old", 3]);
  reading(rowOf(0), rowOf(2), rowOf(6));
  expect(shownNow()).toEqual(["new", 0]);
});

test("the process that a link names is waited for", () => {
  selection.viewByHandle.value = { 2: { ...FRESH_VIEW, process: 5 } };
  reading(rowOf(0), rowOf(1));
  expect(selection.shown.value?.name).toBe("old");
  reading(rowOf(0), rowOf(1), rowOf(5));
  expect(shownNow()).toEqual(["new", 5]);
});

test("of threads the one that is shown is known at the end", () => {
  reading(rowOf(0, "main"), rowOf(1, "worker"));
  expect(selection.shown.value?.name).toBe("old");
});

test("each trace keeps its own view", () => {
  selection.setView({ loop: 4 });
  reading(rowOf(0));
  expect(selection.loop.value).toBe(0);
  traces.opening.value = null;
  expect(selection.loop.value).toBe(4);
});
