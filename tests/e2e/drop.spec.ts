// What people really have: several traces in one folder, things beside them, profiles of browsers and trainings.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { alert, button, choose, dialog, drop, fixture, gone, listitem, openFiles, openSample, option, piece, says, settled, test } from "./helpers";

/** A folder with a run in four forms, and what lies beside it. */
function allForms(into: string) {
  const folder = path.join(into, "all");
  mkdirSync(path.join(folder, "symbols"), { recursive: true });
  cpSync(fixture("otf2/score-p-7.1/good/ping-pong"), path.join(folder, "otf2"), { recursive: true });
  cpSync(fixture("native/npb-3.3-mpi/good/bt.S.4"), path.join(folder, "native"), {
    recursive: true,
    filter: (source) => !source.endsWith(".expected"),
  });
  cpSync(fixture("paraver/extrae/good/epoch-4"), path.join(folder, "paraver"), { recursive: true });
  writeFileSync(path.join(folder, "symbols", "rank-0.sym"), "a b ".repeat(30));
  writeFileSync(path.join(folder, "native", "README.md"), "# What this is");
  writeFileSync(path.join(folder, "native", "paper.pdf"), "%PDF-1.4\n\0");
  writeFileSync(path.join(folder, "native", "run.log"), "done in 3 s");
  writeFileSync(path.join(folder, "native", "lu.o"), "\x7fELF\x02\x01\x01\0\0");
  writeFileSync(path.join(folder, "native", "core"), "");
  return folder;
}

test("several traces in one drop: one is chosen, what was loaded before stays, what is ignored is one note", async ({ page }, info) => {
  await openSample(page, "cg");
  await drop(page, [allForms(info.outputPath())]);
  await says(alert(page), "Several traces in all");
  await expect(listitem(alert(page))).toHaveText([
    /all\/native\s*native text, 4 files/,
    /all\/otf2\/traces\.otf2\s*OTF2, 6 files/,
    /all\/paraver\/epoch\.prv\s*Paraver, 3 files/,
    /all\/symbols\/rank-0\.sym\s*symbol list, 1 file/,
  ]);
  await says(page.locator("h1"), "cg.A.16");
  await says(page.locator("footer"), "all: several traces");

  await button(alert(page), "all/native").click();
  await settled(page);
  await gone(alert(page));
  await says(page.locator("h1"), "native · 4 processes");
  await button(page, "1 note").click();
  const notes = dialog(page, "Notes on what was read");
  await expect(listitem(notes)).toHaveText([/5 files are ignored\. Found .*all\/native\/lu\.o/]);
});

test("two archives on the first screen: the chooser, and the trace", async ({ page }, info) => {
  const folder = path.join(info.outputPath(), "two");
  for (const name of ["ping-pong", "ping-pong-papi"]) {
    cpSync(fixture("otf2/score-p-7.1/good", name), path.join(folder, name), { recursive: true });
  }
  await page.goto("./");
  await drop(page, [folder]);
  await says(alert(page), "Several traces in two");
  await button(page, /ping-pong-papi\/traces\.otf2/).click();
  await settled(page);
  await says(page.locator("h1"), "2 processes");
});

test("a Paraver trace packed and without its names is read, and that is said", async ({ page }) => {
  await openFiles(page, [{ name: "run.prv.gz", text: gzipSync(readFileSync(fixture("paraver/by-hand/good/non-blocking/run.prv"))) }]);
  await settled(page);
  await says(page.locator("h1"), "2 processes");
  await button(page, /notes$/).click();
  await says(dialog(page), "the .pcf file with the event names is missing");
});

test("a browser's profile shows its frames, a training its steps", async ({ page }) => {
  await openFiles(page, [{ name: "animation.json", text: readFileSync(fixture("chrome/chromium-156/good/animation.json")) }]);
  await settled(page);
  await says(page, "runs 18 times");
  await says(page.getByRole("treeitem", { selected: true }), "for i0 = 0 to 17");
  expect(await page.locator("body").innerText()).not.toContain("MPI");

  await choose(page, [{ name: "training.json", text: readFileSync(fixture("chrome/pytorch-1.13/good/training.json")) }]);
  await settled(page);
  await says(page, "runs 6 times");
  await gone(piece(page, "notice"));
});

test("threads have their names, and the one that loops most is shown first", async ({ page }) => {
  const slice = (tid: number, at: number, name: string) =>
    `{"ph":"X","pid":1,"tid":${tid},"ts":${at},"dur":1,"name":"${name}"}`;
  const named = ["Browser", "Renderer", "Worker", "Pool"].map(
    (name, tid) => `{"ph":"M","pid":1,"tid":${tid},"name":"thread_name","args":{"name":"${name}"}}`,
  );
  const frames = Array.from({ length: 40 }, (_, i) => [slice(1, 4 * i, "layout"), slice(1, 4 * i + 2, "paint")]).flat();
  const others = [0, 2, 3].flatMap((tid) => [slice(tid, 1, "start"), slice(tid, 3, "wait"), slice(tid, 5, "stop")]);
  await openFiles(page, [{ name: "profile.json", text: `[${[...named, ...others, ...frames].join(",")}]` }]);
  await settled(page);
  await expect(option(page)).toHaveText([/0\s*Browser\s*3/, /1\s*Renderer\s*80/, /2\s*Worker\s*3/, /3\s*Pool\s*3/]);
  await says(page.getByRole("option", { selected: true }), "Renderer");
  await says(page, "Process 1 (Renderer) spends 100 %");
  await button(page, "1 note").click();
  await expect(listitem(dialog(page))).toHaveText([/4 threads without a process number are numbered in order/]);
});
