// Growth and windows: a block of Iterations, and the reduced trace, which opens again.
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { LU, button, choose, columnheader, gone, goTo, group, listitem, openLink, piece, press, region, savedBy, says, seen, status, still, test } from "./helpers";

const block = (page: Page) => region(page, "Growth of the flow graph");

async function openGrowth(page: Page) {
  await openLink(page, `${LU}&view=iterations`);
  await expect(piece(page, "growth")).toHaveAttribute("data-points", /^[1-9]/);
}

test("how the graph grows, and what would be kept, in figures", async ({ page }) => {
  await openGrowth(page);
  await says(piece(page, "growth-says"), /^After [\d.]+\s% of its [\d,]+\scalls the graph of process 0 has \d+\snodes and \d+\stransitions/);
  const table = block(page).getByRole("table");
  await expect(columnheader(table)).toHaveText(["after", "1 %", "5 %", "10 %", "25 %", "50 %", "90 %", "100 %"]);
  await expect(table.getByRole("row")).toHaveCount(3);
  const kept = region(block(page), "Kept while the program runs");
  await says(listitem(kept).first(), /^10\siterations of the loop of MPI_\w+\(@[0-9a-f]+\) \(\d+\snodes\): calls [\d,]+ to [\d,]+, /);
  await says(region(block(page), "Kept afterwards"), "steps 3 to 12 of 48");
  await block(page).getByText(/^What loopscope watch prints/).click();
  await seen(block(page).getByText(/^call [\d,]+: stable at \d+ nodes, \d+ transitions$/).first());
});

test("arrow keys go from change to change, and the figures are read out", async ({ page }) => {
  await openGrowth(page);
  await piece(page, "growth").focus();
  await press(page, "ArrowRight");
  await says(status(block(page)).first(), /^1 node, 0 transitions; after 1 call/);
  await press(page, "ArrowLeft", "ArrowRight", "ArrowRight");
  await says(status(block(page)).first(), /^3 nodes, 2 transitions; after 3 calls/);
  await says(piece(page, "tip"), "3 nodes");
});

test("the growth of all processes is saved as a table", async ({ page }) => {
  await openGrowth(page);
  const download = await savedBy(page, button(block(page), "CSV"));
  expect(download.suggestedFilename()).toMatch(/-growth\.csv$/);
  const text = readFileSync(await download.path(), "utf8");
  expect(text).toMatch(/^process,calls,nodes,transitions\r\n0,1,1,0\r\n/);
  expect(new Set(text.split("\r\n").slice(1, -1).map((row) => row.split(",")[0]))).toEqual(new Set(["0", "1", "2", "3"]));
});

test("the reduced trace is saved with what that changes, and opens again", async ({ page }) => {
  await openGrowth(page);
  const download = await savedBy(page, button(page, "Save reduced trace"));
  expect(download.suggestedFilename()).toBe("lu.S.4.reduced.csv");
  await says(piece(page, "reduce"), /^.*Kept: steps 3 to 12 of 48, .* of .*\. Shares of the time are off by up to [\d.]+\spoints, means by up to .*; messages cut in two: 0\./);
  await page.getByText("What it changes, call by call").click();
  await says(region(page, "What the cut changes"), "mean in the window");
  const text = readFileSync(await download.path(), "utf8");
  await choose(page, [{ name: "lu.S.4.reduced.csv", text }]);
  await goTo(page, "Loops");
  await still(page);
  await seen(button(page, "Flow graph", { exact: true }));
  await button(page, "Flow graph", { exact: true }).click();
  await seen(page.locator("section[aria-label='Flow graph'][data-settled='true']"));
  await says(page, /Process\s0\sruns\sF1\sof\sits\sflow\sgraph\s10\stimes/);
});

test("other steps are shown below the curve, and saved", async ({ page }) => {
  await openGrowth(page);
  const steps = group(page, "Steps to keep");
  await steps.getByLabel("Keep").fill("4");
  await steps.getByLabel("from step").fill("2");
  await steps.getByLabel("spread evenly").check();
  await says(block(page), "Of the main loop steps 2, 13, 25 and 37 of 48");
  await expect(block(page).locator('[aria-hidden] [data-kept="steps"]')).toHaveCount(4);
  await expect(steps.getByLabel("spread evenly")).toBeFocused();
  const download = await savedBy(page, button(page, "Save reduced trace"));
  await says(piece(page, "reduce"), "Kept: steps 2, 13, 25 and 37 of 48");
  expect(readFileSync(await download.path(), "utf8").length).toBeGreaterThan(1000);
  // What is no step is not taken, and says so by itself; a step that is not there is said.
  await steps.getByLabel("Keep").fill("0");
  await steps.getByLabel("from step").fill("60");
  await steps.getByLabel("from step").press("Tab");
  await says(block(page), "No reduced trace: the loop does not have these steps");
  await expect(piece(page, "reduce")).not.toContainText("Kept:");
});

test("a trace of numbers has no growth, one without times has no reduced trace", async ({ page }) => {
  await openLink(page, "sample=cg&view=iterations&of=events");
  await seen(piece(page, "growth"));
  await says(block(page), "No reduced trace");
  await openLink(page, "sample=matmul&view=iterations&of=events");
  await gone(piece(page, "growth"));
});

forEverybody("growth", async (page) => {
  await openGrowth(page);
  await block(page).scrollIntoViewIfNeeded();
});
