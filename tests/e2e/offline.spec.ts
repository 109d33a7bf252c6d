import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { root } from "../../scripts/lib/run.mjs";
import { serve } from "../../scripts/lib/serve.mjs";
import { button, choose, dialog, gone, openSheet, piece, pingPong, says, seen, settled, showIn, test } from "./helpers";

test.use({ serviceWorkers: "allow" });

/** Waits until the service worker has kept the page and serves it from the next visit on. */
async function kept(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

test("after one visit the page opens samples and files without a network", async ({ page, context }) => {
  await page.goto("./");
  await kept(page);
  await context.setOffline(true);
  await page.goto("./?sample=lu&tab=model");
  await settled(page);
  await seen(piece(page, "model"));
  await choose(page, [{ name: "pair.trace", text: pingPong(40) }]);
  await says(page, "40 times");
  await showIn(page, "Nest");
  await openSheet(page, "How loops are chosen");
  await says(dialog(page).getByRole("table"), "greedy");
});

test("a new version is kept beside the old one, the page says so, and loads it when it is told to", async ({ page }, info) => {
  const folder = info.outputPath("dist");
  cpSync(path.join(root, "dist"), folder, { recursive: true });
  const { address, close } = await serve({ folder, port: 0, prefix: "/another/folder/" });
  try {
    await page.goto(address);
    await kept(page);
    const notice = page.getByText("A new version of Loopscope is ready.");
    await gone(notice);
    // Another build: another start, and another version in the service worker.
    const edit = (name: string, from: RegExp, to: string) => {
      const text = readFileSync(path.join(folder, name), "utf8");
      expect(text).toMatch(from);
      writeFileSync(path.join(folder, name), text.replace(from, to));
    };
    edit("index.html", /<html lang="en">/, '<html lang="en" data-version="next">');
    edit("offline.js", /[0-9a-f]{16}/, "0123456789abcdef");
    await page.reload();
    await seen(notice);
    await expect(page.locator("html")).not.toHaveAttribute("data-version", "next");
    await button(page, "Load it").click();
    await expect(page.locator("html")).toHaveAttribute("data-version", "next");
    await gone(notice);
  } finally {
    close();
  }
});
