// A static file server of the plainest kind: no header that a simple host would not send.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".txt": "text/plain; charset=utf-8",
  ".gz": "application/gzip",
  ".zst": "application/zstd",
};

/**
 * Serves a folder on this machine only.
 * @param {{ folder: string, port: number, prefix?: string, tries?: number }} options `prefix`: the path below which the
 *   folder appears, "/" or "/a/b/"; `tries`: how many ports to try, upwards from `port`
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export function serve({ folder, port, prefix = "/", tries = 1 }) {
  const server = createServer((request, response) => {
    const file = fileOf(folder, prefix, request.url ?? "/");
    if (file === null) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
      return;
    }
    const { size } = statSync(file);
    response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream", "content-length": size, "cache-control": "no-cache" });
    if (request.method === "HEAD") response.end();
    else createReadStream(file).on("error", () => response.destroy()).pipe(response);
  });
  return new Promise((resolve, reject) => {
    let left = tries;
    server.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      left -= 1;
      if (error.code === "EADDRINUSE" && left > 0) server.listen((port += 1), "127.0.0.1");
      else reject(error);
    });
    server.on("listening", () => resolve({ address: `http://localhost:${portOf(server)}${prefix}`, close: () => server.close() }));
    server.listen(port, "127.0.0.1");
  });
}

/** A port that nobody listens on at the moment. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const port = portOf(server);
      server.close(() => resolve(port));
    });
  });
}

/** @param {import("node:http").Server} server */
function portOf(server) {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/**
 * The file that a request asks for, if it lies in the folder.
 * @param {string} folder
 * @param {string} prefix
 * @param {string} url
 * @returns {string | null}
 */
export function fileOf(folder, prefix, url) {
  let name;
  try {
    name = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? "");
  } catch {
    return null;
  }
  if (!name.startsWith(prefix) || name.includes("\0")) return null;
  const base = path.resolve(folder);
  const file = path.resolve(base, `.${path.sep}${name.slice(prefix.length)}`);
  if (file !== base && !file.startsWith(base + path.sep)) return null;
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile()) return file;
  const index = path.join(file, "index.html");
  return found?.isDirectory() && statSync(index, { throwIfNoEntry: false })?.isFile() ? index : null;
}
