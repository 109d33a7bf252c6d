// Records of the loops, in the place Iterations: exactly what `loopscope ask` would print.
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { LU, button, combobox, dialog, goTo, group, openLink, partsAsked, piece, press, region, savedBy, says, seen, showIn, still, test, withoutPrefetching } from "./helpers";

async function openRecords(page: Page, ask = "") {
  await page.goto(`./?${LU}&view=iterations&of=records${ask && `&ask=${encodeURIComponent(ask)}`}`);
  await answered(page);
}

async function answered(page: Page) {
  await still(page);
  await seen(page.locator("section[aria-label='Records of the loops'][data-settled='true']"));
  await seen(piece(page, "records").locator("tbody tr").first());
}

async function saved(page: Page, form: string): Promise<Buffer> {
  return readFileSync(await (await savedBy(page, button(page, form))).path());
}

test("the selected loop is asked for, and each iteration is a record", async ({ page }) => {
  await openLink(page, LU);
  await goTo(page, "Iterations");
  await button(page, "records", { exact: true }).click();
  await answered(page);
  await says(page, /^49 records of the iterations of L1 on 4 processes\. Period goes from .* median .*, sum .*The largest is at L1 \d+ on process \d\.$/);
  await expect(piece(page, "ask-chart")).toHaveAttribute("data-lines", "4");
  await expect(page).toHaveURL(/view=iterations&.*of=records/);
  await says(piece(page, "position").first(), "·i0");
  await says(piece(page, "query"), 'get "L1" {*}.period -> each');
  // The attributes that vary come first, each with what its values are between.
  const take = region(page, "Attributes that are taken");
  await seen(take.getByText(/^always /).first());
});

test("a click selects the iteration everywhere, and the selection elsewhere is marked here", async ({ page }) => {
  await openRecords(page);
  const chart = piece(page, "ask-chart");
  const box = await chart.boundingBox();
  await chart.click({ position: { x: ((box?.width ?? 0) * 12.5) / 49, y: 60 } });
  await expect(page).toHaveURL(/at=all\/L1:12/);
  await expect(piece(page, "records").locator("tr[aria-selected='true'] th")).toHaveText("12");
  await group(page, /^period of 49 records/).focus();
  await press(page, "ArrowRight");
  await expect(page).toHaveURL(/at=all\/L1:13/);
  await button(page, "duration", { exact: true }).click();
  await expect(page).toHaveURL(/at=all\/L1:13/);
  await button(page, "records", { exact: true }).click();
  await answered(page);
  await expect(piece(page, "records").locator("tr[aria-selected='true'] th")).toHaveText("13");
});

test("a drag takes some iterations only, in the link and in the question", async ({ page }) => {
  await openRecords(page);
  const box = await piece(page, "ask-chart").boundingBox();
  if (!box) throw new Error("no chart");
  const x = (iteration: number) => box.x + (box.width * (iteration + 0.5)) / 49;
  await page.mouse.move(x(10), box.y + 50);
  await page.mouse.down();
  await page.mouse.move(x(15), box.y + 50);
  await page.mouse.move(x(19), box.y + 50);
  await seen(piece(page, "brush"));
  await page.mouse.up();
  await answered(page);
  await says(page, "10 records");
  await says(piece(page, "query"), "where i0 = 10..19");
  await expect(page).toHaveURL(/ask=[^&]*i0:10-19/);
  await page.reload();
  await answered(page);
  await says(page, "10 records");
  await page.getByLabel("from").fill("1");
  await page.getByLabel("from").blur();
  await says(page, "20 records");
  await button(page, "all iterations").click();
  await says(page, "49 records");
});

test("what is seen is what is saved: CSV, JSON and Parquet have the records of the table", async ({ page }) => {
  await openRecords(page, "/period,bytes//i0:0-7");
  const cells = await piece(page, "records").locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map(({ textContent }) => textContent.replaceAll(",", ""))));
  const csv = (await saved(page, "CSV")).toString();
  const [head, ...lines] = csv.trim().split("\n");
  expect(head).toBe("label,i0,0.period,0.bytes,1.period,1.bytes,2.period,2.bytes,3.period,3.bytes");
  expect(lines.map((line) => line.split(",").slice(1))).toEqual(cells);
  const json = JSON.parse((await saved(page, "JSON")).toString()) as { format: string; get: { rows: number[][] }[] };
  expect(json.format).toBe("loopscope-records/1");
  expect(json.get[0]?.rows.map((row) => row.map(String))).toEqual(cells);
  const parquet = await saved(page, "Parquet");
  expect(parquet.subarray(0, 4).toString()).toBe("PAR1");
  expect(parquet.subarray(-4).toString()).toBe("PAR1");
});

test("the question is copied as text, C, Python and SQL; the code for it comes on the click", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const parts = partsAsked(page);
  await withoutPrefetching(page);
  await openRecords(page);
  expect(parts).toContain("ask");
  expect(parts).not.toContain("programs");
  for (const [label, holds] of [["text", 'get "L1" {*}.period -> each\nfor i0 = 0 to 48'], ["C", "int main("], ["Python", "import pyarrow"], ["SQL", "SELECT"]] as const) {
    await button(page, label, { exact: true }).click();
    await says(piece(page, "toast"), `Copied the question as ${label}`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(holds);
  }
  expect(parts).toContain("programs");
  await button(page, "copy", { exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('"format":"loopscope-query/1"');
});

test("a place of the model's text, and a message of its picture, lead to their records", async ({ page }) => {
  await openLink(page, `${LU}&view=loops&as=model`);
  const over = button(page, /^Over the iterations: \d send/).first();
  const words = ((await over.getAttribute("aria-label")) ?? "").replace("Over the iterations: ", "");
  await over.click();
  await answered(page);
  await says(piece(page, "query"), words);
  await expect(page).toHaveURL(/of=records&.*ask=\d+/);
  await seen(button(page, /^the same at \d+ other places?$/));
  // Back in the picture a message is clicked.
  await showIn(page, "Model");
  const canvas = piece(page, "model");
  await expect(page.locator("figure:has([data-testid='model'])")).toHaveAttribute("aria-busy", "false");
  const size = await canvas.boundingBox();
  if (!size) throw new Error("no picture");
  for (let x = 60; x < size.width - 20 && !(await piece(page, "picked").isVisible()); x += 9) await canvas.click({ position: { x, y: size.height * 0.42 } });
  await seen(piece(page, "picked"));
  await button(piece(page, "picked")).first().click();
  await answered(page);
  await says(page, /records? of/);
});

test("axes: by process, two loops, sorted, histogram, table", async ({ page }) => {
  await openRecords(page);
  const along = group(page, "Along what");
  await button(along, "by process").click();
  await expect(piece(page, "ask-map")).toHaveAttribute("data-rows", "4");
  await button(along, "sorted").click();
  await expect(piece(page, "ask-chart")).toHaveAttribute("data-columns", "196");
  await button(along, "histogram").click();
  await seen(page.getByRole("img", { name: /^How many values there are of each size/ }));
  await button(along, "table").click();
  await expect(piece(page, "records").locator("tbody tr")).toHaveCount(49);
  await expect(page).toHaveURL(/ask=\/\/table/);
  await page.goto(`./?${LU}&view=iterations&of=records&at=all/L2`);
  await answered(page);
  await button(along, /^L1 × L2$/).click();
  await seen(piece(page, "ask-map"));
  const [columns, rows] = await piece(page, "ask-map").evaluate((canvas) => [(canvas as HTMLElement).dataset["columns"], (canvas as HTMLElement).dataset["rows"]]);
  expect([columns, rows]).toEqual(["49", "10"]);
});

test("without times bytes and positions can be asked for, and the page says how to record times", async ({ page }) => {
  await page.goto("./?sample=cg&view=iterations&of=records");
  await answered(page);
  await seen(page.getByText("This trace has no times: bytes, positions and counts can be asked for."));
  await combobox(page, "Attribute").selectOption("position");
  await says(page, "Position goes from");
  await combobox(page, "Attribute").selectOption("period");
  await seen(page.getByText(/the data has no times/));
  await button(page, "How to record times").click();
  await seen(dialog(page));
});

forEverybody("ask", async (page) => openRecords(page, "/period,mpi"));
forEverybody("askmap", async (page) => {
  await page.goto(`./?${LU}&view=iterations&of=records&at=all/L2&ask=${encodeURIComponent("//loops")}`);
  await answered(page);
});
