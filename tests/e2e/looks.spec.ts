import { expect, test, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { alert, choose, openFiles, openSample, openSheet, piece, pingPong, seen, settled } from "./helpers";

const views: readonly [string, (page: Page) => Promise<void>][] = [
  ["landing", async (page) => void (await page.goto("./"))],
  ["nest", (page) => openSample(page, "lu")],
  [
    "table",
    async (page) => {
      await openSample(page, "lu");
      await openSheet(page, "All processes");
      await seen(page.locator("table"));
    },
  ],
  [
    "error",
    async (page) => {
      await openSample(page, "cg");
      await choose(page, [{ name: "word.trace", text: "0 send 1\n" }]);
      await seen(alert(page));
    },
  ],
  [
    "empty",
    async (page) => {
      await openFiles(page, [{ name: "once.trace", text: Array.from({ length: 50 }, (_, i) => `0 send 1 ${i}\n`).join("") }]);
      await settled(page);
    },
  ],
  [
    "notes",
    async (page) => {
      await openFiles(page, [{ name: "pair.trace", text: `${pingPong(20)}0 send 1\n` }]);
      await settled(page);
    },
  ],
];

for (const [name, open] of views) forEverybody(name, open);

test("the picture has most of the width", async ({ page }) => {
  await openSample(page, "lu");
  const box = await piece(page, "ribbon").boundingBox();
  expect((box?.width ?? 0) / 1280).toBeGreaterThan(0.55);
});

test("no label of the picture overlaps another, at any width", async ({ page }) => {
  // What is drawn is written down as it is drawn, by the canvas itself.
  await page.addInitScript(() => {
    const drawn: { x: number; y: number; w: number; text: string }[] = [];
    Object.assign(window, { drawn });
    const clear = CanvasRenderingContext2D.prototype.clearRect;
    CanvasRenderingContext2D.prototype.clearRect = function (...args) {
      if (this.canvas.dataset.testid === "ribbon") drawn.length = 0;
      clear.apply(this, args);
    };
    const fill = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const w = this.measureText(text).width;
      const left = this.textAlign === "right" ? x - w : this.textAlign === "center" ? x - w / 2 : x;
      if (this.canvas.dataset.testid === "ribbon") drawn.push({ x: left, y, w, text });
      fill.call(this, text, x, y);
    };
  });
  for (const [sample, width] of [["lu", 1280], ["cg", 1280], ["sp", 1100], ["bt", 390], ["mg", 390], ["lulesh", 700]] as const) {
    await page.setViewportSize({ width, height: 844 });
    await openSample(page, sample);
    const overlaps = await page.evaluate(() => {
      const drawn = (window as unknown as { drawn: { x: number; y: number; w: number; text: string }[] }).drawn;
      const found: string[] = [];
      drawn.forEach((a, i) => {
        for (const b of drawn.slice(i + 1)) {
          if (Math.abs(a.y - b.y) < 9 && a.x < b.x + b.w - 0.5 && b.x < a.x + a.w - 0.5) found.push(`${a.text} | ${b.text}`);
        }
      });
      return { found, many: drawn.length };
    });
    expect(overlaps.found, `${sample} at ${width}`).toEqual([]);
    expect(overlaps.many, `${sample} at ${width}`).toBeGreaterThan(4);
  }
});

test("the page prints in grey, without its controls", async ({ page }) => {
  await openSample(page, "lu");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("tablist", { includeHidden: true })).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).filter)).toContain("grayscale");
});
