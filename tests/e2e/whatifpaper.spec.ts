// The page that sets the paper on what-if prediction beside ours.
import { expect } from "@playwright/test";
import { forEverybody } from "./everybody";
import { LU, button, figure, link, piece, region, row, seen, test } from "./helpers";

test("the paper's figures stand beside ours, and are computed here by keyboard", async ({ page }) => {
  await page.goto("./?page=whatif");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What if beside the paper, live");
  await expect(piece(page, "says")).toHaveText("The paper cites estimates within 4 %; ours of 42 programs that were changed and run again are off by 0.20 % in the median.");
  const table = region(page, "Events, bytes and time");
  await seen(row(table, /^image registration, the paper 182,760 98,428 46\.1 %/));
  await seen(row(table, /^LU\.A, 4 processes 254,622 17,068 93\.3 %/));
  const waits = region(page, "Seven waits");
  await seen(row(waits, /^image registration, the paper 12\.9 % 42\.4 %/));
  await button(page, "Run it here").focus();
  await page.keyboard.press("Enter");
  await expect(button(page, "Run it here again")).toBeVisible({ timeout: 60_000 });
  await seen(row(waits, /^LU in this browser – 0\.89 %/));
  const marked = figure(page, "LU in this browser");
  await expect(marked.locator("ol > li")).toHaveCount(7);
  await expect(marked.locator("ul b")).toHaveCount(7);
  await seen(page.getByText(/^LU in this browser: .*messages explain 29\.4\s% of the run/));
});

test("the place Time leads to it", async ({ page }) => {
  await page.goto(`./?${LU}&view=time&if=none`);
  const door = link(page, "The paper’s figures beside ours");
  await expect(door).toHaveAttribute("href", /\?page=whatif\b/);
});

forEverybody(
  "the paper on what if",
  async (page) => {
    await page.goto("./?page=whatif");
    await button(page, "Run it here").click();
    await expect(figure(page, "CG in this browser")).toBeVisible({ timeout: 60_000 });
    await expect(piece(page, "toast")).toHaveCount(0, { timeout: 15_000 });
  },
  [[1000, 800]],
);
