import type { Server, ServerResponse } from "node:http";
import { expect, test } from "@playwright/test";
import { button, gone, heading, listening, openSample, piece, pingPong, press, progressbar, region, says, sentenceOf, settled } from "./helpers";

/** A server that sends part of a trace and then falls silent until told to go on. */
async function stalling(text: string, part: number): Promise<{ address: string; resume: () => void; server: Server }> {
  const bytes = Buffer.from(text);
  let response: ServerResponse | null = null;
  const { host, server } = await listening((_, answer) => {
    answer.writeHead(200, { "content-length": bytes.length, "access-control-allow-origin": "*" });
    answer.write(bytes.subarray(0, part));
    response = answer;
  });
  return { address: `http://${host}/pair.trace`, resume: () => response?.end(bytes.subarray(part)), server };
}

test("a stream that stalls: the bar stops, then goes on to the end", async ({ page }) => {
  const text = pingPong(60_000);
  const { address, resume, server } = await stalling(text, Math.floor(text.length / 4));
  await page.goto(`./?trace=${encodeURIComponent(address)}`);
  await button(page, "Load it", { exact: true }).click();
  const bar = progressbar(page);
  await expect(bar).toHaveAttribute("aria-valuenow", /^2[345]$/);
  const stopped = await bar.getAttribute("aria-valuenow");
  await page.waitForTimeout(700);
  expect(await bar.getAttribute("aria-valuenow")).toBe(stopped);
  await says(region(page, "Opening"), /0\.\d of 2\.\d\u00a0MB/);
  resume();
  await settled(page);
  await says(page, "runs 60,000 times");
  server.close();
});

test("Cancel ends a stream that never comes, and what was loaded is back", async ({ page }) => {
  await openSample(page, "cg");
  const [address, sentence] = [page.url(), await sentenceOf(page).textContent()];
  await page.route("**/lu.tar.zst", () => undefined);
  await button(page, "Samples").click();
  await button(page, /^LU 16/).click();
  await expect(progressbar(page)).toHaveCount(1);
  await says(region(page, "Opening"), "Fetching lu.A.16");
  // Until there is something of the new trace the old one is shown, and can be used.
  await says(page.locator("[data-loop] button").first(), "×15 L1");
  await button(page, /^Cancel/).click();
  await settled(page);
  await says(page.locator("h1"), "cg.A.16");
  await expect(sentenceOf(page)).toHaveText(sentence ?? "");
  expect(page.url()).toBe(address);
});

test("Cancel on the way to the first trace goes back to the landing", async ({ page }) => {
  const { address, server } = await stalling(pingPong(10), 40);
  await page.goto(`./?trace=${encodeURIComponent(address)}`);
  await button(page, "Load it", { exact: true }).click();
  await button(page, /^Cancel/).click();
  await expect(heading(page, /See the loops/)).toBeVisible();
  server.closeAllConnections();
  server.close();
});

test("Esc cancels the reading of files, and the trace before is untouched", async ({ page }) => {
  await openSample(page, "cg");
  const sentence = await sentenceOf(page).textContent();
  // Made in the page: 150 MB take long to send there. The browser's own list of files, as the button fills it.
  await page.evaluate(() => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `0 send ${i % 1000} ${(i * 7919) % 100_003}\n`).join("");
    const data = new DataTransfer();
    data.items.add(new File(Array.from({ length: 150 }, () => lines), "long.trace"));
    const input = document.querySelector<HTMLInputElement>("[data-testid='files']");
    if (input) input.files = data.files;
    input?.dispatchEvent(new Event("change"));
  });
  await expect(progressbar(page)).toBeVisible();
  await press(page, "Escape");
  await gone(progressbar(page));
  await settled(page);
  await says(page.locator("h1"), "cg.A.16");
  await expect(sentenceOf(page)).toHaveText(sentence ?? "");
  // And the engine still answers.
  await page.locator("[data-loop] button").nth(1).click();
  await expect(piece(piece(page, "chosen"), "badge")).toHaveText("L2");
});

test("the pictures of the first screen appear together, and nothing moves", async ({ page }) => {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      const cards = [...document.querySelectorAll("[aria-labelledby='samples'] button")];
      if (cards.length > 0) seen.add(`${document.querySelectorAll("[data-drawn='true']").length} ${cards.map((card) => Math.round(card.getBoundingClientRect().top)).join()}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto("./");
  await expect(page.locator("[data-drawn='true']")).toHaveCount(7);
  await page.evaluate(() => document.fonts.ready);
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
  // They may be there before the first frame.
  expect(seen.map((text) => text.split(" ")[0]).filter((drawn) => drawn !== "0")).toContain("7");
  expect(seen.filter((text) => !/^[07] /.test(text))).toEqual([]);
  const last = seen.at(-1)?.split(" ")[1];
  // From before the pictures to after them.
  expect(seen.filter((text) => text.startsWith("0 ")).at(-1)?.split(" ")[1] ?? last).toBe(last);
});
