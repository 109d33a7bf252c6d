/**
 * Asks for the ribbon whenever what it shows has changed: at most once a frame, and only the newest answer counts.
 */
import { batch, computed, effect, signal } from "@preact/signals";
import { ribbonLook } from "../../workspace/look";
import { engine } from "../../workspace/open";
import { details, look, others, ribbon, row, shown } from "../../workspace/store";

/** The width the ribbon has, in CSS pixels; 0 while it is not in the page. */
export const ribbonWidth = signal(0);

let frame = 0;

/** Starts following; called once. */
export function startRibbon(): void {
  effect(() => {
    const now = shown.value;
    const process = row.value?.process;
    const width = ribbonWidth.value;
    const { path, zoom } = look.value;
    const request = ribbonLook(width);
    cancelAnimationFrame(frame);
    if (!now || process === undefined || width <= 0) return;
    const { handle, edition } = now;
    frame = requestAnimationFrame(() => {
      void engine.ask({ type: "ribbon", handle, process, look: request }, "ribbon").then((reply) => {
        const is = shown.peek()?.handle === handle && shown.peek()?.edition === edition;
        if (reply && is && row.peek()?.process === process) ribbon.value = { handle, edition, process, zoom, path, selected: request.selected, reply };
      });
    });
  });

  effect(() => {
    const now = shown.value;
    const process = row.value?.process;
    if (!now || process === undefined) return;
    const { handle, edition } = now;
    void engine.ask({ type: "process", handle, process }).then((reply) => {
      const still = shown.peek();
      if (!reply || still?.handle !== handle || still.edition !== edition || row.peek()?.process !== process) return;
      batch(() => (details.value = { handle, edition, reply }));
    });
  });

  const drawn = computed(() => {
    const [now, there] = [shown.value, ribbon.value];
    const is = now && there && !now.partial && there.handle === now.handle && there.edition === now.edition && there.process === row.value?.process;
    return is ? `${there.handle}/${there.edition}/${there.process}` : "";
  });
  effect(() => {
    if (drawn.value === "") return;
    const there = ribbon.peek();
    if (!there) return;
    const { handle, edition, process } = there;
    void engine.ask({ type: "others", handle, process }).then((reply) => {
      if (reply) others.value = { handle, edition, reply };
    });
  });
}
