/** Rounds: what all processes do from one collective operation to the next, listed as iterations of the main loop are. */
import type { IterationsSummary } from "../../engine/wire";

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
