// The static server of `npm start` and of the page tests: right files, and no request that ends it.

import { createConnection } from "node:net";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serve } from "../../scripts/lib/serve.mjs";

const folder = mkdtempSync(path.join(os.tmpdir(), "loopscope-serve-"));
for (const [name, text] of [
  ["dist/index.html", "<p>index</p>"],
  ["dist/a/b c.wasm", "0123"],
  ["dist/empty.bin", ""],
  ["dist/run.tar.zst", "zst"],
  ["dist/page.js", "x"],
  ["dist/assets/main-Dx4kXJ_l.wasm", "x"],
  ["dist/assets/later/View-abcdefgh.js", "x"],
  ["secret", "no"],
  ["dist-beside/secret", "no"],
] as const) {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
const dist = path.join(folder, "dist");

let served: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => void (served = await serve({ folder: dist, port: 0, prefix: "/x/" })));
afterAll(() => {
  served.close();
  rmSync(folder, { recursive: true });
});

/** The address of a file of four digits. */
const digits = (): string => `${served.address}a/b%20c.wasm`;

/** Sends bytes as they are, which no client would, and gives the first line of each answer. */
function raw(text: string): Promise<string[]> {
  return new Promise((resolve) => {
    let all = "";
    const socket = createConnection(Number(new URL(served.address).port), "127.0.0.1", () => socket.write(text));
    socket.setEncoding("latin1");
    socket.on("data", (data: string) => (all += data));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(all.match(/HTTP\/1\.1 \d+/g) ?? []));
  });
}

const get = (target: string, headers = ""): Promise<string[]> => raw(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}Connection: close\r\n\r\n`);

async function lives(): Promise<void> {
  const answer = await fetch(served.address);
  expect([answer.status, await answer.text()]).toEqual([200, "<p>index</p>"]);
}

test.each([
  ["a name longer than the file system takes", `/x/${"a".repeat(256)}`],
  ["a path longer than it takes", `/x/${"a/".repeat(4000)}`],
  ["a file used as a folder", "/x/index.html/x"],
  ["a folder without an index", "/x/a"],
  ["a NUL", "/x/a%00"],
  ["a path up", "/x/../secret"],
  ["an encoded path up", "/x/%2e%2e/secret"],
  ["an encoded stroke", "/x/..%2fsecret"],
  ["a path up in the other strokes", "/x/..\\secret"],
  ["a folder whose name only begins alike", "/x/../dist-beside/secret"],
  ["the same, encoded", "/x/%2e%2e/dist-beside/secret"],
  ["broken percent signs", "/x/%"],
  ["broken UTF-8", "/x/%ff%fe"],
  ["a letter that is none", "/x/%zz"],
  ["what lies outside of the prefix", "/index.html"],
  ["another host", "http://example.org/x/index.html"],
] as const)("%s: not found, and the server lives", async (_, target) => {
  expect(await get(target)).toEqual(["HTTP/1.1 404"]);
  await lives();
});

test.each([
  ["*", "HTTP/1.1 404"],
  ["/x/?a=b", "HTTP/1.1 200"],
  ["/x/index.html?%", "HTTP/1.1 200"],
])("the target %s is answered by %s", async (target, first) => {
  expect(await get(target)).toEqual([first]);
});

test("what is no HTTP is answered by 400, and the server lives", async () => {
  expect(await raw("\x00\xff nonsense\r\n\r\n")).toEqual(["HTTP/1.1 400"]);
  expect(await get("/x/\u0001")).toEqual(["HTTP/1.1 400"]);
  expect(await get("/x/", `Long: ${"a".repeat(100_000)}\r\n`)).toEqual(["HTTP/1.1 431"]);
  await lives();
});

test("other methods are refused", async () => {
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    const answer = await fetch(served.address, { method });
    expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "GET, HEAD"]);
  }
});

test("HEAD tells the length without the bytes", async () => {
  const answer = await fetch(digits(), { method: "HEAD" });
  expect([answer.status, answer.headers.get("content-length"), await answer.text()]).toEqual([200, "4", ""]);
});

test.each([
  ["bytes=1-2", 206, "12", "bytes 1-2/4"],
  ["bytes=2-", 206, "23", "bytes 2-3/4"],
  ["bytes=1-999999999999999", 206, "123", "bytes 1-3/4"],
  ["bytes=4-", 416, "", "bytes */4"],
  ["bytes=3-1", 200, "0123", null],
  ["bytes=-2", 200, "0123", null],
  ["bytes=0-1,2-3", 200, "0123", null],
  ["bytes=1-99999999999999999999999", 200, "0123", null],
  ["bytes=1e3-", 200, "0123", null],
  ["pages=1-2", 200, "0123", null],
] as const)("the range %s gives %d", async (range, status, text, told) => {
  const answer = await fetch(digits(), { headers: { range } });
  expect([answer.status, await answer.text(), answer.headers.get("content-range")]).toEqual([status, text, told]);
  await lives();
});

test("files have their type, their length and a tag by which they are not sent again", async () => {
  const answer = await fetch(digits());
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("content-length"), await answer.text()]).toEqual([200, "application/wasm", "4", "0123"]);
  const tag = answer.headers.get("etag") ?? "";
  expect(tag).not.toBe("");
  expect((await fetch(digits(), { headers: { "if-none-match": tag } })).status).toBe(304);
  for (const [file, type] of [["index.html", "text/html;charset=utf-8"], ["page.js", "text/javascript; charset=utf-8"], ["run.tar.zst", "application/zstd"]] as const) {
    expect((await fetch(`${served.address}${file}`)).headers.get("content-type")).toBe(type);
  }
  expect((await fetch(`${served.address}empty.bin`)).status).toBe(200);
  expect((await fetch(`${served.address}empty.bin`, { headers: { range: "bytes=0-" } })).status).toBe(416);
});

test.skipIf(process.getuid?.() === 0)("a file that must not be read closes its connection alone", async () => {
  writeFileSync(path.join(dist, "locked"), "no");
  chmodSync(path.join(dist, "locked"), 0);
  expect((await get("/x/locked")).length).toBeLessThanOrEqual(1);
  await lives();
});

test("hundreds of requests at once, many of them given up, are all answered", async () => {
  const gone = Array.from({ length: 100 }, () => {
    const stop = new AbortController();
    const request = fetch(digits(), { signal: stop.signal }).catch(() => undefined);
    setTimeout(() => stop.abort());
    return request;
  });
  const pipelined = raw("GET /x/ HTTP/1.1\r\nHost: a\r\n\r\n".repeat(299) + "GET /x/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const all = await Promise.all(Array.from({ length: 150 }, async () => (await fetch(digits())).text()));
  expect(new Set(all)).toEqual(new Set(["0123"]));
  expect(await pipelined).toEqual(Array.from({ length: 300 }, () => "HTTP/1.1 200"));
  await Promise.all(gone);
  await lives();
}, 60_000);

test("a taken port is passed over", async () => {
  const taken = Number(new URL(served.address).port);
  const second = await serve({ folder: dist, port: taken, tries: 20 });
  expect(Number(new URL(second.address).port)).toBeGreaterThan(taken);
  second.close();
  await expect(serve({ folder: dist, port: taken })).rejects.toThrow("EADDRINUSE");
});

test("what has a hash in its name is kept for ever, all else is asked for again, with a tag", async () => {
  const headers = async (file: string): Promise<(string | null)[]> => {
    const answer = await fetch(served.address + file);
    return [answer.headers.get("cache-control"), answer.headers.get("etag")];
  };
  const ever = ["public, max-age=31536000, immutable", expect.stringMatching(/^W?\/?"/)];
  expect(await headers("assets/main-Dx4kXJ_l.wasm")).toEqual(ever);
  expect(await headers("assets/later/View-abcdefgh.js")).toEqual(ever);
  for (const file of ["index.html", "page.js", "run.tar.zst"]) expect(await headers(file)).toEqual(["no-cache", expect.stringMatching(/"/)]);
});
