import { expect, test } from "@playwright/test";
import { button, dialog, gone, list, openFiles, openSample, openSheet, option, piece, press, radio, ribbonPoint, savedBy, says, seen, sentenceOf, settled, showIn, still, treeitem, watch } from "./helpers";

test("a loop is chosen in the gallery, the text, the ribbon and by keys, and is the same everywhere", async ({ page }) => {
  await openSample(page, "lu");
  const chosen = piece(piece(page, "chosen"), "badge");
  await page.locator("[data-loop] button").nth(1).click();
  await expect(chosen).toHaveText("L2");
  await says(page.getByRole("treeitem", { selected: true }), "L2");
  await treeitem(page).filter({ hasText: "L3" }).first().click();
  await expect(chosen).toHaveText("L3");
  await says(page.locator("[data-loop] [aria-pressed='true']"), "L3");
  await press(page, "[");
  await expect(chosen).toHaveText("L2");
  // The uppermost box is the main loop.
  await page.mouse.click(...Object.values(await ribbonPoint(page, 400, 32)) as [number, number]);
  await expect(chosen).toHaveText("L1");
  await expect(page.getByText(/^Process 0\. Loop L1 selected/)).toHaveCount(1);
});

test("a loop that is clicked in the ribbon is selected where it was clicked", async ({ page }) => {
  await openSample(page, "lu&process=5");
  const facts = page.locator("aside dl");
  // L2 also stands before the main loop: that is its first place, and where the gallery leads.
  const box = await ribbonPoint(page, 150, 120);
  await page.mouse.click(box.x, box.y);
  await expect(piece(piece(page, "chosen"), "badge")).toHaveText("L2");
  await says(facts, "here63,039 to 63,286");
  await says(facts, "depth2,");
  await expect(facts).not.toContainText("first at");
  const lines = await treeitem(page).allTextContents();
  const chosen = page.getByRole("treeitem", { selected: true });
  await expect(chosen).toHaveAttribute("aria-level", "2");
  expect(lines.findIndex((line) => line.includes("L2"))).toBe(lines.findIndex((line) => line.includes("L1")) + 1);
  await page.locator("[data-loop] button").nth(1).click();
  await says(facts, "first at");
});

test("no loop is left out of the text, however many events stand before it", async ({ page }) => {
  await openSample(page, "mg&method=greedy");
  const tree = page.getByRole("tree", { name: "The nest as text" });
  await seen(tree.getByText("for i1 = 0 to 19"));
  await page.setViewportSize({ width: 1280, height: 400 });
  await expect(tree.getByText(/^… \d+ more$/).first()).toBeAttached();
  await expect(tree.getByText("for i1 = 0 to 19")).toBeAttached();
});

test("another iteration: by dragging the mark, by the hatch, by keys", async ({ page }) => {
  await openSample(page, "lu");
  const strips = list(page, "Strips of the ribbon");
  await says(strips, "One iteration of L1: number 125 of 249");
  await press(page, ".");
  await says(strips, "number 126 of 249");
  await press(page, ",");
  await says(strips, "number 125 of 249");

  const mark = await ribbonPoint(page, 376, 56);
  const width = (await piece(page, "ribbon").boundingBox())?.width ?? 0;
  await page.mouse.move(mark.x, mark.y);
  await page.mouse.down();
  await page.mouse.move(mark.x - width / 4, mark.y, { steps: 8 });
  await page.mouse.up();
  await says(strips, /One iteration of L1: number (5|6|7)\d of 249/);
  await settled(page);
  expect(new URL(page.url()).searchParams.get("open")).toMatch(/^\d+\.(5|6)\d/);

  const hatch = await ribbonPoint(page, width * 0.9, 56);
  await page.mouse.click(hatch.x, hatch.y);
  await says(strips, /One iteration of L1: number 22\d of 249/);
});

test("wheel and keys zoom, drag and arrows pan, F fits", async ({ page }) => {
  await openSample(page, "lu");
  const zoom = () => new URL(page.url()).searchParams.get("zoom");
  const middle = await ribbonPoint(page, 376, 32);
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, -400);
  await expect.poll(zoom).toMatch(/^[\d.]+-[\d.]+$/);
  const first = zoom();
  await press(page, "ArrowRight");
  await expect.poll(zoom).not.toBe(first);
  const second = zoom();
  await page.mouse.down();
  await page.mouse.move(middle.x + 80, middle.y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(zoom).not.toBe(second);
  await press(page, "f");
  await expect.poll(zoom).toBeNull();
  await press(page, "+");
  await expect.poll(zoom).not.toBeNull();
  await press(page, "-");
  await expect.poll(zoom).toBeNull();
});

test("a mark out of sight is said, and a click goes to it", async ({ page }) => {
  await openSample(page, "lu&zoom=0-20000&v=1");
  const strips = list(page, "Strips of the ribbon");
  const width = (await piece(page, "ribbon").boundingBox())?.width ?? 0;
  const words = await ribbonPoint(page, width - 60, 78);
  await page.mouse.move(words.x, words.y);
  await says(piece(page, "tip"), "click to go there");
  await page.mouse.click(words.x, words.y);
  const zoom = () => new URL(page.url()).searchParams.get("zoom") ?? "";
  // As wide as before, around the iteration in the middle of the trace; the iteration itself stays.
  await expect.poll(zoom).toMatch(/^2\d{4}(\.\d+)?-4\d{4}(\.\d+)?$/);
  await says(strips, "number 125 of 249");
  await page.mouse.move(words.x, words.y + 1);
  await gone(piece(page, "tip").filter({ hasText: "click to go there" }));
});

test("two fingers zoom", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, baseURL });
  const page = await context.newPage();
  await openSample(page, "lu");
  const middle = await ribbonPoint(page, 180, 32);
  const client = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart: number) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [-1, 1].map((side, id) => ({ x: middle.x + side * apart, y: middle.y, id })),
    });
  await touch("touchStart", 30);
  for (const apart of [40, 60, 80, 100, 120]) await touch("touchMove", apart);
  await touch("touchEnd", 0);
  await expect.poll(() => new URL(page.url()).searchParams.get("zoom")).toMatch(/^[\d.]+-[\d.]+$/);
  await context.close();
});

test("hover tells what lies under the pointer, in two lines", async ({ page }) => {
  await openSample(page, "lu");
  const box = await ribbonPoint(page, 300, 32);
  await page.mouse.move(box.x, box.y);
  await says(piece(page, "tip").locator("b"), "249");
  await expect(piece(page, "tip").locator("span")).not.toBeEmpty();
  await page.mouse.move(10, 10);
  await gone(piece(page, "tip"));
});

test("Enter goes into a loop, Esc out again", async ({ page }) => {
  await openSample(page, "lu");
  const chosen = piece(piece(page, "chosen"), "badge");
  await press(page, "Enter");
  await expect(chosen).toHaveText("L2");
  await press(page, "ArrowRight");
  await expect(chosen).toHaveText("L3");
  await press(page, "Escape");
  await expect(chosen).toHaveText("L1");
  await press(page, "Escape");
  await says(page.locator("aside"), "Pick a loop");
});

test("the text folds and is loaded as it is unfolded", async ({ page }) => {
  await openSample(page, "lu");
  const tree = page.getByRole("tree", { name: "The nest as text" });
  await tree.getByText("… before the main loop").click();
  await seen(tree.getByText("L4").first());
  const lines = await treeitem(tree).count();
  const loop = treeitem(tree).filter({ hasText: "L2" }).first();
  await loop.focus();
  await press(page, "ArrowRight");
  await expect(loop).toHaveAttribute("aria-expanded", "true");
  await expect.poll(() => treeitem(tree).count()).toBeGreaterThan(lines);
  await press(page, "ArrowLeft");
  await expect(loop).toHaveAttribute("aria-expanded", "false");
});

test("processes by click and by keys; the table sorts and is saved as CSV", async ({ page }) => {
  await openSample(page, "lu");
  await option(page, /^5/).click();
  await says(page, "Process 5 spends");
  await press(page, "ArrowDown");
  await says(page, "Process 6 spends");

  await openSheet(page, "All processes");
  const rows = page.locator("table tbody tr");
  await expect(rows).toHaveCount(16);
  await button(page, /^events/).click();
  await says(rows.first(), "126,554");
  await button(page, /^events/).click();
  await says(rows.first(), "63,290");
  expect((await savedBy(page, button(dialog(page), "CSV"))).suggestedFilename()).toBe("lu.A.16-processes.csv");
  await press(page, "Escape");
  await seen(page.locator("figure:has([data-testid='ribbon'])"));
  await openSheet(page, "All processes");
  await rows.filter({ hasText: "rank-9." }).click();
  await says(page, "Process 9 spends");
});

test("of many processes the table has all, and only the rows in sight are elements", async ({ page }) => {
  const all = 1000;
  await openFiles(page, [{ name: "many.trace", text: Array.from({ length: all }, (_, process) => `${process} local e${process}\n`.repeat(2 + process)).join("") }]);
  await openSheet(page, "All processes");
  const table = dialog(page).locator("table");
  await expect(table).toHaveAttribute("aria-rowcount", String(all + 1));
  const rows = table.locator("tbody tr[aria-rowindex]");
  await expect(rows.first()).toHaveAttribute("aria-rowindex", "2");
  expect(await rows.count()).toBeLessThan(200);
  await dialog(page).evaluate((sheet) => sheet.scrollTo(0, sheet.scrollHeight));
  await expect(rows.last()).toHaveAttribute("aria-rowindex", String(all + 1));
  await expect(rows.last()).toBeInViewport();
  expect(await rows.count()).toBeLessThan(200);
});

test("text, JSON, SVG and PNG can be taken away", async ({ page }) => {
  await openSample(page, "cg");
  for (const [label, ending] of [["Text", ".txt"], ["JSON", ".json"], ["SVG", ".svg"], ["PNG", ".png"]] as const) {
    expect((await savedBy(page, button(page, label, { exact: true }))).suggestedFilename()).toContain(ending);
  }
});

test("a link opens the same", async ({ page, context }) => {
  await openSample(page, "lu&process=5");
  await button(page, /^Method/).click();
  await radio(page, /optimal/).click();
  await says(button(page, /^Method/), "optimal");
  await settled(page);
  await page.locator("[data-loop] button").nth(2).click();
  await press(page, ".");
  await settled(page);
  const address = page.url();
  const sentence = await sentenceOf(page).textContent();
  const strips = list(page, "Strips of the ribbon");
  const shown = await strips.textContent();

  const other = await context.newPage();
  const wrong = watch(other);
  await other.goto(address);
  await settled(other);
  await expect(sentenceOf(other)).toHaveText(sentence ?? "");
  await expect(piece(piece(other, "chosen"), "badge")).toHaveText("L3");
  await expect(list(other, "Strips of the ribbon")).toHaveText(shown ?? "");
  await expect.poll(() => other.url()).toBe(address);
  expect(wrong).toEqual([]);
});

test("by keyboard alone: from the landing to an inner loop", async ({ page }) => {
  await page.goto("./");
  for (let i = 0; i < 12; i += 1) {
    await press(page, "Tab");
    if (await page.evaluate(() => document.activeElement?.textContent?.startsWith("LU"))) break;
  }
  await press(page, "Enter");
  await still(page);
  await says(page, "All 16 processes run one loop 249 times");
  await press(page, "2");
  await settled(page);
  await page.locator("body").press("ArrowDown");
  await says(page, "Process 1 spends");
  await press(page, "]");
  await expect(piece(piece(page, "chosen"), "badge")).toHaveText("L2");
  await press(page, "?");
  await seen(dialog(page, "Keys"));
  await press(page, "Escape");
  await gone(dialog(page));
  await press(page, "t");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await press(page, "t");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the main loop is L1 with one count, on the nest and on the model", async ({ page }) => {
  await openSample(page, "mg");
  await says(page.locator("[data-loop] button").first(), "×20 L1");
  await says(page, "20 times");
  await showIn(page, "Model");
  await settled(page);
  await says(page, "20 times");
  await says(list(page, "Loops of the model"), /L1 ×20\. processes 0-15/);
});

test("where another method sees another main loop, a line says so and leads to the comparison", async ({ page }) => {
  await openSample(page, "mg");
  const line = piece(page, "other-methods");
  await says(line, "Greedy and nlr see 19 iterations of the main loop, not 20");
  await button(line, "Compare the methods").click();
  await expect(page).toHaveURL(/sheet=compare/);
  await openSample(page, "bt");
  await seen(page.locator("figure:has([data-testid='ribbon'])"));
  await gone(line);
});
