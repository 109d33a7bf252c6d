/** Tables whose columns are matched, asked about or chosen anew. */
import { computed } from "@preact/signals";
import type { TableColumn, TableColumns } from "../engine/wire";
import { engine, openOrigin } from "./open";
import { say } from "./say";
import { asking, loaded, shown, type Asking, type Failure } from "./store";

/** The table whose columns are being chosen. */
export const table = computed<TableColumns | null>(() => asking.value?.tables[asking.value.at] ?? null);

/** The tables of what is loaded whose columns are worth a word: those of events, and of numbers with words among them. */
export const matched = computed<readonly TableColumns[]>(() => {
  const now = loaded.value;
  if (!now || now.handle !== shown.value?.handle) return [];
  return now.summary.tables.filter(({ fate, columns }) => fate !== "numbers" || columns.some(hasWords));
});

function hasWords({ samples }: TableColumn): boolean {
  return samples.some((text) => text !== "" && Number.isNaN(Number(text)));
}

/** Whether all tables can be read with the columns that are chosen, or are left out. */
export function isReady({ tables }: Asking): boolean {
  return tables.every((one) => one.problem === "" || isLeftOut(one) || stays(one)) && !tables.every(isLeftOut) && !tables.every(stays);
}

/** Whether it is read as numbers, and nobody has said otherwise. */
function stays({ fate }: TableColumns): boolean {
  return fate === "numbers";
}

/** Whether nothing of it is read. */
export function isLeftOut({ fate }: TableColumns): boolean {
  return fate === "none";
}

/** Shows another of the tables. */
export function showTable(at: number): void {
  if (asking.value) asking.value = { ...asking.value, at };
}

/** Takes a column for that field; another column that was it is passed over. */
export function choose(column: number, field: string): void {
  const now = table.value;
  if (!now) return;
  const columns = now.columns.map((one, at) => {
    if (at === column) return { ...one, field };
    return field !== "" && one.field === field ? { ...one, field: "" } : one;
  });
  change({ ...now, columns, fate: "asked" });
}

/** Whether the files with these columns are read at all. */
export function leaveOut(yes: boolean): void {
  const now = table.value;
  if (now) put(now, { ...now, fate: yes ? "none" : "asked" });
}

/** Puts the table in and asks what there is to say about it. */
function change(next: TableColumns): void {
  const before = table.value;
  if (!before) return;
  put(before, next);
  void engine.ask({ type: "columns", file: next.file, head: next.head, fields: next.columns.map(({ field }) => field) }).then((reply) => {
    // A newer choice has its own answer.
    if (reply) put(next, { ...reply.table, fate: next.fate, files: next.files });
  });
}

function put(before: TableColumns, next: TableColumns): void {
  const now = asking.value;
  if (now?.tables.includes(before)) asking.value = { ...now, tables: now.tables.map((one) => (one === before ? next : one)) };
}

/** Reads the files with the columns that are chosen. */
export function answer(): void {
  const now = asking.value;
  if (!now || !isReady(now) || now.origin.kind === "sample") return;
  const columns = now.tables.filter((one) => !stays(one)).map((one) => (isLeftOut(one) ? { ...one, columns: one.columns.map((column) => ({ ...column, field: "" })) } : one));
  const before = now.origin.columns ?? [];
  const others = before.filter((one) => !columns.some((other) => sameTitles(one, other)));
  openOrigin({ ...now.origin, columns: [...others, ...columns] }, now.from, now.wanted);
}

function sameTitles(one: TableColumns, other: TableColumns): boolean {
  return one.columns.length === other.columns.length && one.columns.every(({ title }, at) => title === other.columns[at]?.title);
}

/** Reads nothing; what was loaded is there as before. */
export function dismiss(): void {
  const now = asking.value;
  if (!now) return;
  asking.value = null;
  if (!now.again) say(loaded.value ? `${now.name} was not read; ${loaded.value.name} is unchanged` : `${now.name} was not read`);
}

/** Shows the columns of what is loaded, to be changed. */
export function changeColumns(): void {
  const now = loaded.value;
  if (!now) return;
  const { name, origin, wanted } = now;
  ask({ name, origin, wanted }, matched.value, true);
}

/** Shows the columns that were chosen for what could not be read, to be changed. */
export function chooseAgain({ name, origin }: Failure): void {
  if (!origin || origin.kind === "sample" || !origin.columns) return;
  ask({ name, origin, wanted: {} }, origin.columns, false);
}

function ask(what: Pick<Asking, "name" | "origin" | "wanted">, tables: readonly TableColumns[], again: boolean): void {
  const files = what.origin.kind === "files" ? what.origin.files.length : 1;
  const from = { process: null, loop: null, path: [], zoom: [], anywhere: false };
  asking.value = { ...what, from, tables: [...tables], at: 0, files, again };
}
