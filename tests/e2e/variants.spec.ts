import { expect, test } from "@playwright/test";
import { forEverybody } from "./everybody";
import { choose, openSample, settled, showIn, still } from "./helpers";

/** Forty steps of two processes; in some of them they reduce twice, and each process differs in the same steps. */
function branching(): string {
  const lines: string[] = [];
  for (const process of [0, 1]) {
    for (let step = 0; step < 40; step += 1) {
      lines.push(process === 0 ? "0 send 1 5" : "0 recv 1 5");
      for (let part = 0; part < 6; part += 1) lines.push(`${process} local part ${part}`);
      const times = step % 10 === 3 || step === 17 ? 2 : 1;
      for (let time = 0; time < times; time += 1) lines.push(`${process} sync MPI_Allreduce 0,1`);
      lines.push(`${process} local end`);
    }
  }
  return `${lines.join("\n")}\n`;
}

const FILE = [{ name: "branching.trace", text: branching() }];
const SAYS = "40 iterations of 2 variants hold 100 % of its 365 events: 35 alike and 5 with one more MPI_Allreduce.";

test("an offer is taken, shows which iteration is which, and leads back", async ({ page }) => {
  await page.goto("./");
  await choose(page, FILE);
  await settled(page);
  await showIn(page, "Nest");
  await settled(page);
  const offer = page.getByTestId("variants-offer");
  await expect(offer).toContainText(SAYS);
  await expect(page.getByTestId("variants")).toHaveCount(0);
  await offer.getByRole("button", { name: "Show variants" }).click();
  const reading = page.getByTestId("variants");
  await expect(reading).toContainText("either                     # 35\n  or                         # 5\n    0 sync MPI_Allreduce 0,1");
  await expect(reading.getByRole("listitem")).toHaveText([/A 35 of 40/, /B 5 of 40/]);
  // The next iteration of the other variant, and the first again.
  const strip = reading.getByRole("slider");
  await strip.focus();
  await page.keyboard.press("PageDown");
  await expect(strip).toHaveAttribute("aria-valuetext", "iteration 4, variant B");
  await expect(reading).toContainText("Iteration 4 is variant B: 10 events.");
  await page.keyboard.press("Home");
  await expect(strip).toHaveAttribute("aria-valuetext", "iteration 1, variant A");
  // A click jumps, and its events are shown in the ribbon.
  const box = await strip.boundingBox();
  await strip.click({ position: { x: ((box?.width ?? 0) * 17.5) / 40, y: 8 } });
  await expect(strip).toHaveAttribute("aria-valuetext", "iteration 18, variant B");
  await reading.getByRole("button", { name: "Show its events in the ribbon" }).click();
  await settled(page);
  await offer.getByRole("button", { name: "Show as recorded" }).click();
  await expect(page.getByTestId("variants")).toHaveCount(0);
});

test("the program is offered as one loop of several variants", async ({ page }) => {
  await page.goto("./");
  await choose(page, FILE);
  await still(page);
  const offer = page.getByTestId("variants-offer");
  await expect(offer).toContainText("40 iterations of 2 variants hold 100 % of 730 events.");
  await offer.getByRole("button", { name: "Show variants" }).click();
  const reading = page.getByTestId("variants");
  await expect(reading).toContainText("processes 0,1");
  await expect(reading).toContainText("either                     # 35");
  await expect(reading.getByRole("listitem")).toHaveText([/A 35 of 40/, /B 5 of 40/]);
  const strip = reading.getByRole("slider");
  await strip.focus();
  await page.keyboard.press("PageDown");
  await expect(reading).toContainText("Iteration 4 is variant B.");
  // The model in Loops says the same.
  await page.getByRole("button", { name: "open Loops" }).click();
  await expect(reading).toContainText("either                     # 35");
  await offer.getByRole("button", { name: "Show as recorded" }).click();
  await expect(reading).toHaveCount(0);
});

test("a link shows the variants at once", async ({ page }) => {
  await page.route("**/branching.trace", (route) => route.fulfill({ body: branching(), contentType: "text/plain" }));
  await page.goto("./?trace=branching.trace&view=loops&variants=on&at=1");
  await settled(page);
  await expect(page.getByTestId("variants")).toContainText("either");
  expect(page.url()).toContain("variants=on");
  await page.getByTestId("variants-offer").getByRole("button", { name: "Show as recorded" }).click();
  await expect(page.getByTestId("variants")).toHaveCount(0);
  await expect.poll(() => page.url()).not.toContain("variants=on");
});

test("a program whose loop leaves nothing out is offered nothing", async ({ page }) => {
  await openSample(page, "sample=cg&view=loops&as=nest");
  await expect(page.getByTestId("variants-offer")).toHaveCount(0);
});

forEverybody("variants taken", async (page) => {
  await page.goto("./");
  await choose(page, FILE);
  await still(page);
  await showIn(page, "Nest");
  await settled(page);
  await page.getByRole("button", { name: "Show variants" }).click();
  await expect(page.getByTestId("variants")).toContainText("either");
});
