/** The rows of the list and the table of processes: which processes share one, and which of these rows are open. */
import { computed, signal } from "@preact/signals";
import { FOLD_ABOVE } from "../base/constants";
import { kindsOf, type Kind } from "../base/kinds";
import type { ProcessRow } from "../engine/wire";
import type { ScreenState } from "./screen";
import { isOfProgram } from "./scope";
import type { SelectionState } from "./selection";

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

export class ProcessGroups {
  /** What the user chose, for which trace. */
  private readonly wish = signal<{ handle: number; grouped: boolean } | null>(null);
  private readonly opened = signal<{ handle: number; kinds: ReadonlySet<number> } | null>(null);

  private readonly handle = computed(() => this.selection.shown.value?.handle ?? -1);
  private readonly processes = computed(() => this.selection.shown.value?.summary.processes ?? []);

  /** Whether the model shows another view than the nests, so that kinds are not of what is shown. */
  private readonly ofOther = computed(() => isOfProgram(this.screen.view.value, this.selection.shown.value) && this.selection.shown.value?.summary.options.view !== "communication");

  /** The kinds; as many as processes while files are being read. */
  readonly kinds = computed(() => kindsOf(this.processes.value));

  /** Whether some processes do the same, so that there is something to choose. */
  readonly canGroup = computed(() => !this.ofOther.value && this.kinds.value.length < this.processes.value.length);

  readonly grouped = computed(() => {
    const wish = this.wish.value;
    const chosen = wish && wish.handle === this.handle.value ? wish.grouped : this.processes.value.length > FOLD_ABOVE;
    return this.canGroup.value && chosen;
  });

  private readonly openKinds = computed<ReadonlySet<number>>(() => {
    const known = this.opened.value;
    return known && known.handle === this.handle.value ? known.kinds : new Set<number>();
  });

  /** The rows of the list. */
  readonly rows = computed<readonly ListRow[]>(() => (this.grouped.value ? this.rowsOf(this.kinds.value) : singleRows(this.processes.value)));

  /** The place of each process among the rows: its own row if there is one, otherwise the one it shares. */
  private readonly places = computed<ReadonlyMap<number, number>>(() => {
    const places = new Map<number, number>();
    // A row of its own comes after the one that it shares.
    this.rows.value.forEach(({ members }, at) => members.forEach(({ process }) => places.set(process, at)));
    return places;
  });

  constructor(
    private readonly screen: ScreenState,
    private readonly selection: SelectionState,
  ) {}

  group(want: boolean): void {
    this.wish.value = { handle: this.handle.value, grouped: want };
  }

  /** Opens a row to its members, or closes it. */
  toggle(kind: number): void {
    const kinds = new Set(this.openKinds.value);
    if (!kinds.delete(kind)) kinds.add(kind);
    this.opened.value = { handle: this.handle.value, kinds };
  }

  /** The rows of some kinds, the members of open ones after them. */
  rowsOf(kinds: readonly Kind<ProcessRow>[]): ListRow[] {
    return kinds.flatMap(({ id, first, members }): ListRow[] => {
      if (members.length === 1) return singleRows(members);
      const open = this.openKinds.value.has(id);
      const whole: ListRow = { process: first, members, open, inside: false };
      return open ? [whole, ...singleRows(members, true)] : [whole];
    });
  }

  /** The place of a process among the rows; -1 if there is none. O(1) once the rows are known. */
  placeOf(process: number | undefined | null): number {
    // Mostly none is chosen: then nobody needs to know all places.
    return process === undefined || process === null ? -1 : (this.places.value.get(process) ?? -1);
  }

  /** The process of the row so many places below that of another one; open rows are passed over, since their members follow. */
  beside(process: number | undefined | null, by: number): number | null {
    const rows = this.rows.value.filter(({ open }) => open !== true);
    const at = rows.findIndex(({ members }) => members.some((one) => one.process === process));
    const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))];
    return next?.process.process ?? null;
  }
}

/** A row for each process. */
export function singleRows(processes: readonly ProcessRow[], inside = false): ListRow[] {
  return processes.map((process) => ({ process, members: [process], open: null, inside }));
}
