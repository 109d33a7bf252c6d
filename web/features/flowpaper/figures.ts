/** The figures and tables of the paper on flow graphs, the paper's and ours, as `scripts/flow-paper.mjs` wrote them down. */
import figures from "./figures.json";

/** The program of a run: `minife`, `bt`. */
export function programOfRun(run: string): string {
  return /^(?:npb-)?([a-z]+)/i.exec(run)?.[1]?.toLowerCase() ?? run;
}

/** What the paper's Table 3 says of MiniGhost: shares of the time in the whole run, and in ten iterations. */
export const PAPER_SHARES = [
  { call: "MG_BSPMA_DIAGS", whole: "5.70 %", window: "5.42 %" },
  { call: "MG_STENCIL_3D27PT", whole: "80.8 %", window: "79 %" },
  { call: "MG_ALLREDUCE_SUM", whole: "12.10 %", window: "12.96 %" },
] as const;

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
