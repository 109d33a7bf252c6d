import { expect, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { alert, button, dialog, gone, group, list, piece, press, says, seen, status, test, textbox } from "./helpers";

/** Waits until the picture is that of a step. */
async function shows(page: Page, step: number) {
  await expect(piece(page, "stage")).toHaveAttribute("data-step", String(step));
}

const bar = (page: Page): ReturnType<Page["getByRole"]> => page.getByRole("slider", { name: "Step" });
const last = async (page: Page): Promise<number> => Number(await bar(page).getAttribute("max"));

/** The names of the stations in their order. */
async function stations(page: Page): Promise<string[]> {
  await page.goto("./?lab=");
  await shows(page, 0);
  const links = await page.getByRole("navigation", { name: "Stations" }).getByRole("link").all();
  return Promise.all(links.map(async (link) => new URLSearchParams((await link.getAttribute("href")) ?? "").get("lab") ?? ""));
}

test("from the landing into the lab, and back", async ({ page }) => {
  await page.goto("./");
  await page.getByRole("link", { name: "Lab" }).click();
  await shows(page, 0);
  await expect(piece(page, "say")).toHaveText("13 letters, 2 different: 2 classes of words of length 1.");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("See the loops in your program’s trace");
});

test("every station is walked by keyboard alone, forward and back", async ({ page }) => {
  const names = await stations(page);
  expect(names.length).toBeGreaterThan(0);
  for (const [place, name] of names.entries()) {
    await page.keyboard.press(String(place + 1));
    await expect(page.getByRole("navigation", { name: "Stations" }).locator("[aria-current=page]")).toHaveAttribute("href", new RegExp(`lab=${name}`));
    await shows(page, 0);
    const first = await piece(page, "say").textContent();
    const end = await last(page);
    await press(page, "End");
    await shows(page, end);
    await press(page, "Home");
    await shows(page, 0);
    await press(page, "Shift+ArrowRight");
    await shows(page, 1);
    await press(page, "ArrowRight");
    await expect(bar(page)).not.toHaveValue("1");
    await press(page, "ArrowLeft", "Home");
    await shows(page, 0);
    await expect(piece(page, "say")).toHaveText(first ?? "");
    await press(page, "z");
    // Not to the last step: from there, right leads nowhere.
    const far = Math.min(end - 1, 12);
    for (let at = 0; at < far; at += 1) await press(page, "ArrowRight");
    await shows(page, far);
    const said = await piece(page, "say").textContent();
    await press(page, "ArrowRight", "ArrowLeft");
    await expect(piece(page, "say")).toHaveText(said ?? "");
    await says(piece(page, "lab-spoken"), /^Step \d+\. /);
    await press(page, "z");
  }
});

test("a link that is opened cold shows the same step", async ({ page }) => {
  await page.goto("./?lab=repeats&s=abaababaabaab&step=17");
  await shows(page, 17);
  await expect(piece(page, "say")).toHaveText("3 is in it, so 2 leaves its class for that of baa.");
  await expect(bar(page)).toHaveAttribute("aria-valuetext", /^step 17 of 48, /);
  await says(list(page, "Pseudo-code").locator("[aria-current=step]"), "leaves its class for a new one");
  // The address names it still, and the picture is there in words.
  await press(page, ".");
  await expect.poll(() => new URL(page.url()).searchParams.get("step")).toBe("21");
  await says(piece(page, "stage-words"), "length 3");
});

test("a letter is changed in place; what is too long is refused with a sentence", async ({ page }) => {
  await page.goto("./?lab=repeats&s=abaababaabaab&step=3");
  await shows(page, 3);
  await press(page, "i", "Control+A");
  await page.keyboard.type("aabaab");
  await press(page, "Enter");
  await expect.poll(() => new URL(page.url()).searchParams.get("s")).toBe("aabaab");
  await textbox(page).fill("ab".repeat(150));
  await press(page, "Enter");
  await says(alert(page), "this text has 300 letters");
  await button(page, "Take the first 200").click();
  await expect(page.locator("[data-lab=input]")).toHaveValue("ab".repeat(100));
  await gone(alert(page));
});

test("an exercise is answered by what the steps say", async ({ page }) => {
  await page.goto("./?lab=repeats&s=abaababaabaab&step=12&ask=1");
  const form = page.getByRole("form", { name: "Exercise 1" });
  await textbox(form).fill("ab");
  await button(form, "Answer").click();
  await says(status(form), "Not so: aa.");
  await page.goto("./?lab=repeats&s=abaababaabaab&step=12&ask=1");
  await textbox(form).fill("aa");
  await button(form, "Answer").click();
  await expect(status(form)).toHaveText("Right: aa.");
});

test("all sentences, the lecturer's page, arrows inside the picture", async ({ page }) => {
  await page.goto("./?lab=repeats&s=abaababaabaab&step=12");
  await shows(page, 12);
  await group(page, /^The picture of this step/).focus();
  await press(page, "ArrowRight", "ArrowDown");
  await says(page.locator("#lab-part"), "length 1: a at 1");
  await shows(page, 12);
  await button(page, "All steps").click();
  await list(page, "All steps").getByRole("link").nth(17).click();
  await shows(page, 17);
  await page.goto("./?lab=teach");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The lab, for lecturers");
  await page.getByText("Exercise 1: ").click();
  await expect(page.locator("details[open] b")).toHaveText("aa");
});

for (const [width, height] of [[390, 844], [1280, 800], [1920, 1080]] as const) {
  test(`no horizontal scrolling at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const name of await stations(page)) {
      await page.goto(`./?lab=${name}`);
      await shows(page, 0);
      for (const key of ["", "End"]) {
        if (key) await press(page, key);
        await shows(page, key ? await last(page) : 0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
        expect(await piece(page, "stage").evaluate((canvas) => canvas.getBoundingClientRect().right - window.innerWidth)).toBeLessThanOrEqual(0);
      }
    }
  });
}

test("sliders move the ends of a message, by keyboard, too", async ({ page }) => {
  await page.goto("./?lab=what-if&case=a&p=5&q=0&step=1");
  await shows(page, 1);
  await expect(piece(page, "say")).toHaveText("p is 5 earlier and q 0 earlier: min(5 + 0, 0 + 6) = 5; q leaves at 10 in place of 15.");
  const slider = page.getByRole("slider", { name: "How much earlier p begins" });
  await slider.focus();
  for (let at = 0; at < 3; at += 1) await press(page, "ArrowRight");
  await says(piece(page, "say"), "p is 8 earlier and q 0 earlier: min(8 + 0, 0 + 6) = 6");
  await expect.poll(() => new URL(page.url()).searchParams.get("p")).toBe("8");
  // Each subject has its own code.
  await page.goto("./?lab=what-if&case=domino&step=6");
  await shows(page, 6);
  await expect(piece(page, "say")).toHaveText("Step 1: the wait at message 3 gains most, 3. T' = 37.");
  await says(list(page, "Pseudo-code").locator("[aria-current=step]"), "apply the one that gains most");
  await gone(slider);
});

test("exercises 4 and 6 are answered by numbers, exercise 5 by a click on the picture; a wrong answer leads to the step that tells why", async ({ page }) => {
  for (const [link, wrongly, rightly] of [
    ["?lab=merge&s=12(s1.0)+%7C+4(r0.0+a+r0.0+b+r0.0)&ask=4", "12", "4"],
    ["?lab=what-if&case=domino&ask=6", "25", "0"],
  ] as const) {
    await page.goto(`./${link}`);
    const form = page.getByRole("form", { name: /^Exercise/ });
    await textbox(form).fill(wrongly);
    await button(form, "Answer").click();
    await says(status(form), `Not so: ${rightly}.`);
    const step = /Step (\d+) shows why/.exec((await status(form).textContent()) ?? "")?.[1];
    await shows(page, Number(step));
    await page.goto(`./${link}&again`);
    await textbox(form).fill(rightly);
    await button(form, "Answer").click();
    await expect(status(form)).toHaveText(`Right: ${rightly}.`);
  }
  await page.goto("./?lab=repeats&s=abaababaabaab&step=12&ask=1");
  await shows(page, 12);
  const form = page.getByRole("form", { name: "Exercise 1" });
  // A letter of the string is no class: nothing is taken for an answer.
  const picture = group(page, /^The picture of this step/);
  await picture.focus();
  await press(page, "ArrowRight", "Enter");
  await gone(status(form));
  for (let at = 0; at < 3; at += 1) await press(page, "ArrowDown");
  await press(page, "Enter");
  await says(status(form), /^(Not so: aa\.|Right: aa\.)/);
});

test("a seed makes the same input everywhere, and programs of Merge may stand one by one", async ({ page }) => {
  await page.goto("./?lab=repeats&seed=7&n=12&letters=3");
  await shows(page, 0);
  const made = await page.locator("[data-lab=input]").inputValue();
  expect(made).toMatch(/^[a-c]{12}$/);
  await page.goto("./?lab=repeats&seed=7&n=12&letters=3&once");
  await shows(page, 0);
  await expect(page.locator("[data-lab=input]")).toHaveValue(made);
  await page.goto("./?lab=merge&p0=6(s1.0)&p1=3(r0.0+a+r0.0)&step=2");
  await shows(page, 2);
  await expect(piece(page, "say")).toHaveText("×6 of process 0 becomes ×3 of ×2; ×3 of process 1 stays.");
});

/** The lab on how the selected loop was found, at its last step. */
async function foundHow(page: Page, from: RegExp): Promise<Page> {
  const found = button(page, "How was this found?").first();
  await seen(found);
  const opens = page.waitForEvent("popup");
  await found.click();
  const lab = await opens;
  await shows(lab, 0);
  await says(piece(lab, "lab-from"), from);
  await lab.keyboard.press("End");
  await says(piece(lab, "say"), /\.$/);
  return lab;
}

test("a loop of the open trace is stepped through in the lab", async ({ page }) => {
  await page.goto("./?sample=lu&tab=nest&process=5");
  const lab = await foundHow(page, /^From .*, process \d+, event \d+ on: /);
  await lab.close();
});

test("a loop of the flow graph and one of the model are stepped through in the lab, which leads back", async ({ page }) => {
  for (const [tab, from, goal] of [
    ["flow", /^From .*, process \d+, event \d+ on: /, "flow"],
    ["model", /^From .*, loop L\d+ of its model on process 0, 1/, "merge"],
  ] as const) {
    await page.goto(`./?sample=lu&view=loops&as=${tab}`);
    const lab = await foundHow(page, from);
    expect(new URL(lab.url()).searchParams.get("lab")).toBe(goal);
    await lab.getByRole("link", { name: "Back to the trace" }).click();
    await seen(button(lab, "How was this found?").first());
    await lab.close();
  }
});

test("all exercises, each question of them, answered by keyboard alone", async ({ page }) => {
  const answers: readonly (readonly string[])[] = [["aa"], ["6", "abaab"], ["3"], ["4", "0"], ["a c", "6"], ["0", "3 3"]];
  for (const [place, expected] of answers.entries()) {
    await page.goto(`./?lab=teach`);
    const exercise = page.getByText(`Exercise ${place + 1}: `);
    await exercise.focus();
    await press(page, "Enter");
    await expect(page.locator("details[open] b")).toHaveText([...expected]);
    const ask = page.locator("details[open]").getByRole("link", { name: "Ask it" });
    await ask.focus();
    await press(page, "Enter");
    const form = page.getByRole("form", { name: `Exercise ${place + 1}` });
    for (const [at, answer] of expected.entries()) {
      await expect(textbox(form)).toBeFocused();
      await page.keyboard.type(answer);
      await press(page, "Enter");
      await expect(status(form)).toHaveText(`Right: ${answer}.`);
      if (at + 1 === expected.length) continue;
      await press(page, "Tab", "Tab");
      await expect(button(form, "Next question")).toBeFocused();
      await press(page, "Enter");
      await expect(textbox(form)).toHaveValue("");
    }
    await gone(button(form, "Next question"));
  }
  // A wrong answer to the third leads to the run in which the loop is made.
  await page.goto("./?lab=nlr&v=1,50,7,2,60,7,3,70,7&k=2&ask=3");
  const form = page.getByRole("form", { name: "Exercise 3" });
  await textbox(form).fill("2");
  await press(page, "Enter");
  await says(status(form), "Not so: 3.");
  await expect(page.getByRole("spinbutton", { name: "K" })).toHaveValue("3");
});

test("the controls stay in view on a phone, however high the picture is", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const link of ["?lab=repeats&s=abaababaabaab&step=48", "?lab=merge&s=12(s1.0)+%7C+4(r0.0+a+r0.0+b+r0.0)&step=8", "?lab=what-if&case=a&step=2", "?lab=flow&step=57"]) {
    await page.goto(`./${link}`);
    await expect(piece(page, "stage")).not.toHaveAttribute("data-step", "");
    await expect(bar(page)).toBeInViewport({ ratio: 1 });
    await expect(button(page, "Step on")).toBeInViewport({ ratio: 1 });
  }
});

test("a high graph is painted where it is seen, and stays in its place from step to step", async ({ page }) => {
  let state = 5;
  const node = () => `n${(state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % 37}`;
  await page.goto(`./?lab=flow&s=${Array.from({ length: 200 }, node).join("+")}`);
  await shows(page, 0);
  await press(page, "End");
  await shows(page, await last(page));
  const stage = piece(page, "stage");
  const box = async (): Promise<{ whole: number; painted: number }> => ({
    whole: await stage.evaluate((canvas) => canvas.parentElement?.clientHeight ?? 0),
    painted: await stage.evaluate((canvas) => canvas.clientHeight),
  });
  const { whole, painted } = await box();
  expect(whole).toBeGreaterThan(2400);
  expect(painted).toBeLessThan(whole);
  await stage.evaluate((canvas) => canvas.parentElement?.scrollIntoView({ block: "end" }));
  // The last row is painted now.
  await expect.poll(() => stage.evaluate((canvas) => Math.round(canvas.getBoundingClientRect().bottom - (canvas.parentElement?.getBoundingClientRect().bottom ?? 0)))).toBe(0);
  // The nodes of the example stand where they stood while its loops are found.
  await page.goto("./?lab=flow&s=abcdcdebcdcdcdefg");
  const heights = new Set<number>();
  for (const step of [0, 20, 40]) {
    await page.goto(`./?lab=flow&s=abcdcdebcdcdcdefg&step=${step}`);
    await shows(page, step);
    heights.add((await box()).whole);
  }
  expect(heights.size).toBe(1);
});

test("sliders stand where the step at hand has them", async ({ page }) => {
  await page.goto("./?lab=what-if&step=3");
  await shows(page, 3);
  await says(piece(page, "say"), "p is 9 earlier and q 2 earlier");
  await expect(page.getByRole("slider", { name: "How much earlier p begins" })).toHaveValue("9");
  await expect(page.getByRole("slider", { name: "How much earlier q begins" })).toHaveValue("2");
});

test("on a phone the code is a sheet", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./?lab=merge&step=1");
  await shows(page, 1);
  await button(page, "Code and figures").click();
  await seen(list(dialog(page), "Pseudo-code").locator("[aria-current=step]"));
  await press(page, "Escape");
  await gone(dialog(page));
});

forEverybody("Merge", async (page) => {
  await page.goto("./?lab=merge&s=12(s1.0)+%7C+4(r0.0+a+r0.0+b+r0.0)&step=8");
  await shows(page, 8);
});

forEverybody("What if", async (page) => {
  await page.goto("./?lab=what-if&case=a&p=9&q=2&step=1");
  await shows(page, 1);
});

forEverybody("the lab", async (page) => {
  await page.goto("./?lab=repeats&s=abaababaabaab&step=19");
  await shows(page, 19);
});
