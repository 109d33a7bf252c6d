// What a screen reader is told: names, where the focus goes, and every move by key.

import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { PHONE, button, choose, dialog, figure, gone, goTo, group, link, listitem, openFiles, openSample, openSheet, option, piece, pingPong, press, says, seen, settled, still } from "./helpers";

const spoken = (page: Page) => piece(page, "spoken");

/** Presses a key and waits until something else is said. */
async function tells(page: Page, key: string, what: RegExp) {
  const before = await spoken(page).textContent();
  await press(page, key);
  await expect(spoken(page), key).not.toHaveText(before ?? "");
  await says(spoken(page), what);
}

test("the focus goes to the name of the trace that was opened, from a card, a sample, a link or files", async ({ page }) => {
  const heading = page.getByRole("heading", { level: 1 });
  await page.goto("./");
  await page.locator("[aria-labelledby='samples'] button").first().focus();
  await press(page, "Enter");
  await settledModel(page);
  await expect(heading).toBeFocused();
  await says(heading, "bt.A.16");
  await openSample(page, "cg");
  await expect(heading).toBeFocused();
  await openFiles(page, [{ name: "mine.trace", text: pingPong(40) }]);
  await expect(heading).toBeFocused();
  await button(page, "Samples").click();
  await button(page, /^CG/).click();
  await says(heading, "cg.A.16");
  await expect(heading).toBeFocused();
});

async function settledModel(page: Page) {
  await says(page.getByRole("list", { name: "Loops of the model" }), "L1");
}

test("the first key leads past the controls, on every screen", async ({ page }) => {
  for (const address of ["./", "./?sample=cg", "./?page=table3"]) {
    await page.goto(address);
    if (address.includes("sample")) await still(page);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await link(page, /^Skip to/).focus();
    await expect(link(page, /^Skip to/)).toBeInViewport();
    const before = page.url();
    await press(page, "Enter");
    await expect(page.locator("main")).toBeFocused();
    expect(page.url()).toBe(before);
  }
});

test("a card of the first screen is called by what it is, not by the letters of its picture", async ({ page }) => {
  await page.goto("./");
  await expect(page.locator("[data-drawn='true']")).toHaveCount(7);
  const list = page.getByRole("list", { name: /^Programs to try/ });
  // The last one is for a trace of one's own.
  await expect(listitem(list)).toHaveCount(8);
  await seen(button(list, "SP, 16 processes, 308,352 events: groups of four, different in each direction", { exact: true }));
  await gone(button(list, /×3/));
});

test("the pictures are called by the sentence that says what they show", async ({ page }) => {
  await openSample(page, "cg");
  await seen(figure(page, /^Process 0 spends 9\d\.\d % of its .* runs 15 times/));
  await press(page, "2");
  await settledModel(page);
  await seen(figure(page, /^All 16 processes run one loop 15 times/));
  await expect(group(page, "What the picture shows").getByRole("list")).toHaveCount(4);
});

test("every move by key in the nest is said", async ({ page }) => {
  await openSample(page, "cg");
  await says(spoken(page), /Process 0\. Loop L\d selected: ×\d+/);
  await tells(page, "]", /Loop L\d selected/);
  await tells(page, "[", /Loop L\d selected/);
  await tells(page, ".", /iteration \d+ of \d+ shown/);
  await tells(page, "+", /events [\d,]+ to [\d,]+/);
  await tells(page, "f", /Process 0\. Loop L\d selected/);
  await tells(page, "ArrowDown", /Process 1\./);
});

test("every move by key in the model is said", async ({ page }) => {
  await openSample(page, "cg");
  await press(page, "2");
  await settledModel(page);
  await says(spoken(page), /Loop L1 of the model selected: ×15/);
  await tells(page, "]", /Loop L2 of the model selected/);
  await tells(page, " ", /folded/);
  await tells(page, " ", /Loop L2 of the model selected(?!.*folded)/);
  await tells(page, ".", /→/);
  await tells(page, "ArrowDown", /The messages of process 0 are highlighted/);
  await tells(page, "+", /Steps \d+ to \d+ of \d+/);
});

test("moves in addresses, the table, the comparison and the prediction are said", async ({ page }) => {
  await page.goto("./?sample=matmul&view=iterations&of=addresses");
  await says(spoken(page), /Addresses of: One iteration of L1/);
  await tells(page, ".", /Addresses of: One iteration of L1: number \d+/);
  await openSample(page, "cg");
  await openSheet(page, "All processes");
  await says(spoken(page), "All 16 processes in a table");
  await press(page, "Escape");
  await openSheet(page, "How loops are chosen");
  await says(spoken(page), /Process 0\. .{20,}/);
  await button(page, "Next process").click();
  await says(spoken(page), /Process 1\. .{20,}/);
  await press(page, "Escape");
  await goTo(page, "Iterations");
  await says(spoken(page), /All processes\. .{20,}/);
});

test("the question before another host is asked is right for assistive technology", async ({ page }) => {
  await page.goto(`./?trace=${encodeURIComponent("https://example.org/a.trace")}`);
  await expect(dialog(page)).toBeFocused();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await press(page, "Escape");
  await gone(dialog(page));
});

test("a sheet takes the focus, shuts off what is behind it, and gives the focus back", async ({ page }) => {
  await openSample(page, "lu");
  const keys = button(page, "Keys", { exact: true });
  const sheet = dialog(page, "Keys");
  await keys.click();
  await expect(sheet).toBeFocused();
  const covered = await keys.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) !== element;
  });
  expect(covered).toBe(true);
  // A press inside leaves it open, one beside it closes it.
  await sheet.getByRole("heading").click();
  await seen(sheet);
  await page.mouse.click(20, 400);
  await gone(sheet);
  await expect(keys).toBeFocused();
  await press(page, "?");
  await expect(sheet).toBeFocused();
  await press(page, "Escape");
  await gone(sheet);
  await expect(keys).toBeFocused();
});

test.describe("on a phone", () => {
  test.use(PHONE);

  test("the sheet of processes scrolls to the last of many", async ({ page }) => {
    await page.goto("./");
    const trace = Array.from({ length: 300 }, (_, rank) => `${rank} local a${rank}\n`.repeat(3)).join("");
    await choose(page, [{ name: "many.trace", text: trace }]);
    await settled(page);
    await button(page, /^process/).click();
    const list = dialog(page).getByRole("listbox");
    await seen(option(list).first());
    await dialog(page).evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight));
    await says(option(list).last(), "299");
    await expect(option(list).last()).toBeInViewport();
  });
});
