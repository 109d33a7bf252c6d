/** The calls that tell the variants of the iterations apart, as blocks of the picture. */
import type { FlowSpineInfo, FlowVariants, Hit } from "../../engine/wire";
import { withoutSite } from "./parts";

/** Variants with a column of their own. */
const MOST_COLUMNS = 3;

/** The most frequent variants that come at least twice; two if fewer do. By how often they come. */
export function columnsOf({ times }: Pick<FlowVariants, "times">): number[] {
  const sorted = times.map((_, variant) => variant).toSorted((a, b) => (times[b] ?? 0) - (times[a] ?? 0) || a - b);
  const several = sorted.filter((variant) => (times[variant] ?? 0) > 1);
  return sorted.slice(0, Math.max(2, Math.min(MOST_COLUMNS, several.length)));
}

interface VariantBlock {
  /** A call in it. */
  node: number;
  /** As the picture calls it. */
  name: string;
  times: readonly string[];
}

/**
 * The calls in one row for each block, where all of the block are made equally often, otherwise with their place in the block;
 * `spine`, `hits`: what is drawn of the process.
 */
export function blocksOf({ calls }: Pick<FlowVariants, "calls">, spine: FlowSpineInfo | undefined, hits: readonly Hit[]): VariantBlock[] {
  const blockOf = (node: number): number | undefined => spine?.blockOf[node];
  return calls.flatMap(({ node, text, times }) => {
    const block = blockOf(node);
    if (block === undefined) return [{ node, name: withoutSite(text), times }];
    const inBlock = calls.filter((one) => blockOf(one.node) === block);
    const hit = hits.find(({ strip, kind, item }) => strip === 0 && kind === "event" && item === block);
    // The title of a block ends with how often it is reached.
    const name = hit ? hit.title.replace(/, [\d,]+ times?$/, "") : withoutSite(text);
    if (inBlock.some((one) => one.times.join() !== times.join())) {
      const place = spine?.blockOf.slice(0, node).filter((one) => one === block).length ?? 0;
      return [{ node, name: `${name}, call ${place + 1}`, times }];
    }
    return inBlock[0]?.node === node ? [{ node, name, times }] : [];
  });
}
