/** Keys, wherever the focus is: except where the focused element uses them itself. */
import { actionOf, type Action } from "../base/keys";
import type { ViewName } from "../base/places";
import { createModel } from "../features/model/state";
import { copyNest } from "../features/nest/Exports";
import { type Move, move, sideways } from "../workspace/movable";
import type { Workspace } from "../workspace/workspace";
import { attributeOf } from "./attributes";
import { goToPlace, otherPicture } from "./carry";
import { nextOutlier, stepIteration } from "./iteration";
import { movableOf } from "./moves";
import { placesOf } from "./places";

/** Runs the actions of keys from now on; returns how to stop. */
export function watchKeys(workspace: Workspace): () => void {
  const { traces, consent } = workspace;
  const press = (event: KeyboardEvent) => {
    const action = actionOf(event);
    const isAsked = traces.columnQuestion.value ?? traces.wordQuestion.value ?? consent.question.value;
    if (!action || isAsked || event.defaultPrevented || isTyping(event.target) || usesItself(event.target, event.key)) return;
    if (run(action, workspace)) event.preventDefault();
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

/** What some of the keys do; a key that is not in a table does nothing there. */
type Actions = Readonly<Partial<Record<Action, (workspace: Workspace) => void>>>;

/** Runs an action; false if there was nothing to do, and the key is the browser's. */
function run(action: Action, workspace: Workspace): boolean {
  const { screen, selection } = workspace;
  const isInTrace = selection.shown.value !== null && screen.sheet.value === "none";
  const act = EVERYWHERE[action] ?? (isInTrace ? (IN_TRACE[action] ?? IN_VIEW[screen.view.value][action]) : undefined);
  act?.(workspace);
  return act !== undefined;
}

const EVERYWHERE: Actions = {
  open: ({ picker }) => picker.files(),
  theme: ({ themes }) => themes.next(),
  keys: ({ screen }) => (screen.sheet.value = "keys"),
  out: goOut,
};

/** Shows the place of that number; where it is shown already, Loops turns to its other picture. */
const place =
  (number: number) =>
  (workspace: Workspace): void => {
    const name = placesOf(workspace.selection.shown.value?.summary)[number - 1];
    if (name === "loops" && workspace.screen.place.value === "loops") otherPicture(workspace);
    else if (name) goToPlace(workspace, name);
  };

const IN_TRACE: Actions = {
  place1: place(1),
  place2: place(2),
  place3: place(3),
  place4: place(4),
  place5: place(5),
  previousProcess: (workspace) => movableOf(workspace).stepProcess(-1),
  nextProcess: (workspace) => movableOf(workspace).stepProcess(1),
  copy: (workspace) => void copyNest(workspace),
};

const moving =
  (what: Move) =>
  (workspace: Workspace): void =>
    move(movableOf(workspace), what);

const IN_PICTURE: Actions = {
  previousLoop: moving("previousLoop"),
  nextLoop: moving("nextLoop"),
  zoomIn: moving("zoomIn"),
  zoomOut: moving("zoomOut"),
  fit: moving("fit"),
  left: (workspace) => sideways(movableOf(workspace), -1),
  right: (workspace) => sideways(movableOf(workspace), 1),
  enter: (workspace) => movableOf(workspace).enter(),
  previousIteration: (workspace) => movableOf(workspace).step(-1),
  nextIteration: (workspace) => movableOf(workspace).step(1),
};

const IN_MODEL: Actions = {
  ...IN_PICTURE,
  fold: (workspace) => {
    const model = workspace.feature(createModel);
    model.toggleFold(model.selected.value);
  },
};

const IN_FLOW: Actions = { ...IN_PICTURE, fold: (workspace) => movableOf(workspace).fold?.() };

/** Of addresses, those of another iteration are shown by the same keys as in the ribbon. */
const IN_ITERATIONS: Actions = {
  previousLoop: moving("previousLoop"),
  nextLoop: moving("nextLoop"),
  previousIteration: (workspace) => stepOf(workspace, -1),
  nextIteration: (workspace) => stepOf(workspace, 1),
  nextOutlier,
};

function stepOf(workspace: Workspace, by: number): void {
  if (attributeOf(workspace) === "addresses") movableOf(workspace).step(by);
  else stepIteration(workspace, by);
}

/** Where the loops are listed: one selects among them, and goes to the place that shows them. */
const IN_LIST: Actions = {
  previousLoop: moving("previousLoop"),
  nextLoop: moving("nextLoop"),
  previousIteration: (workspace) => stepIteration(workspace, -1),
  nextIteration: (workspace) => stepIteration(workspace, 1),
  nextOutlier,
  enter: (workspace) => goToPlace(workspace, "loops"),
};

const IN_VIEW: Readonly<Record<ViewName, Actions>> = { overview: IN_LIST, nest: IN_PICTURE, model: IN_MODEL, flow: IN_FLOW, time: IN_PICTURE, iterations: IN_ITERATIONS };

/** Closes, cancels or leaves what is nearest: a sheet, work under way, an error, a part of the trail, a place. */
function goOut(workspace: Workspace): void {
  const { screen, traces, opener, selection } = workspace;
  const model = workspace.feature(createModel);
  if (screen.sheet.value !== "none") screen.closeSheet();
  else if (traces.opening.value) opener.cancel();
  else if (screen.underWay) screen.underWay.cancel();
  else if (traces.failure.value) traces.failure.value = null;
  else if (screen.view.value === "model" && model.running.value?.visible) model.cancel();
  else if (selection.shown.value !== null && !movableOf(workspace).out()) screen.show("overview");
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "range"].includes(target.type);
}

/** A button takes Enter, a choice the arrows. */
function usesItself(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (key === "Enter" || key === " ") return target.closest("button, a, summary") !== null;
  if (key.startsWith("Arrow")) return target.closest("input, [role='tablist'], [role='tree'], [data-keys='own']") !== null;
  return false;
}
