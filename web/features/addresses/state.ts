/** The pattern of addresses of one strip of the ribbon: asked for whenever what it shows has changed. */
import { effect, signal } from "@preact/signals";
import type { Answer } from "../../engine/client";
import { engine } from "../../workspace/open";
import { ribbonLook } from "../../workspace/look";
import { ribbonIsCurrent, row, shown } from "../../workspace/store";

/** The width the picture has, in CSS pixels; 0 while it is not in the page. */
export const addressWidth = signal(0);

/** The strip that is shown: one iteration of the outermost opened loop, until somebody chooses another. */
export const addressStrip = signal(1);

/** Which number of the tuples is shown. */
export const addressField = signal(0);

/** The picture, and what it is of. */
export const addresses = signal<{ key: string; reply: Answer<"addresses"> } | null>(null);

/** What a picture must be of to be shown now. */
export function addressKey(): string {
  const now = shown.value;
  return now && row.value ? `${now.handle}/${now.edition}/${row.value.process}` : "";
}

/** Whether numbers are functions of loop indices: only then is there a pattern. */
export function hasAddresses(): boolean {
  const options = shown.value?.summary.options;
  return options?.view === "values" && options.method === "nlr";
}

let frame = 0;

/** Starts following; called once. */
export function startAddresses(): void {
  effect(() => {
    const now = shown.value;
    const process = row.value?.process;
    const width = addressWidth.value;
    const request = ribbonLook(width);
    const [strip, field] = [addressStrip.value, addressField.value];
    const key = addressKey();
    cancelAnimationFrame(frame);
    // The ribbon goes first.
    if (!now || process === undefined || width <= 0 || !hasAddresses() || !ribbonIsCurrent.value) return;
    frame = requestAnimationFrame(() => {
      void engine.ask({ type: "addresses", handle: now.handle, process, look: request, strip, field }, "addresses").then((reply) => {
        if (reply && key === addressKey()) addresses.value = { key, reply };
      });
    });
  });
}
