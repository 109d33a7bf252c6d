// The places, the overview that comes first, and the one selection in all of them.
import { expect, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { LU, PHONE, alert, button, choose, dialog, gone, goTo, heading, list, openLink, openSample, option, piece, pingPong, press, region, savedBy, says, seen, settled, showIn, still, tab, test, trail, trailIs } from "./helpers";

async function openOverview(page: Page, query: string) {
  await openLink(page, query);
  await expect(page.locator("figure:has([data-testid='model'])")).toHaveAttribute("aria-busy", "false");
}

test("the overview comes first, says what the program does, and each block is a door", async ({ page }) => {
  await page.goto("./");
  await button(page, /^LU, 16 processes/).click();
  await still(page);
  await expect(page.getByRole("tab", { selected: true })).toHaveText("Overview");
  await says(page, "All 16 processes run one loop 249 times");
  await says(page, "There are 9 kinds of process");
  const bars = region(page, "Where the events are");
  await expect(button(bars, /^×/)).toHaveText([/×249 L1.*99\.2/, /×62 L2.*48\.8/, /×62 L3.*48\.8/]);
  await says(region(page, "Which processes are alike"), "8 processes (1, 2, 4, 7, 8, 11, +2): 94,923 events each, talk to 3 others");
  await says(region(page, "Which processes are alike"), "they are of 9 kinds");
  await says(region(page, "Who sends most"), "15,818 messages");
  await button(page, "matrix").click();
  await expect(dialog(page, "Who sends to whom in the program").locator("canvas")).toHaveAttribute("data-cells", "48");
  await press(page, "Escape");
  await button(bars, /L3/).click();
  await expect(page).toHaveURL(/\?sample=lu&at=all\/L3&v=1/);
  await button(page, "open Loops").click();
  await expect(button(page, "Model", { exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(piece(piece(page, "chosen"), "badge")).toHaveText("L3");
});

test("a loop that is selected in the overview stays selected in every place, and back", async ({ page }) => {
  await openOverview(page, LU);
  await button(region(page, "Where the time goes"), /^×10 L3/).click();
  await says(trail(page).last(), "L3");
  for (const place of ["Loops", "Time", "Iterations", "Loops", "Overview"]) {
    await tab(page, place, { exact: true }).click();
    await still(page);
    await says(trail(page).last(), /L3/);
  }
});

test("a trace without times says how to record some, and what it says is there without a network", async ({ page, context }) => {
  await openOverview(page, "sample=lu");
  await says(piece(page, "no-times"), "This trace has no times");
  await button(page, "How to record them").click();
  const sheet = dialog(page, "How to record a trace");
  await expect(heading(sheet, "Score-P: OTF2")).toBeAttached();
  await context.setOffline(true);
  expect((await savedBy(page, button(sheet, /record_csv\.c$/))).suggestedFilename()).toBe("record_csv.c");
  await button(sheet, "EZTrace", { exact: true }).click();
  await expect(heading(sheet, "EZTrace: OTF2")).toBeInViewport();
});

test("the selection is a trail: a click goes back to a part, Esc goes up, back and forward walk it", async ({ page }) => {
  await openSample(page, "lu&view=loops&at=5");
  await trailIs(page, "process 5", "L1 ×249");
  await press(page, "Enter");
  await trailIs(page, "process 5", "L1: 125", "L2 ×62");
  await press(page, ".");
  await trailIs(page, "process 5", "L1: 125", "L2", "iteration 32");
  await expect(page).toHaveURL(/at=5\/L1:124\/L2\.\d+:31/);
  await expect(trail(page).last()).toHaveAttribute("aria-current", "true");
  await press(page, "Escape");
  await trailIs(page, "process 5", "L1: 125", "L2 ×62");
  // Steps that follow each other at once are one entry of the history.
  await page.waitForTimeout(1000);
  await trail(page).nth(1).click();
  await trailIs(page, "process 5", "L1 ×249");
  await settled(page);
  await page.goBack();
  await trailIs(page, "process 5", "L1: 125", "L2 ×62");
  await page.goForward();
  await trailIs(page, "process 5", "L1 ×249");
  await press(page, "Escape");
  await trailIs(page, "process 5");
  await expect(page).toHaveURL(/at=5\/none/);
  await press(page, "Escape");
  await expect(page.getByRole("tab", { selected: true })).toHaveText("Overview");
});

test("a link with a trail opens the iterations that it names", async ({ page }) => {
  await openSample(page, "lu&view=loops&at=0/L1:120");
  await trailIs(page, "process 0", "L1", "iteration 121");
  await says(list(page, "Strips of the ribbon"), "One iteration of L1: number 121 of 249");
  await expect(page).toHaveURL(/at=0\/L1:120/);
  // L2 stands first before the main loop: a link says its place inside it, and leads there again.
  await openSample(page, "lu&view=loops&at=5/L1:120");
  await press(page, "Enter");
  await trailIs(page, "process 5", "L1: 121", "L2 ×62");
  await expect(page).toHaveURL(/at=5\/L1:120\/L2\.\d+/);
  await press(page, ".");
  await settled(page);
  const parts = await trail(page).allTextContents();
  await page.reload();
  await settled(page);
  await expect(trail(page)).toHaveText(parts);
  await page.goto("./?sample=lu&view=loops&at=5/L1:120/L2:30");
  await says(piece(page, "toast"), "Left out of the link: at");
  await trailIs(page, "process 5", "L1", "iteration 121");
});

test("the selection is the same in all places", async ({ page }) => {
  await openOverview(page, "sample=lu");
  await trailIs(page, "all processes", "L1 ×249");
  await option(page, /^5/).click();
  await trailIs(page, "process 5", "L1 ×249");
  await button(region(page, "Where the events are"), /L3/).click();
  await trailIs(page, "process 5", "L1", "L3 ×62");
  await showIn(page, "Nest");
  await settled(page);
  await says(page, "Process 5 spends");
  await expect(piece(piece(page, "chosen"), "badge")).toHaveText("L3");
  await press(page, "[");
  await expect(piece(piece(page, "chosen"), "badge")).toHaveText("L2");
  await press(page, "2");
  await trailIs(page, "process 5", "L1", "L2 ×62");
  await press(page, "1");
  await trailIs(page, "process 5", "L1", "L2 ×62");
});

test("a trace that replaces another is introduced by its overview, and one that fails leaves everything as it is", async ({ page }) => {
  await openSample(page, "cg");
  await choose(page, [{ name: "word.trace", text: "0 send 1\n" }]);
  await seen(alert(page));
  await expect(button(page, "Nest", { exact: true })).toHaveAttribute("aria-pressed", "true");
  await choose(page, [{ name: "pair.trace", text: pingPong(40) }]);
  await still(page);
  await expect(page.getByRole("tab", { selected: true })).toHaveText("Overview");
  await page.goBack();
  await says(page.locator("h1"), "cg.A.16");
  await expect(button(page, "Nest", { exact: true })).toHaveAttribute("aria-pressed", "true");
});

test("a trace without messages has an overview of its first process", async ({ page }) => {
  await openLink(page, "sample=matmul");
  await seen(piece(region(page, "What it does"), "ribbon"));
  await seen(button(region(page, "Where the tuples are"), /^×32 L1/));
  await gone(piece(page, "no-times"));
});

for (const [old, place, sheet] of [
  ["tab=nest", "Loops", null],
  ["process=3&loop=2&open=1.2", "Loops", null],
  ["tab=model&loop=2", "Loops", null],
  ["tab=table", "Loops", "All processes"],
  ["tab=compare", "Loops", "How loops are chosen"],
  ["tab=predict", "Iterations", null],
  ["view=communication&process=2", "Loops", null],
] as const) {
  test(`a link from before the places opens what it named: ${old}`, async ({ page }) => {
    await openLink(page, `sample=cg&${old}&v=1`);
    await expect(page.locator("[role='tab'][aria-selected='true']")).toHaveText(place);
    if (sheet) await seen(dialog(page, sheet).getByRole("table"));
    else await gone(dialog(page));
    await expect(page).not.toHaveURL(/[?&](tab|process|loop)=/);
  });
}

test.describe("on a phone", () => {
  test.use(PHONE);

  test("the places are in the bar, processes and selection above it", async ({ page }) => {
    await openOverview(page, "sample=cg");
    await says(piece(page, "peek"), "×15");
    await button(page, "all processes").click();
    await option(dialog(page), /^3/).click();
    await seen(button(page, "process 3").last());
    await goTo(page, "Loops");
    await settled(page);
    await says(page, "Process 3");
  });
});

forEverybody("overview", (page) => openOverview(page, "sample=lu"), [[1920, 1080]]);
forEverybody("recording", async (page) => {
  await openOverview(page, "sample=cg");
  await button(page, "How to record them").click();
  await seen(dialog(page).locator("table"));
});
