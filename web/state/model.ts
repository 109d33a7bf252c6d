/**
 * The model of the whole program: made when its tab is opened, once for a trace; its picture is asked for whenever
 * what it shows has changed.
 */
import { batch, computed, effect, signal } from "@preact/signals";
import { isAll, movedSteps, stepAt, zoomedSteps } from "../base/model";
import type { Hit, ModelFigure, ModelLoop, ModelSummary, Problem } from "../base/wire";
import type { Answer, ModelReport } from "./engine";
import { engine } from "./open";
import { tab } from "./screen";
import { loaded, opening } from "./store";
import { theme } from "./theme";

/** Nothing is said of what takes less. */
const QUIET_MS = 100;
/** Narrower than this a step keeps its width, and the picture is moved. */
const COMPACT_BELOW = 560;

export interface Modelling {
  handle: number;
  done: number;
  processes: number;
  /** False for the first 100 ms. */
  visible: boolean;
}

/** What is looked at in the model. */
interface ModelAt {
  handle: number;
  /** Null: the largest loop. 0: none. */
  loop: number | null;
  zoom: [number, number] | null;
  whole: boolean;
  folded: boolean;
  closed: readonly number[];
}

const made = signal<{ handle: number; summary: ModelSummary } | null>(null);
const refused = signal<{ handle: number; problem: Problem } | null>(null);
const at = signal<ModelAt | null>(null);
export const modelling = signal<Modelling | null>(null);

const handle = computed(() => (opening.value ? null : (loaded.value?.handle ?? null)));
export const modelSummary = computed(() => (made.value && made.value.handle === handle.value ? made.value.summary : null));
export const modelRefused = computed(() => (refused.value && refused.value.handle === handle.value ? refused.value.problem : null));
export const modelAt = computed<ModelAt>(() => {
  const now = handle.value ?? -1;
  const known = at.value;
  return known?.handle === now ? known : { handle: now, loop: null, zoom: null, whole: false, folded: false, closed: [] };
});
export const modelSelected = computed(() => modelAt.value.loop ?? (modelSummary.value?.loops[0]?.id ?? 0));
export const modelLoop = computed<ModelLoop | null>(() => modelSummary.value?.loops.find(({ id }) => id === modelSelected.value) ?? null);

/** The room that the picture has, in CSS pixels; no width while it is not in the page. */
export const modelRoom = signal({ width: 0, height: 0 });
/** The process whose messages stand out. */
export const modelProcess = signal<number | null>(null);
export const figure = signal<{ handle: number; figure: ModelFigure } | null>(null);
export const modelFigure = computed(() => (figure.value?.handle === handle.value ? figure.value.figure : null));
/** Matrix and text of the selected loop. */
export const part = signal<{ handle: number; reply: Answer<"modelPart"> } | null>(null);
export const modelPart = computed(() => {
  const known = part.value;
  return known && known.handle === handle.value && known.reply.id === modelSelected.value ? known.reply : null;
});

/** How the picture is to be drawn. */
export const modelLook = computed(() => {
  const { width, height } = modelRoom.value;
  const { zoom, whole, folded, closed } = modelAt.value;
  const process = modelProcess.value ?? undefined;
  const compact = width < COMPACT_BELOW;
  return { width, height, theme: theme.value, compact, whole, folded, zoom: zoom ?? undefined, selected: modelSelected.value, closed: [...closed], process };
});

/** Starts following; called once. */
export function startModel(): void {
  engine.modelled = heard;
  effect(() => {
    const wanted = tab.value === "model" ? handle.value : null;
    const there = made.value?.handle === wanted || refused.value?.handle === wanted;
    const before = modelling.peek();
    if (before && before.handle !== wanted) {
      engine.leave(before.handle, "model");
      modelling.value = null;
    }
    if (wanted === null || there || modelling.peek()) return;
    modelling.value = { handle: wanted, done: 0, processes: 0, visible: false };
    setTimeout(() => {
      const now = modelling.peek();
      if (now?.handle === wanted) modelling.value = { ...now, visible: true };
    }, QUIET_MS);
    engine.model(wanted);
  });
  effect(draw);
  effect(() => {
    const now = handle.value;
    const id = modelSelected.value;
    if (tab.value !== "model" || now === null || !modelSummary.value || modelPart.peek()?.id === id) return;
    void engine.ask({ type: "modelPart", handle: now, id }).then((reply) => {
      if (reply && modelSelected.peek() === id) part.value = { handle: now, reply };
    });
  });
}

function heard(report: ModelReport): void {
  const now = modelling.peek();
  if (!now || now.handle !== report.handle) return;
  if (report.type === "modelling") {
    modelling.value = { ...now, done: report.done, processes: report.processes };
    return;
  }
  batch(() => {
    modelling.value = null;
    if (report.type === "modelled") made.value = { handle: report.handle, summary: report.summary };
    else refused.value = { handle: report.handle, problem: report.problem };
  });
}

let frame = 0;

function draw(): void {
  const look = modelLook.value;
  const now = handle.value;
  const ready = modelSummary.value !== null && tab.value === "model";
  cancelAnimationFrame(frame);
  if (!ready || now === null || look.width <= 0) return;
  frame = requestAnimationFrame(() => {
    void engine.ask({ type: "model", handle: now, look }, "model").then((reply) => {
      if (reply && handle.peek() === now) figure.value = { handle: now, figure: reply.figure };
    });
  });
}

/** Changes what is looked at. */
export function lookAtModel(change: Partial<ModelAt>): void {
  if (handle.value !== null) at.value = { ...modelAt.value, ...change, handle: handle.value };
}

export function chooseModelLoop(loop: number): void {
  lookAtModel({ loop });
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
  const now = modelFigure.value;
  if (!now) return;
  if (!isAll(now, [now.from, now.to])) return show(movedSteps(now, (direction * (now.to - now.from)) / 8));
  const boxes = now.picture.hits.filter(({ kind }) => kind === "loop").sort((a, b) => a.x - b.x || a.y - b.y);
  const index = boxes.findIndex((hit) => hit.loop === modelSelected.value);
  const next = boxes[Math.max(0, Math.min(boxes.length - 1, index + direction))];
  if (next) chooseModelLoop(next.loop);
}

/** Shows a window of steps. */
export function show(range: [number, number]): void {
  const now = modelFigure.value;
  lookAtModel({ zoom: now && isAll(now, range) ? null : range });
}

export function zoomBy(factor: number): void {
  const now = modelFigure.value;
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

/** Out of the window, then to the loop around the selected one; false if there is none. */
export function out(): boolean {
  if (modelAt.value.zoom) {
    fit();
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
  lookAtModel({ closed: closed.includes(id) ? closed.filter((other) => other !== id) : [...closed, id], zoom: null });
}
