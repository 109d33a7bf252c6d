import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { forEverybody } from "./everybody";
import { alert, button, choose, gone, heading, link, piece, pingPong, press, progressbar, row, savedBy, says, seen, still, test } from "./helpers";

test("from the landing to the paper's table, by link and back", async ({ page }) => {
  await page.goto("./");
  await link(page, "The paper’s table, live").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The paper’s table, live");
  await expect(page).toHaveTitle(/The paper’s table, live/);
  expect(new URL(page.url()).searchParams.get("page")).toBe("table3");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("See the loops in your program’s trace");
  await page.goForward();
  await seen(heading(page, "The paper’s table, live"));
  await page.reload();
  await says(piece(page, "says"), /^The paper’s optimal procedure took 31\.6 hours for 323,048 symbols on a machine of 2008; here, on a string rebuilt from the paper’s figures, it took \d+(\.\d+)?\u00a0(µs|ms)\.$/);
  await page.getByTitle("To the first page").click();
  await seen(heading(page, "See the loops in your program’s trace"));
});

test("shows our figures beside the paper's, and takes them away as CSV", async ({ page }) => {
  await page.goto("./?page=table3");
  const rows = page.locator("table tbody tr");
  await expect(rows).toHaveCount(28);
  const cg = row(page.locator("table tbody").nth(2));
  await says(cg.nth(0), "greedy(552)75 = (5 + (21)25 + 22)75311 : 1,353.35");
  await says(cg.nth(1), "optimal(552)75 = ((21)26 + 6)75101 : 4,195.40");
  await says(cg.nth(1), "33.7 min");
  const text = readFileSync(await (await savedBy(page, button(page, "CSV"))).path(), "utf8");
  const lines = text.trimEnd().split("\r\n");
  expect(lines).toHaveLength(29);
  expect(lines[26]).toMatch(/^LU C,323048,optimal,\(1292\)\^249 = \(\(4\)\^160 \+ \(4\)\^160 \+ 12\)\^249,63,/);
  expect(lines[26]).toContain(",113890.21,");
});

test("runs here, by keyboard: same results, measured times, nothing fetched", async ({ page }) => {
  await page.goto("./?page=table3", { waitUntil: "networkidle" });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const run = button(page, "Run it here");
  await run.focus();
  await press(page, "Enter");
  await seen(progressbar(page, "Run so far"));
  await expect(button(page, "Run it here again")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("img", { name: "same results" })).toHaveCount(28);
  await gone(page.getByRole("img", { name: "other results" }));
  for (const text of await page.locator("table tbody td:last-child").allTextContents()) expect(text).toMatch(/^\d+(\.\d+)?\u00a0(µs|ms|s) ✓$/);
  await says(piece(page, "says"), "and in this browser");
  expect(requests).toEqual([]);
});

test("Cancel and Esc end it; what was measured stays", async ({ page }) => {
  await page.goto("./?page=table3");
  const run = button(page, /^Run it here/);
  const marks = page.getByRole("img", { name: "same results" });
  await run.click();
  await seen(marks.first());
  await button(page, "Cancel").click();
  await seen(run);
  await gone(progressbar(page));
  const many = await marks.count();
  expect(many).toBeGreaterThan(0);
  expect(many).toBeLessThan(28);
  await run.click();
  await seen(marks.first());
  await press(page, "Escape");
  await seen(run);
  // Nothing goes on behind the page's back.
  const after = await marks.count();
  await page.waitForTimeout(300);
  expect(await marks.count()).toBe(after);
});

test("a trace that is opened there takes its place, and back leads to the table", async ({ page }) => {
  await page.goto("./?page=table3");
  await choose(page, [{ name: "pair.trace", text: pingPong(20) }]);
  await still(page);
  await page.goBack();
  await seen(heading(page, "The paper’s table, live"));
  await choose(page, [{ name: "word.trace", text: "0 send 1\n" }]);
  await seen(alert(page));
});

forEverybody(
  "table3",
  async (page) => {
    await page.goto("./?page=table3");
    await button(page, "Run it here").click();
    await expect(page.getByRole("img", { name: "same results" })).not.toHaveCount(0);
    await button(page, "Cancel").click();
    await page.getByText("What the columns mean").click();
  },
  [[1000, 800]],
);
