// The place Time: the timeline of all processes, and the one selection in it.
import { expect, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { LU, PHONE, button, choose, dialog, gone, goTo, heading, list, openLink, painted, piece, press, region, says, seen, showIn, still, tab, test, trail, trailIs } from "./helpers";

async function openTime(page: Page, query = "") {
  await page.goto(`./?${LU}&view=time${query}`);
  await drawn(page);
}

/** Waits until the picture shows what is selected. */
async function drawn(page: Page) {
  await still(page);
  await seen(page.locator("section[aria-label='Timeline'][data-settled='true']"));
  await expect(piece(page, "timeline")).toHaveAttribute("data-strips", "3");
  await painted(page);
}

const strips = (page: Page) => list(page, "Strips of the timeline");
const picture = (page: Page) => piece(page, "timeline");

/** A point of the picture: a share of its width, and so many pixels below the top of a row of a strip's text. */
async function at(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await picture(page).boundingBox();
  return { x: (box?.width ?? 0) * x, y: (box?.height ?? 0) * y };
}

test("the door of the overview leads to it, and a sentence says what the picture shows", async ({ page }) => {
  await openLink(page, LU);
  await button(page, "open Time").click();
  await drawn(page);
  await expect(page).toHaveURL(/view=time/);
  await expect(tab(page, "Time")).toHaveAttribute("aria-selected", "true");
  await says(page, /^The run takes .* Process \d waits longest/);
  await expect(strips(page).locator("> li")).toContainText([/^Whole run\./, /^One iteration of L1: number 25 of 49\./, /^One iteration of L\d: number/]);
  await expect(button(strips(page), /^process 3: computes .*, in calls .*, waits/)).toHaveCount(3);
});

test("without times there is no such place", async ({ page }) => {
  await openLink(page, "sample=cg");
  await gone(tab(page, "Time"));
});

test("a click selects the iteration that was clicked, which all places show", async ({ page }) => {
  await openTime(page);
  await picture(page).click({ position: await at(page, 0.6, 0.1) });
  await drawn(page);
  const iteration = (await trail(page).last().textContent()) ?? "";
  expect(iteration).toMatch(/^iteration \d+$/);
  await says(page, new RegExp(`^I${iteration.slice(1)} of L1 takes`));
  await goTo(page, "Iterations");
  await trailIs(page, "all processes", "L1", iteration);
  await showIn(page, "Nest");
  await still(page);
  await expect(trail(page).last()).toHaveText(iteration);
  await goTo(page, "Time");
  await drawn(page);
  await expect(trail(page).last()).toHaveText(iteration);
});

test("a call is selected by click, named in the trail and in the inspector, and the keys go on from it", async ({ page }) => {
  await openTime(page);
  await picture(page).click({ position: await at(page, 0.5, 0.97) });
  await drawn(page);
  const call = region(page, "Call");
  await seen(call);
  const name = (await heading(call).first().textContent()) ?? "";
  await expect(trail(page).last()).toHaveText(name);
  await expect(trail(page).first()).toHaveText("process 3");
  await expect(page).toHaveURL(/at=3\/L1:24\/L\d:\d+\/e\d+/);
  await says(strips(page).locator("> li").nth(1), "number 25 of 49");
  const number = async (): Promise<number> => Number(/\/e(\d+)/.exec(page.url())?.[1]);
  const before = await number();
  await press(page, "ArrowRight");
  await drawn(page);
  await expect.poll(number).toBe(before + 1);
  await says(piece(page, "spoken"), `Call ${(before + 2).toLocaleString("en")}:`);
  await press(page, "ArrowUp");
  await expect(trail(page).first()).toHaveText("process 2");
  await says(call, "Process 2");
  await press(page, "Escape");
  await gone(call);
  await says(trail(page).last(), /^iteration \d+$/);
});

test("the keys go into what is selected and out of it, along iterations and processes, and zoom", async ({ page }) => {
  await openTime(page);
  await trailIs(page, "all processes", "L1 ×49");
  await press(page, "Enter");
  await trailIs(page, "all processes", "L1", "iteration 25");
  await press(page, "ArrowRight");
  await expect(trail(page).last()).toHaveText("iteration 26");
  await press(page, "ArrowDown");
  await expect(trail(page).first()).toHaveText("process 0");
  await press(page, "Enter");
  await trailIs(page, "process 0", "L1: 26", /^L\d ×\d+$/);
  await press(page, "Enter");
  await says(trail(page).last(), /^iteration \d+$/);
  await drawn(page);
  await press(page, "Enter");
  await seen(region(page, "Call"));
  for (const parts of [4, 3, 3, 2]) {
    await press(page, "Escape");
    await expect(trail(page)).toHaveCount(parts);
  }
  await drawn(page);
  await press(page, "+");
  await drawn(page);
  await expect(page).toHaveURL(/[&?]x=/);
  await press(page, "f");
  await expect(page).not.toHaveURL(/[&?]x=/);
});

test("what is pointed at is named: call, partner, bytes, when, and why it waits", async ({ page }) => {
  await openTime(page);
  const box = await picture(page).boundingBox();
  const tip = piece(page, "tip");
  const said: string[] = [];
  for (let x = 0.1; x < 1; x += 0.05) {
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * x, (box?.y ?? 0) + (box?.height ?? 0) * 0.97);
    if (await tip.isVisible()) said.push((await tip.textContent()) ?? "");
  }
  expect(said.some((text) => /process 3: (Send to|Recv from) \d/.test(text.replaceAll("\u00a0", " ")))).toBe(true);
  expect(said.some((text) => / B; .* to .*s, /.test(text.replaceAll("\u00a0", " ")))).toBe(true);
  expect(said.some((text) => /waits .* for process \d, which/.test(text.replaceAll("\u00a0", " ")))).toBe(true);
});

test("a wheel zooms one strip, the mark is dragged to another iteration, and the link opens the same", async ({ page }) => {
  await openTime(page, "&at=2/L1:10");
  await trailIs(page, "process 2", "L1", "iteration 11");
  const top = await at(page, 0.9, 0.12);
  const box = await picture(page).boundingBox();
  await page.mouse.move((box?.x ?? 0) + top.x, (box?.y ?? 0) + top.y);
  await page.mouse.wheel(0, -400);
  await drawn(page);
  await says(strips(page).locator("> li").first(), "Part of the run");
  const address = page.url();
  expect(address).toMatch(/&x=[\d.]+,[\d.]+/);
  await page.goto(address);
  await drawn(page);
  await says(strips(page).locator("> li").first(), "Part of the run");
  await expect.poll(() => page.url()).toBe(address);
  await press(page, "f");
  await drawn(page);
  const markAt = async (iteration: number): Promise<number> => {
    await page.goto(`./?${LU}&view=time&at=2/L1:${iteration}`);
    await drawn(page);
    const left = await page.evaluate(() => Number(document.querySelector("[data-testid='timeline']")?.getAttribute("data-mark")));
    return left;
  };
  const [from, to] = [await markAt(30), await markAt(10)];
  await page.mouse.move((box?.x ?? 0) + to, (box?.y ?? 0) + top.y);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + (from + to) / 2, (box?.y ?? 0) + top.y, { steps: 4 });
  await page.mouse.move((box?.x ?? 0) + from, (box?.y ?? 0) + top.y, { steps: 4 });
  await page.mouse.up();
  await drawn(page);
  await says(trail(page).last(), /^iteration (30|31|32)$/);
});

/** Keeps what the canvas shows. */
const kept = (page: Page) =>
  picture(page).evaluateHandle((shown) => (shown instanceof HTMLCanvasElement ? shown.getContext("2d")?.getImageData(0, 0, shown.width, shown.height).data : undefined));

type Kept = Awaited<ReturnType<typeof kept>>;

/** By how much a colour of a pixel differs at most, of 255. */
const difference = (page: Page, [one, other]: readonly [Kept, Kept]): Promise<number> =>
  page.evaluate(([a, b]) => (a && b && a.length === b.length ? a.reduce((most, part, index) => Math.max(most, Math.abs(part - (b[index] ?? 0))), 0) : Number.NaN), [one, other] as const);

for (const density of [1, 1.25, 2]) {
  test(`what is drawn strip by strip is what is drawn at once, at ${density} pixels for one`, async ({ browser }) => {
    const page = await browser.newPage({ deviceScaleFactor: density, viewport: { width: 1280, height: 900 } });
    await openTime(page);
    const first = await kept(page);
    for (const y of [0.1, 0.1, 0.4, 0.8, 0.1]) {
      const before = await kept(page);
      await picture(page).hover({ position: await at(page, 0.45, y) });
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, -240);
      await page.keyboard.up("Control");
      // The page has not heard of a wheel yet when it is turned.
      await expect.poll(async () => difference(page, [before, await kept(page)])).toBeGreaterThan(0);
      await drawn(page);
    }
    const byStrips = await kept(page);
    expect(await difference(page, [first, byStrips])).toBeGreaterThan(100);
    // Another theme draws everything again, and so does the way back.
    const themed = async (colorScheme: "dark" | "light", before: Kept): Promise<Kept> => {
      await page.emulateMedia({ colorScheme });
      await expect.poll(async () => difference(page, [before, await kept(page)])).toBeGreaterThan(100);
      await drawn(page);
      return kept(page);
    };
    const atOnce = await themed("light", await themed("dark", byStrips));
    // Slanted edges are smoothed otherwise where the canvas is clipped.
    expect(await difference(page, [byStrips, atOnce])).toBeLessThan(16);
    await page.close();
  });
}

test("back and forward walk the selections", async ({ page }) => {
  await openTime(page);
  await press(page, "Enter");
  await expect(trail(page).last()).toHaveText("iteration 25");
  await page.waitForTimeout(900);
  await press(page, "ArrowRight");
  await expect(trail(page).last()).toHaveText("iteration 26");
  await drawn(page);
  await page.goBack();
  await expect(trail(page).last()).toHaveText("iteration 25");
  await page.goForward();
  await expect(trail(page).last()).toHaveText("iteration 26");
});

test("a trace without messages has the selection of its process", async ({ page }) => {
  await page.goto("./");
  const rows = Array.from({ length: 30 }, (_, i) => [`work,${i * 1000},${i * 1000 + 300}`, `rest,${i * 1000 + 400},${i * 1000 + 500}`]).flat();
  await choose(page, [{ name: "calls.csv", text: `call,start_ns,end_ns\n${rows.join("\n")}\n` }]);
  await still(page);
  await goTo(page, "Time");
  await expect(picture(page)).toHaveAttribute("data-strips", "2");
  await says(page, "the process computes");
  await picture(page).locator("..").focus();
  await press(page, "Enter");
  await says(trail(page).last(), /iteration/);
});

test.describe("on a phone", () => {
  test.use(PHONE);

  test("the place is in the bar, the strips are as they are, and a tap selects", async ({ page }) => {
    await openLink(page, LU);
    await goTo(page, "Time");
    await drawn(page);
    await expect(button(page.getByRole("navigation", { name: "Places" }))).toHaveText(["Overview", "Loops", "Time", "Iterations"]);
    await picture(page).tap({ position: await at(page, 0.5, 0.1) });
    await drawn(page);
    await says(page, /^Iteration \d+ of L1/);
    await piece(page, "peek").click();
    await says(dialog(page), "Iteration");
  });
});

forEverybody("time", (page) => openTime(page, "&at=1/L1:20"), [[1920, 1080]]);
