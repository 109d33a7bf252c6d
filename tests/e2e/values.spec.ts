// Traces of numbers: the pattern of addresses, bounds that vary, and what each value does.

import { expect, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { button, choose, dialog, gone, goTo, list, openFiles, openLink, openSample, piece, radio, region, says, seen, sentenceOf, settled, test } from "./helpers";

/** Goes to the pattern, and waits until it is drawn and its table is there. */
async function drawn(page: Page) {
  await goTo(page, "Iterations");
  await expect(region(page, "Pattern of addresses").locator("figure")).toHaveAttribute("aria-busy", "false");
  await seen(page.locator("table tbody tr").first());
}

/** How many pixels of the pattern are not the colour of its corner. */
async function inked(page: Page): Promise<number> {
  return piece(page, "addresses").evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
    const colours = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      const colour = data.slice(at, at + 4).join();
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    return data.length / 4 - Math.max(...colours.values());
  });
}

/** An inner loop that runs once more each time round. */
function triangle() {
  let lines = "kind,address,size\n";
  for (let i = 0; i < 12; i += 1) {
    lines += `write,${70_000 + 16 * i},4\n`;
    for (let j = 0; j < i + 3; j += 1) lines += `read,${4096 + 256 * i + 8 * j},8\n`;
  }
  return lines;
}

test("the three loops of a matrix product, and what each value does", async ({ page }) => {
  await page.goto("./");
  await button(page, "Matrix product").click();
  await settled(page);
  await drawn(page);
  await says(page, "in one loop that runs 32 times");
  await says(page, "steps of 8 and 256");
  const rows = page.locator("table tbody tr");
  await expect(rows).toHaveCount(3);
  await says(rows.nth(0), "read: 0x4aa2e0 + 256*i0 + 8*i2, 8");
  await says(rows.nth(0), "0x4aa2e0 to 0x4ac2d8");
  await says(rows.nth(0), "+8 per L3, +256 per L1");
  await says(rows.nth(1), "+256 per L3, +8 per L2");
  await says(rows.nth(2), "+8 per L2, +256 per L1");
  expect(await inked(page)).toBeGreaterThan(1000);

  const picture = piece(page, "addresses");
  await expect(picture).toHaveAttribute("aria-label", /One iteration of L1: number 16 of 32: 2,080 tuples/);
  await radio(page, "whole trace").click();
  await expect(picture).toHaveAttribute("aria-label", /whole trace: 68,609 tuples/);
  await expect(rows).toHaveCount(6);
  await radio(page, "in L3").click();
  await expect(picture).toHaveAttribute("aria-label", /One iteration of L3/);
  await expect(rows).toHaveCount(2);
  // Another number of the tuples, which nothing moves.
  await page.getByLabel("field").selectOption("size");
  await says(rows.nth(0), "does not move");
  // From a value to the loop that it is in.
  await button(rows.nth(0), "L3").click();
  await seen(region(page, "Loop L3"));
  await says(page.getByRole("tree"), "val read: 0x4aa2e0 + 256*i0 + 8*i2, 8");
});

test("what lies under the pointer says where it goes and by which steps", async ({ page }) => {
  await openSample(page, "matmul");
  await drawn(page);
  const picture = piece(page, "addresses");
  await picture.scrollIntoViewIfNeeded();
  const box = await picture.boundingBox();
  if (!box) throw new Error("the pattern is not in the page");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 10);
  await says(piece(region(page, "Pattern of addresses"), "tip"), "+256 per L3, +8 per L2");
  // And a single tuple of the ribbon: its own numbers, then the same.
  const strips = piece(page, "ribbon");
  await strips.scrollIntoViewIfNeeded();
  const ribbon = await strips.boundingBox();
  if (!ribbon) throw new Error("the ribbon is not in the page");
  await page.mouse.move(ribbon.x + 60, ribbon.y + ribbon.height - 28);
  await says(piece(page.locator("figure:has([data-testid='ribbon'])"), "tip"), "read: 0x4ab258, 8");
  await says(piece(page.locator("figure:has([data-testid='ribbon'])"), "tip"), "address 0x4aa2e0 to 0x4ac2d8, +8 per L3, +256 per L1");
});

test("bounds that vary stand in text, cards and ribbon", async ({ page }) => {
  await openFiles(page, [{ name: "triangle-0.csv", text: triangle() }]);
  await settled(page);
  await drawn(page);
  await says(page, "an inner loop runs 3 to 14 times");
  await goTo(page, "Loops");
  const inner = page.locator("[data-loop] button").filter({ hasText: "×3 to 14" });
  await inner.click();
  await says(page.getByRole("tree"), "for i1 = 0 to 2 + i0");
  await says(page.locator("aside dl"), "2 + i0");
  await says(page.getByRole("tree").locator("[aria-selected='true']"), "2 + i0");
  await says(list(page, "Strips of the ribbon"), "All 12 iterations of L1, which differ");
});

test("the methods side by side, and equal tuples only by the others", async ({ page }) => {
  await page.goto("./?sample=matmul&tab=compare");
  await seen(page.locator("table"));
  await says(sentenceOf(dialog(page)), "Greedy, optimal and smallest find the same nest. nlr sees numbers that change");
  const row = page.getByRole("row", { name: /^outermost items/ });
  await expect(row.locator("td")).toHaveText(["68,609", "68,609", "68,609", "3 (best)"]);
  await openLink(page, "sample=matmul&method=greedy&view=iterations");
  await gone(region(page, "Pattern of addresses"));
});

test("what is no access is named with its line and left out", async ({ page }) => {
  await page.goto("./");
  const good = Array.from({ length: 40 }, (_, at) => `0 ${(4096 + 8 * at).toString(16)} 8\n`).join("");
  await choose(page, [{ name: "trace-0.din", text: `${good}7 1000 8\n0 10000000000000000 8\n0 40` }]);
  await settled(page);
  await drawn(page);
  const notice = piece(page, "notice");
  await says(notice, "line 41");
  await button(notice, "show").click();
  await says(dialog(page), "line 42");
});

forEverybody("values", async (page) => {
  await openSample(page, "matmul");
  await drawn(page);
});
