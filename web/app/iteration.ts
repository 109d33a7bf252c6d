/** The selected iteration: of a loop of the program, or where there is no model of a loop of the process. */
import { batch } from "@preact/signals";
import { createModel } from "../features/model/state";
import { createTime } from "../features/time/state";
import { placeOf } from "../features/time/places";
import { isOfProgram } from "../workspace/scope";
import type { Workspace } from "../workspace/workspace";

function ofProgram({ screen, selection }: Workspace): boolean {
  return isOfProgram(screen.view.value, selection.shown.value);
}

/** Its index from 0 among those that are listed; null if the loop is selected, and no iteration of it. */
export function selectedIteration(workspace: Workspace): number | null {
  return workspace.feature(createTime).iteration.value;
}

/** Its index from 0 among those of its loop, in the whole run. */
export function iterationOfLoop(workspace: Workspace): number | null {
  return workspace.feature(createTime).ofLoop.value;
}

/** Selects an iteration of those that are listed, and the process in whose row it was chosen, if it was in one. */
export function chooseIteration(workspace: Workspace, iteration: number, process: number | null): void {
  const time = workspace.feature(createTime);
  if (time.listedRounds.value !== null) {
    if (process !== null) workspace.choose.process(process);
    time.round.value = iteration;
    return;
  }
  const known = time.iterations.peek();
  const place = known && placeOf(known, iteration);
  chooseOfLoop(workspace, place?.id ?? null, place?.index ?? iteration, process);
}

/** Selects an iteration by its index among those of its loop; null for the loop that is selected. */
export function chooseOfLoop(workspace: Workspace, loop: number | null, iteration: number, process: number | null): void {
  const { choose, details, selection } = workspace;
  batch(() => {
    if (process !== null) choose.process(process);
    if (ofProgram(workspace)) {
      const model = workspace.feature(createModel);
      return model.setView({ loop: loop ?? model.selected.value, iteration });
    }
    const card = details.card.value;
    const last = card?.path.at(-1);
    if (!card || !last) return;
    const path = [...card.path.slice(0, -1), { item: last.item, iteration: iteration % Math.max(1, card.count), loop: card.id }];
    selection.setView({ path, iterated: true });
  });
}

/** To the iteration so many further on. */
export function stepIteration(workspace: Workspace, by: number): void {
  const known = workspace.feature(createTime).iterations.value;
  if (!known) return;
  const now = selectedIteration(workspace);
  const next = now === null ? (by > 0 ? 0 : known.iterations - 1) : Math.max(0, Math.min(known.iterations - 1, now + by));
  chooseIteration(workspace, next, null);
}

/** To the next iteration that stands out, round and round in their order. */
export function nextOutlier(workspace: Workspace): void {
  const known = workspace.feature(createTime).iterations.value;
  const outliers = [...(known?.outliers ?? []), ...(known?.short ?? [])].map(({ index }) => index).sort((a, b) => a - b);
  const now = selectedIteration(workspace) ?? -1;
  const next = outliers.find((index) => index > now) ?? outliers[0];
  if (next !== undefined) chooseIteration(workspace, next, null);
}
