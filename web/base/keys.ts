/**
 * Which key means what. Pure: an event in, an action out; who carries it out stands elsewhere.
 */

export type Action =
  | "open"
  | "place1"
  | "place2"
  | "place3"
  | "place4"
  | "place5"
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
  | "nextOutlier"
  | "fold"
  | "copy"
  | "theme"
  | "keys";

interface KeyLike {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  o: "open",
  "1": "place1",
  "2": "place2",
  "3": "place3",
  "4": "place4",
  "5": "place5",
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
  n: "nextOutlier",
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

/** How far an arrow moves along a picture: 1 to the right, -1 to the left, 0 for every other key and with Ctrl, Cmd or Alt held. */
export function alongBy(event: KeyLike): -1 | 0 | 1 {
  const action = actionOf(event);
  return action === "right" ? 1 : action === "left" ? -1 : 0;
}

/** The sheet that `?` shows: keys as printed on the keyboard, and what they do. */
export const KEY_SHEET: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["O"], does: "open files" },
  { keys: ["1", "2", "3", "4"], does: "show a place, in the order of the tabs" },
  { keys: ["2"], does: "in Loops, from the nest to the model to the flow graph, and back" },
  { keys: ["↑", "↓"], does: "previous, next process; in the model this highlights its messages" },
  { keys: ["[", "]"], does: "previous, next loop, largest share of the trace first" },
  { keys: ["←", "→"], does: "pan when zoomed in, else the loop before or after this one" },
  { keys: ["Enter"], does: "go into the selected loop" },
  { keys: ["Esc"], does: "go up the trail; cancel" },
  { keys: ["+", "−"], does: "zoom in, out" },
  { keys: ["F"], does: "fit everything" },
  { keys: [",", "."], does: "previous, next iteration; in the model, message" },
  { keys: ["N"], does: "next iteration that stands out, in a trace with times" },
  { keys: ["Space"], does: "in the model and the flow graph, fold or open the selected loop; there also calls in a row" },
  { keys: ["C"], does: "copy the nest as text" },
  { keys: ["T"], does: "colours: as the system, light, dark" },
  { keys: ["?"], does: "show these keys" },
];
