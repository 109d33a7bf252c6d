/** Keys, wherever the focus is: except where what has the focus uses them itself. */
import { actionOf, type Action } from "../base/keys";
import type { TabName } from "../base/url";
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

/** What some of the keys do; a key that is not in the table does nothing there. */
type Actions = Partial<Record<Action, () => void>>;

/** Does it; false if there was nothing to do, and the key is the browser's. */
function run(action: Action): boolean {
  const inTrace = shown.value !== null && sheet.value === "none";
  const act = EVERYWHERE[action] ?? (inTrace ? (IN_TRACE[action] ?? IN_VIEW[tab.value][action]) : undefined);
  act?.();
  return act !== undefined;
}

const EVERYWHERE: Actions = {
  open: pickFiles,
  theme: nextTheme,
  keys: () => (sheet.value = "keys"),
  out: () => {
    if (sheet.value !== "none") sheet.value = "none";
    else if (opening.value) cancel();
    else if (running.value) cancelTrials();
    else if (failure.value) failure.value = null;
    else if (shown.value && tab.value === "nest") choose.out();
    else if (tab.value === "model" && modelling.value?.visible) cancelModel();
    else if (tab.value !== "model" || !model.out()) tab.value = "nest";
  },
};

const IN_TRACE: Actions = {
  nestView: () => (tab.value = "nest"),
  modelView: () => (tab.value = "model"),
  tableView: () => (tab.value = "table"),
  compareView: () => (tab.value = "compare"),
  predictView: () => (tab.value = "predict"),
  previousProcess: () => (tab.value === "model" ? model.stepStanding(-1) : choose.stepProcess(-1)),
  nextProcess: () => (tab.value === "model" ? model.stepStanding(1) : choose.stepProcess(1)),
  copy: () => void copyNest(),
};

const MOVES: Actions = {
  previousLoop: () => move("previousLoop"),
  nextLoop: () => move("nextLoop"),
  zoomIn: () => move("zoomIn"),
  zoomOut: () => move("zoomOut"),
  fit: () => move("fit"),
};

const IN_VIEW: Readonly<Record<TabName, Actions>> = {
  nest: {
    ...MOVES,
    left: () => choose.sideways(-1),
    right: () => choose.sideways(1),
    enter: choose.enter,
    previousIteration: () => choose.stepIteration(-1),
    nextIteration: () => choose.stepIteration(1),
  },
  model: {
    ...MOVES,
    left: () => model.sideways(-1),
    right: () => model.sideways(1),
    enter: model.enter,
    fold: model.fold,
    previousIteration: () => model.stepMessage(-1),
    nextIteration: () => model.stepMessage(1),
  },
  table: {},
  compare: {},
  predict: {},
};

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
