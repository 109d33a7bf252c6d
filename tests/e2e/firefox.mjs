#!/usr/bin/env node
// Firefox for Playwright: starts the real one (LOOPSCOPE_FIREFOX) and stands between the two.
//
// Playwright drives a Firefox that is not its own build by WebDriver BiDi. When it opens a window it sets colour scheme
// and contrast by a command that released versions of Firefox do not have yet, and gives up when that is refused. So
// here every message is passed on as it is, and only the refusal of that command becomes "done": the page then has the
// system's colours. A Firefox that knows the command answers by itself.

import { spawn } from "node:child_process";
import process from "node:process";
import { WebSocket, WebSocketServer } from "ws";

const COMMAND = "emulation.setMediaFeaturesOverride";
const READY = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const file = process.env.LOOPSCOPE_FIREFOX;
if (!file) throw new Error("LOOPSCOPE_FIREFOX names no Firefox");
const firefox = spawn(file, process.argv.slice(2), { stdio: ["inherit", "inherit", "pipe"] });
firefox.on("error", (error) => {
  console.error(String(error));
  process.exit(127);
});
firefox.on("close", (code) => process.exit(code ?? 1));
for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) process.on(signal, () => firefox.kill(signal));

let rest = "";
firefox.stderr.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    const address = READY.exec(line)?.[1];
    if (address) standBetween(address);
    else console.error(line);
  }
});

/** Says where to connect instead of the address. @param {string} address */
function standBetween(address) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("listening", () => {
    const here = server.address();
    if (here && typeof here === "object") console.error(`WebDriver BiDi listening on ws://127.0.0.1:${here.port}`);
  });
  server.on("connection", (playwright, request) => {
    const browser = new WebSocket(address + (request.url ?? ""));
    /** @type {string[]} */
    let early = [];
    /** Commands whose refusal is hidden. @type {Set<number>} */
    const hidden = new Set();
    playwright.on("message", (data) => {
      const text = /** @type {Buffer} */ (data).toString();
      const { id, method } = JSON.parse(text);
      if (method === COMMAND) hidden.add(id);
      if (browser.readyState === WebSocket.OPEN) browser.send(text);
      else early.push(text);
    });
    browser.on("open", () => {
      for (const text of early) browser.send(text);
      early = [];
    });
    browser.on("message", (data) => {
      const text = /** @type {Buffer} */ (data).toString();
      const { id, type, error } = JSON.parse(text);
      const unknown = hidden.delete(id) && type === "error" && error === "unknown command";
      playwright.send(unknown ? JSON.stringify({ type: "success", id, result: {} }) : text);
    });
    browser.on("close", () => playwright.close());
    playwright.on("close", () => browser.close());
    for (const socket of [browser, playwright]) socket.on("error", () => socket.close());
  });
}
