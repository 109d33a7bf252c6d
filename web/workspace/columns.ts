/** The columns of tables: what they are taken for, asked about, or chosen anew by the user. */
import { computed } from "@preact/signals";
import type { EngineClient } from "../engine/client";
import type { TableColumn, TableColumns } from "../engine/wire";
import type { Opener } from "./opener";
import type { SelectionState } from "./selection";
import type { Toast } from "./toast";
import type { ColumnQuestion, Failure, Traces } from "./traces";
import { FRESH_VIEW } from "./view";

interface ColumnParts {
  engine: EngineClient;
  traces: Traces;
  selection: SelectionState;
  opener: Opener;
  toast: Toast;
}

export class ColumnMatching {
  /** The table whose columns are being chosen. */
  readonly table = computed<TableColumns | null>(() => {
    const now = this.parts.traces.columnQuestion.value;
    return now?.tables[now.at] ?? null;
  });

  /** The tables of what is loaded whose columns are worth a line: those of events, and of numbers with words among them. */
  readonly matched = computed<readonly TableColumns[]>(() => {
    const { traces, selection } = this.parts;
    const now = traces.loaded.value;
    if (!now || now.handle !== selection.shown.value?.handle) return [];
    return now.summary.tables.filter(({ fate, columns }) => fate !== "numbers" || columns.some(hasWords));
  });

  constructor(private readonly parts: ColumnParts) {}

  /** Shows another of the tables. */
  show(at: number): void {
    const { columnQuestion } = this.parts.traces;
    if (columnQuestion.value) columnQuestion.value = { ...columnQuestion.value, at };
  }

  /** Takes a column for that field; another column that was it is not read. */
  choose(column: number, field: string): void {
    const now = this.table.value;
    if (!now) return;
    const columns = now.columns.map((one, at) => {
      if (at === column) return { ...one, field };
      return field !== "" && one.field === field ? { ...one, field: "" } : one;
    });
    this.judge(now, { ...now, columns, fate: "asked" });
  }

  /** Whether the files with these columns are read at all. */
  leaveOut(yes: boolean): void {
    const now = this.table.value;
    if (now) this.replace(now, { ...now, fate: yes ? "none" : "asked" });
  }

  /** Puts the table in and asks the engine what there is to say about it. */
  private judge(before: TableColumns, next: TableColumns): void {
    this.replace(before, next);
    const { file, head, columns, fate, files } = next;
    void this.parts.engine.ask({ type: "columns", file, head, fields: columns.map(({ field }) => field) }).then((reply) => {
      // A newer choice has its own answer.
      if (reply) this.replace(next, { ...reply.table, fate, files });
    });
  }

  private replace(before: TableColumns, next: TableColumns): void {
    const { columnQuestion } = this.parts.traces;
    const now = columnQuestion.value;
    if (now?.tables.includes(before)) columnQuestion.value = { ...now, tables: now.tables.map((one) => (one === before ? next : one)) };
  }

  /** Reads the files with the columns that are chosen. */
  readonly answer = (): void => {
    const { traces, opener } = this.parts;
    const now = traces.columnQuestion.value;
    if (!now || !isReady(now) || now.origin.kind === "sample") return;
    const columns = now.tables.filter((one) => !stays(one)).map((one) => (isLeftOut(one) ? { ...one, columns: one.columns.map((column) => ({ ...column, field: "" })) } : one));
    const before = now.origin.columns ?? [];
    const others = before.filter((one) => !columns.some((other) => sameTitles(one, other)));
    opener.origin({ origin: { ...now.origin, columns: [...others, ...columns] }, view: now.from, wanted: now.wanted });
  };

  /** Reads nothing; what was loaded is there as before. */
  readonly dismiss = (): void => {
    const { traces, toast } = this.parts;
    const now = traces.columnQuestion.value;
    if (!now) return;
    traces.columnQuestion.value = null;
    if (!now.again) toast.announce(traces.notRead(now));
  };

  /** Shows the columns of what is loaded, to be changed. */
  readonly change = (): void => {
    const now = this.parts.traces.loaded.value;
    if (!now) return;
    const { name, origin, wanted } = now;
    this.ask({ name, origin, wanted }, this.matched.value, true);
  };

  /** Shows the columns that were chosen for what could not be read, to be changed. */
  chooseAgain({ name, origin }: Failure): void {
    if (!origin || origin.kind === "sample" || !origin.columns) return;
    this.ask({ name, origin, wanted: {} }, origin.columns, false);
  }

  private ask(what: Pick<ColumnQuestion, "name" | "origin" | "wanted">, tables: readonly TableColumns[], again: boolean): void {
    const files = what.origin.kind === "files" ? what.origin.files.length : 1;
    this.parts.traces.columnQuestion.value = { ...what, from: FRESH_VIEW, tables: [...tables], at: 0, files, again };
  }
}

function hasWords({ samples }: TableColumn): boolean {
  return samples.some((text) => text !== "" && Number.isNaN(Number(text)));
}

/** Whether all tables can be read with the columns that are chosen, or are left out. */
export function isReady({ tables }: ColumnQuestion): boolean {
  return tables.every((one) => one.problem === "" || isLeftOut(one) || stays(one)) && !tables.every(isLeftOut) && !tables.every(stays);
}

/** Whether it is read as numbers, and the user has not said otherwise. */
function stays({ fate }: TableColumns): boolean {
  return fate === "numbers";
}

/** Whether nothing of it is read. */
export function isLeftOut({ fate }: TableColumns): boolean {
  return fate === "none";
}

function sameTitles(one: TableColumns, other: TableColumns): boolean {
  return one.columns.length === other.columns.length && one.columns.every(({ title }, at) => title === other.columns[at]?.title);
}
