// Rounds: where iterations of the main loop are hardly alike, what all processes do from one collective operation to the next.
import { expect } from "@playwright/test";
import { button, combobox, gone, goTo, openFiles, piece, region, says, test } from "./helpers";

const ROUNDS = 12;
/** The round in which process 1 computes longer, from 1. */
const SLOW = 8;

/** In each round three processes join a broadcast, and then one to three reductions. */
function varied() {
  const rows = ["process,call,start_ns,end_ns,root,bytes,comm"];
  let now = 0;
  const operation = (call: string, computes: readonly number[]) => {
    const last = now + Math.max(...computes);
    computes.forEach((own, process) => rows.push(`${process},${call},${now + own},${last + 1000},0,8,0-2`));
    now = last + 1000;
  };
  for (let round = 1; round <= ROUNDS; round += 1) {
    operation("MPI_Bcast", [0, 0, 0]);
    for (let at = 0; at <= (round - 1) % 3; at += 1) operation("MPI_Allreduce", [1e6, round === SLOW && at === 0 ? 2e7 : 1e6, 1e6]);
  }
  operation("MPI_Barrier", [5e5, 5e5, 5e5]);
  return rows.join("\n");
}

test("where few iterations are alike, rounds are shown, each is explained, and the loop is one choice away", async ({ page }) => {
  await openFiles(page, [{ name: "varied.csv", text: varied() }]);
  const line = piece(page, "rounds");
  await says(line, `All processes go through ${ROUNDS} rounds, each begun by an MPI_Bcast of all processes; the first begins after 1.00 µs, the last ends 501 µs before the run. They take`);
  await says(line, `(round ${SLOW} on process `);
  await says(region(page, "How rounds differ"), "process 1 computes 19.0 ms longer");
  await button(line, "open rounds").click();
  await says(page, `${ROUNDS} rounds, each begun by an MPI_Bcast of all processes; the first begins after`);
  await button(region(page, "Outliers"), `Iteration ${SLOW}`).click();
  const beside = region(page, "The iteration beside the others");
  await says(beside, `Round ${SLOW} beside the others`);
  await says(beside, "Process 1 comes last: it spends 19.0 ms more than usual computing.");
  await says(beside.getByRole("row", { name: /^waits in MPI_Allreduce/ }), "the round");
  await combobox(page, "list").selectOption({ label: "iterations of L1" });
  await says(page, /^4 iterations/);
  await gone(beside);
  await goTo(page, "Overview");
  await says(line, `All processes go through ${ROUNDS} rounds`);
  await expect(region(page, "How the iterations of L1 differ")).toBeVisible();
});
