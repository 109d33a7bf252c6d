// The page on the plainest of hosts: below a folder, with no header but the types that every server knows.

import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { choose, listening, pingPong, says, seen, settled, showIn, test } from "./helpers";

const DIST = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..", "dist");
const FOLDER = "/people/anna%20b/tools/loopscope/";
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/** Sends files, and of all else a 404; says what it was asked for that is not there. */
async function plainServer(): Promise<{ address: string; missed: string[]; server: Server }> {
  const missed: string[] = [];
  const { host, server } = await listening((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = pathname.startsWith(FOLDER) ? path.join(DIST, decodeURIComponent(pathname.slice(FOLDER.length)) || "index.html") : "";
    readFile(file).then(
      (content) => response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" }).end(content),
      () => {
        missed.push(pathname);
        response.writeHead(404).end();
      },
    );
  });
  return { address: `http://${host}${FOLDER}`, missed, server };
}

test("a plain server and a folder of it are enough: a sample, its model and nest, and a file", async ({ page }) => {
  const { address, missed, server } = await plainServer();
  try {
    await page.goto(`${address}?sample=cg`);
    await settled(page);
    await says(page, "15 times");
    await showIn(page, "Nest");
    await seen(page.locator("[data-loop] canvas").first());
    await choose(page, [{ name: "pair.trace", text: pingPong(40) }]);
    await says(page, "40 times");
    expect(missed.filter((name) => !name.endsWith("/favicon.ico"))).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
