/** The parts of a drawn flow graph that can be selected: loops and blocks, in the order in which they are read. */
import type { FlowSpineInfo, Hit } from "../../engine/wire";

export interface FlowHit {
  hit: Hit;
  process: number;
  loop: number;
  /** The first node of the block; null for a loop. */
  block: number | null;
}

/** All parts of a graph, from the top; a loop before what is in it. */
export function partsOf(hits: readonly Hit[], spines: readonly FlowSpineInfo[], spine = 0): FlowHit[] {
  const own = hits.filter((hit) => hit.strip === spine && hit.kind !== "line");
  return own.toSorted((a, b) => a.y - b.y || a.x - b.x).map((hit) => partOf(hit, spines));
}

export function partOf(hit: Hit, spines: readonly FlowSpineInfo[]): FlowHit {
  // A call that follows itself is a block and a loop: it is selected as a loop.
  const block = hit.kind === "event" && hit.loop === 0 ? (spines[hit.strip]?.blocks[hit.item] ?? null) : null;
  return { hit, process: spines[hit.strip]?.process ?? 0, loop: hit.loop, block };
}

/** The place of the selected part among those of a graph. What is folded is selected by any call in it. */
export function placeOf(parts: readonly FlowHit[], spine: FlowSpineInfo | undefined, { loop, block }: { loop: number; block: number | null }): number {
  if (block === null) return parts.findIndex((part) => part.block === null && part.loop === loop);
  return parts.findIndex(({ hit }) => hit.kind === "event" && hit.item === spine?.blockOf[block]);
}

/** What lies under a point: a block before the line under it, a line before the box around it. */
export function hitAt(hits: readonly Hit[], at: { x: number; y: number }): Hit | null {
  const on = hits.filter(({ x, y, w, h }) => at.x >= x && at.x <= x + w && at.y >= y && at.y <= y + h);
  return on.findLast(({ kind }) => kind === "event") ?? on.findLast(({ kind }) => kind === "line") ?? on.at(-1) ?? null;
}

/** One area of each line of a graph: a line has one for each of its pieces. */
export function transitionsOf(hits: readonly Hit[], spine = 0): readonly Hit[] {
  return [...new Map(hits.filter((hit) => hit.kind === "line" && hit.strip === spine).map((hit) => [hit.item, hit])).values()];
}

/** A call without the place in the program that makes it, which only a debugger can read: the picture numbers places. */
export const withoutSite = (call: string): string => call.replace(/\(@[^)]*\)/g, "");
