/** What the window allows: side columns, or sheets over one column. */
import { signal } from "@preact/signals";
import type { TabName } from "../base/url";

function follow(query: string) {
  const list = window.matchMedia(query);
  const value = signal(list.matches);
  list.addEventListener("change", (event) => (value.value = event.matches));
  return value;
}

/** Below 1000 px the side columns become sheets. */
export const narrow = follow("(max-width: 999px)");
/** From there to 1199 px they are narrower than they would be. */
export const tight = follow("(min-width: 1000px) and (max-width: 1199px)");
export const reducedMotion = follow("(prefers-reduced-motion: reduce)");

/** Which sheet lies over the page. */
export type SheetName = "none" | "processes" | "inspector" | "more" | "keys" | "notes";
export const sheet = signal<SheetName>("none");

/** The picture, the table of all processes, the methods side by side, or what can be predicted. */
export const tab = signal<TabName>("nest");

/** What is there without a trace: the start, or the paper's table. */
export const page = signal<"start" | "table3">("start");
