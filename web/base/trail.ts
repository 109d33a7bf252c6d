/**
 * The selection as a link writes it: `3/L1:120/L2:30/e7` is process 3, iteration 120 of its loop L1, iteration 30 of L2 inside it,
 * and call 7 of the process, all counted from 0.
 *
 * `all` stands for all processes, `none` for no loop. Iterations count from 0. A loop that stands in several places says its
 * place in the body around it: `L2.5:30`. Without a place the first one is meant.
 */

/** A loop of the trail, the iteration of it that is shown, and its place in the body around it; null where the trail does not say. */
export interface TrailStep {
  loop: number;
  iteration: number | null;
  item: number | null;
}

export interface Trail {
  /** Null: all processes. */
  process: number | null;
  /** The selected loop, 0 for none; null: the trail does not say. */
  loop: number | null;
  /** The loops from outside in, the last one is the selected one; empty if there is none. */
  steps: readonly TrailStep[];
  /** The selected call of the process; null or missing for none. */
  call?: number | null;
}

/** More steps are not read. */
const MOST_STEPS = 200;
/** The largest number of a process, a loop, a place in a body. */
const LARGEST = 0xffff_ffff;

/** A trail as a link writes it; empty if it says nothing. */
export function writeTrail({ process, loop, steps, call }: Trail): string {
  const parts = steps.map(({ loop: id, iteration, item }) => `L${id}${item === null ? "" : `.${item}`}${iteration === null ? "" : `:${iteration}`}`);
  if (loop === 0) parts.push("none");
  else if (steps.length === 0 && loop !== null) parts.push(`L${loop}`);
  if (typeof call === "number") parts.push(`e${call}`);
  if (process === null && parts.length === 0) return "";
  return [process ?? "all", ...parts].join("/");
}

/** Reads a trail up to the first part that cannot be read; `bad` is called for that one. */
export function readTrail(text: string, bad: () => void): Trail {
  const [first = "", ...rest] = text.split("/", MOST_STEPS);
  const process = first === "all" ? null : numberOf(first);
  if (first !== "all" && process === null) {
    bad();
    return { process: null, loop: null, steps: [] };
  }
  const found = /^e(\d{1,15})$/.exec(rest.at(-1) ?? "");
  const call = found ? Number(found[1]) : null;
  if (found) rest.pop();
  if (rest.length === 1 && rest[0] === "none") return { process, loop: 0, steps: [], call };
  const steps: TrailStep[] = [];
  for (const part of rest) {
    const step = readStep(part);
    if (!step) {
      bad();
      break;
    }
    steps.push(step);
  }
  return { process, loop: steps.at(-1)?.loop ?? null, steps, call };
}

function readStep(part: string): TrailStep | null {
  const found = /^L(\d{1,10})(?:\.(\d{1,10}))?(?::(\d{1,15}))?$/.exec(part);
  const loop = numberOf(found?.[1] ?? "");
  const item = found?.[2] === undefined ? null : numberOf(found[2]);
  if (!found || !loop || (found[2] !== undefined && item === null)) return null;
  return { loop, item, iteration: found[3] === undefined ? null : Number(found[3]) };
}

function numberOf(text: string): number | null {
  return /^\d{1,10}$/.test(text) && Number(text) <= LARGEST ? Number(text) : null;
}
