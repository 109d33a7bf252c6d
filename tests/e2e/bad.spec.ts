import { gzipSync } from "node:zlib";
import { expect, test, type Page } from "@playwright/test";
import { alert, button, choose, dialog, gone, heading, openFiles, openSample, piece, pingPong, press, says, seen, settled, zipOf } from "./helpers";

const binary = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256));
const good = pingPong(2000);

/** Files that yield nothing: what the message must name. */
const hopeless: readonly [string, { name: string; text: string | Buffer }[], RegExp][] = [
  ["an empty file", [{ name: "empty.trace", text: "" }], /empty/i],
  ["a binary file", [{ name: "picture.png", text: binary }], /picture\.png/],
  ["a truncated .gz", [{ name: "half.trace.gz", text: gzipSync(Buffer.from(good)).subarray(0, 60) }], /half\.trace\.gz/],
  ["only a line with a word missing", [{ name: "word.trace", text: "0 send 1\n" }], /word\.trace/],
  ["only ranks out of range", [{ name: "far.trace", text: "0 send 99999999999 1\n" }], /far\.trace/],
  [
    "two files for the same process",
    [
      { name: "rank-0.trace", text: "0 send 1 1\n".repeat(4) },
      { name: "rank-0-again.trace", text: "0 send 1 1\n".repeat(4) },
    ],
    /rank-0/,
  ],
  ["a line of 200 MB", [{ name: "line.trace.gz", text: gzipSync(Buffer.alloc(200_000_000, "a")) }], /line\.trace/],
  ["a zip full of nothing", [{ name: "zeros.zip", text: zipOf("zeros.trace", Buffer.alloc(300_000_000)) }], /zeros/],
  ["a zip cut short", [{ name: "cut.zip", text: zipOf("a.trace", Buffer.from(good)).subarray(0, 200) }], /cut\.zip/],
];

async function stillThere(page: Page, sentence: string) {
  await says(page.locator("h1"), "cg.A.16");
  await says(page, sentence);
  await says(page.locator("[data-loop] button").first(), /×\d+ L1/);
  await button(page, "Close the message").click();
  await gone(alert(page));
  await says(page.locator("footer"), "become");
}

test("bad files: one clear message each, and what was loaded is still there", async ({ page }) => {
  await openSample(page, "cg");
  for (const [what, files, named] of hopeless) {
    await test.step(what, async () => {
      await choose(page, files);
      await says(alert(page), "could not be read");
      await says(alert(page), named);
      await says(alert(page), /expected/i);
      await stillThere(page, "runs 15 times");
    });
  }
});

test("a bad file on the landing leaves the landing", async ({ page }) => {
  await page.goto("./");
  await choose(page, [{ name: "picture.png", text: binary }]);
  await says(alert(page), "picture.png could not be read");
  await seen(heading(page, /See the loops/));
});

test("a bad line in a good file is skipped, counted and noted", async ({ page }) => {
  await openFiles(page, [{ name: "pair.trace", text: `${good}0 send 1\n${good}` }]);
  await settled(page);
  await gone(alert(page));
  const notice = piece(page, "notice");
  await says(notice, "pair.trace, line 8,001");
  await button(notice, "Close the notice").click();
  await gone(notice);
  await button(page, "1 note").click();
  const notes = dialog(page, "Notes on what was read");
  await says(notes, "pair.trace, line 8,001");
  await says(notes.locator("li[aria-current]"), "0 send 1");
});

test("a wrong folder or sample in a link is said", async ({ page }) => {
  await page.goto("./?sample=nothing");
  await says(alert(page), "There is no sample with this name");
});

test("an address that may not be read from here is said, with what to do", async ({ page }) => {
  await page.route("https://traces.example/**", (route) => route.abort("failed"));
  await page.goto("./?trace=https://traces.example/lu.tar.zst");
  await button(page, "Load it", { exact: true }).click();
  await says(alert(page), "CORS");
  await says(alert(page), "Download the file and drop it here");
});

test("without its engine the page says so when it is needed, and fetches it when it is asked again", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto("./");
  await gone(alert(page));
  const sample = page.locator("[aria-labelledby='samples'] button").first();
  await sample.click();
  await says(alert(page), "A part of Loopscope could not be fetched");
  await says(alert(page), "Check the connection, then try again");
  await button(page, "Close the message").click();
  await page.unroute("**/*.wasm");
  await sample.click();
  await settled(page);
  await gone(alert(page));
});

test("when the engine traps, it is said, and what was loaded is read again", async ({ page }) => {
  // The worker says what it says after a trap, without one having to be found.
  await page.addInitScript(() => {
    const workers: Worker[] = [];
    const RealWorker = Worker;
    Object.assign(window, {
      workers,
      Worker: class extends RealWorker {
        constructor(...args: ConstructorParameters<typeof Worker>) {
          super(...args);
          workers.push(this);
        }
      },
    });
  });
  await openSample(page, "cg&process=3");
  const trap = () =>
    page.evaluate(() => {
      const { workers } = window as unknown as { workers: Worker[] };
      workers.at(-1)?.dispatchEvent(new MessageEvent("message", { data: { type: "broken", what: "unreachable" } }));
    });
  await trap();
  await says(alert(page), "The engine stopped");
  await settled(page);
  await says(page, "Process 3 spends");
  // It is a new engine, and it answers.
  await press(page, "ArrowDown");
  await says(page, "Process 4 spends");
  expect(await page.evaluate(() => (window as unknown as { workers: Worker[] }).workers.length)).toBe(2);
});

test("an address that is not there is said", async ({ page }) => {
  await page.route("https://traces.example/**", (route) =>
    route.fulfill({ status: 404, headers: { "access-control-allow-origin": "*" }, body: "" }),
  );
  await page.goto("./?trace=https://traces.example/lu.tar.zst");
  await button(page, "Load it", { exact: true }).click();
  await says(alert(page), "404");
});
