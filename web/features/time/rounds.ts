/** Rounds: what all processes do from one collective operation to the next, listed as iterations of the main loop are. */
import { count, counted, span } from "../../base/format";
import type { IterationsSummary, TimeSummary } from "../../engine/wire";

/** The number of the first kind; the next ones have those before it. */
const FIRST = 2 ** 32 - 1;
/** More kinds of rounds are not offered. */
const MOST = 16;

/** The number under which rounds of a kind are listed. */
export const idOfRounds = (kind: number): number => FIRST - kind;

/** Whether rounds are listed, not iterations of a loop. */
export const isOfRounds = ({ id }: Pick<IterationsSummary, "id">): boolean => id > FIRST - MOST;

/** What one of those that are listed is called. */
export const unitOf = (known: Pick<IterationsSummary, "id">): "round" | "iteration" => (isOfRounds(known) ? "round" : "iteration");

/** Why rounds are shown, and how long they take. */
export function whyRounds({ rounds, loops, main }: Pick<TimeSummary, "rounds" | "loops" | "main">, known: IterationsSummary): string {
  const same = loops.filter(({ id }) => main.includes(id));
  const iterations = same.reduce((sum, { count: own, entered }) => sum + own * Math.max(1, entered), 0);
  const name = rounds.between[FIRST - known.id] ?? "";
  const loop = iterations > 0 ? `Only ${counted(iterations, "iteration")} of the main loop are alike, but ` : "";
  const [longest] = known.longest;
  const most = longest ? `, at most ${span(longest.period)} (round ${count(longest.index + 1)}: ${longest.cause})` : "";
  return `${loop}${name} of all processes comes ${count(known.iterations + 1)} times. The ${counted(known.iterations, "round")} from one to the next take ${span(known.median)} in the median${most}.`;
}
