import { expect, test } from "@playwright/test";

test("the page starts below a folder, without a console message or a request that fails", async ({ page }) => {
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(message.text());
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("response", (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "localhost") wrong.push(`a request to another host: ${request.url()}`);
  });

  await page.goto("./");

  await expect(page).toHaveTitle(/Loopscope/);
  await expect(page.locator("body")).toContainText("Loopscope");
  expect(wrong).toEqual([]);
});

test("an address whose path begins with two strokes takes links all the same", async ({ page, baseURL }) => {
  const real = new URL(baseURL ?? "");
  await page.route(
    ({ pathname }) => pathname.startsWith("//"),
    (route) => route.continue({ url: route.request().url().replace(`${real.origin}//`, real.href) }),
  );
  await page.goto(`${real.origin}//?sample=bt`);
  await expect(page.locator(".sentence")).toContainText("200 times");
  await page.getByRole("tab", { name: "Model" }).click();
  await expect(page).toHaveURL(`${real.origin}//?sample=bt&tab=model&v=1`);
});

test("the licences of all it is made of come along", async ({ page }) => {
  await page.goto("./");
  await page.getByRole("link", { name: "Licences" }).click();
  const text = page.locator("body");
  for (const part of ["MIT License", "plotters", "wasm-bindgen", "preact", "SIL OPEN FONT LICENSE"]) await expect(text).toContainText(part);
});
