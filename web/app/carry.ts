/** Goes to a view with the selected loop: it has another number in the nest of a process than in the model of the program. */
import { effect } from "@preact/signals";
import { type LoopsView, type PlaceName, placeOf, type ViewName } from "../base/places";
import { isIn, sameLoop } from "../base/sameLoop";
import { createModel } from "../features/model/state";
import type { ModelLoop } from "../engine/wire";
import { isOfProgram } from "../workspace/scope";
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

/** Loops of the model that run on the process that is viewed. */
function ofModel(workspace: Workspace): ModelLoop[] {
  const process = workspace.selection.row.value?.process ?? 0;
  return workspace.feature(createModel).loops.value.slice(0, MOST).filter(({ processes }) => isIn(processes, process));
}

function intoNest(workspace: Workspace): void {
  const { details, selection, choose } = workspace;
  const { loop, iteration } = workspace.feature(createModel).view.value;
  const found = loop === null ? null : sameLoop(loop, ofModel(workspace), details.cards.value.slice(0, MOST));
  const card = found ? details.cardOf(found) : null;
  const last = card?.path.at(-1);
  if (card && last && iteration !== null) {
    const path = [...card.path.slice(0, -1), { item: last.item, iteration: iteration % Math.max(1, card.count), loop: card.id }];
    return selection.setView({ loop: card.id, path, zoom: [], iterated: true });
  }
  if (found === selection.loop.value) return;
  if (card) choose.card(card);
  else selection.setView({ loop: found === 0 ? 0 : null, path: [], zoom: [], iterated: false });
}

function intoModel(workspace: Workspace): void {
  const { details, selection } = workspace;
  const model = workspace.feature(createModel);
  const { loop } = selection.view.value;
  const { handle } = selection.shown.value ?? {};
  const own = details.cards.value.slice(0, MOST);
  const carry = (): void => {
    const found = loop === null ? null : sameLoop(loop, own, ofModel(workspace));
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
