// Which trace, and which process of it, is shown while one is read.
import { beforeEach, expect, test } from "vitest";
import type { ProcessRow, Summary } from "../engine/wire";
import { FRESH_LOOK, loaded, looks, opening, row, shown, type Loaded, type Opening } from "./store";

const rowOf = (process: number, name = ""): ProcessRow => ({ process, name, events: 10, mainLoop: null }) as unknown as ProcessRow;
const summaryOf = (...processes: ProcessRow[]): Summary => ({ processes }) as unknown as Summary;

function reading(...processes: ProcessRow[]): void {
  opening.value = { handle: 2, name: "new", visible: true, rebuild: false, summary: summaryOf(...processes) } as unknown as Opening;
}

beforeEach(() => {
  loaded.value = { handle: 1, name: "old", summary: summaryOf(rowOf(3)), edition: 1 } as unknown as Loaded;
  opening.value = null;
  looks.value = {};
});

test("process 0 is shown as soon as it is read, and stays", () => {
  reading(rowOf(0), rowOf(1));
  expect([shown.value?.name, row.value?.process]).toEqual(["new", 0]);
  reading(rowOf(0), rowOf(1), rowOf(2));
  expect(row.value?.process).toBe(0);
});

test("until the process is there that stays on show, the trace before is shown", () => {
  // Others may come that go before it.
  reading(rowOf(6));
  expect([shown.value?.name, row.value?.process]).toEqual(["old", 3]);
  reading(rowOf(2), rowOf(6));
  expect([shown.value?.name, row.value?.process]).toEqual(["old", 3]);
  reading(rowOf(0), rowOf(2), rowOf(6));
  expect([shown.value?.name, row.value?.process]).toEqual(["new", 0]);
});

test("the process that a link names is waited for", () => {
  looks.value = { 2: { ...FRESH_LOOK, process: 5 } };
  reading(rowOf(0), rowOf(1));
  expect(shown.value?.name).toBe("old");
  reading(rowOf(0), rowOf(1), rowOf(5));
  expect([shown.value?.name, row.value?.process]).toEqual(["new", 5]);
});

test("of threads the one that is shown is known at the end", () => {
  reading(rowOf(0, "main"), rowOf(1, "worker"));
  expect(shown.value?.name).toBe("old");
});
