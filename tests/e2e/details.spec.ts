import { expect, test, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { button, dialog, fiftyMessages, openFiles, piece, press, radio, random, region, says, seen, sentenceOf, settled } from "./helpers";

/** A process that sends messages whose sizes change every few steps, and polls a changing number of times. */
function calls() {
  const lines = ["call,peer,tag,bytes"];
  const below = random(7);
  for (let step = 0; step < 100; step += 1) {
    lines.push(`MPI_Isend,1,3,${8 * below(500)}`);
    for (let poll = below(5); poll >= 0; poll -= 1) lines.push("MPI_Test,,,");
    lines.push("MPI_Recv,1,4,64");
  }
  return `${lines.join("\n")}\n`;
}

/** Opens the process and looks at its calls. */
async function openCalls(page: Page) {
  await openFiles(page, FILE);
  await settled(page);
  const more = button(page, "More", { exact: true });
  if (await more.isVisible()) {
    await more.click();
    await radio(dialog(page), /calls/).click();
    await press(page, "Escape");
  } else {
    await button(page, /^View/).click();
    await radio(page, /calls/).click();
  }
  await settled(page);
}

const FILE = [{ name: "rank0.csv", text: calls() }];

test("sizes and polls that change leave a loop whole, and are shown as recorded", async ({ page }) => {
  await openCalls(page);
  await says(page, "in one loop that runs 100 times");
  const order = piece(page, "order");
  await says(order, "bytes and are not compared.");
  await says(order, "Rows of MPI_Test are one item (MPI_Test+): 1 to 5 calls each.");
  await button(page, "Show as recorded").click();
  await settled(page);
  await expect(sentenceOf(page)).not.toContainText("runs 100 times");
  await says(order, "Calls stand as recorded, with sizes and tags.");
  await button(page, "Leave out what varies").click();
  await settled(page);
  await says(page, "in one loop that runs 100 times");
});

test("tags that count steps leave a loop whole in all places, and are shown as recorded", async ({ page }) => {
  await openFiles(page, [{ name: "tags.csv", text: fiftyMessages((at) => at) }]);
  await says(page, "L1 50 times");
  const order = piece(page, "order");
  await says(order, "Tags from 1 to 50 count the steps and are read as one.");
  await says(region(page, "What would help"), "computing in L1");
  await button(page, "Show as recorded").click();
  await settled(page);
  await expect(sentenceOf(page)).not.toContainText("50 times");
  await button(page, "Leave out what varies").click();
  await says(page, "50 times");
});

forEverybody("calls whose sizes and polls change", async (page) => {
  await openCalls(page);
  await seen(piece(page, "order"));
});
