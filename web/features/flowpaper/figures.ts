/** The figures and tables of the paper on flow graphs, the paper's and ours, as `scripts/flow-paper.mjs` wrote them down. */
import figures from "./figures.json";

/** The runs whose growth and cuts are shown, as they are called on the page. */
const NAMES: Readonly<Record<string, string>> = {
  "miniFE-16.8": "miniFE, 8 processes",
  "miniMD-lj-8.8": "miniMD, 8 processes",
  "npb-bt.W.4": "BT.W, 4 processes",
  "npb-lu.A.4": "LU.A, 4 processes",
  "lulesh-s8-i100.8": "LULESH, 8 processes",
  "npb-cg.A.16": "CG.A, 16 processes",
  "npb-sp.S.4": "SP.S, 4 processes",
};

export function nameOfRun(run: string): string {
  return NAMES[run] ?? run;
}

/** The parts of the calls after which the size of a graph is said, in percent. */
export const PARTS: readonly number[] = [1, 5, 10, 25, 50, 90, 100];

/** The six programs of the paper. */
export const PROGRAMS = figures.paper;
/** The share of its time in the main loop that each process of miniFE spends in MPI, 0 to 1. */
export const SHARES = figures.miniFE;
/** How the graphs of process 0 grow. */
export const GROWTH = figures.growth;
/** What a cut to the steps of the main loop keeps. */
export const REDUCED = figures.reduced;
/** The loops of CG, as lines of text. */
export const TREE: readonly string[] = figures.tree;
