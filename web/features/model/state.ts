/**
 * The model of the whole program: made when its tab is opened, once for a trace; its picture is asked for whenever
 * what it shows has changed.
 */
import { computed, effect, signal } from "@preact/signals";
import { rowOf, type Window } from "../../base/model";
import type { ModelFigure, ModelLook, ModelLoop } from "../../engine/wire";
import type { Answer } from "../../engine/client";
import { engine } from "../../workspace/open";
import { say } from "../../workspace/say";
import { tab } from "../../workspace/screen";
import { modelAt, modelHandle, openModelAt, type ModelAt } from "../../workspace/modelView";
import { loaded } from "../../workspace/store";
import { createTask, type TaskWanted } from "../../workspace/task";
import { theme } from "../../workspace/theme";

/** Narrower than this a step keeps its width, and the picture is moved. */
const COMPACT_BELOW = 560;

/** Which model is wanted: one for each choice of method and K. */
const wanted = computed<TaskWanted<"model"> | null>(() => {
  const handle = modelHandle.value;
  const { method, k } = modelAt.value;
  if (handle === null) return null;
  const options = { ...(method ? { method } : {}), ...(k !== null ? { k } : {}) };
  return { handle, key: key.value, request: { kind: "model", options } };
});

const task = createTask<"model">(engine, () => (tab.value === "model" ? wanted.value : null));

export const modelling = task.running;
/** What of it makes another model. */
const key = computed(() => `${modelAt.value.method ?? ""} ${modelAt.value.k ?? ""}`);
/** The model that was made last. */
const made = computed(() => task.finished.value.at(-1) ?? null);
/** The model that is there; while another is made of the same trace, the one before. */
export const modelSummary = computed(() => (made.value?.handle === modelHandle.value ? (made.value?.result ?? null) : null));
export const modelSeconds = computed(() => made.value?.seconds.total ?? 0);
export const modelRefused = computed(() => task.problemOf(wanted.value));
export const modelSelected = computed(() => modelAt.value.loop ?? (modelSummary.value?.loops[0]?.id ?? 0));
export const modelLoop = computed<ModelLoop | null>(() => modelSummary.value?.loops.find(({ id }) => id === modelSelected.value) ?? null);

/** The room that the picture has, in CSS pixels; no width while it is not in the page. */
export const modelRoom = signal({ width: 0, height: 0 });
/** A process that is pointed at. */
export const hovered = signal<number | null>(null);
/** The process whose messages stand out. */
export const modelProcess = computed(() => hovered.value ?? modelAt.value.process);
/** The message that was stepped to by keys: its place in the picture. */
export const steppedTo = signal(-1);

interface Drawn {
  handle: number;
  key: string;
  zoom: ModelAt["zoom"];
  figure: ModelFigure;
}

const drawn = signal<Drawn | null>(null);
const current = computed(() => (drawn.value && drawn.value.handle === modelHandle.value ? drawn.value : null));
export const modelFigure = computed(() => current.value?.figure ?? null);

/** The steps that are wanted: those of the picture, or of the next one while that is being drawn. */
export const modelWindow = computed<Window | null>(() => {
  const now = current.value;
  const { zoom } = modelAt.value;
  if (!now || now.zoom === zoom) return now?.figure ?? null;
  return zoom ? { ...now.figure, from: zoom[0], to: zoom[1] } : now.figure;
});

/** Matrix and text of the selected loops. */
const part = signal<{ handle: number; key: string; reply: Answer<"modelPart"> } | null>(null);
/** What is counted: the selected loops, or nothing for the whole program. */
export const counting = signal<"loop" | "whole">("loop");
export const wantedIds = computed<readonly number[]>(() => {
  const first = modelSelected.value;
  if (counting.value === "whole" || first === 0) return [];
  return [first, ...modelAt.value.also.filter((id) => id !== first)];
});
/** What was counted last; while something else is being counted, that before. */
export const modelPart = computed(() => {
  const known = part.value;
  return known && known.handle === modelHandle.value && known.key === key.value ? known.reply : null;
});

/** How the picture is to be drawn, whoever is pointed at. */
export const modelLook = computed<ModelLook>(() => {
  const { width, height } = modelRoom.value;
  const { zoom, whole, folded, closed, opened } = modelAt.value;
  const compact = width < COMPACT_BELOW;
  const parts = { closed: [...closed], opened: [...opened], zoom: zoom ?? undefined, process: undefined };
  return { width, height, theme: theme.value, compact, whole, folded, selected: modelSelected.value, card: false, ...parts };
});

/** Starts following; called once. */
export function startModel(): void {
  task.follow();
  effect(draw);
  effect(() => {
    const now = modelHandle.value;
    const ids = wantedIds.value;
    const of = key.value;
    if (tab.value !== "model" || now === null || !isMade() || modelPart.peek()?.ids.join() === ids.join()) return;
    void engine.ask({ type: "modelPart", handle: now, ids: [...ids] }).then((reply) => {
      if (reply && wantedIds.peek() === ids && key.peek() === of) part.value = { handle: now, key: of, reply };
    });
  });
  effect(correct);
}

/** Whether the model that is wanted is there. */
function isMade(): boolean {
  return task.resultOf(wanted.value) !== null;
}

let frame = 0;

function draw(): void {
  const look = modelLook.value;
  const now = modelHandle.value;
  const of = key.value;
  const ready = isMade() && tab.value === "model";
  const { zoom } = modelAt.value;
  cancelAnimationFrame(frame);
  if (!ready || now === null || look.width <= 0) return;
  frame = requestAnimationFrame(() => {
    void engine.ask({ type: "model", handle: now, look }, "model").then((reply) => {
      if (reply && modelHandle.peek() === now && key.peek() === of) drawn.value = { handle: now, key: of, zoom, figure: reply.figure };
    });
  });
}

/** A link may name what the model does not have: that is said, and put right. */
function correct(): void {
  const summary = modelSummary.value;
  if (!summary || modelling.value) return;
  const { loop, closed, also, process } = modelAt.value;
  const rows = loaded.value?.summary.processes ?? [];
  const has = (id: number): boolean => id === 0 || summary.loops.some((known) => known.id === id);
  if (loop !== null && !has(loop)) {
    lookAtModel({ loop: null });
    say(`There is no loop L${loop} here; the largest loop is selected`);
  }
  if (process !== null && !rows.some((row) => row.process === process)) {
    lookAtModel({ process: null });
    say(`There is no process ${process} here`);
  }
  if (!closed.every(has) || !also.every(has)) lookAtModel({ closed: closed.filter(has), also: also.filter(has) });
}

/** Changes what is looked at. */
export function lookAtModel(change: Partial<ModelAt>): void {
  const now = modelHandle.value;
  if (now === null) return;
  // Numbers of loops mean something in one model only.
  const other = change.method !== undefined || change.k !== undefined ? { loop: null, also: [], closed: [], zoom: null } : {};
  if (change.zoom === undefined && (change.whole !== undefined || change.closed || change.opened || change.folded !== undefined)) change = { ...change, zoom: null };
  steppedTo.value = -1;
  openModelAt(now, { ...modelAt.value, ...other, ...change });
}

/** The line in the picture whose messages stand out. */
export const standingLine = computed<number | null>(() => {
  const process = modelProcess.value;
  const rows = modelFigure.value?.rows ?? [];
  return process === null ? null : (rowOf(rows, process)?.line ?? null);
});

/** Ends the making of a model: back to the one that is there, or to the nest. */
export function cancelModel(): void {
  const before = made.peek();
  if (!modelling.peek() || !before || before.handle !== modelHandle.peek()) tab.value = "nest";
  else {
    const { method = null, k = null } = before.request.options ?? {};
    lookAtModel({ method, k });
  }
}
