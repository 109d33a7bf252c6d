import { expect, test, type Page } from "@playwright/test";
import { choose, openFiles, openSample, pingPong, settled, showIn, still, withoutPrefetching } from "./helpers";

/** Names of the engine's files that are asked for from now on, in order. */
function asked(page: Page): string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    const name = /\/([a-z0-9_]+)-[^/]*\.wasm$/.exec(request.url())?.[1];
    if (name) names.push(name);
  });
  return names;
}

test("a program of the samples needs the main part and the model, whatever is clicked in its views", async ({ page }) => {
  const names = asked(page);
  await withoutPrefetching(page);
  await page.goto("./");
  await page.getByRole("button", { name: /^LU, 16 processes/ }).click();
  await still(page);
  await expect(page.getByTestId("model")).toBeVisible();
  await showIn(page, "Nest");
  await settled(page);
  // Another process, an inner loop, single events, another theme, another method.
  await page.keyboard.press("ArrowDown");
  await settled(page);
  await page.locator("[data-loop] button").nth(1).click();
  await settled(page);
  await page.getByTestId("ribbon").hover();
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, -600);
  await settled(page);
  await page.keyboard.press("t");
  await settled(page);
  await page.getByRole("button", { name: /^Method/ }).click();
  await page.getByRole("radio", { name: /greedy/ }).click();
  await settled(page);
  expect(names).toEqual(["main", "model"]);
});

test("a page that opens a sample asks for the engine before its scripts have come, once", async ({ page }) => {
  const names = asked(page);
  await withoutPrefetching(page);
  const engine = page.waitForRequest(/\/main-[^/]*\.wasm$/);
  await page.route("**/assets/index-*.js", async (route) => {
    await engine;
    await route.continue();
  });
  await openSample(page, "sample=cg");
  expect(names.filter((name) => name === "main")).toHaveLength(1);
});

test("a trace of numbers needs the part for numbers", async ({ page }) => {
  const names = asked(page);
  await withoutPrefetching(page);
  await openSample(page, "sample=matmul");
  expect(names).toEqual(["main", "numbers"]);
});

test("the readers are there before a file is opened, and each part is fetched once", async ({ page }) => {
  const names = asked(page);
  await withoutPrefetching(page);
  await openFiles(page, [{ name: "pair.trace", text: pingPong(40) }]);
  await settled(page);
  // The overview shows the model.
  await expect.poll(() => [...names].sort()).toEqual(["main", "model", "readers"]);
  await choose(page, [{ name: "other.trace", text: pingPong(50) }]);
  await expect(page.getByTestId("sentence")).toContainText("50 times");
  expect(names).toHaveLength(3);
});

test("when nothing else is to be done, all parts are fetched, the main one first", async ({ page }) => {
  const names = asked(page);
  await page.goto("./");
  await expect.poll(() => names).toEqual(["main", "model", "numbers", "readers", "excess", "time", "branches", "reduce", "ramalingam", "outlines", "flow", "details", "whatif", "orders", "partners", "elided", "variants", "either", "merge", "lab", "programs", "ask", "saved", "otf2", "paraver", "dumpi", "chrome", "paje", "simgrid", "csv_events", "rest"]);
});

test("a part that is called and cannot be fetched is one clear message, and it is fetched the next time", async ({ page }) => {
  await withoutPrefetching(page);
  await openSample(page, "sample=cg");
  await page.route("**/numbers-*.wasm", (route) => route.abort());
  await page.getByRole("button", { name: "Samples" }).click();
  await page.getByRole("button", { name: /^Matrix/ }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("A part of Loopscope could not be fetched from the server of this page");
  await expect(alert).toContainText("Check the connection, then try again");
  await expect(page.locator("h1")).toContainText("cg.A.16");
  await page.unroute("**/numbers-*.wasm");
  await page.getByRole("button", { name: "Close the message" }).click();
  await page.getByRole("button", { name: "Samples" }).click();
  await page.getByRole("button", { name: /^Matrix/ }).click();
  await settled(page);
  await expect(page.locator("h1")).toContainText("matmul");
});

test("a model whose part does not come says so in its place", async ({ page }) => {
  await withoutPrefetching(page);
  await page.route("**/model-*.wasm", (route) => route.abort());
  await page.goto("./?sample=cg&tab=model");
  await expect(page.locator("main")).toContainText("A part of Loopscope could not be fetched");
});
