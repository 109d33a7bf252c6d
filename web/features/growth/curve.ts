/** The curve of a growing graph: where its lines run, and the places where keys stop. */
import { counted, percent } from "../../base/format";
import type { GrowthWindow, ProcessGrowth } from "../../engine/wire";

/** The size of a graph: after so many calls, or percent of them. */
export interface Size {
  after: number;
  nodes: number;
  edges: number;
}

/** Calls that follow each other: the first, from 0, and the one after the last. */
export interface Range {
  from: number;
  to: number;
}

/** The growth of a graph as it is drawn. */
export interface Grown extends Pick<ProcessGrowth, "process" | "calls" | "sentence" | "notices" | "windows"> {
  points: readonly Size[];
  parts: readonly Size[];
  steps: readonly Range[];
}

/** Numbers that stand one after the other as what they are. */
export function grownOf({ points, parts, steps, ...rest }: ProcessGrowth): Grown {
  const sizes = (numbers: readonly number[]): Size[] => groups(numbers, 3).map(([after = 0, nodes = 0, edges = 0]) => ({ after, nodes, edges }));
  return { ...rest, points: sizes(points), parts: sizes(parts), steps: groups(steps, 2).map(([from = 0, to = 0]) => ({ from, to })) };
}

function groups(numbers: readonly number[], size: number): (readonly number[])[] {
  return Array.from({ length: Math.floor(numbers.length / size) }, (_, at) => numbers.slice(at * size, (at + 1) * size));
}

/** A line of steps from the left edge to the right one, in a box of 100 by 100. */
export function stepsOf({ points, calls }: Pick<Grown, "points" | "calls">, what: "nodes" | "edges", top: number): string {
  const x = (at: number) => ((100 * at) / Math.max(1, calls)).toFixed(3);
  const y = (size: number) => (100 - (100 * size) / Math.max(1, top)).toFixed(3);
  const steps = points.map((point) => `H${x(point.after)}V${y(point[what])}`);
  return `M0 100${steps.join("")}H100`;
}

/** A place where keys stop, and what is there. */
export interface Stop {
  /** After so many calls. */
  calls: number;
  title: string;
  detail: string;
}

/** The size after so many calls. */
export function sizeAt(points: readonly Size[], calls: number): Size {
  return points.findLast(({ after }) => after <= calls) ?? { after: 0, nodes: 0, edges: 0 };
}

export function stopAt({ points, calls, windows, steps }: Grown, at: number): Stop {
  const { nodes, edges } = sizeAt(points, at);
  const inside = windows.findLast(({ from, to }) => at > from && at <= to);
  const kept = steps.some(({ from, to }) => at > from && at <= to);
  const also = [inside && windowName(inside), kept && "in the reduced trace"].filter(Boolean);
  return {
    calls: at,
    title: `${counted(nodes, "node")}, ${counted(edges, "transition")}`,
    detail: [`after ${counted(at, "call")}, ${percent(at / Math.max(1, calls))}`, ...also].join("; "),
  };
}

/** The stops of the keys: where the graph grows, and where windows begin. */
export function stopsOf(growth: Grown): number[] {
  const all = [...growth.points.map(({ after }) => after), ...growth.windows.map(({ from }) => from + 1), ...growth.steps.map(({ from }) => from + 1), growth.calls];
  return [...new Set(all)].toSorted((a, b) => a - b);
}

function windowName({ number, droppedFor }: GrowthWindow): string {
  return droppedFor > 0 ? `window ${number}, dropped` : `window ${number}`;
}

/** Rows for a file: each growth of each process. */
export function tableOf(all: readonly Grown[]): (string | number)[][] {
  return [["process", "calls", "nodes", "transitions"], ...all.flatMap(({ process, points }) => points.map(({ after, nodes, edges }) => [process, after, nodes, edges]))];
}
