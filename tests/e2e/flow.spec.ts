// The flow graph: a picture of Loops, of the same selection.
import { expect, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { LU, button, gone, goTo, group, list, listitem, openFiles, openLink, piece, press, region, savedBy, says, seen, showIn, still, test, treeitem } from "./helpers";

async function openFlow(page: Page, query = "") {
  await page.goto(`./?${LU}&view=loops&as=flow${query}`);
  await drawn(page);
}

/** Waits until the picture shows what is selected. */
async function drawn(page: Page) {
  await still(page);
  await seen(page.locator("section[aria-label='Flow graph'][data-settled='true']"));
  await expect(piece(page, "flow")).toHaveAttribute("data-blocks", /^[1-9]/);
}

const twin = (page: Page) => list(page, "Flow graphs");
const picture = (page: Page) => piece(page, "flow");

test("a third picture of Loops, which the address names", async ({ page }) => {
  await openLink(page, `${LU}&view=loops`);
  await button(group(page, "What Loops shows"), "Flow graph").click();
  await drawn(page);
  await expect(page).toHaveURL(/view=loops&as=flow/);
  await says(page, /^Process\s0\sruns\sF1\sof\sits\sflow\sgraph\s54\stimes, with\s99\.\d\s% of\sits\s[\d,]+\scalls and\s[\d.]+\s% of its .* from the first call to the last\..* Inside, F2\sruns\s490\stimes/);
  await page.goBack();
  await gone(piece(page, "flow"));
  await page.reload();
  await still(page);
});

test("where the graph sees more iterations of the main loop than the nest, the overview counts them once, and Loops says which, with the way to the graph", async ({ page }) => {
  await openFiles(page, [{ name: "branches.csv", text: branching() }]);
  await says(piece(page, "variants-offer"), /32\siterations of 2\svariants/);
  await gone(piece(page, "both"));
  await goTo(page, "Loops");
  const both = piece(page, "both");
  await says(both, /^The nest counts 21\s.*alike \(L1\); the flow graph of process 0 sees 32 \(F1\): 4 .*MPI_Allreduce.* open the flow graph$/);
  await button(both).click();
  await drawn(page);
  await says(piece(page, "chosen"), /^×32/);
  await says(piece(page, "in-nest"), "L1 of the nest: ×21");
  await showIn(page, "Nest");
  await says(piece(page, "both"), "The nest counts 21");
});

test("where the main loop of the nest holds nearly all events, the overview counts its iterations once, and Loops has the way to the graph", async ({ page }) => {
  await openLink(page, LU);
  await seen(listitem(region(page, "What would help")).first());
  await gone(page.getByText(/flow graph/));
  await showIn(page, "Nest");
  await says(piece(page, "both"), /^The nest counts 49\s.*alike \(L1\); the flow graph of process 0 sees 54/);
});

/** Two processes that exchange 32 times; after the twentieth, every third time they reduce as well. */
function branching() {
  const rows = ["process,call,start_ns,end_ns,peer,tag,bytes,comm,commsize"];
  for (let i = 0; i < 32; i += 1) {
    const row = (process: number, call: string, from: number, rest: string) => rows.push(`${process},${call},${1_000_000 * (i + 1) + from},${1_000_000 * (i + 1) + from + 10_000},${rest},0,2`);
    row(0, "MPI_Send", 0, "1,1,640");
    row(1, "MPI_Recv", 1_000, "0,1,640");
    if (i >= 20 && i % 3 === 0) for (const process of [0, 1]) row(process, "MPI_Allreduce", 50_000, ",,8");
    row(1, "MPI_Send", 100_000, "0,2,64");
    row(0, "MPI_Recv", 101_000, "1,2,64");
  }
  return rows.join("\n");
}

test("the elements of the page say what the picture shows", async ({ page }) => {
  await openFlow(page);
  await expect(twin(page).locator("> li")).toHaveCount(1);
  // The canvas shows it: not all of it is one colour.
  const drawnPixels = await picture(page).evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() };
    return data.filter((value, at) => at % 4 === 3 && value > 0).length;
  });
  expect(drawnPixels).toBeGreaterThan(10_000);
  await expect(button(twin(page), /^F1 ×54\. in one visit; [\d,]+ calls; .* of process 0, .* in calls/)).toHaveCount(1);
  await expect(button(twin(page), /^Init · Bcast ×9, 1 time|^Init · Bcast ×10, 1 time/)).toHaveCount(1);
  await expect(twin(page).locator("li", { hasText: /^Send #\d → .* times?, .* between on average$/ }).first()).toBeAttached();
});

test("a click selects a loop or calls, and the column says what they are", async ({ page }) => {
  await openFlow(page);
  await expect(piece(page, "badge")).toHaveText("F1");
  await says(piece(page, "in-nest"), /^L1 of the nest: ×49, .*\s% of its events\..*sees 54 \(F1\)/);
  await says(region(page, "Each iteration"), /Median .*, longest /);
  await says(region(page, "Each iteration").locator("title").nth(32), /^Iteration 33: [\d.]+\s.s, kind \d/);
  await expect(region(page, "Time in this loop by process").getByRole("row")).toHaveCount(3);
  const first = button(twin(page), /^Init/);
  await first.evaluate((element: HTMLButtonElement) => element.click());
  await drawn(page);
  await says(piece(page, "chosen"), /calls/);
  await seen(page.getByText("after it"));
  const box = await picture(page).boundingBox();
  // Into the head of F1, which is the first box.
  await picture(page).click({ position: { x: 40, y: 66 } });
  await drawn(page);
  await expect(piece(page, "badge")).toHaveText("F1");
  expect(box?.width).toBeGreaterThan(600);
});

test("the loop that is selected in the nest is selected here, and a door leads back", async ({ page }) => {
  await openLink(page, `${LU}&view=loops&as=nest&at=0/L2`);
  await showIn(page, "Flow graph");
  await drawn(page);
  const there = await piece(page, "badge").textContent();
  expect(there).not.toBe("F1");
  await button(page, /^open L\d+ of the nest/).click();
  await still(page);
  await seen(piece(page, "ribbon"));
  await expect(piece(page, "badge")).toHaveText("L2");
  // And back.
  await says(piece(page, "both"), /F\d+.* open the flow graph$/);
  await button(piece(page, "both")).click();
  await drawn(page);
  await expect(piece(page, "badge")).toHaveText(there ?? "");
});

test("keys walk from part to part, into a loop and out of it", async ({ page }) => {
  await openFlow(page);
  await page.locator("figure:has([data-testid='flow'])").focus();
  await press(page, "Enter");
  await drawn(page);
  await gone(piece(page, "badge"));
  await press(page, "Escape");
  await drawn(page);
  await expect(piece(page, "badge")).toHaveText("F1");
});

test("kinds of process stand side by side; a click in one chooses its process", async ({ page }) => {
  await openFlow(page);
  await button(group(page, "Which processes"), "Each kind").click();
  await drawn(page);
  await expect(twin(page).locator("> li")).toHaveCount(3);
  await says(page, /^Processes are of four\skinds/);
  await button(twin(page).locator("> li").nth(1)).first().evaluate((element: HTMLButtonElement) => element.click());
  await drawn(page);
  await says(page, /Process\s1\sruns\sF1\sof/);
});

test("hovering a line says how often it is taken", async ({ page }) => {
  await openFlow(page);
  const box = await picture(page).boundingBox();
  const found = async (): Promise<boolean> => {
    for (let y = 40; y < (box?.height ?? 0); y += 7) {
      await picture(page).hover({ position: { x: 9, y } });
      if (/→/.test((await piece(page, "tip").textContent().catch(() => "")) ?? "")) return true;
    }
    return false;
  };
  expect(await found()).toBe(true);
  await says(piece(page, "tip"), /times?, .* between on average/);
});

test("saved as text, a document, input of Graphviz, a picture", async ({ page }) => {
  await openFlow(page);
  for (const [name, file] of [["Text", "lu.S.4.flow.txt"], ["JSON", "lu.S.4.flow.json"], ["DOT", "lu.S.4.flow.dot"], ["SVG", "lu.S.4.flow.svg"]] as const) {
    const download = await savedBy(page, button(page.locator("aside"), name, { exact: true }));
    expect(download.suggestedFilename()).toBe(file);
  }
});

test("a link restores the selected loop of the graph, and the way back leads to the one before", async ({ page }) => {
  await openFlow(page, "&at=0/L1&graph=F3");
  await expect(piece(page, "badge")).toHaveText("F3");
  await expect(page).toHaveURL(/graph=F3/);
  // What follows at once is the same step of the history.
  await page.waitForTimeout(1000);
  await button(twin(page), /^F2 /).first().evaluate((element: HTMLButtonElement) => element.click());
  await drawn(page);
  await expect(page).toHaveURL(/graph=F2/);
  await page.reload();
  await drawn(page);
  await expect(piece(page, "badge")).toHaveText("F2");
  await page.goBack();
  await drawn(page);
  await expect(piece(page, "badge")).toHaveText("F3");
  await page.goto(`./?${LU}&view=loops&as=flow&graph=all/L999`);
  await drawn(page);
  await expect(piece(page, "badge")).toHaveText("F1");
  await seen(button(page, "leave them out"));
});

test("the selected part is brought into sight, and calls of one name have numbers", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openFlow(page);
  await expect(button(twin(page), /#2/).first()).toBeAttached();
  const parts = button(twin(page));
  await parts.last().evaluate((element: HTMLButtonElement) => element.click());
  await drawn(page);
  const last = await picture(page).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(880);
  await parts.first().evaluate((element: HTMLButtonElement) => element.click());
  await drawn(page);
  await expect.poll(async () => (await picture(page).boundingBox())?.y ?? -1).toBeGreaterThan(-40);
});

test("Space folds the selected loop to one row, and opens it again", async ({ page }) => {
  await openFlow(page);
  const rows = (): Promise<number> => picture(page).getAttribute("data-blocks").then(Number);
  const before = await rows();
  await page.locator("figure:has([data-testid='flow'])").focus();
  await press(page, "Space");
  await drawn(page);
  await expect.poll(rows).toBeLessThan(before);
  await expect(button(twin(page), /^F1 ×54 \d+ calls, folded/)).toHaveCount(1);
  await press(page, "Space");
  await drawn(page);
  await expect.poll(rows).toBe(before);
});

test("Space on a call folds the calls in a row, and opens them again", async ({ page }) => {
  await openFlow(page);
  await button(twin(page), /^(?!F\d)/).first().evaluate((element: HTMLButtonElement) => element.click());
  await drawn(page);
  await page.locator("figure:has([data-testid='flow'])").focus();
  await press(page, "Space");
  await drawn(page);
  const folded = button(twin(page), /^\d+ calls, folded, 1 time/);
  await expect(folded).toHaveCount(1);
  // It stays selected, and says what it is.
  await says(region(page, "Calls of the flow graph"), /\d+ calls/);
  await press(page, "Space");
  await drawn(page);
  await gone(folded);
});

test("a line of the text selects what it says, by mouse and by keys", async ({ page }) => {
  await openFlow(page);
  await page.getByText("The same as text").click();
  const tree = page.getByRole("tree", { name: "The flow graph as text" });
  await says(tree.getByRole("treeitem", { selected: true }), /^F1 x54 {2}visits 1 /);
  await treeitem(tree, /^F2 /).click();
  await drawn(page);
  await expect(piece(page, "badge")).toHaveText("F2");
  await press(page, "ArrowDown", "Enter");
  await drawn(page);
  await says(tree.getByRole("treeitem", { selected: true }).last(), /^MPI_/);
  // And what follows what.
  await says(listitem(list(page, "What follows what")).first(), /^\S.* → .*, [\d,]+ times?/);
  await gone(piece(page, "badge"));
  await tree.getByRole("treeitem", { selected: true }).first().press("Home");
  await press(page, "Enter");
  await drawn(page);
  await expect(treeitem(tree).first()).toHaveAttribute("aria-selected", "true");
});

test("iterations and loops of all processes are saved as tables", async ({ page }) => {
  await openFlow(page);
  for (const [where, file] of [["Each iteration", "lu.S.4.flow-iterations.csv"], ["Time in this loop by process", "lu.S.4.flow-loops.csv"]] as const) {
    const download = await savedBy(page, button(region(page, where), "CSV"));
    expect(download.suggestedFilename()).toBe(file);
  }
});

test("a trace of numbers says why it has none", async ({ page }) => {
  await page.goto("./?sample=matmul&view=loops&as=flow");
  await seen(page.getByText("There is no flow graph"));
});

test("without times there are counts", async ({ page }) => {
  await page.goto("./?sample=cg&view=loops&as=flow");
  await drawn(page);
  await expect(button(twin(page), /^F1 ×[\d,]+[. ]/)).toHaveCount(1);
  await goTo(page, "Overview");
  await still(page);
});

forEverybody("flow", async (page) => openFlow(page));
