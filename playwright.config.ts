import process from "node:process";
import { defineConfig } from "@playwright/test";
import { findBrowser, findFirefox, FLAGS } from "./scripts/lib/browser.mjs";

// Served below a folder, as on a page host: an address that starts at the root would not be found.
const prefix = "/some/folder/";
const port = Number(process.env.LOOPSCOPE_PORT ?? 4321);
const firefox = await findFirefox();
// A Firefox that is not Playwright's own build is started through a program of ours, which says why.
const ours = new URL("tests/e2e/firefox.mjs", import.meta.url).pathname;
if (firefox?.channel) process.env.LOOPSCOPE_FIREFOX = firefox.executablePath;
const address = `http://localhost:${port}${prefix}`;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  // A shared machine of continuous integration may stall for seconds; a test that needs a second run is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: address,
    viewport: { width: 1280, height: 800 },
    actionTimeout: 15_000,
    screenshot: "only-on-failure",
    // A service worker would answer before the routes of a test; tests/e2e/offline.spec.ts lets it.
    serviceWorkers: "block",
    // Recording every test would cost a quarter of the processor time; a picture of each failure is kept anyway.
    trace: "on-first-retry",
  },
  projects: [
    { name: "chromium", use: { launchOptions: { executablePath: (await findBrowser()) ?? undefined, args: FLAGS } } },
    ...(firefox
      ? [
          {
            name: "firefox",
            testMatch: /(smoke|plain)\.spec\.ts$/,
            use: { browserName: "firefox" as const, channel: firefox.channel, launchOptions: { executablePath: firefox.channel ? ours : firefox.executablePath } },
          },
        ]
      : []),
  ],
  webServer: { command: `node tests/e2e/server.mjs ${port} ${prefix}`, url: address, reuseExistingServer: false },
});
