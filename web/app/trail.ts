/** The selection as a trail of parts: each can be gone back to, the last one is what is selected. */
import { times, timesTo } from "../base/format";
import { createModel } from "../features/model/state";
import { isOfProgram } from "../workspace/scope";
import { chainOf } from "../workspace/trail";
import type { Workspace } from "../workspace/workspace";

interface TrailPart {
  label: string;
  select: () => void;
}

export function trailParts(workspace: Workspace): TrailPart[] {
  const { screen, selection } = workspace;
  const summary = selection.shown.value?.summary;
  if (!summary) return [];
  return isOfProgram(screen.view.value, selection.shown.value) ? ofProgram(workspace) : ofProcess(workspace);
}

/** All processes or one of them, then the loops of the model around the selected one. */
function ofProgram(workspace: Workspace): TrailPart[] {
  const model = workspace.feature(createModel);
  const { process, iteration, around, call } = model.view.value;
  const parts: TrailPart[] = [];
  for (let loop = model.loop.value; loop; ) {
    const { id, count, parent } = loop;
    const at = around.findIndex((step) => step.loop === id);
    const step = around[at];
    // Of a loop around the selected one the iteration is what is in the trail.
    if (step) parts.unshift({ label: `L${id}: ${step.iteration + 1}`, select: () => model.setView({ ...step, around: around.slice(0, at) }) });
    else parts.unshift({ label: parts.length === 0 && iteration === null ? `L${id} ${times(count)}` : `L${id}`, select: () => model.setView({ loop: id, around }) });
    loop = model.loops.value.find((outer) => outer.id === parent) ?? null;
  }
  if (parts.length > 0 && iteration !== null) parts.push({ label: `iteration ${iteration + 1}`, select: () => model.setView({ call: null }) });
  if (call !== null) parts.push({ label: workspace.modelView.callName.value || `call ${call + 1}`, select: () => undefined });
  return [{ label: process === null ? "all processes" : `process ${process}`, select: () => model.select(0) }, ...parts];
}

/** The process, then the loops around the selected one at the iterations that are shown. */
function ofProcess(workspace: Workspace): TrailPart[] {
  const { selection, details, ribbon, choose } = workspace;
  const row = selection.row.value;
  const card = details.card.value;
  if (!row) return [];
  const first: TrailPart = { label: row.name || `process ${row.process}`, select: () => selection.setView({ loop: 0, iterated: false, anywhere: false }) };
  if (!card) return [first];
  const { iterated } = selection.view.value;
  const opened = ribbon.width.value > 0 ? ribbon.opened.value : [];
  const at = opened.findIndex(({ loop }) => loop === card.id);
  const size = `L${card.id} ${timesTo(card.count, card.countMost)}`;
  if (at < 0) {
    const around = chainOf(card, details.cards.value).slice(0, -1);
    // Where no ribbon is in the page, the path says which iteration is selected.
    const last = iterated ? selection.view.value.path.at(-1) : undefined;
    const own = [...around.map((loop) => ({ label: `L${loop.id}`, select: () => choose.card(loop) })), { label: last ? `L${card.id}` : size, select: () => choose.card(card) }];
    return [first, ...own, ...(last ? [{ label: `iteration ${last.iteration + 1}`, select: () => undefined }] : [])];
  }
  const parts = opened.slice(0, at + 1).map(({ loop, iteration }, depth): TrailPart => {
    const label = depth < at ? `L${loop}: ${iteration + 1}` : iterated ? `L${loop}` : size;
    return { label, select: () => choose.place(loop ?? 0, opened.slice(0, depth + 1)) };
  });
  const last = opened[at];
  return iterated && last ? [first, ...parts, { label: `iteration ${last.iteration + 1}`, select: () => undefined }] : [first, ...parts];
}
