import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { button, cgFolder, choose, combobox, dialog, drop, gone, heading, list, openFiles, openSample, option, otf2Folder, piece, press, radio, region, savedBy, says, seen, sentenceOf, settled, showIn, still, test, withoutPrefetching } from "./helpers";

test("a dropped folder of 16 files: summary, ribbon, gallery and text show the same loop", async ({ page }, info) => {
  await page.goto("./");
  await drop(page, [cgFolder(info.outputPath())]);
  await settled(page);

  await expect(page.locator("h1")).toHaveText("cg.A.16 · 16 processes · 94,256 events");
  await expect(option(page)).toHaveCount(16);
  const sentence = sentenceOf(page);
  await says(sentence, /Process 0 spends 9\d\.\d\u00a0% of its 5,\d{3} events in one loop that runs 15 times/);

  const card = page.locator("[data-loop] [aria-pressed='true']");
  await says(card, /×15 L\d/);
  const strips = list(page, "Strips of the ribbon");
  await says(strips, "Process 0, whole trace");
  await says(strips, /One iteration of L\d: number \d+ of 15/);
  await says(page.getByRole("treeitem", { selected: true }), "for i0 = 0 to 14");
  await says(piece(page, "chosen"), "×15");
  await says(page.locator("footer"), /Read 94,256 events in .* become \d+ items, 1\u00a0:\u00a0[\d,]+/);
});

test("a dropped OTF2 archive: its calls and its messages show the loops of LU", async ({ page }, info) => {
  await page.goto("./");
  await drop(page, [otf2Folder(info.outputPath())]);
  await settled(page);

  await says(page.locator("h1"), "lu.S.4-otf2 · 4 processes");
  await says(page, /Process 0 spends 9\d\.\d\u00a0% of its [\d,]+ events in one loop that runs 49 times/);
});

test("what an OTF2 archive lacks is said: of which calls there is no record", async ({ page }) => {
  const name = "bt.W.4-otf2.tar.zst";
  await openFiles(page, [{ name, text: readFileSync(`tests/fixtures/otf2/eztrace-2.0/same-programs/${name}`) }]);
  await settled(page);
  await says(page, "in one loop that runs 200 times");
  await button(page, "1 note").click();
  const notes = dialog(page, "Notes on what was read");
  await says(notes, "MPI_Comm_dup (8 of 8 calls), MPI_Comm_split (4 of 4 calls)");
});

test("files of every process, chosen one by one", async ({ page }) => {
  await page.goto("./");
  await choose(page, [
    { name: "rank-0.trace", text: "0 send 1 1\n".repeat(40) },
    { name: "rank-1.trace", text: "0 recv 1 1\n".repeat(40) },
  ]);
  await settled(page);
  await expect(option(page)).toHaveCount(2);
  await says(page, "runs 40 times");
});

test("files that hang over the page are counted", async ({ page }, info) => {
  await page.goto("./");
  const folder = cgFolder(info.outputPath());
  await drop(page, [`${folder}/rank-0.trace`, `${folder}/rank-1.trace`], false);
  await says(piece(page, "dropping"), /Release to read/);
});

for (const [id, name, processes] of [
  ["bt", "bt.A.16", 16],
  ["sp", "sp.A.16", 16],
  ["cg", "cg.A.16", 16],
  ["mg", "mg.B.16", 16],
  ["lulesh", "lulesh-s8.8", 8],
] as const) {
  test(`the sample ${id} opens from its card, on its overview`, async ({ page }) => {
    await page.goto("./");
    await page.locator("[aria-labelledby='samples'] button").filter({ hasText: new RegExp(`^${id.toUpperCase()}`) }).click();
    await still(page);
    await says(page.locator("h1"), `${name} · ${processes} processes`);
    await says(list(page, "Loops of the model"), /L1 ×\d+\. processes 0-/);
    expect(new URL(page.url()).search).toContain(`sample=${id}&v=1`);
    await press(page, "2");
    await settled(page);
    await says(page.locator("[data-loop] button").first(), "L1");
  });
}

test("the cards of the start are the models of the samples, and neither trace nor engine is needed for them", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (/\.(zst|wasm)$/.test(request.url())) fetched.push(request.url());
  });
  await withoutPrefetching(page);
  await page.goto("./");
  const drawn = page.locator("[data-drawn='true']");
  await expect(drawn).toHaveCount(7);
  const sp = page.locator("[aria-labelledby='samples'] button").filter({ hasText: /^SP/ });
  await expect(sp.locator("svg text", { hasText: "×3" })).toHaveCount(24);
  // Their colours follow the page's.
  await button(page, /^Colours/).click();
  expect(fetched).toEqual([]);
});

test("the method is switched in place, without reading again", async ({ page }) => {
  let fetched = 0;
  page.on("request", (request) => (fetched += request.url().endsWith(".tar.zst") ? 1 : 0));
  await openSample(page, "cg");
  await button(page, /^Method/).click();
  await radio(page, /greedy/).click();
  await says(button(page, /^Method/), "greedy");
  await settled(page);
  await says(page, "runs 15 times");
  expect(new URL(page.url()).search).toContain("method=greedy");
  expect(fetched).toBe(1);
});

test("what makes events the same is switched in place", async ({ page }) => {
  await openSample(page, "cg");
  await button(page, /^Same event if/).click();
  await combobox(page, /^peer/).selectOption("does not count");
  await expect(button(page, /^Same event if/)).not.toContainText("peer");
  await settled(page);
  await expect(page).toHaveURL(/same=name,tag,comm/);
});

test("the process at the other end counts by number, by distance or not at all", async ({ page }) => {
  await openSample(page, "cg");
  await button(page, /^Same event if/).click();
  await combobox(page, /^peer/).selectOption("by its distance");
  await says(button(page, /^Same event if/), "distance");
  await settled(page);
  await expect(page).toHaveURL(/same=[a-z,]*peer:rel/);
});

test("a process or loop that is not there is said, and the address put right", async ({ page }) => {
  await openSample(page, "CG&process=99&loop=99");
  await says(piece(page, "toast"), "There is no process 99");
  await expect.poll(() => new URL(page.url()).search).toBe("?sample=cg&view=loops&v=1");
  await page.goto("./?sample=cg&process=3&loop=99");
  await says(piece(page, "toast"), "There is no loop L99");
  await expect.poll(() => new URL(page.url()).search).toBe("?sample=cg&view=loops&at=3&v=1");
});

test("back leads from a sample to the start, forward to the sample again", async ({ page }) => {
  let fetched = 0;
  page.on("request", (request) => (fetched += request.url().endsWith(".tar.zst") ? 1 : 0));
  await page.goto("./");
  await expect(page.locator("[data-drawn='true']")).toHaveCount(7);
  fetched = 0;
  await page.locator("[aria-labelledby='samples'] button").first().click();
  await still(page);
  await page.goBack();
  await seen(heading(page, /See the loops/));
  expect(new URL(page.url()).search).toBe("");
  await page.goForward();
  await still(page);
  await says(page.locator("h1"), "16 processes");
  expect(fetched).toBe(1);
});

test("no loop: why, and the one change that gives one", async ({ page }) => {
  await page.goto("./");
  const text = Array.from({ length: 106 }, (_, i) => `0 send 1 ${2000 * i}\n1 recv 0 ${2000 * i}\n`).join("");
  await choose(page, [{ name: "once.trace", text }]);
  await settled(page);
  await says(page, "No loop found");
  await gone(page.locator("[data-loop] button"));
  await button(region(page, "What would give a loop")).first().click();
  await says(page.locator("[data-loop] button").first(), "×106");
});

test("a nest file that was saved opens again and shows the same", async ({ page }) => {
  await openSample(page, "cg");
  const sentence = await sentenceOf(page).textContent();
  const file = await (await savedBy(page, button(page, "JSON"))).path();
  await piece(page, "files").setInputFiles(file);
  await expect(page.getByRole("tab", { selected: true })).toHaveText("Overview");
  await showIn(page, "Nest");
  await expect(button(page, /^Method/)).toBeDisabled();
  await settled(page);
  await expect(sentenceOf(page)).toHaveText(sentence ?? "");
});

test("a compressed trace opens like the files it was made of, a damaged one is refused", async ({ page }, info) => {
  const packed = readFileSync(new URL("fixtures/cg.A.16.lsz", import.meta.url));
  await page.goto("./");
  await drop(page, [cgFolder(info.outputPath())]);
  await settled(page);
  const sentence = await sentenceOf(page).textContent();
  await openFiles(page, [{ name: "cg.A.16.lsz", text: packed }]);
  await settled(page);
  await says(page.locator("h1"), "16 processes · 94,256 events");
  await expect(sentenceOf(page)).toHaveText(sentence ?? "");
  await page.goto("./");
  const bad = Buffer.from(packed);
  bad[40] = (bad[40] ?? 0) ^ 1;
  await choose(page, [{ name: "cg.A.16.lsz", text: bad }]);
  await seen(page.getByText(/the compressed trace is damaged/));
});

test("an address whose path begins with two strokes takes links all the same", async ({ page, baseURL }) => {
  const real = new URL(baseURL ?? "");
  await page.route(
    ({ pathname }) => pathname.startsWith("//"),
    (route) => route.continue({ url: route.request().url().replace(`${real.origin}//`, real.href) }),
  );
  await page.goto(`${real.origin}//?sample=bt`);
  await says(page, "200 times");
  await showIn(page, "Model");
  await expect(page).toHaveURL(`${real.origin}//?sample=bt&view=loops&as=model&v=1`);
});

test("tables of some megabytes, read by several workers at once, all become one trace, however often", async ({ page }) => {
  test.slow();
  const steps = 40_000;
  const files = [0, 1, 2, 3].map((process) => {
    const rows = ["process,call,peer,tag,bytes,start_ns,end_ns"];
    for (let step = 0; step < steps; step += 1) {
      const at = 1_000 * step;
      rows.push(`${process},MPI_Send,${(process + 1) % 4},7,640,${at},${at + 100}`, `${process},MPI_Recv,${(process + 3) % 4},7,640,${at + 200},${at + 300}`);
    }
    return { name: `rank-${process}.csv`, text: rows.join("\n") };
  });
  await page.goto("./");
  // Which worker is done last differs from time to time.
  for (const time of [1, 2]) {
    await choose(page, files.map(({ name, text }) => ({ name: `${time}-${name}`, text })));
    await expect(page.locator("h1")).toContainText(`${time}-rank · 4 processes · 320,000 events`, { timeout: 30_000 });
    await settled(page);
    await says(page, "40,000 times");
  }
});
