import { expect, test } from "@playwright/test";
import { forEverybody } from "./everybody";
import { button, gone, goTo, group, heading, openFiles, piece, random, region, says, seen, sentenceOf, settled, showIn, still, tab } from "./helpers";

/** A master gives 200 tasks to seven workers, a new one to whoever finishes first. */
function farm() {
  const lines: string[][] = Array.from({ length: 8 }, () => []);
  const put = (process: number, line: string) => void lines[process]?.push(line);
  const sync = (name: string) => lines.forEach((own, process) => own.push(`${process} sync ${name} 0-7`));
  const below = random(7);
  let given = 0;
  const busy: { end: number; worker: number }[] = [];
  const give = (now: number, worker: number) => {
    const tag = given < 200 ? 1 : 3;
    put(0, `0 send ${worker} ${tag}`);
    put(worker, `0 recv ${worker} ${tag}`);
    if (tag === 3) return;
    given += 1;
    put(worker, `${worker} send 0 2`);
    busy.push({ end: now + 500 + below(1000), worker });
  };
  sync("MPI_Barrier");
  for (let worker = 1; worker < 8; worker += 1) give(0, worker);
  while (busy.length > 0) {
    busy.sort((one, other) => one.end - other.end || one.worker - other.worker);
    const next = busy.shift();
    if (!next) break;
    put(0, `${next.worker} recv 0 2`);
    give(next.end, next.worker);
  }
  sync("MPI_Reduce");
  return `${lines.flat().join("\n")}\n`;
}

const FILE = [{ name: "farm.trace", text: farm() }];

test("a master is shown with each worker by itself, and as it was recorded", async ({ page }) => {
  await openFiles(page, FILE);
  await says(page, "7 of 8 processes each run one loop with process 0,");
  await says(piece(page, "order"), "Process 0 takes from any of 7 processes; each is shown by itself,");
  const hubs = piece(page, "hubs");
  await says(hubs, "{0, p of 1-7}: 0 with one p at a time; each");
  await seen(hubs.getByRole("img", { name: /^Whose turn at process 0: 207 turns of 7 processes, 1-7/ }));
  // Nothing beside says anything else: no loop as recorded is selected, listed or drawn.
  await expect(page.getByRole("navigation", { name: "Selection" })).toHaveText("all processes");
  await gone(page.getByText("This program has no loop"));
  await gone(group(page, "The loop as text"));
  // The column beside it says of the same loop what the sentence says.
  const said = await sentenceOf(page).innerText();
  const times = /with process 0, (\d+ to \d+ times) each/.exec(said)?.[1] ?? "";
  await expect(heading(piece(page, "chosen"))).toHaveText(times);
  await button(page, "open Loops").click();
  await says(page, "7 of 8 processes each run one loop with process 0,");
  await seen(hubs);
  await page.goBack();
  await button(page, "Show as recorded").click();
  await still(page);
  await gone(hubs);
  await button(page, "Leave out what varies").click();
  await still(page);
  await seen(hubs);
});

test("the nest of a master leaves its workers out", async ({ page }) => {
  await openFiles(page, FILE);
  await settled(page);
  await showIn(page, "Nest");
  await settled(page);
  await says(page, "in one loop that runs 193 times");
  await says(piece(page, "order"), "Process 0 takes from any of 7 processes: * stands for whoever it was");
});

/** The same with times, five workers, of which one takes much longer once. */
function timedFarm() {
  const rows = ["process,call,start_ns,end_ns,peer,tag,bytes,matched"];
  const put = (process: number, call: string, [start, end]: readonly [number, number], peer: number, tag: number) =>
    void rows.push([process, call, start, end, peer, tag, 64, call === "MPI_Recv" ? `${peer}:${tag}:64` : ""].join());
  const workers = [1, 2, 3, 4, 5].map((worker) => ({ worker, free: 1_000_000 + 1_000 * worker, asked: 0 }));
  let master = 1_000_000;
  const below = random(11);
  for (let task = 0; task < 70; task += 1) {
    const longer = below(400_000);
    const next = workers.reduce((first, one) => (one.free < first.free ? one : first));
    put(next.worker, "MPI_Send", [next.free, next.free + 1_000], 0, 1);
    const got = Math.max(master, next.free) + 2_000;
    put(0, "MPI_Recv", [master, got], next.worker, 1);
    put(0, "MPI_Send", [got + 3_000, got + 4_000], next.worker, 2);
    put(next.worker, "MPI_Recv", [next.free + 1_500, got + 5_000], 0, 2);
    master = got + 4_500;
    next.free = got + 5_000 + (task === 40 ? 2_000_000 : 300_000 + longer);
  }
  return rows.join("\n");
}

test("of a master with times it is said which process holds the run", async ({ page }) => {
  await openFiles(page, [{ name: "farm.csv", text: timedFarm() }]);
  // Turns that repeat by chance are no loop that is worth a word.
  await says(page, /^5 of 6 processes each run one loop with process 0, .* of 280 events\.\s*$/);
  await says(region(page, "Where the time goes"), "whole run");
  await gone(heading(page, /^How the iterations/));
  await says(region(page, "Which processes are alike"), /omputes|omputing/);
  await says(piece(page, "helps"), /Process \d has the largest part of the path, .* Without/);
  await goTo(page, "Iterations");
  await says(page.locator("main"), "so this loop is chance");
  await goTo(page, "Overview");
  const helps = region(page, "What would help");
  await button(helps, /^computing on process \d$/).first().click();
  await still(page);
  await expect(tab(page, "Time")).toHaveAttribute("aria-selected", "true");
  await seen(region(page, /^How long .* take$/));
});

forEverybody("a master with its workers", async (page) => {
  await openFiles(page, FILE);
  await seen(piece(page, "hubs"));
});
