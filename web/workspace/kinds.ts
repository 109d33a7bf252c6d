/** Which processes share a row of the list and the table, and which of these rows are open. */
import { computed, signal } from "@preact/signals";
import { kindsOf } from "../base/kinds";
import type { ProcessRow } from "../engine/wire";
import { tab } from "./screen";
import { shown } from "./store";

/** With more processes than this, those that do the same share a row unless somebody wants it otherwise: as in the model. */
const FOLD = 64;

/** A row of the list: all processes of a kind, or one process. */
export interface ListRow {
  process: ProcessRow;
  /** All that share the row; one for a row of its own. */
  members: readonly ProcessRow[];
  /** Whether its members follow; null where there are none to follow. */
  open: boolean | null;
  /** Whether it is one of the members of the row above. */
  inside: boolean;
}

/** What was chosen, of which trace. */
const wish = signal<{ handle: number; grouped: boolean } | null>(null);
const opened = signal<{ handle: number; kinds: ReadonlySet<number> } | null>(null);

/** The kinds; as many as processes while files are being read, or where the model shows another view than the nests. */
const kinds = computed(() => {
  const rows = shown.value?.summary.processes ?? [];
  const other = tab.value === "model" && shown.value?.summary.options.view !== "communication";
  return kindsOf(other ? rows.map((one) => ({ ...one, kind: one.process })) : rows);
});

/** Whether some processes do the same, so that there is something to choose. */
export const canGroup = computed(() => kinds.value.length < (shown.value?.summary.processes.length ?? 0));

export const grouped = computed(() => {
  const wanted = wish.value;
  const chosen = wanted && wanted.handle === shown.value?.handle ? wanted.grouped : (shown.value?.summary.processes.length ?? 0) > FOLD;
  return canGroup.value && chosen;
});

export function group(want: boolean): void {
  wish.value = { handle: shown.value?.handle ?? -1, grouped: want };
}

const open = computed<ReadonlySet<number>>(() => {
  const known = opened.value;
  return known && known.handle === shown.value?.handle ? known.kinds : new Set<number>();
});

/** Opens a row to its members, or closes it. */
export function toggleKind(kind: number): void {
  const next = new Set(open.value);
  if (!next.delete(kind)) next.add(kind);
  opened.value = { handle: shown.value?.handle ?? -1, kinds: next };
}

/** The rows of some kinds, the members of open ones after them. */
export function rowsOf(all: readonly { id: number; first: ProcessRow; members: readonly ProcessRow[] }[]): ListRow[] {
  return all.flatMap(({ id, first, members }): ListRow[] => {
    if (members.length === 1) return [{ process: first, members, open: null, inside: false }];
    const isOpen = open.value.has(id);
    const whole: ListRow = { process: first, members, open: isOpen, inside: false };
    return isOpen ? [whole, ...members.map((process) => ({ process, members: [process], open: null, inside: true }))] : [whole];
  });
}

/** The rows of the list as they stand. */
export const listRows = computed<readonly ListRow[]>(() => {
  if (grouped.value) return rowsOf(kinds.value);
  return (shown.value?.summary.processes ?? []).map((process) => ({ process, members: [process], open: null, inside: false }));
});

/** The place of a process among the rows: its own row if there is one, else the one it shares; -1 if there is none. */
export function placeOf(process: number | undefined | null): number {
  const rows = listRows.value;
  const own = rows.findIndex(({ process: one, members }) => members.length === 1 && one.process === process);
  return own >= 0 ? own : rows.findIndex(({ members }) => members.some((one) => one.process === process));
}

/** The process of the row so many places below that of another one; rows that say the same as the one above are passed over. */
export function processBeside(process: number | undefined | null, by: number): number | null {
  const rows = listRows.value.filter(({ open: isOpen }) => isOpen !== true);
  const at = rows.findIndex(({ members }) => members.some((one) => one.process === process));
  const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))];
  return next?.process.process ?? null;
}
