/**
 * Moving through the model: from loop to loop, message to message, step to step. Keys, canvas and lists all end here.
 */
import { isAll, movedSteps, stepAt, zoomedSteps } from "../../base/model";
import type { Hit } from "../../engine/wire";
import { chooseProcess } from "../../workspace/choose";
import { processBeside } from "../../workspace/kinds";
import { lookAtModel, modelFigure, modelLook, modelLoop, modelSelected, modelSummary, modelWindow, standingLine, steppedTo } from "./state";
import { modelAt } from "../../workspace/modelView";

export function chooseModelLoop(loop: number): void {
  lookAtModel({ loop, also: [] });
}

/** Counts the messages of a loop with those of the selected one, or no more. */
export function alsoModelLoop(loop: number): void {
  const { also } = modelAt.value;
  if (loop === modelSelected.value) return;
  lookAtModel({ loop: modelSelected.value, also: also.includes(loop) ? also.filter((id) => id !== loop) : [...also, loop] });
}

/** Lets the messages of a process stand out, here and in the list; the same again: no more. */
export function standOut(process: number | null): void {
  if (process === null || process === modelAt.value.process) return lookAtModel({ process: null });
  lookAtModel({ process });
  chooseProcess(process);
}

/** The process so many rows further down stands out. */
export function stepStanding(by: number): void {
  const next = processBeside(modelAt.value.process, by);
  if (next !== null && next !== modelAt.value.process) standOut(next);
}

/** To the next message by time: of the process that stands out, if one does. */
export function stepMessage(by: number): void {
  const messages = modelFigure.value?.messages ?? [];
  const line = standingLine.value;
  const all = messages.map((message, index) => ({ message, index }));
  const own = all.filter(({ message }) => line === null || message.lines.includes(line));
  own.sort((a, b) => (a.message.points[0] ?? 0) - (b.message.points[0] ?? 0) || (a.message.points[1] ?? 0) - (b.message.points[1] ?? 0));
  const now = own.findIndex(({ index }) => index === steppedTo.value);
  const next = own[now < 0 ? (by > 0 ? 0 : own.length - 1) : Math.max(0, Math.min(own.length - 1, now + by))];
  if (!next) return;
  steppedTo.value = next.index;
}

/** The loop so many places further by share. */
export function stepLoop(by: number): void {
  const loops = modelSummary.value?.loops ?? [];
  const index = loops.findIndex(({ id }) => id === modelSelected.value);
  const next = loops[Math.max(0, Math.min(loops.length - 1, index + by))];
  if (next) chooseModelLoop(next.id);
}

/** Moves the window where it shows a part; else to the box before or after the selected one. */
export function sideways(direction: -1 | 1): void {
  const now = modelWindow.value;
  const figure = modelFigure.value;
  if (!now || !figure) return;
  if (!isAll(now, [now.from, now.to])) return show(movedSteps(now, (direction * (now.to - now.from)) / 8));
  const boxes = figure.picture.hits.filter(({ kind }) => kind === "loop").sort((a, b) => a.x - b.x || a.y - b.y);
  const index = boxes.findIndex((hit) => hit.loop === modelSelected.value);
  const next = boxes[Math.max(0, Math.min(boxes.length - 1, index + direction))];
  if (next) chooseModelLoop(next.loop);
}

/** Shows a window of steps. */
export function show(range: [number, number]): void {
  const now = modelFigure.value;
  const all = now !== null && isAll(now, range) && !modelLook.value.compact;
  lookAtModel({ zoom: all ? null : range });
}

export function zoomBy(factor: number): void {
  const now = modelWindow.value;
  if (now) show(zoomedSteps(now, factor, (now.from + now.to) / 2));
}

export function fit(): void {
  lookAtModel({ zoom: null });
}

/** Zooms to the selected loop. */
export function enter(): void {
  const now = modelFigure.value;
  const box: Hit | undefined = now?.picture.hits.find((hit) => hit.kind === "loop" && hit.loop === modelSelected.value);
  if (now && box) show([stepAt(now, box.x) - 1, stepAt(now, box.x + box.w) + 1]);
}

/** Out of the window, then nobody stands out, then to the loop around the selected one; false if there is none. */
export function out(): boolean {
  if (modelAt.value.zoom) {
    fit();
    return true;
  }
  if (steppedTo.value >= 0 || modelAt.value.process !== null) {
    standOut(null);
    return true;
  }
  const around = modelLoop.value?.parent ?? 0;
  if (around === 0) return false;
  chooseModelLoop(around);
  return true;
}

/** Closes the selected loop, or opens it again. */
export function fold(id = modelSelected.value): void {
  if (id === 0) return;
  const { closed } = modelAt.value;
  lookAtModel({ closed: closed.includes(id) ? closed.filter((other) => other !== id) : [...closed, id] });
}
