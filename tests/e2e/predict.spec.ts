// Prediction: the chart, the table of the same, one process or all, and giving up.

import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { button, choose, gone, goTo, openSample, option, piece, press, radio, savedBy, says, seen, settled, tab, test } from "./helpers";

async function predicted(page: Page) {
  await seen(page.locator("table"));
}

test("a link from before the places opens the prediction, and the place is part of the address", async ({ page }) => {
  await page.goto("./?sample=lu&tab=predict");
  await predicted(page);
  await says(page, /^The current loop correctly predicts the next event 9\d\.\d\u00a0% of the time, and the event 128 ahead 9\d\.\d\u00a0% of the time\.$/);
  await expect(page.locator("table tbody tr")).toHaveCount(8);
  await expect(page).toHaveURL(/view=iterations&of=foretold/);
  await press(page, "2");
  await expect(page).toHaveURL(/view=loops/);
  await press(page, "3");
  await expect(page).toHaveURL(/view=iterations/);
  await predicted(page);
  // Up the trail, and then to the overview.
  for (let step = 0; step < 4; step += 1) await press(page, "Escape");
  await expect(page.getByRole("tab", { selected: true })).toHaveText("Overview");
});

test("bars say what the table says, and hovering names the figures", async ({ page }) => {
  await openSample(page, "bt");
  await goTo(page, "Iterations");
  await predicted(page);
  const cells = await page.locator("table tbody tr").first().locator("td").allTextContents();
  const column = page.locator("[data-distance]").first();
  const heights = await column.locator("i").evaluateAll((parts) => parts.map((part) => [part.getAttribute("data-part"), part.getBoundingClientRect().height]));
  const whole = heights.reduce((sum, [, height]) => sum + Number(height), 0);
  const correct = Number(heights.find(([name]) => name === "correct")?.[1]);
  expect(Math.abs((100 * correct) / whole - Number.parseFloat(cells[0] ?? ""))).toBeLessThan(0.5);
  await column.hover();
  await expect(piece(page, "tip")).toHaveText(`The next eventcorrect ${cells[0]}, wrong ${cells[1]}, none ${cells[2]}`);
});

test("one process or all of them", async ({ page }) => {
  await openSample(page, "cg");
  await goTo(page, "Iterations");
  await predicted(page);
  const all = radio(page, "all processes");
  await expect(all).toBeChecked();
  await says(piece(page, "table-head"), "94,256 events");
  await radio(page, /^process/).check();
  await says(piece(page, "table-head"), "5,891 events");
  await option(page).nth(3).click();
  await expect(radio(page, "process 3")).toBeChecked();
});

test("loops with long bodies are seen when more items are searched", async ({ page }) => {
  await openSample(page, "bt");
  await goTo(page, "Iterations");
  await predicted(page);
  const none = page.locator("table tbody tr").first().locator("td").nth(2);
  expect(Number.parseFloat((await none.textContent()) ?? "")).toBeGreaterThan(50);
  await radio(page, "200", { exact: true }).check();
  await says(piece(page, "about"), "the 200 latest items");
  expect(Number.parseFloat((await none.textContent()) ?? "")).toBeLessThan(5);
});

test("the figures can be saved", async ({ page }) => {
  await openSample(page, "cg");
  await goTo(page, "Iterations");
  await predicted(page);
  const file = await savedBy(page, button(piece(page, "table-head"), "CSV"));
  const lines = readFileSync(await file.path(), "utf8").trim().split("\r\n");
  expect(lines).toHaveLength(1 + 17 * 8);
  expect(lines[1]).toMatch(/^all,1,\d+,\d+,\d+$/);
});

test("a file of nests has nothing to foretell, so the place is not there, and no method to compare", async ({ page }) => {
  await openSample(page, "cg");
  const text = readFileSync(await (await savedBy(page, button(page, "JSON"))).path(), "utf8");
  await choose(page, [{ name: "cg.nests.json", text }]);
  await settled(page);
  await seen(tab(page, "Overview"));
  await gone(tab(page, "Iterations"));
  await expect(button(page, /^Method/)).toBeDisabled();
});

forEverybody("predict", async (page) => {
  await openSample(page, "bt");
  await goTo(page, "Iterations");
  await predicted(page);
});
