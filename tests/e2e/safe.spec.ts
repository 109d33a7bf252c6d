// What the page promises: no link breaks it, nothing leaves without a question, and a trace of one's own is not lost by a step back.

import type { Server } from "node:http";
import { expect, test, type Page } from "@playwright/test";
import { alert, button, gone, heading, list, listening, openFiles, openSample, piece, pingPong, press, says, seen, sentenceOf, settled, showIn, status, still, tab, watch } from "./helpers";

/** Another host: counts requests, and hands a trace out. */
async function otherHost(): Promise<{ address: string; host: string; asked: string[]; server: Server }> {
  const asked: string[] = [];
  const { host, server } = await listening((request, answer) => {
    asked.push(`${request.method} ${request.url} referer=${request.headers.referer ?? ""} cookie=${request.headers.cookie ?? ""}`);
    if (request.url === "/away") answer.writeHead(302, { location: "http://127.0.0.1:1/pair.trace", "access-control-allow-origin": "*" }).end();
    else answer.writeHead(200, { "access-control-allow-origin": "*" }).end(pingPong(30));
  });
  return { address: `http://${host}/pair.trace`, host, asked, server };
}

const WORST = [
  "open=99999999999.9999999999",
  "open=4294967295.999999999999999_1.1_2.2",
  "same=x",
  "same=bytes,__proto__",
  "process=4294967295&loop=4294967295",
  "zoom=999999999999998-999999999999999_1-2",
  "view=values",
  "view=calls&same=peer",
  "method=nlr&k=1000000",
  "k=1e308&method=%00",
  `same=${"a".repeat(3000)}`,
  "tab=model&closed=4294967295.1.x&opened=4294967295&also=9.9.9&process=4294967295&loop=4294967295&zoom=0-999999999999999",
  "tab=model&by=nlr&byk=1000000",
  "tab=compare&process=4294967295",
  "tab=predict&open=1.1_x&v=1&v=2",
  "process=%F0%9F%98%80&loop=%ud800&tab=%00",
];

for (const part of WORST) {
  test(`a link with ${part.slice(0, 60)} opens its trace all the same`, async ({ page }) => {
    await page.goto(`./?sample=cg&${part}`);
    await says(page.locator("h1"), "cg.A.16");
    if (/tab=(model|compare|predict)/.test(part)) await expect(sentenceOf(page).first()).not.toBeEmpty({ timeout: 40_000 });
    else await settled(page);
    await gone(alert(page));
    // The engine is alive.
    await press(page, "Escape", "1");
    await settled(page);
    await gone(alert(page));
  });
}

test("what a link says that is not in the trace is left out, and that is said", async ({ page }) => {
  await page.goto("./?sample=cg&same=x&open=7.99999&k=0&view=values");
  await says(piece(page, "toast"), "Left out of the link: k");
  await says(piece(page, "toast"), /events, same/);
  await settled(page);
  await expect.poll(() => new URL(page.url()).search).toBe("?sample=cg&view=loops&v=1");
});

test("an address that is none is refused in words", async ({ page }) => {
  for (const trace of ["javascript:alert(1)", "file:///etc/passwd", "https://user:word@example.org/a", "http://["]) {
    await page.goto(`./?trace=${encodeURIComponent(trace)}`);
    await says(alert(page), "There is no trace to fetch");
  }
  await page.goto("./?trace=%25&process=1");
  await says(alert(page), /404/);
});

test("a trace beside the page loads at once, by an address relative to the page", async ({ page }) => {
  await page.goto("./?trace=samples/cg.tar.zst");
  await settled(page);
  await says(page.locator("h1"), "cg · 16 processes");
});

test("the browser keeps the page, its workers and theirs from any other host", async ({ page }) => {
  const { address, asked, server } = await otherHost();
  await openSample(page, "cg");
  const outcome = await page.evaluate(async (url) => {
    const tried = async (make: () => Promise<unknown>): Promise<string> => make().then(() => "went", () => "kept");
    const inWorker = new Promise<string>((resolve) => {
      // As the page makes its own.
      const inner = `postMessage(await fetch(${JSON.stringify(url)}).then(() => "went", () => "kept"))`;
      const nested = `const w = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(inner)}], { type: "text/javascript" })), { type: "module" }); w.onmessage = ({ data }) => postMessage([data, own]); const own = await fetch(${JSON.stringify(url)}).then(() => "went", () => "kept");`;
      const worker = new Worker(URL.createObjectURL(new Blob([nested], { type: "text/javascript" })), { type: "module" });
      worker.onmessage = ({ data }) => resolve(String(data));
    });
    const image = new Promise((resolve, reject) => Object.assign(new Image(), { onload: resolve, onerror: reject, src: url }));
    return [await tried(() => fetch(url)), await tried(() => fetch(url, { mode: "no-cors" })), await tried(() => image), navigator.sendBeacon(url, "x") ? "beacon" : "kept", await inWorker];
  }, address);
  expect(outcome.filter((one) => one !== "beacon")).toEqual(["kept", "kept", "kept", ...(outcome[3] === "kept" ? ["kept"] : []), "kept,kept"]);
  expect(asked).toEqual([]);
  // The page's own worker was made so, too.
  expect(page.workers().map((worker) => new URL(worker.url()).protocol)).toEqual(page.workers().map(() => "blob:"));
  expect(page.workers().length).toBeGreaterThan(0);
  server.close();
});

test("a trace of another host is asked for by name, and nothing is sent before", async ({ page }) => {
  const { address, host, asked, server } = await otherHost();
  await page.goto(`./?trace=${encodeURIComponent(address)}&process=1`);
  const question = page.getByRole("dialog", { name: `Load a trace from ${host}?` });
  await says(question, "Nothing is sent but the request");
  await says(question, address);
  expect(asked).toEqual([]);
  await button(question, "Load it", { exact: true }).click();
  await settled(page);
  await says(page, "Process 1");
  await says(page, "runs 30 times");
  expect(asked).toEqual(["GET /pair.trace referer= cookie="]);
  await gone(page.locator("iframe"));
  expect(new URL(page.url()).search).toContain(`trace=${encodeURIComponent(address).replaceAll("%3A", ":").replaceAll("%2F", "/")}`);
  // In the loaded page no other host can be reached still.
  expect(await page.evaluate((url) => fetch(url).then(() => "went", () => "kept"), address)).toBe("kept");
  server.close();
});

test("a trace of another host that is not wanted is not fetched", async ({ page }) => {
  const { address, asked, server } = await otherHost();
  await page.goto(`./?trace=${encodeURIComponent(address)}`);
  await button(page, "Do not load it").click();
  await seen(heading(page, /See the loops/));
  await expect.poll(() => new URL(page.url()).search).toBe("");
  expect(asked).toEqual([]);
  server.close();
});

test("a host that was agreed to does not lead to another one", async ({ page }) => {
  const { address, asked, server } = await otherHost();
  await page.goto(`./?trace=${encodeURIComponent(address.replace("pair.trace", "away"))}`);
  await button(page, "Load it", { exact: true }).click();
  await says(alert(page), "could not be fetched");
  expect(asked.length).toBe(1);
  server.close();
});

async function openOwn(page: Page) {
  await openFiles(page, [{ name: "mine.trace", text: pingPong(40) }]);
  await settled(page);
  await says(page.locator("h1"), "mine");
}

test("back and forward go through the steps in a trace of one's own and never lose it", async ({ page }) => {
  const wrong = watch(page);
  await openOwn(page);
  await showIn(page, "Model");
  await says(list(page, "Loops of the model"), "×40");
  await tab(page, "Iterations").click();
  await page.goBack();
  await expect(button(page, "Model", { exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.goBack();
  await expect(button(page, "Nest", { exact: true })).toHaveAttribute("aria-pressed", "true");
  await settled(page);
  await page.goBack();
  await expect(tab(page, "Overview")).toHaveAttribute("aria-selected", "true");
  // Beyond the drop: the first screen offers it.
  await page.goBack();
  await seen(heading(page, /See the loops/));
  await says(status(page), "Your trace mine is still here");
  await page.goForward();
  await still(page);
  await says(page, "40 times");
  await page.goBack();
  await button(page, "Return to it").click();
  await settled(page);
  await says(page, "runs 40 times");
  expect(wrong).toEqual([]);
});

test("a sample that is opened after it does not push a trace of one's own away", async ({ page }) => {
  await openOwn(page);
  await button(page, "Samples").click();
  await button(page, /^CG/).click();
  await says(page.locator("h1"), "cg.A.16");
  await still(page);
  await page.goBack();
  await says(page.locator("h1"), "mine");
  await settled(page);
  await says(page, "runs 40 times");
  await page.goForward();
  await says(page.locator("h1"), "cg.A.16");
});

test("loading the page anew with a trace of one's own asks first; without one it does not", async ({ page }) => {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await openSample(page, "cg");
  await page.locator("[data-loop] button").first().click();
  await page.reload();
  await settled(page);
  expect(asked).toEqual([]);
  await openOwn(page);
  await page.locator("[data-loop] button").first().click();
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  // What is gone is named.
  await says(status(page), "mine was open here");
  await seen(heading(page, /See the loops/));
});
