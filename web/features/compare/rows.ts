/** What a comparison of the methods says: in a sentence, as rows of figures, as a table to save. */
import { capital, count, counted, listed, mainTimes, percent, plural, ratio } from "../../base/format";
import type { Comparison, DifferentPlace, MethodFigures } from "../../engine/wire";

/** A figure of every method. */
interface FigureRow {
  name: string;
  /** The field's term for it, and what that is. */
  means: string;
  /** Its name in `best`; none for a figure that is neither good nor bad. */
  ranked?: MethodFigures["best"][number];
  of: (figures: MethodFigures) => string;
}

export function figureRows(noun: string): FigureRow[] {
  return [
    {
      name: "outermost items",
      means: "What is left when every loop is one item (compressed length)",
      ranked: "topLevel",
      of: (m) => count(m.topLevel),
    },
    { name: "compression", means: `Outermost items to ${plural(2, noun)} (compression ratio)`, of: (m) => ratio(m.ratio) },
    {
      name: "all items",
      means: `${capital(plural(2, noun))} and loops on all levels of the nest, equal loops counted once (total size)`,
      ranked: "total",
      of: (m) => count(m.total),
    },
    { name: "compression, all items", means: `All items to ${plural(2, noun)}`, of: (m) => ratio(m.totalRatio) },
    { name: "inside loops", means: `Share of the ${plural(2, noun)} inside loops (coverage)`, ranked: "coverage", of: (m) => percent(m.coverage) },
    {
      name: "main loop",
      means: `The loop that covers most: how often it repeats, and how many ${plural(2, noun)} one iteration has`,
      of: (m) => (m.mainLoop ? `${mainTimes(m.mainLoop)} of ${count(m.mainLoop.period)}` : "none"),
    },
    { name: "inside the main loop", means: "The share of the trace inside the loop that covers most", ranked: "mainLoop", of: (m) => percent(m.mainLoop?.share ?? 0) },
    { name: "different loops", means: "Loops that differ in their body or in how often they repeat", of: (m) => count(m.loops) },
    { name: "loops inside each other", means: "How many levels of loops there are (depth)", of: (m) => count(m.depth) },
  ];
}

/** Whether the methods agree, and who with whom. */
export function verdict(comparison: Comparison, noun: string): string {
  const groups = new Map<string, string[]>();
  for (const { method, sameAs, refused } of comparison.methods) {
    // A method that is compared by its figures only has no places.
    if (refused === "" && !(comparison.apart !== "" && method === "nlr")) groups.set(sameAs, [...(groups.get(sameAs) ?? []), method]);
  }
  if (groups.size <= 1) return comparison.apart === "" ? "All methods find the same nest." : `${capital(listed([...groups.values()].flat()))} find the same nest.`;
  const { spots, different, differing } = comparison;
  const alike = [...groups.values()].find(({ length }) => length > 1);
  const rest = alike ? others(groups, alike) : [];
  const who = alike ? `${capital(listed(alike))} find the same nest; ${listed(rest)} ${rest.length > 1 ? "differ" : "differs"}` : "The methods differ";
  const kinds = different === spots ? "" : different === 1 ? ", always in the same way" : ` of ${counted(different, "kind")}`;
  return `${who} in ${counted(spots, "place")}${kinds}. ${spots === 1 ? "It holds" : "They hold"} ${percent(differing)} of the ${plural(2, noun)}.`;
}

function others(groups: ReadonlyMap<string, string[]>, alike: readonly string[]): string[] {
  return [...groups.values()].filter((group) => group !== alike).flat();
}

/** Where a place is: `Events 543 to 610, in each of 249 iterations`. */
export function whereIs(place: DifferentPlace, noun: string): string {
  const range = place.first === place.last ? `${capital(noun)} ${count(place.first)}` : `${capital(plural(2, noun))} ${count(place.first)} to ${count(place.last)}`;
  const rounds = place.inside.length > 0 ? `, in each of ${place.inside.map(count).join(" × ")} iterations` : "";
  return range + rounds;
}

/** The comparison as rows for a CSV file. */
export function tableOf(comparison: Comparison, seconds: Readonly<Record<string, number>>): (string | number)[][] {
  const head = [
    "process", "method", "same as", "events", "top level", "ratio", "total", "total ratio", "coverage",
    "main loop count", "main loop period", "main loop runs", "main loop share", "loops", "depth", "complete", "seconds",
  ];
  const rows = comparison.methods
    .filter(({ refused }) => refused === "")
    .map((m) => [
      comparison.process, m.method, m.sameAs, comparison.events, m.topLevel, m.ratio, m.total, m.totalRatio, m.coverage,
      m.mainLoop?.count ?? "", m.mainLoop?.period ?? "", m.mainLoop?.runs ?? "", m.mainLoop?.share ?? "", m.loops, m.depth, m.complete ? "yes" : "no", seconds[m.method] ?? "",
    ]);
  return [head, ...rows];
}
