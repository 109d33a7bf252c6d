/** Keys, wherever the focus is: except where the focused element uses them itself. */
import { actionOf, type Action } from "../base/keys";
import type { TabName } from "../base/url";
import { createModel } from "../features/model/state";
import { copyNest } from "../features/nest/Exports";
import { createPaper } from "../features/paper/state";
import { move, sideways } from "../workspace/movable";
import type { Workspace } from "../workspace/workspace";
import { movableOf } from "./moves";

/** Runs the actions of keys from now on; returns how to stop. */
export function watchKeys(workspace: Workspace): () => void {
  const { traces, consent } = workspace;
  const press = (event: KeyboardEvent): void => {
    const action = actionOf(event);
    const isAsked = traces.columnQuestion.value ?? traces.wordQuestion.value ?? consent.question.value;
    if (!action || isAsked || event.defaultPrevented || isTyping(event.target) || usesItself(event.target, event.key)) return;
    if (run(action, workspace)) event.preventDefault();
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

/** Runs an action; false if there was nothing to do, and the key is the browser's. */
function run(action: Action, workspace: Workspace): boolean {
  const { screen, themes, picker, selection } = workspace;
  switch (action) {
    case "open":
      picker.files();
      return true;
    case "theme":
      themes.next();
      return true;
    case "keys":
      screen.sheet.value = "keys";
      return true;
    case "out":
      goOut(workspace);
      return true;
    default:
      return selection.shown.value !== null && screen.sheet.value === "none" && runInTrace(action, workspace);
  }
}

/** Closes, cancels or leaves what is nearest: a sheet, work under way, an error, a loop, a tab. */
function goOut(workspace: Workspace): void {
  const { screen, traces, opener, selection } = workspace;
  const { tab } = screen;
  const paper = workspace.feature(createPaper);
  const model = workspace.feature(createModel);
  if (screen.sheet.value !== "none") screen.closeSheet();
  else if (traces.opening.value) opener.cancel();
  else if (paper.running.value) paper.cancel();
  else if (traces.failure.value) traces.failure.value = null;
  else if (tab.value === "model" && model.running.value?.visible) model.cancel();
  else if ((tab.value === "model" || (tab.value === "nest" && selection.shown.value)) && movableOf(workspace).out()) return;
  else tab.value = "nest";
}

const TAB_KEYS: Readonly<Partial<Record<Action, TabName>>> = {
  nestView: "nest",
  modelView: "model",
  tableView: "table",
  compareView: "compare",
  predictView: "predict",
};

function runInTrace(action: Action, workspace: Workspace): boolean {
  const { tab } = workspace.screen;
  const name = TAB_KEYS[action];
  if (name) tab.value = name;
  else if (action === "previousProcess") movableOf(workspace).stepProcess(-1);
  else if (action === "nextProcess") movableOf(workspace).stepProcess(1);
  else if (action === "copy") void copyNest(workspace);
  else return (tab.value === "nest" || tab.value === "model") && runInPicture(action, workspace);
  return true;
}

function runInPicture(action: Action, workspace: Workspace): boolean {
  const picture = movableOf(workspace);
  switch (action) {
    case "previousLoop":
    case "nextLoop":
    case "zoomIn":
    case "zoomOut":
    case "fit":
      move(picture, action);
      return true;
    case "left":
      sideways(picture, -1);
      return true;
    case "right":
      sideways(picture, 1);
      return true;
    case "enter":
      picture.enter();
      return true;
    case "previousIteration":
      picture.step(-1);
      return true;
    case "nextIteration":
      picture.step(1);
      return true;
    case "fold": {
      if (workspace.screen.tab.value !== "model") return false;
      const model = workspace.feature(createModel);
      model.toggleFold(model.selected.value);
      return true;
    }
    default:
      return false;
  }
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "range"].includes(target.type);
}

/** A button takes Enter, a choice the arrows. */
function usesItself(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (key === "Enter" || key === " ") return target.closest("button, a, summary") !== null;
  if (key.startsWith("Arrow")) return target.closest("input, [role='tablist'], [role='tree'], .panel, .sheet .side") !== null;
  return false;
}
