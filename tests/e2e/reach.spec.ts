// Every control is within reach: on the screen or in something that scrolls, large enough, and nothing lies over it.

import { expect, test, type Page } from "@playwright/test";
import { PHONE, button, combobox, dialog, gone, goTo, group, openSample, openSheet, piece, press, radio, says, seen, showIn, slider } from "./helpers";

const SCREENS = [[320, 640], [360, 740], [390, 844], [844, 390], [768, 1024], [999, 800], [1000, 768], [1280, 800], [1920, 1080]] as const;

/** Sheets, and what is in them when they are there. */
const SHEETS = [["All processes", "tr[aria-selected]"], ["How loops are chosen", "tfoot"]] as const;

/** Controls of a part of the page that cannot be reached, with the reason. */
async function unreachable(page: Page, within: string, touch: boolean): Promise<string[]> {
  return page.locator(within).first().evaluate((root, fingers) => {
    const large = "[aria-label='Places'] button, [data-testid='peek'], [aria-label='Move in the picture'] button, [data-testid='menu'] button";
    // With a frame, even one that cannot be seen, it looks like a button.
    const isLarge = (element: HTMLElement): boolean => element.matches(large) || (element.matches("button") && getComputedStyle(element).borderTopStyle === "solid");
    const isUnseen = (element: Element | null): boolean => element !== null && (getComputedStyle(element).clipPath === "inset(50%)" || isUnseen(element.parentElement));
    const skip = "a[href='#main']";
    const found: string[] = [];
    const controls = [...root.querySelectorAll<HTMLElement>("button, a[href], input, select, summary, [role='tab'], [role='option'], [role='treeitem'], [tabindex='0']")];
    for (const control of controls) {
      // What is for screen readers alone, and the two inputs behind the button Open, is not for fingers.
      if ((isUnseen(control) && !control.matches(skip)) || !control.checkVisibility()) continue;
      // The link past the controls shows while it has the focus.
      if (control.matches(skip)) control.focus();
      else root.querySelector<HTMLElement>(`${skip}:focus`)?.blur();
      const target = (control.matches("input[type='radio'], input[type='checkbox']") && control.closest("label")) || control;
      target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, top, right, bottom, width, height } = target.getBoundingClientRect();
      const name = `${control.tagName} "${(control.getAttribute("aria-label") ?? control.textContent ?? "").trim().slice(0, 40)}" ${control.className}`;
      const [x, y] = [(Math.max(0, left) + Math.min(innerWidth, right)) / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2];
      // A picture or a list may be larger than the window: what counts is that it can be seen and pressed.
      if (left < -1 || right > innerWidth + 1 || x <= 0 || x >= innerWidth || y <= 0 || y >= innerHeight) {
        found.push(`${name}: outside of the window, ${Math.round(left)} to ${Math.round(right)}, ${Math.round(top)} to ${Math.round(bottom)}`);
        continue;
      }
      // A line of text that a mouse points at is as high as a line of text.
      const line = !fingers && target.matches("[role='treeitem']");
      const least = line ? 19 : fingers && isLarge(target) ? 44 : 24;
      if (width < least - 0.5 || height < least - 0.5) found.push(`${name}: ${Math.round(width)} by ${Math.round(height)}, at least ${least}`);
      const topmost = document.elementFromPoint(x, y);
      if (!(topmost && (target.contains(topmost) || topmost.contains(target)))) found.push(`${name}: covered by ${topmost?.tagName} ${topmost?.className}`);
    }
    return found;
  }, touch);
}

for (const [width, height] of SCREENS) {
  const narrow = width < 1000;
  test.describe(`${width} by ${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: narrow });

    test("every control of every view is within reach", async ({ page }) => {
      test.setTimeout(120_000);
      await page.goto("./");
      await expect(page.locator("[data-drawn='true']").first()).toBeAttached();
      expect.soft(await unreachable(page, "body", narrow), "first page").toEqual([]);
      await openSample(page, "cg");
      const shown: readonly (readonly [string, string, () => Promise<void>])[] = [
        ["Overview", "[aria-label='Who sends most']", () => goTo(page, "Overview")],
        ["Nest", "[data-loop] button", () => showIn(page, "Nest")],
        ["Model", "[data-testid='below']", () => showIn(page, "Model")],
        ["Iterations", "caption", () => goTo(page, "Iterations")],
      ];
      for (const [name, there, open] of shown) {
        await open();
        await seen(page.locator(there).first());
        expect.soft(await unreachable(page, "body", narrow), name).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), name).toBeLessThanOrEqual(0);
      }
    });

    test("what opens over the page is within reach, and holds all that the wide page has", async ({ page }) => {
      await openSample(page, "cg");
      if (!narrow) {
        for (const name of ["Open", "Samples", /^Method/, /^Same event if/]) {
          const opener = button(page.locator("header"), name);
          await opener.click();
          expect.soft(await unreachable(page, "[data-keys='own']", false), String(name)).toEqual([]);
          await press(page, "Escape");
        }
        for (const [name, there] of SHEETS) {
          await openSheet(page, name);
          await seen(page.locator(there).first());
          expect.soft(await unreachable(page, "dialog", false), name).toEqual([]);
          await press(page, "Escape");
        }
        return;
      }
      for (const [name, there] of SHEETS) {
        await openSheet(page, name);
        await seen(page.locator(there).first());
        expect.soft(await unreachable(page, "dialog", true), name).toEqual([]);
        await press(page, "Escape");
      }
      await button(page, "More", { exact: true }).click();
      const more = dialog(page, "More");
      for (const name of [/^Selected loop/, /^How loops are chosen/, /^How to record/, /^All processes/, /^Files/, "A folder", /^LU/, /^Colours/, /^Keys/]) {
        await seen(button(more, name).first());
      }
      await seen(radio(more, /optimal/));
      await seen(more.getByRole("checkbox", { name: /^tag/ }));
      await seen(combobox(more, /^peer/));
      expect.soft(await unreachable(page, "dialog", true), "More").toEqual([]);
      await button(more, /^Selected loop/).click();
      const side = dialog(page, "Selected loop");
      for (const name of ["Copy", "JSON", "SVG", "PNG"]) await seen(button(side, name));
      expect.soft(await unreachable(page, "dialog", true), "Selected loop").toEqual([]);
      await press(page, "Escape");
      // Without the height for it there is no line above the bar.
      const whose = button(page, /^process 0/);
      if (await whose.isVisible()) await whose.click();
      else await button(page, "More", { exact: true }).click().then(() => button(more, /^Choose a process/).click());
      expect.soft(await unreachable(page, "dialog", true), "Processes").toEqual([]);
    });
  });
}

test("the caps of the keys are buttons that do the same, and say when they can do nothing", async ({ page }) => {
  await openSample(page, "lu");
  const tool = (name: string) => button(group(page, "Move in the picture"), name);
  for (const name of ["Fit everything", "Zoom out", "Previous loop by share"]) await expect(tool(name)).toBeDisabled();
  await tool("Zoom in").click();
  await expect(page).toHaveURL(/zoom=/);
  await expect(tool("Fit everything")).toBeEnabled();
  await tool("Fit everything").click();
  await expect(page).not.toHaveURL(/zoom=/);
  await tool("Next loop by share").click();
  await expect(piece(piece(page, "chosen"), "badge")).toHaveText("L2");
  await press(page, "[");
  await expect(piece(piece(page, "chosen"), "badge")).toHaveText("L1");
  await expect(tool("Previous loop by share")).toBeDisabled();
  await showIn(page, "Model");
  await seen(piece(page, "below"));
  await tool("Zoom in").click();
  await says(piece(page, "pan"), "steps");
  await tool("Fit everything").click();
  await tool("Next loop by share").click();
  await expect(piece(piece(page, "chosen"), "badge")).toHaveText("L2");
});

test.describe("the model on a phone", () => {
  test.use(PHONE);

  test("says that there is more beside it, and goes there", async ({ page }) => {
    await page.goto("./?sample=lu&tab=model");
    const pan = piece(page, "pan");
    await says(pan, "steps 1 to");
    await seen(piece(page, "beyond-right"));
    await gone(piece(page, "beyond-left"));
    await slider(pan).press("End");
    await seen(piece(page, "beyond-left"));
    await gone(piece(page, "beyond-right"));
  });
});

for (const width of [390, 768]) {
  test.describe(`the bar of places, ${width} wide`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true });

    test("one place is the current one", async ({ page }) => {
      await page.goto("./?sample=mg&view=iterations");
      const current = page.getByRole("navigation", { name: "Places" }).locator("[aria-current='page']").filter({ visible: true });
      await expect(current).toHaveText(["Iterations"]);
      await goTo(page, "Overview");
      await expect(current).toHaveText(["Overview"]);
    });
  });
}
