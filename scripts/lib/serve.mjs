// The static file server of `npm start` and of the tests: sirv, behind a guard for what it leaves to its caller.

import { createServer } from "node:http";

/**
 * Requests that are answered at the same time; the others wait. Each holds a file open, and a process may open no more
 * than some hundreds.
 */
const AT_ONCE = 100;

/** A range that sirv reads right: one, with a first byte, and not backwards. Of others the whole file is sent, as HTTP allows. */
const RANGE = /^bytes=(\d{1,15})-(\d{0,15})$/;

/**
 * Serves a folder on this machine only.
 * @param {{ folder: string, port: number, prefix?: string, tries?: number, gzip?: boolean }} options `prefix`: the path below which the
 *   folder appears, "/" or "/a/b/"; `tries`: how many ports to try, upwards from `port`; `gzip`: whether a file is sent packed where
 *   `NAME.gz` lies beside it
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export async function serve({ folder, port, prefix = "/", tries = 1, gzip = false }) {
  const answer = await answering(folder, prefix, gzip);
  const server = createServer(answer);
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

/**
 * What answers requests for the files of a folder. No request ends the process: whatever fails becomes an answer, or
 * closes the connection.
 * @param {string} folder
 * @param {string} prefix
 * @param {boolean} gzip
 * @returns {Promise<import("node:http").RequestListener>}
 */
async function answering(folder, prefix, gzip) {
  // Not at the top: the set-up that installs it uses this file, too.
  const { default: sirv } = await import("sirv");
  // `dev` looks at the folder with every request: a build in between is served as it is.
  const files = sirv(folder, { dev: true, etag: true, gzip, setHeaders: describe });
  /** @type {(() => void)[]} */
  const waiting = [];
  let open = 0;
  const next = () => {
    for (; open < AT_ONCE && waiting.length > 0; open += 1) waiting.shift()?.();
  };
  return (request, response) => {
    waiting.push(() => {
      response.once("close", () => {
        open -= 1;
        next();
      });
      // A file that goes away, or must not be read, after it was found.
      response.on("pipe", (source) => source.on("error", () => response.destroy()));
      try {
        respond(request, response);
      } catch {
        response.destroy();
      }
    });
    next();
  };

  /** @type {import("node:http").RequestListener} */
  function respond(request, response) {
    // A connection that was closed while it waited sends no "close" any more.
    if (response.destroyed || request.socket.destroyed) return void response.emit("close");
    const url = request.url ?? "/";
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, { allow: "GET, HEAD" });
    if (!url.startsWith(prefix)) return refuse(response, 404);
    request.url = url.slice(prefix.length - 1);
    const [, from, to] = RANGE.exec(request.headers.range ?? "") ?? [];
    const backwards = to !== undefined && to !== "" && Number(to) < Number(from);
    if (from === undefined || backwards || request.headers["if-range"] !== undefined) delete request.headers.range;
    files(request, response, () => refuse(response, 404));
  }
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {Record<string, string>} [headers]
 */
function refuse(response, status, headers = {}) {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...headers }).end(`${status}\n`);
}

/**
 * Types that sirv does not know, the letters of texts, and how long a browser may keep a file without asking: those whose names
 * change with their content for ever.
 * @param {import("node:http").ServerResponse} response
 * @param {string} path
 */
function describe(response, path) {
  response.setHeader("Cache-Control", HASHED.test(path) ? "public, max-age=31536000, immutable" : "no-cache");
  if (path.endsWith(".zst")) response.setHeader("Content-Type", "application/zstd");
  else if (/\.(txt|js|mjs|css)$/.test(path)) response.setHeader("Content-Type", `text/${TEXTS[path.slice(path.lastIndexOf(".") + 1)] ?? "plain"}; charset=utf-8`);
}

/** What the build writes below assets/, with a hash in its name. */
const HASHED = /(?:^|\/)assets\/(?:later\/)?[^/]*-[\w-]{8}\.\w+$/;

/** @type {Record<string, string>} */
const TEXTS = { js: "javascript", mjs: "javascript", css: "css" };

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
