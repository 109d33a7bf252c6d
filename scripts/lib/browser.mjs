// A Chromium for the tests: one that is there, else Playwright's own download, else Debian's package.

import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { isRoot, note, output, root, run, Stop } from "./run.mjs";
import { aptInstall } from "./setup.mjs";

/** Chrome before Chromium: on Ubuntu `chromium` is a snap, which cannot read every folder. */
const NAMES = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser"];
const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Quiet, without a graphics card, and without calls home; root may not use the sandbox. */
export const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  ...(isRoot() ? ["--no-sandbox"] : []),
];

/**
 * The browser that is there: `LOOPSCOPE_BROWSER`, one in PATH, one in its usual place, Playwright's own.
 * @returns {Promise<string | null>}
 */
export async function findBrowser() {
  const wished = process.env.LOOPSCOPE_BROWSER;
  if (wished) return wished;
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    for (const name of NAMES) {
      const file = path.join(folder, name);
      if (folder !== "" && existsSync(file)) return file;
    }
  }
  return ELSEWHERE.find((file) => existsSync(file)) ?? (await playwrightsOwn());
}

async function playwrightsOwn() {
  const { chromium } = await import("@playwright/test");
  const file = chromium.executablePath();
  return existsSync(file) ? file : null;
}

/** Finds or installs a browser; gives its path. */
export async function browser() {
  let file = await findBrowser();
  if (file === null) {
    note("no Chromium or Chrome: trying Playwright's own download");
    const playwright = path.join(root, "node_modules", "@playwright", "test", "cli.js");
    const withLibraries = isRoot() ? ["--with-deps"] : [];
    await run(process.execPath, [playwright, "install", ...withLibraries, "chromium"], { seconds: 600 });
    file = await playwrightsOwn();
  }
  if (file === null) {
    note("no download either: trying the system's package");
    await aptInstall(["chromium", "fonts-dejavu-core"]);
    file = await findBrowser();
  }
  if (file === null) {
    throw new Stop("No Chromium was found, and none could be installed. Install one, then run this again:\n  sudo apt-get install chromium fonts-dejavu-core      (Debian)\n  npx playwright install --with-deps chromium          (elsewhere)\nOr name one that is there: LOOPSCOPE_BROWSER=/path/to/chrome npm test");
  }
  const version = output(file, ["--version", ...FLAGS]);
  if (version === null) throw new Stop(`${file} does not start (it gave no version). Repair it, or name another: LOOPSCOPE_BROWSER=/path/to/chrome`);
  note(`browser: ${version} (${file})`);
  return file;
}
