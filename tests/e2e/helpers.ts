// What the page's tests share: real traces, files with faults, and drops as a hand makes them.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 as crcOf, deflateRawSync, gunzipSync } from "node:zlib";
import { expect, test as plainTest, type Download, type Locator, type Page } from "@playwright/test";

/** LU on 4 processes, class S, with times: four kinds of process, L1 runs 49 times with loops inside, F1 of the flow graph 54 times. */
export const LU = "trace=timed/lu.S.4.tar.zst";

/** A phone, for `test.use`. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Finds what has that role, and a name if one is given, in the page or in a part of it. */
const named =
  (role: Parameters<Page["getByRole"]>[0]) =>
  (within: Page | Locator, name?: string | RegExp, options: { exact?: boolean } = {}) =>
    within.getByRole(role, { name, ...options });
export const alert = named("alert");
export const button = named("button");
export const columnheader = named("columnheader");
export const combobox = named("combobox");
export const dialog = named("dialog");
export const figure = named("figure");
export const form = named("form");
export const group = named("group");
export const heading = named("heading");
export const link = named("link");
export const list = named("list");
export const listitem = named("listitem");
export const option = named("option");
export const progressbar = named("progressbar");
export const radio = named("radio");
export const region = named("region");
export const row = named("row");
export const slider = named("slider");
export const status = named("status");
export const tab = named("tab");
export const textbox = named("textbox");
export const treeitem = named("treeitem");

/** Finds what the page marks for its tests. */
export const piece = (within: Page | Locator, id: string) => within.getByTestId(id);

/** The parts of the selection, to go back to. */
export const trail = (page: Page) => button(page.getByRole("navigation", { name: "Selection" }));
export async function trailIs(page: Page, ...parts: (string | RegExp)[]) {
  await expect(trail(page)).toHaveText(parts);
}

/** The sentence about what is open. */
export const sentenceOf = (within: Page | Locator) => piece(within, "sentence");

/** Waits until that sentence, or a part of the page, says so. */
export async function says(where: Page | Locator, text: string | RegExp) {
  await expect("goto" in where ? sentenceOf(where) : where).toContainText(text);
}

/** Waits until a part of the page is to be seen. */
export async function seen(part: Locator) {
  await expect(part).toBeVisible();
}

/** Waits until there is no such part of the page. */
export async function gone(part: Locator) {
  await expect(part).toHaveCount(0);
}

/** Presses keys one after the other. */
export async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

/** The file that a press of a button saves. */
export async function savedBy(page: Page, pressed: Locator): Promise<Download> {
  const download = page.waitForEvent("download");
  await pressed.click();
  return download;
}

const here = path.dirname(fileURLToPath(import.meta.url));

/** Where a fixture is. */
export const fixture = (...names: string[]) => path.join(here, "..", "fixtures", ...names);

/** Unpacks the trace of CG.A on 16 processes, a file each, and gives the folder. */
export function cgFolder(into: string) {
  return unpacked(path.join(here, "fixtures", "cg.A.16.tar.gz"), path.join(into, "cg.A.16"));
}

/** Unpacks an OTF2 archive of LU.S on 4 processes and gives its folder. */
export function otf2Folder(into: string) {
  const archive = fixture("otf2/eztrace-2.0/same-programs/lu.S.4-otf2.tar.gz");
  return unpacked(archive, path.join(into, "lu.S.4-otf2"));
}

/** Unpacks the files below the one folder of a .tar.gz. */
function unpacked(archive: string, folder: string) {
  const tar = gunzipSync(readFileSync(archive));
  for (let at = 0; at + 512 <= tar.length; ) {
    const text = (from: number, length: number) =>
      tar.toString("latin1", at + from, at + from + length).replace(/\0.*$/s, "");
    const name = text(0, 100);
    if (name === "") break;
    const size = Number.parseInt(text(124, 12), 8);
    if (!name.endsWith("/")) {
      const file = path.join(folder, name.slice(name.indexOf("/") + 1));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, tar.subarray(at + 512, at + 512 + size));
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return folder;
}

/** Drops files or folders on the page as the browser's own drag and drop does. */
export async function drop(page: Page, files: string[], release = true) {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of release ? (["dragEnter", "dragOver", "drop"] as const) : (["dragEnter", "dragOver"] as const)) {
    await client.send("Input.dispatchDragEvent", { type, x: 500, y: 300, data });
  }
}

/** Chooses files as the button does. */
export async function choose(page: Page, files: { name: string; text: string | Buffer }[]) {
  await page
    .getByTestId("files")
    .setInputFiles(files.map(({ name, text }) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) })));
}

/** Opens files on the first screen, and waits until they are shown. */
export async function openFiles(page: Page, files: Parameters<typeof choose>[1]) {
  await page.goto("./");
  await choose(page, files);
  await still(page);
}

/** Opens what a link says. */
export async function openLink(page: Page, query: string) {
  await page.goto(`./?${query}`);
  await still(page);
}

/** Opens a sample, with what else its link says, in Loops and waits until its ribbon is drawn. */
export async function openSample(page: Page, query: string) {
  await page.goto(`./?sample=${query}${/&(?:view|tab|process|loop|open|zoom)=/.test(query) ? "" : "&view=loops"}`);
  await settled(page);
}

/** Opens a place by what is there to press. */
export async function goTo(page: Page, place: string) {
  await page.locator("[aria-label='Places'] button").filter({ hasText: place, visible: true }).click();
}

/** Opens one of the pictures of Loops. */
export async function showIn(page: Page, picture: "Nest" | "Model" | "Flow graph") {
  const choice = button(group(page, "What Loops shows"), picture);
  await goTo(page, "Loops");
  await choice.click();
}

/** Opens a sheet that a wide page has a link to, and a narrow one under More. */
export async function openSheet(page: Page, name: "All processes" | "How loops are chosen") {
  const more = button(page, "More", { exact: true });
  if (await more.isVisible()) {
    await more.click();
    await button(dialog(page), new RegExp(`^${name}`)).click();
  } else if (name === "All processes") await button(page, "All in a table").click();
  else {
    await button(page, /^Method/).click();
    await button(group(page, "Method"), "Compare the methods").click();
  }
}

/** Waits until nothing is being read and the address is that of the selection, wherever the page is. */
export async function still(page: Page) {
  await expect(page.locator("main")).toHaveAttribute("data-settled", "true");
  await gone(progressbar(page));
  await expect(sentenceOf(page).first()).not.toBeEmpty();
}

/** Waits until a canvas shows what the page has settled on: it is painted with the next frame. */
export async function painted(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/** As `still`, in Loops, and painted: a trace that was just opened is left from its overview. */
export async function settled(page: Page) {
  await still(page);
  const places = page.locator("[aria-label='Places'] :is([aria-selected='true'], [aria-current='page'])").filter({ visible: true });
  if ((await places.textContent()) === "Overview") await goTo(page, "Loops");
  await expect(page.locator("main")).toHaveAttribute("data-settled", "true");
  await expect(page.locator("figure:has([data-testid='ribbon'], [data-testid='model'])")).toHaveAttribute("aria-busy", "false");
  await gone(progressbar(page));
  await expect(sentenceOf(page)).not.toBeEmpty();
  await painted(page);
}

/** A trace in which two processes send to each other, the given number of times. */
export function pingPong(times: number) {
  return "0 send 1 1\n0 recv 1 1\n1 send 0 2\n1 recv 0 2\n".repeat(times);
}

/** Numbers below a bound, at random, the same from the same seed. */
export function random(seed: number): (bound: number) => number {
  return (bound) => (seed = (seed * 16807) % 2147483647) % bound;
}

/** Collects what must never happen: messages on the console, exceptions, requests to other hosts. */
export function watch(page: Page) {
  const wrong: string[] = [];
  page.on("console", (message) => {
    // The configuration forbids service workers, but for the tests of them.
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    if (["error", "warning"].includes(message.type())) wrong.push(message.text());
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "localhost") wrong.push(`a request to ${request.url()}`);
  });
  return wrong;
}

/** A test in whose page nothing of this happens. */
export const test = plainTest.extend<{ wrong: string[] }>({
  wrong: [
    async ({ page }, use) => {
      const wrong = watch(page);
      await use(wrong);
      expect(wrong).toEqual([]);
    },
    { auto: true },
  ],
});

/** Names of the engine's files that are asked for from now on, in order. */
export function partsAsked(page: Page) {
  const names: string[] = [];
  page.on("request", (request) => {
    const name = /\/([a-z0-9_]+)-[^/]*\.wasm$/.exec(request.url())?.[1];
    if (name) names.push(name);
  });
  return names;
}

/** Another host, by its port. */
export async function listening(answers: RequestListener): Promise<{ host: string; server: Server }> {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { host: `localhost:${(server.address() as AddressInfo).port}`, server };
}

/** A point of the ribbon's canvas, in its own CSS pixels. */
export async function ribbonPoint(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await page.getByTestId("ribbon").boundingBox();
  if (!box) throw new Error("the ribbon is not in the page");
  return { x: box.x + x, y: box.y + y };
}

/** A zip with one file in it. */
export function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const nameBytes = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crcOf(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(nameBytes.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, nameBytes, packed]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, Buffer.alloc(14), nameBytes]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

/** The page never finds time for what nobody has asked for yet. */
export async function withoutPrefetching(page: Page) {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
}

/** A table with times: one process sends another a message, fifty times, with a tag for each. */
export function fiftyMessages(tag: (at: number) => number) {
  const message = (at: number) => ["MPI_Send", "MPI_Recv"].map((call, process) => `${process},${call},${at}000,${at}500,${1 - process},${tag(at)},8`);
  return ["process,call,start_ns,end_ns,peer,tag,bytes", ...Array.from({ length: 50 }, (_, at) => message(at + 1)).flat()].join("\n");
}
