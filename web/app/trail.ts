/** The selection as a trail of parts: each can be gone back to, the last one is what is selected. */
import { times, timesTo } from "../base/format";
import { createModel } from "../features/model/state";
import { isOfProgram } from "../workspace/scope";
import { chainOf } from "../workspace/trail";
import type { Workspace } from "../workspace/workspace";

export interface TrailPart {
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
  const { process, iteration } = model.view.value;
  const parts: TrailPart[] = [];
  for (let loop = model.loop.value; loop; ) {
    const { id, count, parent } = loop;
    parts.unshift({ label: parts.length === 0 && iteration === null ? `L${id} ${times(count)}` : `L${id}`, select: () => model.select(id) });
    loop = model.loops.value.find((around) => around.id === parent) ?? null;
  }
  if (parts.length > 0 && iteration !== null) parts.push({ label: `iteration ${iteration + 1}`, select: () => undefined });
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
    return [first, ...around.map((loop) => ({ label: `L${loop.id}`, select: () => choose.card(loop) })), { label: size, select: () => choose.card(card) }];
  }
  const parts = opened.slice(0, at + 1).map(({ loop, iteration }, depth): TrailPart => {
    const label = depth < at ? `L${loop}: ${iteration + 1}` : iterated ? `L${loop}` : size;
    return { label, select: () => choose.place(loop ?? 0, opened.slice(0, depth + 1)) };
  });
  const last = opened[at];
  return iterated && last ? [first, ...parts, { label: `iteration ${last.iteration + 1}`, select: () => undefined }] : [first, ...parts];
}
