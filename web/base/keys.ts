/**
 * Which key means what. Pure: an event in, an action out; who carries it out stands elsewhere.
 */

export type Action =
  | "open"
  | "nestView"
  | "modelView"
  | "tableView"
  | "compareView"
  | "predictView"
  | "previousProcess"
  | "nextProcess"
  | "previousLoop"
  | "nextLoop"
  | "left"
  | "right"
  | "enter"
  | "out"
  | "zoomIn"
  | "zoomOut"
  | "fit"
  | "previousIteration"
  | "nextIteration"
  | "fold"
  | "copy"
  | "theme"
  | "keys";

export interface KeyLike {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  o: "open",
  "1": "nestView",
  "2": "modelView",
  "3": "tableView",
  "4": "compareView",
  "5": "predictView",
  ArrowUp: "previousProcess",
  ArrowDown: "nextProcess",
  "[": "previousLoop",
  "]": "nextLoop",
  ArrowLeft: "left",
  ArrowRight: "right",
  Enter: "enter",
  Escape: "out",
  "+": "zoomIn",
  "=": "zoomIn",
  "-": "zoomOut",
  f: "fit",
  ",": "previousIteration",
  ".": "nextIteration",
  " ": "fold",
  c: "copy",
  t: "theme",
  "?": "keys",
};

/** The action of a key, or null. With Ctrl, Cmd or Alt held a key belongs to the browser. */
export function actionOf(event: KeyLike): Action | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return ACTIONS[key] ?? null;
}

/** The sheet that `?` shows: keys as printed on the keyboard, and what they do. */
export const KEY_SHEET: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["O"], does: "open files" },
  { keys: ["1", "2", "3", "4", "5"], does: "the nest, the model, all processes, all methods, prediction" },
  { keys: ["↑", "↓"], does: "previous, next process; in the model its messages stand out" },
  { keys: ["[", "]"], does: "previous, next loop by share" },
  { keys: ["←", "→"], does: "pan when zoomed in, else the loop before or after it" },
  { keys: ["Enter"], does: "open the selected loop" },
  { keys: ["Esc"], does: "out of it again; cancel" },
  { keys: ["+", "−"], does: "zoom" },
  { keys: ["F"], does: "fit everything" },
  { keys: [",", "."], does: "previous, next iteration; in the model: message" },
  { keys: ["Space"], does: "in the model: fold the selected loop, open it again" },
  { keys: ["C"], does: "copy the nest as text" },
  { keys: ["T"], does: "light, dark, or as the system" },
  { keys: ["?"], does: "these keys" },
];
