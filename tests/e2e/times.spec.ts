// A trace with times: where they go, how iterations differ, and the selection in all of it.
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { LU, button, choose, columnheader, fiftyMessages, gone, goTo, group, heading, listitem, openFiles, openLink, option, piece, press, region, savedBy, says, seen, settled, showIn, still, test, trail, trailIs } from "./helpers";

const ITERATIONS = 40;
/** The iteration that takes longest, from 0. */
const LONG = 16;

/** A ring of pairs that answer each other, with times: the second of a pair waits for the first, which computes longer in some iterations. */
function timed(processes: number, lateness: (iteration: number) => number): string {
  const rows = ["process,call,start_ns,end_ns,peer,tag,bytes"];
  let start = 1_000_000;
  for (let i = 0; i < ITERATIONS; i += 1) {
    const late = lateness(i);
    for (let p = 0; p < processes; p += 2) {
      const row = (process: number, call: string, from: number, to: number, peer: number): number => rows.push(`${process},${call},${start + from},${start + to},${peer},1,640`);
      row(p, "MPI_Send", 50_000, 60_000, p + 1);
      row(p + 1, "MPI_Recv", 40_000, 62_000, p);
      row(p, "MPI_Send", 400_000 + late, 420_000 + late, p + 1);
      row(p, "MPI_Recv", 450_000 + late, 700_000 + late, p + 1);
      row(p + 1, "MPI_Recv", 100_000, 430_000 + late, p);
      row(p + 1, "MPI_Send", 680_000 + late, 690_000 + late, p);
      row(p + 1, "MPI_Send", 720_000 + late, 730_000 + late, (p + 2) % processes);
      row(p, "MPI_Recv", 740_000 + late, 750_000 + late, (p + processes - 1) % processes);
    }
    start += 1_000_000 + late;
  }
  return rows.join("\n");
}

const onceLate = (iteration: number): number => (iteration === LONG ? 9_000_000 : 0);

async function openTimed(page: Page, processes = 4, lateness = onceLate): Promise<void> {
  await openFiles(page, [{ name: "pairs.csv", text: timed(processes, lateness) }]);
  await seen(region(page, "Where the time goes"));
  await expect(piece(page, "iterations")).toHaveAttribute("data-rows", String(ITERATIONS));
}

test("iterations of a main loop in two places are one list, and each is selected in its own loop", async ({ page }) => {
  const rows = timed(2, () => 0).split("\n");
  // Another message before the 25th of 40.
  const another = ["0,MPI_Send,25010000,25012000,1,9,8", "1,MPI_Recv,25010000,25015000,0,9,8"];
  await openFiles(page, [{ name: "places.csv", text: [...rows.slice(0, 1 + 8 * 24), ...another, ...rows.slice(1 + 8 * 24)].join("\n") }]);
  await expect(piece(page, "iterations")).toHaveAttribute("data-rows", String(ITERATIONS));
  const places = piece(page, "places-of-main");
  await says(places, "24 in L1, 16 in L2.");
  await button(places, "16 in L2").click();
  await trailIs(page, "all processes", "L2", "iteration 1");
  await goTo(page, "Iterations");
  await says(region(page, "The iteration beside the others"), "Iteration 25 (1 in L2) beside the others");
  await says(page, "40 iterations, in L1 and L2");
  await group(region(page, "Iterations of the main loop")).first().focus();
  await press(page, "ArrowLeft");
  await trailIs(page, "all processes", "L1", "iteration 24");
});

test("where hardly anything repeats exactly the overview says so, and leads to the flow graph", async ({ page }) => {
  // Ten messages are alike, and each of forty more has a tag of its own, too far from the others to count.
  await openFiles(page, [{ name: "tags.csv", text: fiftyMessages((at) => 2000 * Math.max(10, at)) }]);
  const line = piece(page, "hardly-any");
  await says(line, /^Only .* of the events are in loops that repeat exactly/);
  await button(line, "open the flow graph").click();
  await seen(piece(page, "flow"));
});

test("the overview says where the time goes, by loop and process, and the list who waits", async ({ page }) => {
  await openTimed(page);
  const where = region(page, "Where the time goes");
  await expect(columnheader(where)).toHaveText(["loop", "process 0", "process 1", "process 2", "process 3", "all"]);
  await seen(button(where, /^process 1 in L2: computes .*, in calls .*, waits .*, most for process 0$/));
  // Three parts of each bar, in one order.
  expect(await where.locator("tbody td button").first().locator("i").evaluateAll((parts) => parts.map((part) => part.getAttribute("data-part")))).toEqual(["compute", "calls", "wait"]);
  await gone(piece(page, "no-times"));
  await expect(piece(page, "clocks")).not.toBeEmpty();
  const first = option(page).first();
  await says(first, "%");
  await button(page, "by events").click();
  await says(first, "160");
  await button(page, "by time").click();
  await says(first, "%");
  await says(region(page, "Time", { exact: true }), "mean of 4 processes");
  await button(where, /^process 1 in L1/).click();
  await trailIs(page, "process 1", `L1 ×${ITERATIONS}`);
  await says(region(page, "Time", { exact: true }), "process 1");
});

test("while clocks that disagree are left as recorded, no wait is said to be nothing", async ({ page }) => {
  // The clock of process 1 is 0.9 ms behind: what it receives is not sent yet.
  const behind = timed(4, onceLate).replaceAll(/^1,(\w+),(\d+),(\d+)/gm, (_, call: string, from: string, to: string) => `1,${call},${Number(from) - 900_000},${Number(to) - 900_000}`);
  await openFiles(page, [{ name: "pairs.csv", text: behind }]);
  const list = option(page).first();
  const time = region(page, "Time", { exact: true });
  await says(list, "%");
  await says(time, /waits[\d.]+\s\S+/);
  await page.getByText("as recorded", { exact: true }).click();
  await seen(page.getByText("Not known: the clocks of the processes disagree."));
  await expect(list).not.toContainText("%");
  await says(time, "waitsnot known");
  await seen(page.getByText(/messages arrive before they are sent/).first());
});

test("the overview says who waits for whom, and lists the longest iterations, each a door", async ({ page }) => {
  await openTimed(page);
  await says(page, /run the loop L1 40 times; it holds .* of the events and takes/);
  const waits = region(page, "Who waits for whom");
  await expect(columnheader(waits)).toHaveText(["waits ↓ for →", "0", "1", "2", "3", "in all"]);
  await says(waits.getByRole("row", { name: /^process 1 / }).getByRole("cell").first(), "ms");
  await says(piece(waits, "waited-for"), /^All processes together wait .*, most for process\s\d \(.*\)\. Followed back, .* % of all waiting begins with process\s\d/);
  const bars = button(region(page, "Where the time goes"), /^process 1 in L1/);
  await bars.hover();
  await says(piece(page, "tip"), /process 1 in L1.*computes .*, in calls .*, waits/);
  const longest = listitem(region(page, "How the iterations of L1 differ"));
  await expect(longest).toHaveCount(3);
  await button(longest.first()).click();
  await expect(trail(page).last()).toHaveText(`iteration ${LONG + 1}`);
});

test("a selected iteration says where it takes longer than the median, for whom it waits, and what that process does", async ({ page }) => {
  await openTimed(page, 4, (iteration) => (iteration === 30 ? -200_000 : onceLate(iteration)));
  await goTo(page, "Iterations");
  const beside = region(page, "The iteration beside the others");
  await gone(beside);
  const outliers = region(page, "Outliers");
  await button(outliers, `Iteration ${LONG + 1}`).click();
  await says(piece(beside, "excess"), /^Iteration\s17 takes\s10\.\d\sms on process\s\d, its slowest, 9\.00\sms longer than in the median/);
  await expect(columnheader(beside)).toHaveText(["what the process does", "in", "waits for", "here", "median", "difference"]);
  await says(beside.getByRole("row").last(), "+9.00 ms");
  // The second of a pair waits for the first, which computes longer.
  await option(page).nth(1).click();
  await says(piece(beside, "excess"), /waiting in MPI_Recv.*, most for process\s0\. Process\s0 sends late: it spends 9\.00\sms more than usual computing/);
  await says(beside.getByRole("row").nth(1), "process 0");
  await goTo(page, "Overview");
  await says(piece(region(page, "The iteration", { exact: true }), "excess"), "9.00 ms longer");
  const short = piece(page, "short");
  await says(short, /^Unusually short: 31 \(.*\)$/);
  await button(short).click();
  await expect(trail(page).last()).toHaveText("iteration 31");
  await says(piece(region(page, "The iteration", { exact: true }), "excess"), "shorter than in the median");
});

test("the overview says which process stands apart by its times, and averages that fit the loop", async ({ page }) => {
  await openTimed(page);
  const alike = region(page, "Which processes are alike");
  await says(alike, /Computing: 37\.1\sms on processes 0 and 2, 24\.8\sms on the others\.None stands apart by time in calls: 2\.40\sms \(process 0\) to 2\.48\sms \(process 1\)\./);
  await says(region(page, "How the iterations of L1 differ"), /40 iterations, .* on average, longest .* on its slowest process/);
});

test("with a selected process strip, sentence, table and hover are those of that process", async ({ page }) => {
  await openTimed(page);
  await goTo(page, "Iterations");
  await expect(piece(page, "columns-of")).toHaveText("duration; columns: mean of 4 processes; the line above each: the slowest process, dotted: its median");
  await option(page).nth(1).click();
  await expect(piece(page, "columns-of")).toHaveText("duration; process 1");
  await says(page, /^Process 1: 40 iterations of L1\. The median takes .*; the longest, number 17, takes .* waits .*%\./);
  await button(group(page, "What the iterations are looked at for"), "waits").click();
  await says(page, /^Process 1: 40 iterations of L1: waits are .* of their time: /);
  await button(page, "as a table").click();
  const values = region(page, "Values");
  await expect(columnheader(values)).toHaveText(["iteration", "duration", "computes", "in calls", "waits", "bytes", "events"]);
  // Parts of a process add up to the duration: here all of a round number of microseconds.
  const cells = await values.locator("tbody tr").nth(3).locator("td").allTextContents();
  const time = (text: string): number => Number(text.replace(/[^\d.]/g, "")) * (text.includes("ms") ? 1000 : 1);
  const [all = 0, ...parts] = cells.slice(0, 4).map(time);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(all, -1);
  const strip = piece(page, "iterations");
  await strip.evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
  const box = await strip.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 60);
  await says(piece(page, "tip"), /iteration \d+, process 1/);
});

test("a trace in which most messages have no recorded partner is shown by its calls, and says so", async ({ page }) => {
  await page.goto("./");
  const rows = [0, 1].flatMap((process) => Array.from({ length: 60 }, (_, i) => `${process},MPI_Sendrecv,${1000 * i + 10 * process},${1000 * i + 500},,,`));
  const barriers = ["0,MPI_Send,70000,71000,1,1,8", "1,MPI_Recv,70000,71000,0,1,8"];
  await choose(page, [{ name: "calls.csv", text: `process,call,start_ns,end_ns,peer,tag,bytes\n${[...rows, ...barriers].join("\n")}\n` }]);
  await still(page);
  const line = piece(page, "few-partners");
  await says(line, "Most of the 122 calls that send or receive have no recorded partner");
  await says(page, "of its 61 calls in one loop");
  await seen(region(page, "Where the time goes"));
  await button(line, "Show the communication that is known").click();
  await seen(button(line, "Show all calls"));
});

test("bars stand where there are many processes", async ({ page }) => {
  await openTimed(page, 16);
  await seen(button(region(page, "Where the time goes"), /^process 15 in L1: computes/));
});

test("an iteration is selected by click and keys, is the last of the trail, in the link of all places, and Esc goes up", async ({ page }) => {
  await openTimed(page);
  const strip = piece(page, "iterations");
  const width = (await strip.boundingBox())?.width ?? 0;
  await strip.click({ position: { x: (width * (LONG + 0.5)) / ITERATIONS, y: 60 } });
  await trailIs(page, "all processes", "L1", `iteration ${LONG + 1}`);
  await says(region(page, "The iteration", { exact: true }), `Iteration ${LONG + 1} of ${ITERATIONS}`);
  await button(page, "open Iterations").click();
  await trailIs(page, "all processes", "L1", `iteration ${LONG + 1}`);
  await press(page, ".");
  await expect(trail(page).last()).toHaveText(`iteration ${LONG + 2}`);
  await says(piece(page, "spoken"), `iteration ${LONG + 2}`);
  await group(page, /iterations by duration/).press("ArrowLeft");
  await expect(trail(page).last()).toHaveText(`iteration ${LONG + 1}`);
  await press(page, "n");
  await expect(trail(page).last()).toHaveText(`iteration ${LONG + 1}`);
  await showIn(page, "Nest");
  await settled(page);
  await says(page.getByRole("list", { name: "Strips of the ribbon" }), `number ${LONG + 1} of ${ITERATIONS}`);
  await goTo(page, "Iterations");
  await press(page, "Escape");
  await trailIs(page, "all processes", `L1 ×${ITERATIONS}`);
});

test("iterations: the map by process, the outlier with its rule, the values as a table and as CSV", async ({ page }) => {
  await openTimed(page);
  await goTo(page, "Iterations");
  await expect(piece(page, "map")).toHaveAttribute("data-rows", "4");
  await says(piece(page, "in-words"), "receives from r");
  const outliers = region(page, "Outliers");
  await says(listitem(outliers).first(), String(LONG + 1));
  await button(outliers, `Iteration ${LONG + 1}`, { exact: true }).click();
  await expect(trail(page).last()).toHaveText(`iteration ${LONG + 1}`);
  await button(page, "as a table").click();
  const values = region(page, "Values");
  await expect(values.locator("tbody tr")).toHaveCount(ITERATIONS);
  await says(values.locator("tbody tr").nth(LONG), /1\d\.\d\sms/);
  const file = await savedBy(page, button(values, "CSV"));
  expect(file.suggestedFilename()).toBe("pairs.csv-L1-iterations.csv");
  const lines = readFileSync(await file.path(), "utf8").trim().split("\r\n");
  expect(lines).toHaveLength(1 + ITERATIONS * 5);
  expect(lines[1]).toMatch(/^mean,0,/);
  await button(group(page, "What the iterations are looked at for"), "bytes").click();
  await seen(group(page, /iterations by bytes/));
});

test("iterations that take very different times come in groups, with a real iteration of each", async ({ page }) => {
  await openTimed(page, 4, (iteration) => (iteration % 4 === 0 ? 3_000_000 : 0));
  await goTo(page, "Iterations");
  await says(page, /30 take about 1\S*\sms and 10 about 4\S*\sms/);
  const groups = region(page, "Groups of iterations");
  await expect(heading(groups)).toHaveText("Two groups by duration");
  await expect(listitem(groups)).toHaveCount(2);
  await says(listitem(groups).nth(1), "10 iterations");
  await says(groups, /Who knew only these two, each for its group, would estimate the time .* for all 40/);
  await seen(piece(page, "marks"));
  await button(listitem(groups).nth(1)).click();
  await says(trail(page).last(), /^iteration (1|5|9|13|17|21|25|29|33|37)$/);
});

test("the iterations of an inner loop by each time it is entered", async ({ page }) => {
  await page.goto(`./?${LU}&view=iterations&at=all/L2`);
  const entries = piece(page, "entries");
  await expect(entries).toHaveAttribute("data-rows", /^[1-9]\d+$/);
  await entries.hover({ position: { x: 3, y: 3 } });
  await says(page.getByRole("main"), /iteration 1: number 1 of \d+, time 1 of \d+/);
  await entries.click({ position: { x: 3, y: 3 } });
  await expect(trail(page).last()).toHaveText("iteration 1");
});

test("the first screen leads to a trace with times, and the link to it opens the same", async ({ page }) => {
  await page.goto("./");
  await button(page, "See it on LU").click();
  await seen(region(page, "Where the time goes"));
  await still(page);
  await expect(page).toHaveURL(/\?trace=timed\/lu\.S\.4\.tar\.zst&v=1/);
  await says(page, "49 times");
  await seen(page.getByText(/^One iteration of the main loop: .*sends right and below.*; 49 times\.$/));
  await page.goto(`./?${LU}&at=all/L1:20`);
  await trailIs(page, "all processes", "L1", "iteration 21");
  await page.goto("./");
  await button(page, "or on CG").click();
  await seen(region(page, "Where the time goes"));
  await says(page, "15 times");
});

test("without times iterations are compared by bytes and events", async ({ page }) => {
  await openLink(page, "sample=cg&view=iterations&of=events");
  await expect(piece(page, "iterations")).toHaveAttribute("data-rows", "15");
  await gone(region(page, "Outliers"));
  await page.goto("./?sample=cg&view=iterations&of=events&at=all/L1:3");
  await trailIs(page, "all processes", "L1", "iteration 4");
});

forEverybody("times", (page) => openTimed(page), [[1920, 1080]]);
forEverybody("iterations", async (page) => {
  await openTimed(page);
  await goTo(page, "Iterations");
  await expect(piece(page, "map")).toHaveAttribute("data-rows", "4");
}, [[1920, 1080]]);
