/**
 * The one selection, as the timeline sees it: a process, a loop, the iterations on the way to it and in it, a call. It is that of
 * the program, or where a trace has no model that of the process.
 */
import { batch } from "@preact/signals";
import type { TimelineSummary } from "../../engine/wire";
import { changed } from "../../workspace/modelView";
import { isOfProgram } from "../../workspace/scope";
import type { Workspace } from "../../workspace/workspace";

/** A loop and one of its iterations: in the iteration of the loop around it, from 0. */
export interface Step {
  loop: number;
  iteration: number;
}

export interface TimeSelection {
  process: number | null;
  /** The selected loop, 0 for none. */
  loop: number;
  /** The iterations that are selected, from outside in: of the loops around the selected one, and perhaps of itself. */
  steps: readonly Step[];
  /** Whether the last of them is selected, and not the loop. */
  iterated: boolean;
  call: number | null;
}

type Loops = TimelineSummary["loops"];

/** The iteration that is shown of so many where none is selected: the one in the middle, as in Loops. */
export const middleOf = (iterations: number): number => Math.floor(Math.max(0, iterations - 1) / 2);

/** The loops around one, from outside in, and itself. */
export function chainOf(loops: Loops, id: number): Loops {
  const chain: Loops = [];
  let found = loops.find((loop) => loop.id === id);
  while (found && chain.length < loops.length) {
    chain.unshift(found);
    const { parent } = found;
    found = loops.find((loop) => loop.id === parent);
  }
  return chain;
}

/** An iteration of the whole run as the iterations of the loops around it, and its own in the last of them. */
export function stepsTo(chain: Loops, iteration: number): Step[] {
  let rest = iteration;
  const steps: Step[] = [];
  for (const { id, iterations } of chain.toReversed()) {
    const isOutermost = steps.length === chain.length - 1;
    steps.unshift({ loop: id, iteration: isOutermost ? rest : rest % iterations });
    rest = Math.floor(rest / iterations);
  }
  return steps;
}

/** The path that strips open: what is selected, and in the loops around it the middle iterations. */
export function pathOf(loops: Loops, { loop, steps }: TimeSelection): Step[] {
  return chainOf(loops, loop).map(({ id, iterations }, depth) => {
    const known = steps[depth];
    return known?.loop === id ? known : { loop: id, iteration: middleOf(iterations) };
  });
}

export function readSelection(workspace: Workspace, loops: Loops): TimeSelection {
  const { modelView, selection } = workspace;
  const { call } = modelView.view.value;
  if (!ofProgram(workspace)) {
    const { path, iterated } = selection.view.value;
    const loop = selection.loop.value;
    const steps = path.flatMap(({ loop: id, iteration }) => (id === undefined ? [] : [{ loop: id, iteration }]));
    return { process: selection.row.value?.process ?? null, loop, steps, iterated: iterated && steps.at(-1)?.loop === loop, call };
  }
  const { process, iteration, around, loop: asked } = modelView.view.value;
  const loop = asked ?? loops[0]?.id ?? 0;
  const chain = chainOf(loops, loop);
  const own = iteration === null ? [] : around.length > 0 || chain.length < 2 ? [{ loop, iteration }] : stepsTo(chain, iteration);
  return { process, loop, steps: [...around, ...own], iterated: iteration !== null, call };
}

/** Selects a loop and iterations; `iterated`: whether the last step is an iteration of the loop. */
export function select(workspace: Workspace, loops: Loops, { process, loop, steps, iterated, call }: TimeSelection): void {
  const { modelView, selection, details, choose } = workspace;
  const handle = modelView.handle.value;
  if (handle === null) return;
  batch(() => {
    if (ofProgram(workspace)) {
      const iteration = iterated ? (steps.at(-1)?.iteration ?? null) : null;
      const around = iterated ? steps.slice(0, -1) : steps;
      modelView.set(handle, changed(modelView.view.value, { process, loop, iteration, around, call }));
      if (process !== null) choose.process(process);
    } else {
      if (process !== null) choose.process(process);
      modelView.set(handle, changed(modelView.view.value, { call }));
      const card = details.cardOf(loop);
      const chain = chainOf(loops, loop);
      const path = card?.path.map(({ item, iteration }, depth) => {
        const id = chain[depth]?.id ?? loop;
        return { item, iteration: steps.find((step) => step.loop === id)?.iteration ?? iteration, loop: id };
      });
      selection.setView({ loop, path: path ?? [], iterated });
    }
    // Choosing a process drops the call of the one before.
    if (modelView.view.value.call !== call) modelView.set(handle, { ...modelView.view.value, call });
  });
}

function ofProgram({ screen, selection }: Workspace): boolean {
  return isOfProgram(screen.view.value, selection.shown.value);
}
