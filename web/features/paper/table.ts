/** The paper's table as it is kept with the page: the paper's figures for each row, what each method finds, and native times. */
import table from "./table3.json";
import type { Figures } from "../../engine/wire";

export const METHODS = ["greedy", "optimal", "smallest", "nlr"] as const;
type Method = (typeof METHODS)[number];

/** The paper's figures for a row and a method; two of the methods are its own. */
interface Paper {
  topLevel: number;
  structure: string;
  seconds: number;
}

export interface Entry {
  /** The row's number in the table. */
  row: number;
  name: string;
  length: number;
  method: Method;
  figures: Figures;
  /** Native, as measured beforehand. */
  seconds: number;
  paper: Paper | null;
}

/** All rows and methods, in the paper's order. */
export const ENTRIES: readonly Entry[] = table.results.flatMap(({ name, length, methods, paper }, row) =>
  METHODS.flatMap((method) => {
    const figures = methods.find((candidate) => candidate.method === method);
    const seconds = table.measurements.seconds[row]?.[method];
    if (!figures || seconds === undefined) return [];
    return [{ row, name, length, method, figures: { ...figures, method }, seconds, paper: method === "greedy" || method === "optimal" ? paper[method] : null }];
  }),
);

/** The machine of the times that were written down. */
export const MACHINE = table.measurements.machine;

/** The entry that the first sentence is about: the paper's longest time. */
export const LONGEST = ENTRIES.reduce<Entry | undefined>(
  (most, entry) => ((entry.paper?.seconds ?? 0) > (most?.paper?.seconds ?? 0) ? entry : most),
  undefined,
);
