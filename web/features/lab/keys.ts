/** The keys of the lab: which does what, for the listener and for the list of them. */
import type { LabState } from "./state";

/** What keys do that are not the state's alone. */
export interface Doors {
  examples: () => void;
  input: () => void;
  copy: () => void;
  keys: () => void;
}

export const KEYS: readonly [string, string][] = [
  ["← →", "a step back or on"],
  ["Shift ← →", "the same in the other zoom"],
  ["Space", "play or pause"],
  ["Home End", "first or last step"],
  ["Page ↑ ↓", "ten steps"],
  [", .", "previous or next coarse stop"],
  ["1 to 7", "a station"],
  ["E", "examples"],
  ["I", "input"],
  ["Z", "zoom: coarse or fine"],
  ["Q", "question"],
  ["C", "copy the link"],
  ["?", "these keys"],
];

/** Steps of the Page keys. */
const PAGE = 10;

/** Does what a key means; false if it means nothing here. */
export function press(state: LabState, event: KeyboardEvent, doors: Doors): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const last = state.steps.peek().length - 1;
  const fine = state.fine.peek() !== event.shiftKey;
  const station = /^[1-7]$/.test(event.key) ? state.stations.peek()[Number(event.key) - 1] : undefined;
  if (station) state.go(station.name);
  else if (event.key === "ArrowRight") state.move(1, fine);
  else if (event.key === "ArrowLeft") state.move(-1, fine);
  else if (event.key === ".") state.move(1, false);
  else if (event.key === ",") state.move(-1, false);
  else if (event.key === " ") state.play();
  else if (event.key === "Home") state.show(0);
  else if (event.key === "End") state.show(last);
  else if (event.key === "PageDown") state.show(state.at.peek() + PAGE);
  else if (event.key === "PageUp") state.show(state.at.peek() - PAGE);
  else if (event.key === "z") state.fine.value = !state.fine.peek();
  else if (event.key === "q") state.ask.value = state.ask.peek() > 0 ? 0 : -1;
  else if (event.key === "e") doors.examples();
  else if (event.key === "i") doors.input();
  else if (event.key === "c") doors.copy();
  else if (event.key === "?") doors.keys();
  else return false;
  return true;
}
