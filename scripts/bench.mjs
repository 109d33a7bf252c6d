// npm run bench: how fast traces are read and their loops found, natively and in Chromium, with the ratio
// of the two; how long a dropped file takes to become a picture; and what the page weighs.
//
//   npm run bench                  the bundled trace of LU on 16 processes, and the methods alone
//   npm run bench -- FILE...       other traces
//   npm run bench -- alone [STRING...]   only the methods alone: native and Chromium, on easy and hard strings
//   npm run bench -- table         the paper's table on this machine; writes what the page shows of it
//   npm run bench -- compress [FILE...]   bytes of compressed traces, beside bzip2, xz and zstd
//   npm run bench -- formats [NAME...]    reading every format, natively and in Chromium; or these, or files and folders
//   npm run bench -- page [NAME...]  how long the page takes to show something over several networks, and how evenly it moves
//   npm run bench -- lab [STATION...]  how evenly the lab moves through its longest runs
//   npm run bench -- tasks FILE...   flow graphs and what if on each trace, natively and in Chromium by turns
//   npm run bench -- timeline [N] [P]   the timeline of 10 (or N) million calls on 16 (or P) processes: preparing it, and each picture of a zoom
//   npm run bench -- large         1 GB on the page and 100 million events natively: how much memory that takes

import { statSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { methodsAlone } from "./lib/alone.mjs";
import { browser, FLAGS } from "./lib/browser.mjs";
import { buildPage, buildWasm } from "./lib/build.mjs";
import { compressTable } from "./lib/compress-table.mjs";
import { formatsTable } from "./lib/formats.mjs";
import { labTable } from "./lib/lab.mjs";
import { largeTraces } from "./lib/large.mjs";
import { main, must, note, say } from "./lib/run.mjs";
import { pageTables } from "./lib/page.mjs";
import { buildNative, complete, inBrowser, native, onPage } from "./lib/session.mjs";
import { setUp } from "./lib/setup.mjs";
import { checkSizes } from "./lib/sizes.mjs";
import { tasksTable } from "./lib/tasks.mjs";
import { timelineTable } from "./lib/timeline.mjs";

await main(async () => {
  const named = process.argv.slice(2);
  const [first, ...others] = named;
  if (first === "compress") return compressTable(others);
  const alone = first === "alone";
  if (first === "timeline") {
    await setUp();
    await buildWasm();
    return timelineTable(others);
  }
  const own = alone || first === "formats" || first === "large" || first === "page" || first === "lab" || first === "tasks";
  const traces = own ? [] : named.length > 0 ? named : ["web/public/samples/lu.tar.zst"];
  await setUp();
  if (first === "table") return must("cargo", ["bench", "--quiet", "-p", "loopscope-tests", "--bench", "table", "--", "write"]);
  if (first === "tasks") await buildWasm();
  else await buildPage();
  if (!alone && first !== "tasks" && first !== "large" && first !== "page" && first !== "lab") {
    say("The native bench");
    await buildNative();
  }
  const { chromium } = await import("@playwright/test");
  const driven = await chromium.launch({ executablePath: await browser(), args: FLAGS });
  try {
    for (const trace of traces) {
      const file = path.resolve(trace);
      say(path.basename(file));
      const here = native([file]);
      const there = await inBrowser(driven, [file]);
      note(`${here.events.toLocaleString("en-US")} events; best of several runs`);
      note("            native            Chromium          Chromium : native");
      row("reading", here.events, here.read, there.read);
      const megabytes = statSync(file).size / 1e6;
      const rate = (/** @type {import("./lib/session.mjs").Times} */ times) => (megabytes / times.read).toFixed(0);
      note(`         ${rate(here).padStart(8)} MB/s ${rate(there).padStart(17)} MB/s of ${megabytes.toFixed(1)} MB`);
      row("loops", here.events, here.loops, there.loops);
      row("both", here.events, here.all, there.all);
      const drawn = await onPage(driven, [file], { runs: 5, seen: complete });
      note(`from the drop until the page says what it is: ${Math.round((drawn[2]?.seconds ?? Number.NaN) * 1000)} ms (median of 5, new page each time)`);
    }
    if (first === "formats") await formatsTable(driven, others);
    if (first === "page") await pageTables(driven, others);
    if (first === "lab") await labTable(driven, others);
    if (first === "tasks") return await tasksTable(driven, others);
    if (first === "large") await largeTraces(driven);
    if (alone || named.length === 0) await methodsAlone(driven, others);
  } finally {
    await driven.close();
  }
  say("What a visitor downloads");
  checkSizes();
});

/** @param {string} name @param {number} events @param {number} here @param {number} there */
function row(name, events, here, there) {
  const cell = (/** @type {number} */ seconds) => `${(seconds * 1000).toFixed(0).padStart(5)} ms ${(events / seconds / 1e6).toFixed(1).padStart(5)} M/s`;
  note(`${name.padEnd(8)} ${cell(here)}  ${cell(there)}  ${(there / here).toFixed(2).padStart(8)}`);
}
