/** The selected loop, the iteration and the ranges that are shown, as a sentence to be read out. */
import { count, counted, percent, times } from "../../base/format";
import type { Workspace } from "../../workspace/workspace";

export function spokenNest({ selection, details, ribbon }: Workspace): string {
  const loop = details.card.value;
  const noun = selection.noun.value;
  const strips = ribbon.strips.value;
  const what = loop ? `Loop L${loop.id} selected: ${times(loop.count)}, ${counted(loop.period, noun)} each time, ${percent(loop.share)}` : "No loop selected";
  const opened = strips.find((strip) => loop && strip.opened?.loop === loop.id)?.opened;
  const iteration = opened ? `, iteration ${count(opened.iteration + 1)} of ${count(opened.count)} shown` : "";
  const zoomed = selection.view.value.zoom.flatMap(([from, to], index) => {
    const title = to > from ? strips[index]?.title : undefined;
    return title ? [` ${title}: ${noun}s ${count(Math.floor(from) + 1)} to ${count(Math.ceil(to))}.`] : [];
  });
  return `${what}${iteration}.${zoomed.join("")}`;
}
