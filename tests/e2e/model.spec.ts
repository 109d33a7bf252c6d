// The model of a whole program: sentence, picture, loops, what is said of them.

import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { openSample, watch } from "./helpers";

async function modelled(page: Page): Promise<void> {
  await expect(page.locator(".model")).toHaveAttribute("aria-busy", "false");
}

test("a link opens the model, with its loops as text", async ({ page }) => {
  const wrong = watch(page);
  await page.goto("./?sample=lu&tab=model");
  await modelled(page);
  await expect(page.locator(".sentence")).toHaveText(
    /^All 16 processes run one loop 249 times\. Inside it, two loops run 62 times, and 48 single messages are sent\. It holds 99\.2 % of/,
  );
  const loops = page.getByRole("list", { name: "Loops of the model" }).getByRole("listitem");
  await expect(loops).toHaveText([/^L1 ×249\. processes 0-15, /, /^L2 ×62\. /, /^L3 ×62\. /]);
  await page.keyboard.press("]");
  await expect(page.getByRole("heading", { name: "×62" })).toBeVisible();
  await expect(page.locator(".matrix .cell")).toHaveCount(24);
  await expect(page.locator(".model-text")).toContainText("for i1 = 0 to 61");
  expect(wrong).toEqual([]);
});

test("keys zoom in and out, fold and open", async ({ page }) => {
  await openSample(page, "sample=lu");
  await page.keyboard.press("2");
  await modelled(page);
  const folded = page.getByRole("button", { name: "Open all loops" });
  await page.keyboard.press(" ");
  await expect(folded).toBeVisible();
  await folded.click();
  await expect(folded).toBeHidden();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^before and after the main loops/ }).click();
  await expect(page.getByRole("button", { name: "Show the main loops alone" })).toBeVisible();
});

test("the model can be read by everybody", async ({ page }) => {
  await page.goto("./?sample=lu&tab=model");
  await modelled(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
});
