/** Keys, wherever the focus is: except where what has the focus uses them itself. */
import { actionOf, type Action } from "../base/keys";
import { pickFiles } from "../components/OpenButton";
import * as choose from "../workspace/choose";
import { cancelModel, modelling } from "../features/model/state";
import { consent } from "../workspace/elsewhere";
import * as model from "../features/model/moves";
import { move } from "./moves";
import { cancel } from "../workspace/open";
import { sheet, tab } from "../workspace/screen";
import { asking, askingWords, failure, opening, shown } from "../workspace/store";
import { nextTheme } from "../workspace/theme";
import { cancelTrials, running } from "../features/paper/state";
import { copyNest } from "../features/nest/Exports";

export function watchKeys(): () => void {
  const press = (event: KeyboardEvent): void => {
    const action = actionOf(event);
    if (!action || asking.value || askingWords.value || consent.value || event.defaultPrevented || isTyping(event.target) || usesItself(event.target, event.key)) return;
    if (run(action)) event.preventDefault();
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

/** Does it; false if there was nothing to do, and the key is the browser's. */
function run(action: Action): boolean {
  switch (action) {
    case "open":
      pickFiles();
      return true;
    case "theme":
      nextTheme();
      return true;
    case "keys":
      sheet.value = "keys";
      return true;
    case "out":
      if (sheet.value !== "none") sheet.value = "none";
      else if (opening.value) cancel();
      else if (running.value) cancelTrials();
      else if (failure.value) failure.value = null;
      else if (shown.value && tab.value === "nest") choose.out();
      else if (tab.value === "model" && modelling.value?.visible) cancelModel();
      else if (tab.value === "model" && model.out()) return true;
      else tab.value = "nest";
      return true;
    default:
      return shown.value !== null && sheet.value === "none" && inTrace(action);
  }
}

function inTrace(action: Action): boolean {
  switch (action) {
    case "nestView":
      tab.value = "nest";
      break;
    case "modelView":
      tab.value = "model";
      break;
    case "tableView":
      tab.value = "table";
      break;
    case "compareView":
      tab.value = "compare";
      break;
    case "predictView":
      tab.value = "predict";
      break;
    case "previousProcess":
      if (tab.value === "model") model.stepStanding(-1);
      else choose.stepProcess(-1);
      break;
    case "nextProcess":
      if (tab.value === "model") model.stepStanding(1);
      else choose.stepProcess(1);
      break;
    case "copy":
      void copyNest();
      break;
    default:
      if (tab.value === "model") return inModel(action);
      if (tab.value !== "nest" || action === "fold") return false;
      inNest(action);
  }
  return true;
}

function inNest(action: Action): void {
  switch (action) {
    case "previousLoop":
    case "nextLoop":
    case "zoomIn":
    case "zoomOut":
    case "fit":
      return move(action);
    case "left":
      return choose.sideways(-1);
    case "right":
      return choose.sideways(1);
    case "enter":
      return choose.enter();
    case "previousIteration":
      return choose.stepIteration(-1);
    case "nextIteration":
      return choose.stepIteration(1);
    default:
      return;
  }
}

function inModel(action: Action): boolean {
  switch (action) {
    case "previousLoop":
    case "nextLoop":
    case "zoomIn":
    case "zoomOut":
    case "fit":
      move(action);
      break;
    case "left":
      model.sideways(-1);
      break;
    case "right":
      model.sideways(1);
      break;
    case "enter":
      model.enter();
      break;
    case "fold":
      model.fold();
      break;
    case "previousIteration":
      model.stepMessage(-1);
      break;
    case "nextIteration":
      model.stepMessage(1);
      break;
    default:
      return false;
  }
  return true;
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
