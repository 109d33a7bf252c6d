// A Chromium and a Firefox for the tests: one that is there, else Playwright's own download, else Debian's package.

import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { isRoot, NotRun, note, output, root, run, Stop } from "./run.mjs";
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
  return inPath(NAMES) ?? ELSEWHERE.find((file) => existsSync(file)) ?? (await playwrightsOwn("chromium"));
}

/**
 * The first program of these names in PATH.
 * @param {string[]} names
 * @returns {string | null}
 */
function inPath(names) {
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name);
      if (folder !== "" && existsSync(file)) return file;
    }
  }
  return null;
}

/** @param {"chromium" | "firefox"} name */
async function playwrightsOwn(name) {
  const file = (await import("@playwright/test"))[name].executablePath();
  return existsSync(file) ? file : null;
}

/**
 * Playwright's own download, where the network has it.
 * @param {"chromium" | "firefox"} name
 */
async function downloaded(name) {
  const playwright = path.join(root, "node_modules", "@playwright", "test", "cli.js");
  const withLibraries = isRoot() ? ["--with-deps"] : [];
  await run(process.execPath, [playwright, "install", ...withLibraries, name], { seconds: 600 });
  return playwrightsOwn(name);
}

/** Finds or installs a browser; gives its path. */
export async function browser() {
  let file = await findBrowser();
  if (file === null) {
    note("no Chromium or Chrome: trying Playwright's own download");
    file = await downloaded("chromium");
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

/** Playwright speaks to its own Firefox by a protocol of its own, to any other by WebDriver BiDi: that is this channel. */
const BIDI = "moz-firefox";
const FIREFOX = ["firefox", "firefox-esr"];
const FIREFOX_ELSEWHERE = ["/Applications/Firefox.app/Contents/MacOS/firefox", "C:\\Program Files\\Mozilla Firefox\\firefox.exe"];

/**
 * The Firefox that is there, as Playwright wants to be told: `LOOPSCOPE_FIREFOX`, Playwright's own, one in PATH, one in its
 * usual place.
 * @returns {Promise<{ executablePath: string, channel?: string } | null>}
 */
export async function findFirefox() {
  const own = await playwrightsOwn("firefox");
  const wished = process.env.LOOPSCOPE_FIREFOX || own || inPath(FIREFOX) || FIREFOX_ELSEWHERE.find((file) => existsSync(file));
  if (!wished) return null;
  return wished === own ? { executablePath: wished } : { executablePath: wished, channel: BIDI };
}

/** Finds or installs a Firefox; gives its path. Where there is none, its tests are said not to have been run. */
export async function firefox() {
  let found = await findFirefox();
  if (found === null) {
    // First the system's package, a quarter of the size: as root on Debian it always comes.
    note("no Firefox: trying the system's package");
    if (await aptInstall(["firefox-esr"])) found = await findFirefox();
  }
  if (found === null) {
    note("no package either: trying Playwright's own download");
    await downloaded("firefox");
    found = await findFirefox();
  }
  const how = "Install one, then run this again:\n  sudo apt-get install firefox-esr                     (Debian)\n  npx playwright install --with-deps firefox           (elsewhere)\nOr name one that is there: LOOPSCOPE_FIREFOX=/path/to/firefox npm test -- firefox";
  if (found === null) throw new NotRun(`No Firefox was found, and none could be installed. ${how}`);
  const version = output(found.executablePath, ["--version"]);
  if (version === null) throw new Stop(`${found.executablePath} does not start (it gave no version). ${how}`);
  note(`browser: ${version.trim()} (${found.executablePath})`);
  return found.executablePath;
}
