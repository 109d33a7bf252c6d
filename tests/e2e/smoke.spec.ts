import { expect, test as unwatched, type Page } from "@playwright/test";
import { button, choose, link, piece, pingPong, press, says, seen, settled, showIn, test } from "./helpers";

test("the page starts below a folder, without a console message or a request that fails", async ({ page, wrong }) => {
  page.on("response", (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });

  await page.goto("./");

  await expect(page).toHaveTitle(/Loopscope/);
  await says(page.locator("body"), "Loopscope");
});

test("a sample opens and is drawn, a file opens, the colours change, and nothing is said on the console", async ({ page }) => {
  await page.goto("./");
  await button(page, /^CG/).click();
  await says(page, "15 times");
  await showIn(page, "Nest");
  await settled(page);
  expect(await inks(page)).toBeGreaterThan(8);
  await seen(page.locator("[data-loop] canvas").first());

  await choose(page, [{ name: "pair.trace", text: pingPong(40) }]);
  await says(page.locator("h1"), "pair · 2 processes");
  await says(page, "40 times");
  await settled(page);

  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await press(page, "t");
  const light = await ground();
  await press(page, "t");
  await expect.poll(ground).not.toBe(light);
  await settled(page);
  expect(await inks(page)).toBeGreaterThan(3);
});

/** How many different colours the ribbon has: one, if nothing is drawn. */
async function inks(page: Page): Promise<number> {
  const count = (): Promise<number> =>
    piece(page, "ribbon").evaluate((canvas: HTMLCanvasElement) => {
      // Read from a copy: the browser warns about a canvas of the page that is read again and again.
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
      copy?.drawImage(canvas, 0, 0);
      const data = copy?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
      return new Set(new Uint32Array(data.buffer)).size;
    });
  await expect.poll(count).toBeGreaterThan(1);
  return count();
}

// A text names no icon: the browser asks for one in vain, and says so.
unwatched("the licences of all it is made of come along", async ({ page }) => {
  await page.goto("./");
  await link(page, "Licences").click();
  const text = page.locator("body");
  for (const part of ["MIT License", "plotters", "wasm-bindgen", "preact", "SIL OPEN FONT LICENSE"]) await says(text, part);
});
