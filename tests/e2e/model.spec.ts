// The model of a whole program: sentence, picture, who is pointed at, keys, windows, links, methods, files.

import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { PHONE, button, choose, drop, group, heading, list, listitem, openSample, option, otf2Folder, piece, pingPong, press, radio, region, savedBy, says, seen, showIn, watch } from "./helpers";

export async function modelled(page: Page) {
  await expect(page.locator("figure:has([data-testid='model'])")).toHaveAttribute("aria-busy", "false");
}

async function openModel(page: Page, query: string) {
  await page.goto(`./?sample=${query}&tab=model`);
  await modelled(page);
  // Drawn where it stays: the fonts are there, nothing moves any more.
  await page.evaluate(() => document.fonts.ready);
}

/** A point of the picture, in its own CSS pixels. */
async function point(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await piece(page, "model").boundingBox();
  if (!box) throw new Error("the picture is not in the page");
  return { x: box.x + x, y: box.y + y };
}

const loopsOf = (page: Page) => listitem(list(page, "Loops of the model"));

test("a link opens the model, with its loops as text", async ({ page }) => {
  const wrong = watch(page);
  await openModel(page, "lu");
  await says(page, /^All 16 processes run one loop 249 times\. Inside it, two loops run 62 times, and 48 single messages are sent\. It holds 99\.2\s% of/);
  await expect(loopsOf(page)).toHaveText([/^L1 ×249\. processes 0-15, /, /^L2 ×62\. /, /^L3 ×62\. /]);
  await expect(listitem(list(page, "Messages of the model"))).toHaveCount(96);
  const first = option(page.getByRole("listbox", { name: /^Processes/ })).first();
  await expect(first).toHaveAttribute("title", /^63,290 events; 9\d\.\d\s% inside L1$/);
  await says(piece(page, "below"), /Inside loops: >\s99\.9\s% of the events/);
  await press(page, "]");
  await seen(heading(page, "×62"));
  await expect(first).toHaveAttribute("title", /^63,290 events; 48\.\d\s% inside L2$/);
  await expect(page.locator("canvas[data-cells]")).toHaveAttribute("data-cells", "24");
  await says(group(page, "The loop as text"), "for i1 = 0 to 61");
  await says(piece(page, "below"), "Loops of each process found by optimal");
  expect(wrong).toEqual([]);
});

test("keys zoom in and out, fold and open", async ({ page }) => {
  await openSample(page, "lu");
  await press(page, "2");
  await modelled(page);
  const folded = button(page, "Open all loops");
  await press(page, " ");
  await seen(folded);
  await expect(page).toHaveURL(/closed=1/);
  await folded.click();
  await expect(folded).toBeHidden();
  // Enter goes to what is drawn.
  await expect(loopsOf(page)).toHaveCount(3);
  await press(page, "]", "Enter");
  await expect(button(page, "Fit everything")).toBeEnabled();
  await expect(page).toHaveURL(/as=model&at=all\/L2&zoom=[\d.]+-[\d.]+/);
  await press(page, "Escape");
  await expect(button(page, "Fit everything")).toBeDisabled();
  await button(page, /^before and after the main loops/).click();
  await seen(button(page, "Show only the main loops"));
  await expect(page).toHaveURL(/show=all/);
});

test("a process that is pointed at is highlighted without asking the worker", async ({ page }) => {
  await openModel(page, "bt");
  const canvas = piece(page, "model");
  await expect(canvas).not.toHaveAttribute("data-line");
  const ink = (): Promise<number> =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const data = element.getContext("2d")?.getImageData(0, 0, element.width, element.height).data ?? [];
      let dark = 0;
      for (let i = 0; i < data.length; i += 4) if ((data[i + 3] ?? 0) > 0 && (data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0) < 380) dark += 1;
      return dark;
    });
  await expect.poll(ink).toBeGreaterThan(5_000);
  const before = await ink();
  // In the picture's own numbers.
  const rows = listitem(list(page, "Rows of the model"));
  await expect(rows).toHaveCount(16);
  const at = await point(page, 10, 34);
  await page.mouse.move(at.x, at.y);
  await expect(canvas).toHaveAttribute("data-line", "0");
  await says(piece(page, "tip"), "process 0");
  await expect.poll(ink).toBeLessThan(before / 2);
  await page.mouse.move(at.x + 300, at.y - 80);
  await expect(canvas).not.toHaveAttribute("data-line");
  await expect.poll(ink).toBe(before);
  // In the list beside it.
  await option(page).nth(5).hover();
  await expect(canvas).toHaveAttribute("data-line", "5");
  // A click stays, and the link says it.
  await option(page).nth(5).click();
  await page.mouse.move(at.x + 300, at.y - 80);
  await expect(canvas).toHaveAttribute("data-line", "5");
  await expect(page).toHaveURL(/as=model&at=5/);
  await says(piece(page, "below"), "Messages of process 5 are highlighted");
  await press(page, "ArrowDown");
  await expect(canvas).toHaveAttribute("data-line", "6");
  await press(page, "Escape");
  await expect(canvas).not.toHaveAttribute("data-line");
});

test("a message says who, what and how often, to pointer and keys", async ({ page }) => {
  await openModel(page, "lu");
  const tip = piece(page, "tip");
  await press(page, ".");
  await says(tip, "0 → 1, tag 2");
  await says(tip, "62 × 249 = 15,438 times");
  await expect(page.locator("figure svg circle")).toHaveCount(2);
  await expect(piece(page, "row-mark")).toHaveCount(2);
  const end = await page.locator("figure svg circle").first().boundingBox();
  await press(page, "Escape");
  await expect(tip).toBeHidden();
  // While another picture is being drawn, nothing lies under the pointer until it moves again.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await page.mouse.move((end?.x ?? 0) + 6, (end?.y ?? 0) + 9);
    await expect(tip).toContainText("0 → 1, tag 2", { timeout: 1000 });
  }).toPass();
  // Of one process only its own.
  await page.mouse.move(0, 0);
  await press(page, "ArrowUp", ".");
  await says(tip, /15/);
});

test("wheel, drag and two fingers zoom and move the picture", async ({ page }) => {
  await openModel(page, "lu");
  const all = button(page, "Fit everything");
  const at = await point(page, 300, 200);
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -300);
  await expect(all).toBeEnabled();
  await expect(page).toHaveURL(/zoom=/);
  const zoom = () => /zoom=([^&]*)/.exec(page.url())?.[1] ?? "";
  const before = zoom();
  await page.mouse.down();
  await page.mouse.move(at.x - 120, at.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(zoom).not.toBe(before);
  await press(page, "f");
  await expect(all).toBeDisabled();
  await piece(page, "model").evaluate((canvas: HTMLCanvasElement) => {
    const box = canvas.getBoundingClientRect();
    const finger = (type: string, id: number, x: number) => {
      const where = { clientX: box.left + x, clientY: box.top + 150, pointerId: id, pointerType: "touch", button: 0, buttons: 1, bubbles: true };
      canvas.dispatchEvent(new PointerEvent(type, where));
    };
    finger("pointerdown", 11, 200);
    finger("pointerdown", 12, 300);
    finger("pointermove", 12, 400);
    finger("pointermove", 12, 500);
    finger("pointerup", 11, 200);
    finger("pointerup", 12, 500);
  });
  await expect(all).toBeEnabled();
});

test.describe("with fingers", () => {
  test.use(PHONE);
  test("a tap selects a loop, names a message, highlights a process", async ({ page }) => {
    await openModel(page, "lu");
    // The first message begins at the first line, inside the first inner loop.
    await press(page, ".");
    const end = await page.locator("figure svg circle").first().boundingBox();
    await press(page, "Escape");
    // While another picture is being drawn, nothing lies under a finger.
    await expect(async () => {
      await page.touchscreen.tap((end?.x ?? 0) + 6, (end?.y ?? 0) + 9);
      await expect(piece(page, "tip")).toContainText("0 → 1, tag 2", { timeout: 1000 });
    }).toPass();
    await expect(piece(piece(page, "peek"), "badge")).toHaveText("L1");
    await page.touchscreen.tap((end?.x ?? 0) - 2, (end?.y ?? 0) + 60);
    await expect(piece(piece(page, "peek"), "badge")).toHaveText("L2");
    const at = await point(page, 10, 50);
    await page.touchscreen.tap(at.x, at.y);
    await expect(piece(page, "model")).toHaveAttribute("data-line", /\d/);
    await says(piece(page, "below"), "are highlighted");
    await says(piece(page, "below"), "pinch to zoom");
  });
});

test("a link says loop, window, process, method, and what is folded", async ({ page }) => {
  await openModel(page, "lu&process=6&loop=3&zoom=10-30&closed=2&show=all&by=greedy");
  await expect(piece(page, "model")).toHaveAttribute("data-line", "6");
  await expect(piece(page, "badge")).toHaveText("L3");
  await says(piece(page, "below"), "Loops of each process found by greedy");
  await expect(button(page, "Fit everything")).toBeEnabled();
  await seen(button(page, "Open all loops"));
  await seen(button(page, "Show only the main loops"));
  await expect(page).toHaveURL(/view=loops&as=model&at=6\/L3&zoom=10-30&by=greedy&show=all&closed=2/);
  await openModel(page, "lu&loop=999&process=77");
  await expect(piece(page, "badge")).toHaveText("L1");
  await expect(page).toHaveURL(/\?sample=lu&view=loops&as=model&v=1/);
});

test("the method of the local loops is chosen on the page, and said", async ({ page }) => {
  await openModel(page, "cg");
  const below = piece(page, "below");
  await says(below, "Loops of each process found by optimal");
  await button(page, /^Method/).click();
  await radio(page, /^nlr/).click();
  await says(below, "Loops of each process found by nlr");
  await expect(page).toHaveURL(/by=nlr/);
  // What stands three times in a row is a loop before the whole is seen.
  await expect(loopsOf(page).first()).not.toContainText("L1 ×15");
  // The nest keeps its own method.
  await showIn(page, "Nest");
  await seen(button(page, /^Method optimal/));
});

test("the matrix counts the loop, several, or all; exactly, for pointer and keys", async ({ page }) => {
  await openModel(page, "lu");
  const who = region(page, "Who sends to whom");
  await says(who, "752,976 messages in L1");
  const matrix = group(who);
  await matrix.focus();
  await press(page, "ArrowRight");
  await says(who, "0 → 2: no messages");
  await press(page, "ArrowDown");
  await says(who, "1 → 2: 15,687 messages");
  await button(who, /^of L1/).click();
  await radio(page, "the whole program").check();
  await says(who, "759,204 messages in the whole program");
  await press(page, "Escape");
  const file = await savedBy(page, button(who, "CSV"));
  expect(file.suggestedFilename()).toBe("lu.A.16-the-whole-program.matrix.csv");
  const lines = readFileSync(await file.path(), "utf8").trim().split("\r\n");
  expect(lines[0]).toBe("source,destination,messages");
  const sum = lines.slice(1).reduce((all, line) => all + Number(line.split(",")[2]), 0);
  expect(sum).toBe(759_204);
  // Two loops together: with the first selected, the other by a click with Shift.
  await button(who, /^of the whole/).click();
  await radio(page, /^L1/).check();
  await press(page, "Escape", "]");
  await says(who, "370,512 messages in L2");
  const at = await point(page, 480, 26);
  await page.keyboard.down("Shift");
  await page.mouse.click(at.x, at.y);
  await page.keyboard.up("Shift");
  await says(who, "741,024 messages in L2 and L3");
  await expect(page).toHaveURL(/also=3/);
});

test("where the trace says bytes, messages and matrix do, too", async ({ page }, info) => {
  await page.goto("./");
  await drop(page, [otf2Folder(info.outputPath())]);
  await showIn(page, "Model");
  await modelled(page);
  const who = region(page, "Who sends to whom");
  await says(who, /[\d,]+ messages, [\d.,]+\s[kM]?B in L1/);
  const measure = button(who, /^by /);
  await expect(measure).toHaveText("by messages");
  await measure.click();
  await expect(measure).toHaveText("by bytes");
  await press(page, ".");
  await says(piece(page, "tip"), /tag \d+, [\d,]+\sB/);
  const lines = readFileSync(await (await savedBy(page, button(who, "CSV"))).path(), "utf8");
  expect(lines.startsWith("source,destination,messages,bytes\r\n")).toBe(true);
});

test("text, JSON, SVG and PNG are saved; the JSON opens as the model again", async ({ page }, info) => {
  await openModel(page, "cg");
  const saved = async (name: string): Promise<{ path: string; name: string }> => {
    const file = await savedBy(page, button(page, name, { exact: true }));
    const path = info.outputPath(file.suggestedFilename());
    await file.saveAs(path);
    return { path, name: file.suggestedFilename() };
  };
  expect(readFileSync((await saved("Text")).path, "utf8")).toContain("for i0 = 0 to 14");
  expect(readFileSync((await saved("SVG")).path, "utf8")).toMatch(/^<svg[^]*×15[^]*<\/svg>/);
  const png = await saved("PNG");
  expect(png.name).toBe("cg.A.16-model.png");
  expect(readFileSync(png.path).subarray(1, 4).toString()).toBe("PNG");
  const json = await saved("JSON");
  await page.goto("./");
  await choose(page, [{ name: json.name, text: readFileSync(json.path) }]);
  await modelled(page);
  await expect(page.getByRole("tab", { selected: true })).toHaveText("Overview");
  await says(page, "All 16 processes run one loop 15 times");
  await showIn(page, "Model");
  await expect(button(page, /^Method/)).toBeDisabled();
});

test("with many processes those that do the same share a row, which can be opened", async ({ page }) => {
  const n = 80;
  const files = Array.from({ length: n }, (_, p) => {
    const [up, down] = [p > 0, p < n - 1];
    const once = `${down ? `${p} send ${p + 1} 1\n` : ""}${up ? `${p - 1} recv ${p} 1\n` : ""}`;
    return { name: `rank-${p}.trace`, text: once.repeat(20) };
  });
  await page.goto("./");
  await choose(page, files);
  await showIn(page, "Model");
  await modelled(page);
  const rows = listitem(list(page, "Rows of the model"));
  await expect(rows).toHaveText(["process 0", "processes 1-78", "process 79"]);
  const below = piece(page, "below");
  await says(below, "80 processes in 3 rows: those that do the same, up to a shift of rank, share one");
  await button(rows.nth(1)).dispatchEvent("click");
  await button(page, "A row for each of the 78").click();
  await expect(rows).toHaveCount(80);
  await button(page, "Close the opened rows").click();
  await expect(rows).toHaveCount(3);
});

test("what is no trace of messages says why it has no model", async ({ page }) => {
  await page.goto("./");
  await choose(page, [{ name: "a.sym", text: "Send(1,8)\nRecv(1,8)\n".repeat(9) }]);
  await showIn(page, "Model");
  await seen(heading(page, "This trace has no model"));
  await says(page.getByRole("main"), "this trace names calls without saying who received which message");
  await choose(page, [{ name: "p.trace", text: pingPong(20) }]);
  await modelled(page);
});

forEverybody("model", async (page, narrow) => {
  await openModel(page, "lu&process=5");
  if (narrow) await piece(page, "peek").click();
});
