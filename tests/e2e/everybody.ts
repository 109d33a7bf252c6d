// Every view in both themes and at both widths: nothing is wrong for assistive technology, nothing sticks out.

import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";

/** Widths and heights of a laptop and of a phone. */
const SCREENS = [[1280, 800], [390, 844]] as const;

/**
 * A test of a view for each theme and screen. `open` brings the page to it, and learns whether the screen is narrow.
 * With `also`, more screens are tried.
 */
export function forEverybody(name: string, open: (page: Page, narrow: boolean) => Promise<void>, also: readonly (readonly [number, number])[] = []) {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [width, height] of [...SCREENS, ...also]) {
      test.describe(`${colorScheme}, ${width} wide`, () => {
        const narrow = width < 1000;
        test.use({ colorScheme, viewport: { width, height }, hasTouch: narrow });
        test(`${name}: nothing is wrong for assistive technology, and nothing sticks out`, async ({ page }, info) => {
          await open(page, narrow);
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)).toEqual([]);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          expect(wide).toBeLessThanOrEqual(0);
          await page.screenshot({ path: info.outputPath(`${name}.png`) });
        });
      });
    }
  }
}
