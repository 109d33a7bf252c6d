/** Goes to a view with the selected loop: it has another number in the nest of a process than in the model of the program. */
import { effect, type Signal, signal } from "@preact/signals";
import { type LoopsView, type PlaceName, placeOf, type ViewName } from "../base/places";
import { isIn, nearestLoop, sameLoop } from "../base/sameLoop";
import { createModel } from "../features/model/state";
import type { ModelLoop } from "../engine/wire";
import { isOfProgram } from "../workspace/scope";
import { chainOf } from "../workspace/trail";
import type { Workspace } from "../workspace/workspace";

/** More loops are not looked through. */
const MOST = 200;

/** Shows a place, Loops with the picture that it showed last. */
export function goToPlace(workspace: Workspace, name: PlaceName): void {
  if (placeOf(workspace.screen.view.value) !== name) goToView(workspace, name === "loops" ? workspace.screen.loops : name);
  else workspace.screen.closeSheet();
}

export function goToView(workspace: Workspace, view: ViewName): void {
  const { screen, selection } = workspace;
  const [before, after] = [screen.view.value, view].map((name) => isOfProgram(name, selection.shown.value));
  if (before && !after) intoNest(workspace);
  if (!before && after) intoModel(workspace);
  screen.show(view);
}

/** What each picture of Loops is followed by. */
const NEXT: Readonly<Record<LoopsView, LoopsView>> = { nest: "model", model: "flow", flow: "nest" };

/** The next picture of Loops. */
export function otherPicture(workspace: Workspace): void {
  goToView(workspace, NEXT[workspace.screen.loops]);
}

/** A loop of the program, and the one of the process that it was carried to or from: going back selects it again. */
interface Carried {
  handle: number | undefined;
  process: number | undefined;
  model: number;
  nest: number;
}

const createCarried = (): Signal<Carried | null> => signal<Carried | null>(null);

/** The pair that was carried last, if it is of this trace and process. */
function carriedLast(workspace: Workspace): Carried | null {
  const last = workspace.feature(createCarried).peek();
  const { selection } = workspace;
  return last?.handle === selection.shown.peek()?.handle && last?.process === selection.row.peek()?.process ? last : null;
}

function carried(workspace: Workspace, model: number, nest: number): void {
  const { selection } = workspace;
  workspace.feature(createCarried).value = { handle: selection.shown.peek()?.handle, process: selection.row.peek()?.process, model, nest };
}

/** The number that a loop of the process has among those of the program; null if it has none. */
export function numberInProgram(workspace: Workspace, loop: number): number | null {
  return sameLoop(loop, workspace.details.cards.value.slice(0, MOST), ofModel(workspace));
}

/** The loop of the program that a loop of the process is, or the nearest around it that both have; null if there is none. */
function inProgram(workspace: Workspace, loop: number): number | null {
  const last = carriedLast(workspace);
  if (last?.nest === loop) return last.model;
  const own = workspace.details.cards.value.slice(0, MOST);
  const others = ofModel(workspace);
  const card = own.find(({ id }) => id === loop);
  const chain = card ? chainOf(card, own).map(({ id }) => id) : [loop];
  return nearestLoop(chain, own, others);
}

/** The loop of the process that a loop of the program is, or the nearest around it that both have; null if there is none. */
function inProcess(workspace: Workspace, loop: number): number | null {
  const last = carriedLast(workspace);
  if (last?.model === loop) return last.nest;
  const own = ofModel(workspace);
  const others = workspace.details.cards.value.slice(0, MOST);
  const chain: number[] = [];
  for (let at: ModelLoop | undefined = own.find(({ id }) => id === loop); at && chain.length < MOST; ) {
    const { id, parent } = at;
    chain.unshift(id);
    at = own.find((one) => one.id === parent);
  }
  return nearestLoop(chain.length > 0 ? chain : [loop], own, others);
}

/** Loops of the model that run on the process that is viewed. */
function ofModel(workspace: Workspace): ModelLoop[] {
  const process = workspace.selection.row.value?.process ?? 0;
  return workspace.feature(createModel).loops.value.slice(0, MOST).filter(({ processes }) => isIn(processes, process));
}

function intoNest(workspace: Workspace): void {
  const { details, selection, choose } = workspace;
  const { loop, iteration } = workspace.feature(createModel).view.value;
  const found = loop === null ? null : inProcess(workspace, loop);
  if (found && loop) carried(workspace, loop, found);
  const card = found ? details.cardOf(found) : null;
  const last = card?.path.at(-1);
  // An iteration of the loop itself, not of one around it.
  const isSame = ofModel(workspace).some(({ id, count }) => id === loop && count === card?.count);
  if (card && last && iteration !== null && (isSame || found === 1)) {
    const path = [...card.path.slice(0, -1), { item: last.item, iteration: iteration % Math.max(1, card.count), loop: card.id }];
    return selection.setView({ loop: card.id, path, zoom: [], iterated: true });
  }
  if (found === selection.loop.value) return;
  if (card) choose.card(card);
  else selection.setView({ loop: found === 0 ? 0 : null, path: [], zoom: [], iterated: false });
}

function intoModel(workspace: Workspace): void {
  const { selection } = workspace;
  const model = workspace.feature(createModel);
  const { loop } = selection.view.value;
  const { handle } = selection.shown.value ?? {};
  const carry = () => {
    const found = loop === null ? null : inProgram(workspace, loop);
    if (found && loop) carried(workspace, found, loop);
    if (found !== model.selected.peek()) model.setView({ loop: found });
  };
  if (model.summary.value) return carry();
  // The model may still be made: as soon as it is there, unless something else happened meanwhile.
  const { view } = model;
  const before = view.value;
  let end = (): void => undefined;
  end = effect(() => {
    const left = selection.shown.value?.handle !== handle || view.value !== before || model.problem.value !== null;
    if (!left && !model.summary.value) return;
    queueMicrotask(() => {
      end();
      if (!left) carry();
    });
  });
}
