import { expect, test } from "@playwright/test";
import { alert, button, choose, openFiles, openSample, partsAsked, piece, pingPong, press, radio, says, seen, settled, showIn, still, withoutPrefetching } from "./helpers";

test("a program of the samples needs the main part and the model, whatever is clicked in its views", async ({ page }) => {
  const names = partsAsked(page);
  await withoutPrefetching(page);
  await page.goto("./");
  await button(page, /^LU, 16 processes/).click();
  await still(page);
  await seen(piece(page, "model"));
  await showIn(page, "Nest");
  await settled(page);
  // Another process, an inner loop, single events, another theme, another method.
  await press(page, "ArrowDown");
  await settled(page);
  await page.locator("[data-loop] button").nth(1).click();
  await settled(page);
  await piece(page, "ribbon").hover();
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, -600);
  await settled(page);
  await press(page, "t");
  await settled(page);
  await button(page, /^Method/).click();
  await radio(page, /greedy/).click();
  await settled(page);
  expect(names).toEqual(["main", "model"]);
});

test("a page that opens a sample asks for the engine before its scripts have come, once", async ({ page }) => {
  const names = partsAsked(page);
  await withoutPrefetching(page);
  const engine = page.waitForRequest(/\/main-[^/]*\.wasm$/);
  await page.route("**/assets/index-*.js", async (route) => {
    await engine;
    await route.continue();
  });
  await openSample(page, "cg");
  expect(names.filter((name) => name === "main")).toHaveLength(1);
});

test("a trace of numbers needs the part for numbers", async ({ page }) => {
  const names = partsAsked(page);
  await withoutPrefetching(page);
  await openSample(page, "matmul");
  expect(names).toEqual(["main", "numbers"]);
});

test("the readers are there before a file is opened, and each part is fetched once", async ({ page }) => {
  const names = partsAsked(page);
  await withoutPrefetching(page);
  await openFiles(page, [{ name: "pair.trace", text: pingPong(40) }]);
  await settled(page);
  // The overview shows the model.
  await expect.poll(() => [...names].sort()).toEqual(["main", "model", "readers"]);
  await choose(page, [{ name: "other.trace", text: pingPong(50) }]);
  await says(page, "50 times");
  expect(names).toHaveLength(3);
});

test("when nothing else is to be done, all parts are fetched, the main one first", async ({ page }) => {
  const names = partsAsked(page);
  await page.goto("./");
  await expect.poll(() => names).toEqual(["main", "model", "numbers", "readers", "excess", "roots", "dividing", "followed", "rounds", "timeline", "time", "branches", "reduce", "ramalingam", "outlines", "flow", "left_out", "details", "whatif", "orders", "partners", "step_tags", "elided", "variants", "either", "merge", "lab", "programs", "ask", "saved", "otf2", "paraver", "dumpi", "chrome", "paje", "simgrid", "csv_events", "rest"]);
});

test("a part that is called and cannot be fetched is one clear message, and it is fetched the next time", async ({ page }) => {
  await withoutPrefetching(page);
  await openSample(page, "cg");
  await page.route("**/numbers-*.wasm", (route) => route.abort());
  await button(page, "Samples").click();
  await button(page, /^Matrix/).click();
  await says(alert(page), "A part of Loopscope could not be fetched from the server of this page");
  await says(alert(page), "Check the connection, then try again");
  await says(page.locator("h1"), "cg.A.16");
  await page.unroute("**/numbers-*.wasm");
  await button(page, "Close the message").click();
  await button(page, "Samples").click();
  await button(page, /^Matrix/).click();
  await settled(page);
  await says(page.locator("h1"), "matmul");
});

test("a model whose part does not come says so in its place", async ({ page }) => {
  await withoutPrefetching(page);
  await page.route("**/model-*.wasm", (route) => route.abort());
  await page.goto("./?sample=cg&tab=model");
  await says(page.locator("main"), "A part of Loopscope could not be fetched");
});
