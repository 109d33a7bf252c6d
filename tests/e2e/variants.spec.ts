import { expect, test } from "@playwright/test";
import { forEverybody } from "./everybody";
import { button, choose, columnheader, gone, goTo, listitem, openFiles, openSample, option, piece, press, row, says, seen, settled, showIn, slider, still } from "./helpers";

/** Forty steps of two processes; in some of them they reduce twice, and each process differs in the same steps. */
function branching() {
  const lines: string[] = [];
  for (const process of [0, 1]) {
    for (let step = 0; step < 40; step += 1) {
      lines.push(process === 0 ? "0 send 1 5" : "0 recv 1 5");
      for (let part = 0; part < 6; part += 1) lines.push(`${process} local part ${part}`);
      const times = step % 10 === 3 || step === 17 ? 2 : 1;
      for (let time = 0; time < times; time += 1) lines.push(`${process} sync MPI_Allreduce 0,1`);
      lines.push(`${process} local end`);
    }
  }
  return `${lines.join("\n")}\n`;
}

const FILE = [{ name: "branching.trace", text: branching() }];
const SAYS = "40 iterations of 2 variants hold 100 % of its 365 events: 35 alike and 5 with one more MPI_Allreduce.";

test("an offer is taken, shows which iteration is which, and leads back", async ({ page }) => {
  await openFiles(page, FILE);
  await settled(page);
  await showIn(page, "Nest");
  await settled(page);
  const offer = piece(page, "variants-offer");
  await says(offer, SAYS);
  await gone(piece(page, "variants"));
  await button(offer, "Show variants").click();
  const reading = piece(page, "variants");
  await says(reading, "either                     # 35\n  or                         # 5\n    0 sync MPI_Allreduce 0,1");
  await expect(listitem(reading)).toHaveText([/A 35 of 40/, /B 5 of 40/]);
  // The next iteration of the other variant, and the first again.
  const strip = slider(reading);
  await strip.focus();
  await press(page, "PageDown");
  await expect(strip).toHaveAttribute("aria-valuetext", "iteration 4, variant B");
  await says(reading, "Iteration 4 is variant B: 10 events.");
  await press(page, "Home");
  await expect(strip).toHaveAttribute("aria-valuetext", "iteration 1, variant A");
  // A click jumps, and its events are shown in the ribbon.
  const box = await strip.boundingBox();
  await strip.click({ position: { x: ((box?.width ?? 0) * 17.5) / 40, y: 8 } });
  await expect(strip).toHaveAttribute("aria-valuetext", "iteration 18, variant B");
  await button(reading, "Show its events in the ribbon").click();
  await settled(page);
  await button(offer, "Show as recorded").click();
  await gone(piece(page, "variants"));
});

test("the program is offered as one loop of several variants", async ({ page }) => {
  await openFiles(page, FILE);
  const offer = piece(page, "variants-offer");
  await says(offer, "40 iterations of 2 variants hold 100 % of 730 events.");
  await button(offer, "Show variants").click();
  const reading = piece(page, "variants");
  await says(reading, "processes 0,1");
  await says(reading, "either                     # 35");
  await expect(listitem(reading)).toHaveText([/A 35 of 40/, /B 5 of 40/]);
  const strip = slider(reading);
  await strip.focus();
  await press(page, "PageDown");
  await says(reading, "Iteration 4 is variant B.");
  // The model in Loops says the same.
  await button(page, "open Loops").click();
  await says(reading, "either                     # 35");
  await button(offer, "Show as recorded").click();
  await gone(reading);
});

test("a link shows the variants at once", async ({ page }) => {
  await page.route("**/branching.trace", (route) => route.fulfill({ body: branching(), contentType: "text/plain" }));
  await page.goto("./?trace=branching.trace&view=loops&variants=on&at=1");
  await settled(page);
  await says(piece(page, "variants"), "either");
  expect(page.url()).toContain("variants=on");
  await button(piece(page, "variants-offer"), "Show as recorded").click();
  await gone(piece(page, "variants"));
  await expect.poll(() => page.url()).not.toContain("variants=on");
});

test("a program whose loop leaves nothing out is offered nothing", async ({ page }) => {
  await openSample(page, "cg&view=loops&as=nest");
  await gone(piece(page, "variants-offer"));
});

/** Steps that scan, too: at no distance that a nest could find. */
const TWICE: ReadonlySet<number> = new Set([3, 5, 6, 13, 17, 24, 26, 27, 33]);

/** Forty steps of a process with times: some scan, too, and number 21 takes much longer than the others of its variant. */
function timed() {
  const rows = ["rank,call,start_ns,end_ns"];
  let now = 0;
  const call = (name: string, long: number) => {
    rows.push(`0,${name},${now},${now + long}`);
    now += long + 10;
  };
  call("MPI_Init", 50);
  for (let step = 0; step < 40; step += 1) {
    call("MPI_Barrier", step === 20 ? 50_000 : 100);
    for (let part = 1; part < 6; part += 1) call(`MPI_File_${part}`, 20);
    if (TWICE.has(step)) call("MPI_Scan", 400);
  }
  call("MPI_Finalize", 50);
  return `${rows.join("\n")}\n`;
}

const TIMED = [{ name: "timed.csv", text: timed() }];

test("the place Iterations shows which variant comes when, and how long each takes", async ({ page }) => {
  await page.goto("./?view=iterations");
  await choose(page, TIMED);
  await still(page);
  await goTo(page, "Iterations");
  const block = piece(page, "variants-block");
  await says(piece(block, "variants-say"), "40 iterations of 2 variants");
  await says(piece(block, "variants-say"), "1 iteration takes much longer than others of its variant.");
  await expect(listitem(block)).toHaveText([/A 31 of 40, median 260\sns/, /B 9 of 40, median 670\sns/]);
  const strip = slider(block);
  await strip.focus();
  await press(page, "PageDown");
  await expect(strip).toHaveAttribute("aria-valuetext", /iteration 4, variant B, 670\sns/);
  const box = await strip.boundingBox();
  await strip.click({ position: { x: ((box?.width ?? 0) * 20.5) / 40, y: 8 } });
  await says(block, /Iteration 21 is variant A: 6 events, 50.2\sµs, where others of its variant take 260\sns/);
  // The way to its loop with the branches, and back.
  await button(block, "Show the loop with its branches").click();
  await settled(page);
  const reading = piece(page, "variants");
  await says(reading, "either");
  await expect(slider(reading)).toHaveAttribute("aria-valuetext", "iteration 21, variant A");
  await button(reading, "Open Iterations").click();
  await expect(slider(block)).toHaveAttribute("aria-valuetext", /iteration 21, variant A/);
  await button(block, "Show its events in the ribbon").click();
  await settled(page);
  await seen(piece(page, "ribbon"));
});

/** The same steps of two processes, one of which sends to the other in each. */
function timedPair() {
  const rows = ["start_ns,end_ns,process,event,name,peer,tag,bytes,comm"];
  for (const process of [0, 1]) {
    let now = 10 * process;
    const call = (name: string, long: number) => {
      rows.push(`${now},${now + long},${process},call,${name}`);
      now += long + 10;
    };
    call("MPI_Init,,,,", 50);
    for (let step = 0; step < 40; step += 1) {
      const message = (tag: number, long: number) => call(process === 0 ? `MPI_Send,1,${tag},8,` : `MPI_Recv,0,${tag},8,`, long);
      for (let tag = 1; tag < 7; tag += 1) message(tag, step === 20 ? 9_000 : 100);
      if (TWICE.has(step)) message(7, 400);
    }
    call("MPI_Finalize,,,,", 50);
  }
  return `${rows.join("\n")}\n`;
}

test("of a program with messages the selected process shows how long its iterations take", async ({ page }) => {
  await openFiles(page, [{ name: "pair.csv", text: timedPair() }]);
  await goTo(page, "Iterations");
  const block = piece(page, "variants-block");
  await says(block, "select a process to see how long each takes");
  await expect(listitem(block).first()).not.toContainText("median");
  await option(page.getByRole("listbox", { name: "Processes by number" })).nth(1).click();
  await says(block, "the height is the duration");
  await says(listitem(block).first(), "median");
});

test("a link to the place Iterations shows them at once", async ({ page }) => {
  await page.route("**/timed.csv", (route) => route.fulfill({ body: timed(), contentType: "text/csv" }));
  await page.goto("./?trace=timed.csv&view=iterations&at=0");
  await says(piece(page, "variants-block"), "40 iterations of 2 variants");
});

test("variants and the branches of the flow graph lead to each other", async ({ page }) => {
  await openFiles(page, TIMED);
  await showIn(page, "Nest");
  await settled(page);
  await button(page, "Show variants").click();
  await button(piece(page, "variants"), "Open the flow graph").click();
  await still(page);
  // Its loop has the 40 iterations, and the call that tells them apart.
  await says(piece(page, "chosen"), "×40");
  const beside = piece(page, "flow-variants");
  await expect(columnheader(beside)).toHaveText(["call", /A ×31/, /B ×9/]);
  await says(row(beside).nth(1), /Scan.*never.*once/);
  await expect(piece(page, "which-variant").locator("rect")).toHaveCount(40);
  await expect(piece(page, "which-variant").locator('[data-shade="1"]')).toHaveCount(9);
  await expect(page.locator("title").filter({ hasText: /^Iteration 21: .*kind 1, variant A, stands out/ })).toHaveCount(1);
  await button(row(beside).nth(1)).click();
  await says(piece(page, "chosen"), "Scan");
  await says(beside, "A never, B once");
  await button(beside, /all of F/).click();
  await says(piece(page, "chosen"), "×40");
  await button(beside, "show which variant comes when").click();
  await settled(page);
  await says(piece(page, "variants"), "either");
});

forEverybody("variants of iterations", async (page) => {
  await openFiles(page, TIMED);
  await goTo(page, "Iterations");
  await says(piece(page, "variants-block"), "40 iterations of 2 variants");
});

forEverybody("variants taken", async (page) => {
  await openFiles(page, FILE);
  await showIn(page, "Nest");
  await settled(page);
  await button(page, "Show variants").click();
  await says(piece(page, "variants"), "either");
});
