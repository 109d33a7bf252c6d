// The static server of `npm start` and of the page tests.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { fileOf, serve } from "../../scripts/lib/serve.mjs";

const folder = mkdtempSync(path.join(os.tmpdir(), "loopscope-serve-"));
mkdirSync(path.join(folder, "dist/a"), { recursive: true });
writeFileSync(path.join(folder, "dist/index.html"), "<p>index</p>");
writeFileSync(path.join(folder, "dist/a/b c.wasm"), "0123");
writeFileSync(path.join(folder, "secret"), "no");
const dist = path.join(folder, "dist");
afterAll(() => rmSync(folder, { recursive: true }));

test("a request names a file below the folder, or none", () => {
  expect(fileOf(dist, "/", "/")).toBe(path.join(dist, "index.html"));
  expect(fileOf(dist, "/x/y/", "/x/y/?a=b#c")).toBe(path.join(dist, "index.html"));
  expect(fileOf(dist, "/x/", "/x/a/b%20c.wasm")).toBe(path.join(dist, "a/b c.wasm"));
  for (const url of ["/none", "/a", "/../secret", "/..%2fsecret", "/%2e%2e/secret", "//../secret", "/%", "/a%00", "/x/../../secret"]) expect(fileOf(dist, "/", url), url).toBeNull();
  expect(fileOf(dist, "/x/", "/index.html")).toBeNull();
});

test("files arrive with their type and length; a taken port is passed over", async () => {
  const first = await serve({ folder: dist, port: 0, prefix: "/x/" });
  const taken = Number(new URL(first.address).port);
  const second = await serve({ folder: dist, port: taken, tries: 20 });
  try {
    const answer = await fetch(`${first.address}a/b%20c.wasm`);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("content-length"), await answer.text()]).toEqual([200, "application/wasm", "4", "0123"]);
    expect((await fetch(`${first.address}none`)).status).toBe(404);
    expect(Number(new URL(second.address).port)).toBeGreaterThan(taken);
    await expect(serve({ folder: dist, port: taken })).rejects.toThrow("EADDRINUSE");
  } finally {
    first.close();
    second.close();
  }
});
