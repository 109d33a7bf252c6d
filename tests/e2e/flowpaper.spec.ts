import { expect } from "@playwright/test";
import { forEverybody } from "./everybody";
import { button, figure, link, listitem, piece, press, progressbar, region, row, says, seen, test } from "./helpers";

test("from the landing to the paper on flow graphs, and the paper's figures stand beside ours", async ({ page }) => {
  await page.goto("./");
  await link(page, "Flow graphs beside the paper, live").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Flow graphs beside the paper, live");
  expect(new URL(page.url()).searchParams.get("page")).toBe("flowgraphs");
  await expect(page).toHaveTitle(/^Flow graphs beside the paper, live/);
  await expect(piece(page, "says")).toHaveText("The paper keeps ten iterations of a loop instead of all: the trace of BT is 96 % smaller there, 95.2 % here.");
  const cuts = region(page, "Table 2: ten iterations instead of all");
  // One row for each program, the paper's figures beside ours.
  await seen(row(cuts, "LU 128 300 96.53 % LU.A, 4 processes 248 10 27.3 MB 1.0 MB 96.2 %"));
  await seen(row(cuts, "MiniMD 192 2,000 99.8 % miniMD, 8 processes 10 5 3.1 MB 1.5 MB 50.7 %"));
  await seen(row(cuts, /^GTC 64 200 97.3 % –/));
  const parts = page.locator("section[aria-label^='Table'], section[aria-label^='Figure']");
  await expect(parts.first()).toHaveAttribute("aria-label", /^Table 1: /);
  await seen(figure(page, "LULESH, 8 processes: grows to 45 nodes and 51 transitions"));
  // No line of a tree is cut off, and no text is too small or pale.
  const tree = region(page, "CG.A on 16 processes, ours");
  expect(await tree.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBeLessThanOrEqual(0);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("See the loops in your program’s trace");
});

test("computes them here, by keyboard, and leaves the page as it is", async ({ page }) => {
  await page.goto("./?page=flowgraphs");
  await button(page, "Run it here").focus();
  await press(page, "Enter");
  await seen(progressbar(page, "Run so far"));
  await expect(button(page, "Run it here again")).toBeVisible({ timeout: 60_000 });
  const growth = region(page, "Figure 3: how the graphs grow");
  await expect(row(growth, /^LU in this browser/)).toHaveText("LU in this browser20, 2027, 3127, 3227, 3227, 3227, 3240, 48");
  await expect(row(growth, /^CG in this browser/)).toHaveText("CG in this browser11, 1311, 1314, 1814, 1814, 1814, 1816, 20");
  const shares = figure(region(page, "Figure 2: share of MPI in the main loop, by process"), "LU in this browser");
  await expect(listitem(shares)).toHaveText(["078.7 %", "179.1 %", "279.0 %", "378.7 %"]);
  await says(region(page, "CG in this browser"), /F1 x2 .*\n {2}F2 x832 .*\n {4}F3 x1680 /);
  await says(piece(page, "reduced-here").first(), "LU in this browser: Kept: steps 3 to 12 of 48");
  expect(new URL(page.url()).searchParams.get("page")).toBe("flowgraphs");
});

test("Esc ends it, and it can begin anew", async ({ page }) => {
  await page.goto("./?page=flowgraphs");
  const run = button(page, /^Run it here/);
  await run.click();
  await seen(button(page, "Cancel"));
  await press(page, "Escape");
  await seen(run);
  await run.click();
  await expect(button(page, "Run it here again")).toBeVisible({ timeout: 60_000 });
  await expect(piece(page, "reduced-here")).toHaveCount(2);
});

test("a run that cannot be fetched is said, with what to do", async ({ page }) => {
  await page.route("**/timed/lu.S.4.tar.zst", (route) => route.fulfill({ status: 404 }));
  await page.goto("./?page=flowgraphs");
  await button(page, "Run it here").click();
  await seen(page.getByText("LU could not be computed. Reload the page and try again."));
});

forEverybody(
  "the paper on flow graphs",
  async (page) => {
    await page.goto("./?page=flowgraphs");
    await button(page, "Run it here").click();
    await expect(piece(page, "reduced-here")).toHaveCount(2, { timeout: 60_000 });
    await expect(piece(page, "toast")).toHaveCount(0, { timeout: 15_000 });
  },
  [[1000, 800]],
);
