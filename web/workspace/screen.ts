/** What the page shows and what the window has room for: the tab, the sheet over the page, and side columns or one column. */
import { signal, type ReadonlySignal } from "@preact/signals";
import type { TabName } from "../base/url";

/** The sheet that lies over the page. */
export type SheetName = "none" | "processes" | "inspector" | "more" | "keys" | "notes";

/** What the page shows without a trace: the start, or the paper's table. */
export type PageName = "start" | "table3";

export class ScreenState {
  /** Below 1000 px the side columns become sheets. */
  readonly narrow = matches("(max-width: 999px)");
  /** Below 560 px the bar of views has room for four: the others are under More. */
  readonly fourPlaces = matches("(max-width: 559px)");
  /** From 1000 to 1199 px the side columns are narrower than usual. */
  readonly tight = matches("(min-width: 1000px) and (max-width: 1199px)");
  readonly sheet = signal<SheetName>("none");
  readonly tab = signal<TabName>("nest");
  readonly page = signal<PageName>("start");

  readonly closeSheet = (): void => {
    this.sheet.value = "none";
  };

  /** Shows a tab, and closes the sheet that may have led there. */
  showTab(name: TabName): void {
    this.tab.value = name;
    this.closeSheet();
  }
}

/** Whether a media query matches, kept up to date; false where there is no window. */
function matches(query: string): ReadonlySignal<boolean> {
  if (typeof matchMedia !== "function") return signal(false);
  const list = matchMedia(query);
  const value = signal(list.matches);
  list.addEventListener("change", (event) => (value.value = event.matches));
  return value;
}
