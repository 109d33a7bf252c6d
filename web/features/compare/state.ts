/**
 * The methods side by side on the process that is looked at: compared when the tab is opened, once for a process
 * and its options, given up when the tab is left.
 */
import { computed, effect, signal } from "@preact/signals";
import type { Picture } from "../../engine/wire";
import { engine } from "../../workspace/open";
import { tab } from "../../workspace/screen";
import { loaded, opening, row } from "../../workspace/store";
import { createTask, type TaskFinished, type TaskWanted } from "../../workspace/task";
import { theme } from "../../workspace/theme";

/** Narrower than this the words in the picture are the short ones. */
const COMPACT_BELOW = 560;

/** What to compare; nothing while there is nothing to compare. The method plays no part. */
const wanted = computed<TaskWanted<"compare"> | null>(() => {
  const now = loaded.value;
  const process = row.value?.process;
  if (!now || opening.value || process === undefined || now.summary.source !== "trace") return null;
  const { view, signature, locals } = now.summary.options;
  const key = `${process}/${view}/${signature.join(",")}/${locals}`;
  return { handle: now.handle, key, request: { kind: "compare", process } };
});

const task = createTask<"compare">(engine, () => (tab.value === "compare" ? wanted.value : null), "all");

export const comparing = task.running;
export const compared = computed(() => task.resultOf(wanted.value));
export const comparisonRefused = computed(() => task.problemOf(wanted.value));

/** The width the picture has, in CSS pixels; 0 while it is not in the page. */
export const alignedWidth = signal(0);
/** The picture, with what it is of. */
const aligned = signal<{ of: TaskFinished<"compare">; picture: Picture } | null>(null);
/** The picture if it is of what is compared now. */
export const alignedPicture = computed(() => (aligned.value?.of === compared.value ? (aligned.value?.picture ?? null) : null));

/** Starts following; called once. */
export function startCompare(): void {
  task.follow();
  effect(draw);
}

let frame = 0;

/** Asks for the picture whenever what it shows has changed. */
function draw(): void {
  const width = alignedWidth.value;
  const look = { width, theme: theme.value, compact: width < COMPACT_BELOW, path: [], zoom: [], selected: 0 };
  const now = compared.value;
  cancelAnimationFrame(frame);
  if (!now || width <= 0) return;
  const { handle, request } = now;
  frame = requestAnimationFrame(() => {
    void engine.ask({ type: "aligned", handle, process: request.process, look }).then((reply) => {
      if (compared.peek() !== now || width !== alignedWidth.peek() || look.theme !== theme.peek()) return;
      if (reply) aligned.value = { of: now, picture: reply.picture };
      // The engine has made room for others since: once more.
      else task.forget(now);
    });
  });
}
