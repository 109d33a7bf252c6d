/**
 * The methods side by side on the process that is looked at: compared when the tab is opened, once for a process
 * and its options, given up when the tab is left.
 */
import { batch, computed, effect, signal } from "@preact/signals";
import type { MethodSeconds } from "../../engine/protocol";
import type { Comparison, Picture, Problem } from "../../engine/wire";
import type { CompareReport } from "../../engine/client";
import { engine } from "../../workspace/open";
import { tab } from "../../workspace/screen";
import { loaded, opening, row } from "../../workspace/store";
import { theme } from "../../workspace/theme";

/** Nothing is said of what takes less. */
const QUIET_MS = 100;
/** Narrower than this the words in the picture are the short ones. */
const COMPACT_BELOW = 560;

/** A comparison and how long each method took. */
export interface Compared {
  comparison: Comparison;
  seconds: MethodSeconds;
}

/** A comparison under way. */
export interface Comparing {
  key: string;
  handle: number;
  process: number;
  done: number;
  methods: number;
  /** False for the first 100 ms. */
  visible: boolean;
}

const known = signal<ReadonlyMap<string, Compared>>(new Map());
const refused = signal<{ key: string; problem: Problem } | null>(null);
export const comparing = signal<Comparing | null>(null);

/** What a comparison is about; empty while there is nothing to compare. The method plays no part. */
const key = computed(() => {
  const now = loaded.value;
  const process = row.value?.process;
  if (!now || opening.value || process === undefined || now.summary.source !== "trace") return "";
  const { view, signature, locals } = now.summary.options;
  return `${now.handle}/${process}/${view}/${signature.join(",")}/${locals}`;
});

export const compared = computed(() => known.value.get(key.value) ?? null);
export const comparisonRefused = computed(() => (refused.value?.key === key.value ? refused.value.problem : null));

/** The width the picture has, in CSS pixels; 0 while it is not in the page. */
export const alignedWidth = signal(0);
/** The picture, with what it is of. */
export const aligned = signal<{ key: string; picture: Picture } | null>(null);
/** The picture if it is of what is compared now. */
export const alignedPicture = computed(() => (aligned.value?.key === key.value ? aligned.value.picture : null));

/** Starts following; called once. */
export function startCompare(): void {
  engine.compared = heard;
  effect(() => {
    const wanted = tab.value === "compare" ? key.value : "";
    const there = known.value.has(wanted) || refused.value?.key === wanted;
    const before = comparing.peek();
    if (before && before.key !== wanted) {
      engine.leave(before.handle, "compare");
      comparing.value = null;
    }
    const now = loaded.peek();
    const process = row.peek()?.process;
    if (wanted === "" || there || !now || process === undefined || comparing.peek()) return;
    comparing.value = { key: wanted, handle: now.handle, process, done: 0, methods: 0, visible: false };
    setTimeout(() => {
      if (comparing.peek()?.key === wanted) change({ visible: true });
    }, QUIET_MS);
    engine.compare(now.handle, process);
  });
  effect(draw);
}

function change(part: Partial<Comparing>): void {
  const now = comparing.peek();
  if (now) comparing.value = { ...now, ...part };
}

function heard(report: CompareReport): void {
  const now = comparing.peek();
  const process = report.type === "compared" ? report.comparison.process : report.process;
  if (!now || now.handle !== report.handle || now.process !== process) return;
  if (report.type === "comparing") return change({ done: report.done, methods: report.methods });
  batch(() => {
    comparing.value = null;
    if (report.type === "uncompared") {
      refused.value = { key: now.key, problem: report.problem };
      return;
    }
    // Of a trace that is no longer loaded nothing is kept.
    const kept = [...known.peek()].filter(([other]) => other.startsWith(`${now.handle}/`));
    known.value = new Map([...kept, [now.key, { comparison: report.comparison, seconds: report.seconds }]]);
  });
}

let frame = 0;

/** Asks for the picture whenever what it shows has changed. */
function draw(): void {
  const width = alignedWidth.value;
  const look = { width, theme: theme.value, compact: width < COMPACT_BELOW, path: [], zoom: [], selected: 0 };
  const now = compared.value;
  const at = key.value;
  cancelAnimationFrame(frame);
  const handle = loaded.value?.handle;
  if (!now || width <= 0 || handle === undefined) return;
  frame = requestAnimationFrame(() => {
    void engine.ask({ type: "aligned", handle, process: now.comparison.process, look }).then((reply) => {
      if (key.peek() !== at || width !== alignedWidth.peek() || look.theme !== theme.peek()) return;
      if (reply) aligned.value = { key: at, picture: reply.picture };
      // The engine has made room for others since: once more.
      else known.value = new Map([...known.peek()].filter(([other]) => other !== at));
    });
  });
}
