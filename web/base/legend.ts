/** What signs and colours mean: the entries of a legend, for the page and for a picture that leaves it. */
import type { Summary } from "../engine/wire";

const ORDER = ["send", "receive", "collective", "other"] as const;
export type EventKind = (typeof ORDER)[number];

/** How a kind of event is drawn; all others as `other`. */
const SHAPES: Readonly<Record<string, EventKind>> = { send: "send", recv: "receive", receive: "receive", sync: "collective", collective: "collective" };

export interface Legend {
  /** The kinds of events; none if all are of one kind, which tells nothing apart. */
  kinds: EventKind[];
  /** What the colours stand for. */
  word: "tag" | "label";
  /** The colours, slot 0 for the rest. */
  tags: readonly { label: string; slot: number }[];
}

export function legendOf({ options, kinds, tags }: Pick<Summary, "options" | "kinds" | "tags">): Legend {
  const values = options.view === "values";
  // A tuple has one shape, whatever its label.
  const shapes = new Set(values ? [] : kinds.filter(({ count }) => count > 0).map(({ kind }) => SHAPES[kind] ?? "other"));
  return { kinds: shapes.size > 1 ? ORDER.filter((shape) => shapes.has(shape)) : [], word: values ? "label" : "tag", tags };
}
