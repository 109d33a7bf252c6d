/** The figures and tables of the paper on what-if prediction, the paper's and ours, as `scripts/whatif-paper.mjs` wrote them down. */
import figures from "./figures.json";

/** What can be left out. */
export const RULES: readonly string[] = figures.rules;
/** What reductions of each run save by the rule whose figures stand beside the paper's, and how many events less each of the rules leaves. */
export const REDUCED = figures.reduced;
/** By which share a run is shorter without its seven longest waits, and without those of the domino path. */
export const GAINS = figures.gains;

/** Table I of the paper: image registration, m = 3. Events, megabytes and seconds of the analysis. */
export const PAPER_TABLE = ["182,760", "98,428", "46.1 %", "9 MB", "5 MB", "44.4 %", "572.1 s", "275.5 s", "51.8 %"] as const;
/** Section VII: without the seven longest waits, and without seven of the domino path. */
export const PAPER_GAINS = { longest: "12.9 %", domino: "42.4 %" } as const;
/** Section VI-D, and the sleeping programs of `crate/core/examples/sleeping`. */
export const ACCURACY = { paper: "4 %", cases: 42, median: "0.20 %", most: "0.91 %" } as const;
