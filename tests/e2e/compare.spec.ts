// The methods side by side: figures, loops on one axis, places, and ways from there.

import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { button, dialog, figure, fixture, heading, listitem, openSample, openSheet, piece, press, region, savedBy, says, seen, sentenceOf, settled, test } from "./helpers";

async function compared(page: Page) {
  await seen(page.locator("table"));
  await expect(figure(page, "The loops of every method on the same axis")).toHaveAttribute("aria-busy", "false");
}

/** CG as calls: greedy takes an iteration from the inner loop, the others do not. */
async function openCg(page: Page) {
  await page.goto("./");
  await piece(page, "files").setInputFiles(fixture("corpus/cg.A.16-symbols.tar.zst"));
  await settled(page);
  await openSheet(page, "How loops are chosen");
  await compared(page);
}

test("a link from before the places opens the comparison, and the sheet is part of the address", async ({ page }) => {
  await page.goto("./?sample=lu&process=5&tab=compare");
  await compared(page);
  await expect(sentenceOf(dialog(page))).toHaveText(
    "Greedy and optimal find the same nest; smallest and nlr differ in 3 places. They hold 99.6 % of the events.",
  );
  const methods = page.locator("table thead th");
  await expect(methods).toHaveCount(await page.locator("table tfoot td:not(:first-child)").count());
  await says(methods.nth(1), "as greedy");
  await expect(page).toHaveURL(/view=loops&at=5&sheet=compare/);
  await press(page, "Escape");
  await expect(page).not.toHaveURL(/sheet=/);
  await openSheet(page, "How loops are chosen");
  await expect(page).toHaveURL(/sheet=compare/);
  await compared(page);
  await press(page, "Escape");
  await seen(page.locator("figure:has([data-testid='ribbon'])"));
});

test("the best figures are bold, and the process can be changed", async ({ page }) => {
  await openCg(page);
  const row = page.getByRole("row", { name: /^outermost items/ });
  await expect(row.locator("td")).toHaveText(["36", "15 (best)", "15 (best)", "22"]);
  expect(await row.locator("td", { hasText: "(best)" }).first().evaluate((cell) => getComputedStyle(cell).fontWeight)).toBe("600");
  for (let step = 0; step < 3; step += 1) await button(page, "Next process").click();
  await seen(heading(page, "Process 3"));
  await compared(page);
});

test("a method can be taken from there, and a place be shown in the nest", async ({ page }) => {
  await openCg(page);
  const place = listitem(region(page, "Where they differ"));
  await expect(place).toHaveCount(2);
  await expect(place.first().locator("p").nth(1)).toHaveText(
    "One loop, cut in different places: optimal, smallest and nlr run it 26 times; greedy 25 times, starting 5 calls later.",
  );
  for (const method of ["greedy", "optimal"]) {
    await button(page, `Use ${method}`).click();
    await compared(page);
    await expect(page.locator("thead th[aria-current]")).toHaveText(method);
  }
  await button(place.first(), "Show").click();
  await settled(page);
  await says(page.locator("[data-loop] [aria-pressed='true']"), "×26");
  // A loop in the picture leads there, too.
  await openSheet(page, "How loops are chosen");
  await compared(page);
  const width = (await piece(page, "aligned").boundingBox())?.width ?? 0;
  await piece(page, "aligned").click({ position: { x: width / 2, y: 77 + 31 } });
  await settled(page);
  await says(page.locator("[data-loop] [aria-pressed='true']"), "×15");
});

test("the table can be saved", async ({ page }) => {
  await openCg(page);
  const file = await savedBy(page, button(dialog(page), "CSV"));
  expect(file.suggestedFilename()).toMatch(/-process-0-methods\.csv$/);
  const lines = readFileSync(await file.path(), "utf8").trim().split("\r\n");
  expect(lines.length).toBe(1 + (await page.locator("table thead th").count()));
  expect(lines[1]).toMatch(/^0,greedy,greedy,8839,36,/);
});

forEverybody("compare", async (page) => {
  await openSample(page, "lu");
  await openSheet(page, "How loops are chosen");
  await compared(page);
});
