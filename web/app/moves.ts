/** The moves that keys and buttons share: fit, zoom, and the loop before or after. Each knows whether it would change anything. */
import { computed } from "@preact/signals";
import { isWhole, zoomed } from "../base/hits";
import { zoomedSteps } from "../base/model";
import * as nest from "../workspace/choose";
import { modelSelected, modelSummary, modelWindow } from "../features/model/state";
import { modelAt } from "../workspace/modelView";
import * as model from "../features/model/moves";
import { tab } from "../workspace/screen";
import { activeStrip, cards, look, selected, strips } from "../workspace/store";

/** How much closer or wider one press makes it. */
const ZOOM = 1.5;
/** Ranges that differ by less are one. */
const SAME = 0.001;

export type Move = "fit" | "zoomIn" | "zoomOut" | "previousLoop" | "nextLoop";

/** Does it, in the picture that is shown. */
export function move(what: Move): void {
  const isModel = tab.peek() === "model";
  switch (what) {
    case "fit":
      return isModel ? model.fit() : nest.fit();
    case "zoomIn":
      return isModel ? model.zoomBy(1 / ZOOM) : nest.zoomKeys(1 / ZOOM);
    case "zoomOut":
      return isModel ? model.zoomBy(ZOOM) : nest.zoomKeys(ZOOM);
    case "previousLoop":
      return isModel ? model.stepLoop(-1) : nest.stepLoop(-1);
    case "nextLoop":
      return isModel ? model.stepLoop(1) : nest.stepLoop(1);
  }
}

/** The moves that would change something now. */
export const possible = computed<ReadonlySet<Move>>(() => new Set(tab.value === "model" ? inModel() : inNest()));

function inNest(): Move[] {
  const strip = strips.value[activeStrip.value];
  const moves: Move[] = look.value.zoom.some(([from, to]) => to > from) ? ["fit"] : [];
  if (strip) {
    const [from, to] = zoomed(strip, 1 / ZOOM, (strip.from + strip.to) / 2);
    if (to - from < strip.to - strip.from - SAME) moves.push("zoomIn");
    if (!isWhole(strip, [strip.from, strip.to])) moves.push("zoomOut");
  }
  return [...moves, ...alongLoops(cards.value.map(({ id }) => id), selected.value)];
}

function inModel(): Move[] {
  const now = modelWindow.value;
  const moves: Move[] = modelAt.value.zoom ? ["fit"] : [];
  if (now) {
    const span = now.to - now.from;
    const spanAfter = (factor: number): number => {
      const [from, to] = zoomedSteps(now, factor, (now.from + now.to) / 2);
      return to - from;
    };
    if (spanAfter(1 / ZOOM) < span - SAME) moves.push("zoomIn");
    if (spanAfter(ZOOM) > span + SAME) moves.push("zoomOut");
  }
  return [...moves, ...alongLoops((modelSummary.value?.loops ?? []).map(({ id }) => id), modelSelected.value)];
}

/** Without a selection either way leads to the first loop. */
function alongLoops(ids: readonly number[], chosen: number): Move[] {
  const at = ids.indexOf(chosen);
  if (ids.length === 0) return [];
  if (at < 0) return ["previousLoop", "nextLoop"];
  return [...(at > 0 ? (["previousLoop"] as const) : []), ...(at < ids.length - 1 ? (["nextLoop"] as const) : [])];
}
