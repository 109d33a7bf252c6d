/**
 * Times methods on the strings of the paper's table. Only the runs themselves are timed.
 *
 * A browser's clock has steps of up to a millisecond, so short runs are repeated for some milliseconds, and the time is
 * divided by their number.
 */
import type { Tried, Try } from "../engine/protocol";
import type { Figures } from "../engine/wire";

/** A string in the engine. */
export interface TrialLike {
  run(method: string): void;
  figures(): Figures;
  free(): void;
}

export class Trials {
  /** The string of the last row is kept until another row is asked for. */
  private row = -1;
  private trial: TrialLike | undefined;

  constructor(
    private readonly make: (row: number) => TrialLike | undefined,
    private readonly now: () => number,
  ) {}

  /** Runs a method for `ms` milliseconds, at least once. */
  receive({ id, row, method, ms }: Try): Tried | { type: "dropped"; id: number } {
    if (row !== this.row) {
      this.trial?.free();
      this.trial = this.make(row);
      this.row = row;
    }
    if (!this.trial) return { type: "dropped", id };
    const started = this.now();
    let spent = 0;
    let runs = 0;
    do {
      this.trial.run(method);
      runs += 1;
      spent = this.now() - started;
    } while (spent < ms);
    return { type: "tried", id, seconds: spent / 1000 / runs, runs, figures: this.trial.figures() };
  }
}
