// What if, in the place Time: assumptions, their prediction, and how far to believe it.
import { expect, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { LU, button, drop, fixture, form, gone, goTo, listitem, openLink, otf2Folder, piece, region, says, seen, sentenceOf, still, tab, test } from "./helpers";

// On LU `loopscope whatif` says 13.86 to 30.72 % for the waits in L1.
async function openWhatIf(page: Page, assumes = "none") {
  await page.goto(`./?${LU}&view=time&if=${encodeURIComponent(assumes)}`);
  await settled(page);
}

async function settled(page: Page) {
  await still(page);
  await seen(page.locator("section[aria-label='What if'][data-settled='true']"));
}

test("from the picture of what was to what would help: trust first, then gains", async ({ page }) => {
  await openLink(page, LU);
  await goTo(page, "Time");
  await button(page, "What if").click();
  await settled(page);
  await expect(page).toHaveURL(/view=time&.*if=none/);
  await says(piece(page, "trust"), /^Computing and messages explain 29\.4\s% of the run; the rest is calls that last longer than their messages\..*most of that is in MPI_Send.*Take gains as hints, not as forecasts\.$/);
  await says(page, /^With no assumption the replay of all messages takes 30\.9\sms, as measured\.$/);
  const helps = listitem(region(page, "What would help"));
  await says(helps.first(), /^calls in L1−67\.9\s%$/);
  await says(helps.filter({ hasText: /^waits in L1/ }), /^waits in L1−13\.9 to −30\.7\s%$/);
  await says(helps.filter({ hasText: /^computing in L1/ }), /^computing in L1−19\.4\s%$/);
});

test("a candidate is tried, and the slider moves along its curve", async ({ page }) => {
  await openWhatIf(page);
  await button(page, "waits in L1", { exact: true }).first().click();
  await settled(page);
  await says(page, /^If waits in L1 took no time, the run would take 21\.4\sms to 26\.7\sms instead of 30\.9\sms: 13\.9\s% to 30\.7\s% less\.$/);
  await expect(page).toHaveURL(/if=wait:L1\*0&/);
  const slider = page.getByRole("slider", { name: /waits in L1/ });
  await slider.focus();
  for (let step = 0; step < 10; step += 1) await page.keyboard.press("ArrowRight");
  await settled(page);
  await says(page, "If waits in L1 took half as long");
  await expect(button(page, "half", { exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/if=wait:L1\*0\.5&/);
  await button(page, "as it was", { exact: true }).click();
  await settled(page);
  await says(piece(page, "predicted"), /^30\.9\sms$/);
  await button(page, "Reset").click();
  await says(page, "With no assumption");
});

test("back undoes what was assumed, step by step, and leads to the run as it was", async ({ page }) => {
  await openWhatIf(page);
  const helps = region(page, "What would help");
  await button(helps, "waits in L1", { exact: true }).click();
  await settled(page);
  await button(helps, "calls in L1", { exact: true }).click();
  await settled(page);
  await button(page, "twice", { exact: true }).click();
  await settled(page);
  await says(page, "If calls in L1 took twice as long");
  await page.goBack();
  await says(page, "If waits in L1 took no time");
  await page.goBack();
  await says(page, "With no assumption");
  await page.goForward();
  await page.goForward();
  await says(page, "If calls in L1 took twice as long");
});

test("several assumptions come with a link; each can be dropped", async ({ page }) => {
  await openWhatIf(page, "wait:L1*0,calc:rank=1*0.5");
  const assumptions = listitem(region(page, "Assumptions"));
  await expect(assumptions).toHaveCount(2);
  await says(page, /^If waits in L1 took no time and computing on process 1 took half as long, the run would take/);
  await says(piece(page, "path-now"), "changes process");
  await seen(piece(page, "path-then"));
  await button(assumptions.first(), /^Drop/).click();
  await settled(page);
  await expect(assumptions).toHaveCount(1);
  await says(page, /^If computing on process 1 took half as long/);
});

test("anything can be assumed: a part of the run, everywhere, in a loop or on a process", async ({ page }) => {
  await openWhatIf(page);
  const another = form(page, "Assume something else");
  await another.getByLabel("What").selectOption("waits");
  await another.getByLabel("Where").selectOption("on process 2");
  await button(another, "try half as long").click();
  await settled(page);
  await expect(page).toHaveURL(/if=wait:rank%3D2\*0\.5&/);
  await says(page, "If waits on process 2 took half as long");
  await another.getByLabel("What").selectOption("messages");
  await another.getByLabel("Where").selectOption("everywhere");
  await button(another, "try half as long").click();
  await settled(page);
  await expect(listitem(region(page, "Assumptions"))).toHaveText([/^waits on process 2 ×0\.5\d/, /^messages ×0\.5[\d,]+ messages/]);
  // What is uneven can be no more so.
  await another.getByLabel("What").selectOption("load imbalance");
  await another.getByLabel("Where").selectOption("in L1");
  await button(another, "try half of it").click();
  await settled(page);
  await says(page, "load imbalance in L1 were 0.5 times as large");
  await expect(page.getByRole("slider", { name: /load imbalance in L1/ })).toHaveAttribute("max", "1");
  await gone(button(page, "twice"));
});

test("waits in turn are found step by step, and tried together", async ({ page }) => {
  await openWhatIf(page);
  await button(page, "waits in turn").click();
  const helps = region(page, "What would help");
  await expect(listitem(helps)).toHaveCount(7);
  await says(listitem(helps).first(), /^MPI_\w+, iteration [\d,]+ of L\d+( in iteration [\d,]+ of L\d+)? on process \d−[\d.]+\s[mµn]s$/);
  const [, together = ""] = /Together −([\d.]+\s\S+),/.exec((await helps.textContent()) ?? "") ?? [];
  expect(together).not.toBe("");
  const first = (await button(listitem(helps).first()).textContent()) ?? "";
  await button(listitem(helps).first()).click();
  await seen(button(page, "hide domino path"));
  const selection = button(page.getByRole("navigation", { name: "Selection" }));
  await expect(selection.first()).toHaveText(/on (process \d)$/.exec(first)?.[1] ?? "");
  await says(selection.last(), /^(Recv|Wait)/);
  await page.goBack();
  await button(helps, "try all").click();
  await settled(page);
  await expect(listitem(region(page, "Assumptions"))).toHaveCount(7);
  await expect(page).toHaveURL(/if=wait:event%3D3:27\*0,/);
});

test("the overview says what would help, and the inspector what the selected loop would gain", async ({ page }) => {
  await openLink(page, LU);
  const helps = region(page, "What would help");
  await says(piece(page, "helps"), /^Hints, not forecasts: computing and messages explain only [\d.]+\s% of (?:L1|the run); forecasts need 80\s%\. Of the critical path, 86\.5\s% is in L1, inner loops included\. Process 3 has the largest part of the path, 48\.9\s%\. Computing in L1 half as long: −[\d.]+(\sto\s[\d.]+)?\s%\. Without calls in L1 with their waits /);
  await says(piece(helps, "trust"), "Take gains as hints, not as forecasts.");
  await expect(listitem(helps)).toHaveCount(4);
  const faster = region(page, "If the loop were faster");
  await says(faster, "without waits");
  await says(faster, /computing half as long−[\d.]+(?: to [\d.]+)?\s%critical path in it/);
  await button(helps, "computing in L1").click();
  await settled(page);
  await expect(page).toHaveURL(/view=time&.*if=calc:L1\*0&/);
  await says(page, "If computing in L1 took no time");
  await button(faster, "without waits").click();
  await settled(page);
  await expect(page).toHaveURL(/if=wait:L1\*0&/);
  const half = button(page, "computing half as long");
  const gain = await faster.getByRole("definition").nth(-2).textContent();
  await half.click();
  await settled(page);
  await expect(page).toHaveURL(/if=calc:L1\*0\.5&/);
  await says(page, new RegExp(`${/[\d.]+(?=\s%$)/.exec(gain ?? "")?.[0]}\\s% less`));
});

test("critical path, slack and domino path lie over the timeline, one at a time", async ({ page }) => {
  await openLink(page, `${LU}&view=time`);
  const over = piece(page, "over");
  await button(page, "show critical path").click();
  await expect(over.locator("svg path").first()).toHaveAttribute("d", /^M/);
  await says(piece(page, "over-said"), /^The critical path is what is not faded: on process \d most, for [\d.]+\s% of the run\.$/);
  await button(page, "show slack").click();
  await expect(over).toHaveAttribute("data-over", "slack");
  await expect(over.locator("svg path").first()).toHaveAttribute("d", /^M/);
  await button(page, "show domino path").click();
  // Numbers that would cover each other share a mark.
  await expect.poll(async () => new Set((await over.locator("b").allTextContents()).flatMap((text) => text.split(" "))).size).toBe(7);
  await says(piece(page, "over-said"), /^The 7 waits whose loss gains most, one after another: without them the run is [\d.]+\s[mµ]s shorter\.$/);
  await button(page, "hide domino path").click();
  await gone(over);
});

test("what a reduction leaves out is hatched, by each of its rules", async ({ page }) => {
  await openLink(page, `${LU}&view=time`);
  const over = piece(page, "over");
  const said = piece(page, "over-said");
  await button(page, "show what can be left out").click();
  await expect(over).toHaveAttribute("data-over", "leftOut");
  await expect(over.locator("path[fill]").first()).toHaveAttribute("d", /^M/);
  const shares: number[] = [];
  for (const rule of ["equal", "unmoved", "alone"]) {
    const before = await said.textContent();
    await page.getByLabel("Left out").selectOption(rule);
    if (rule !== "unmoved" || shares.length > 1) await expect(said).not.toHaveText(before ?? "");
    await says(said, /^Hatched: no question about the 100 longest waits and computations needs it\. [\d.]+\s% of [\d,]+ calls are left out\.$/);
    shares.push(Number(/needs it\. ([\d.]+)/.exec((await said.textContent()) ?? "")?.[1]));
  }
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  await button(page, "hide what can be left out").click();
  await gone(over);
});

test("a selected iteration says what it would gain, and is assumed by a click; the link says which", async ({ page }) => {
  await openLink(page, LU);
  await expect(listitem(region(page, "What would help"))).toHaveCount(4);
  await goTo(page, "Iterations");
  await still(page);
  await page.keyboard.press(".");
  const faster = region(page, "If the iteration were faster");
  await says(faster, /If iteration [\d,]+ were faster.*without waits.*without computing.*without calls.*critical path in it: /);
  const number = /If iteration ([\d,]+)/.exec((await faster.textContent()) ?? "")?.[1] ?? "";
  await button(faster, "without calls").click();
  await settled(page);
  await says(page, `If calls in iteration ${number} of L1 took no time`);
  await says(piece(page, "touched"), /^[\d.]+\s% of these calls and the time before them \([\d.]+\s% of the run\) is computing and messages: a hint, not a forecast\.$/);
  await expect(page).toHaveURL(new RegExp(`if=call:L1%26iteration%3D${number}\\*0`));
  // Who opens the link sees the same.
  const sentence = (await sentenceOf(page).textContent()) ?? "";
  await page.goto(page.url());
  await settled(page);
  await expect(sentenceOf(page)).toHaveText(sentence);
});

test("on a phone the slider is in sight after a click", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openWhatIf(page);
  await button(page, "waits in L1", { exact: true }).first().click();
  await settled(page);
  await expect(page.getByRole("slider", { name: /waits in L1/ })).toBeInViewport();
});

const RECORDED = [
  // Figures: `loopscope whatif --set wait:all=0` of the same files.
  { name: "OTF2", from: (into: string) => otf2Folder(into), clocks: /3 processes were set right by .*no message arrives before it is sent/, length: "336 ms", trust: "19.7 %" },
  { name: "Paraver", from: () => fixture("paraver/extrae/good/epoch-4"), clocks: /4 processes were set right by/, length: "117 ms", trust: "98.2 %" },
];
for (const { name, from, clocks, length, trust } of RECORDED) {
  test(`a trace of ${name} goes the whole way: dropped, its clocks set right, replayed to its length, predicted`, async ({ page }, info) => {
    const text = async (id: string): Promise<string> => ((await piece(page, id).textContent()) ?? "").replaceAll(/\s/g, " ");
    await page.goto("./");
    await drop(page, [from(info.outputPath())]);
    await seen(tab(page, "Time"));
    await goTo(page, "Time");
    await seen(page.getByText(clocks));
    await button(page, "What if").click();
    await settled(page);
    expect(await text("sentence")).toBe(`With no assumption the replay of all messages takes ${length}, as measured.`);
    expect(await text("trust")).toContain(`Computing and messages explain ${trust} of the run`);
    await page.getByLabel("What", { exact: true }).selectOption("wait");
    await button(page, "try half as long").click();
    await settled(page);
    await button(page, "no time", { exact: true }).click();
    await settled(page);
    expect(await text("sentence")).toMatch(new RegExp(`^If waits took no time, the run would take [\\d.]+ ms(?: to [\\d.]+ ms)? instead of ${length}: .* less\\.$`));
  });
}

test("what there is not, is said; a link that is none is left out", async ({ page }) => {
  await openLink(page, `${LU}&view=time&if=wait:L99*0`);
  await seen(page.getByText("This cannot be predicted: the run has nothing of what is assumed."));
  await openLink(page, `${LU}&view=time&if=nonsense`);
  await says(piece(page, "toast"), "Left out of the link: if");
});

forEverybody("what if", (page) => openWhatIf(page, "wait:L1*0.5,calc:L3*0"), [[1000, 800]]);
