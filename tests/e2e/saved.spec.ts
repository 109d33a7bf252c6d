// What is saved looks as on the page, or better: pictures at twice their size with everything their signs mean, and
// lines that were closed stay closed.

import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { button, choose, drop, gone, openSample, otf2Folder, piece, press, radio, savedBy, says, seen, settled } from "./helpers";

/** Width and height of the PNG that the button saves. */
async function savedPicture(page: Page): Promise<[number, number]> {
  const bytes = readFileSync(await (await savedBy(page, button(page, "PNG", { exact: true }))).path());
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** Around a saved picture, and the height of its title and of each line of its legend, in CSS pixels. */
const [MARGIN, LINE] = [16, 24];

// The model has its legend inside the picture, the ribbon beside it.
for (const [place, query, lines] of [["ribbon", "cg", 1], ["model", "cg&tab=model", 0]] as const) {
  test(`a picture of the ${place} is saved at twice its size`, async ({ page }) => {
    await openSample(page, query);
    const shown = await piece(page, place).evaluate((canvas) => [canvas.clientWidth, canvas.clientHeight] as const);
    const [width, height] = await savedPicture(page);
    expect(width).toBe(2 * (shown[0] + 2 * MARGIN));
    expect(height).toBe(2 * (shown[1] + 2 * MARGIN + LINE * (1 + lines)));
  });
}

test("a model shows messages although the nest shows every call, and the page says so", async ({ page }, info) => {
  await page.goto("./");
  await drop(page, [otf2Folder(info.outputPath("otf2"))]);
  await settled(page);
  await button(page, /^View/).click();
  await radio(page, /calls/).click();
  await settled(page);
  await press(page, "2");
  await says(piece(page, "below"), "Messages and collectives only, although Nest shows every call: nothing else connects processes.");
});

test("the line about columns stays closed on every tab", async ({ page }) => {
  await page.goto("./");
  const rows = Array.from({ length: 20 }, (_, at) => `0,MPI_Send,1,${at % 2}\n1,MPI_Recv,0,${at % 2}`);
  await choose(page, [{ name: "calls.csv", text: `rank,call,peer,tag\n${rows.join("\n")}\n` }]);
  await settled(page);
  const line = piece(page, "matched");
  await says(line, "columns matched");
  await button(line, "Close the line about columns").click();
  for (const key of ["2", "3", "1"]) {
    await press(page, key);
    await gone(line);
  }
});

test("a prediction that was wrong is red, in both themes", async ({ page }) => {
  await openSample(page, "bt");
  await page.goto("./?sample=bt&tab=predict");
  await seen(page.locator("table"));
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const [wrong, red] = await page.locator("[data-part='wrong']").first().evaluate((part) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = "var(--bad)";
      return [getComputedStyle(part).backgroundColor, getComputedStyle(probe).color];
    });
    expect(wrong).toBe(red);
  }
});
