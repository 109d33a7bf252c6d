import { expect, type Page } from "@playwright/test";
import { forEverybody } from "./everybody";
import { alert, button, choose, combobox, dialog, gone, openFiles, openSample, option, piece, press, says, seen, settled, test, treeitem } from "./helpers";

/** A table whose titles say nothing: process 0 sends to 1 and both call a barrier, 40 times; a barrier without a communicator is a call alone. */
const odd = `Was;Wohin;Marke;Wer;Farbe\n${"MPI_Send;1;7;0;red\nMPI_Recv;0;7;1;blue\nMPI_Barrier;;;0;red\nMPI_Barrier;;;1;blue\n".repeat(40)}`;
/** The same with titles that say what they are, for one process. */
const plain = (times: number) => `rank,call,dst,tag,color\n${"0,MPI_Send,1,7,red\n0,MPI_Barrier,,,red\n".repeat(times)}`;

const asked = (page: Page) => dialog(page, "Which column is what?");
const line = (page: Page) => piece(page, "matched");

async function map(page: Page, choices: Readonly<Record<string, string>>) {
  for (const [title, field] of Object.entries(choices)) await combobox(asked(page), title).selectOption(field);
}

test("columns with odd titles are asked for, and the table is read as they are said to be", async ({ page }) => {
  await page.goto("./");
  await choose(page, [{ name: "odd.csv", text: odd }]);
  await says(asked(page), "odd.csv: choose what its columns are");
  const go = button(asked(page), "Import");
  // Calls of MPI are known by what they are.
  await expect(combobox(asked(page), "Was")).toHaveValue("name");
  await expect(go).toHaveAttribute("aria-disabled", "false");
  await map(page, { Was: "" });
  await expect(go).toHaveAttribute("aria-disabled", "true");
  await says(asked(page), "Import is not possible yet: one column must contain the name of the call or event");
  // Pressing it does nothing but leave the reason there.
  await go.focus();
  await press(page, "Enter");
  await seen(asked(page));

  await map(page, { Was: "name", Farbe: "process" });
  await says(asked(page), "a row has no valid process number");
  await says(asked(page).locator("li").nth(4), 'should contain numbers, but contains "red"');
  // What another column was is taken from it.
  await map(page, { Wer: "process", Wohin: "peer", Marke: "tag" });
  await expect(combobox(asked(page), "Farbe")).toHaveValue("");
  await says(asked(page), "process 0: MPI_Send(1,tag7)");
  await go.click();
  await settled(page);
  await expect(page.locator("h1")).toHaveText("odd.csv · 2 processes · 80 events");
  await says(page, "one loop that runs 40 times");
  await seen(treeitem(page).filter({ hasText: "0 send 1 7" }).first());
  await says(line(page), "4 of 5 columns matched, not read: Farbe · Was → call or event, Wohin → other end, Marke → tag, Wer → process (rank)");
});

test("a question that is cancelled leaves what was loaded, and gives the focus back", async ({ page }) => {
  await openSample(page, "cg");
  await button(page, "Open").focus();
  await choose(page, [{ name: "odd.csv", text: odd }]);
  await seen(asked(page));
  // Keys of the page do nothing behind it, and a press beside it loses nothing.
  await map(page, { Was: "name" });
  await press(page, "t");
  await page.mouse.click(5, 400);
  await seen(asked(page));
  await press(page, "Escape");
  await gone(asked(page));
  await says(piece(page, "toast"), "odd.csv was not read; cg.A.16 is unchanged");
  await expect(button(page, "Open")).toBeFocused();
  await says(page, "runs 15 times");
  await press(page, "ArrowDown");
  await says(page, "Process 1 spends");
});

test("columns that are clear are matched without a question, said, and can be changed", async ({ page }) => {
  await openFiles(page, [{ name: "calls.csv", text: plain(30) }]);
  await settled(page);
  await gone(asked(page));
  await says(page, "runs 30 times");
  await says(line(page), "4 of 5 columns matched, not read: color · rank → process (rank), call → call or event, dst → destination, tag → tag");
  await button(line(page), "Change what the columns are").click();
  // From the keyboard alone.
  await combobox(asked(page), "color").focus();
  await press(page, "ArrowDown");
  await expect(combobox(asked(page), "color")).toHaveValue("name");
  await button(asked(page), "Read again").focus();
  await press(page, "Enter");
  await settled(page);
  await says(line(page), "not read: call · rank → process (rank)");
  await seen(treeitem(page).filter({ hasText: "red(1)" }).first());
  await button(line(page), "Close the line about columns").click();
  await gone(line(page));
});

test("files with the same header are one question, another header is another, and can be left out", async ({ page }) => {
  await page.goto("./");
  const of = (rank: number) => `Was,Wohin\n${`MPI_Send,${1 - rank}\nMPI_Recv,${1 - rank}\n`.repeat(20)}`;
  await choose(page, [
    { name: "rank-0.csv", text: of(0) },
    { name: "rank-1.csv", text: of(1) },
    { name: "times.csv", text: "Teil,Sekunden,Ort\nsolve,1.5,3\nfill,2.5,4\n" },
  ]);
  await says(asked(page), "rank-0.csv and 1 more file with the same header. The files have 2 different headers");
  await map(page, { Was: "name", Wohin: "peer" });
  await says(asked(page), "Import is not possible yet: times.csv is incomplete");
  await button(asked(page), /^times\.csv/).click();
  await asked(page).getByRole("checkbox", { name: "Leave this file out" }).check();
  await button(asked(page), "Import").click();
  await settled(page);
  await expect(option(page)).toHaveCount(2);
  await says(page, "runs 20 times");
});

test("columns that turn out wrong can be chosen again", async ({ page }) => {
  await page.goto("./");
  const text = `Was,Wer,Wo\n${"MPI_Barrier,0,\n".repeat(70)}MPI_Barrier,0,1\n`;
  await choose(page, [
    { name: "a.csv", text },
    { name: "b.csv", text },
  ]);
  await map(page, { Was: "name", Wer: "process" });
  await button(asked(page), "Import").click();
  await says(alert(page), "Two files contain the same process");
  await button(page, "Choose columns again").click();
  await expect(combobox(asked(page), "Wer")).toHaveValue("process");
  await map(page, { Wer: "" });
  await button(asked(page), "Import").click();
  await settled(page);
  await expect(option(page)).toHaveCount(2);
});

forEverybody("columns", async (page) => {
  await page.goto("./");
  await choose(page, [{ name: "odd.csv", text: odd }]);
  await map(page, { Was: "name", Farbe: "process" });
  await says(asked(page), "a row has no valid process number");
});
