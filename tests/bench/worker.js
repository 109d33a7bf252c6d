// How fast a session opens a trace and finds its loops, in the browser: `session.rs` beside it, line by line.
//
// Gets { files } once, then what is to be measured, a phase at a time, so that whoever asks can look at the clock of this
// thread in between:
//   "memory"     holds all bytes of the files
//   "read"       opens the trace and reads it, from memory if it is held there, else as the page does
//   "rest"       finds its loops
//   "configure"  finds them anew, without reading
//   "fetch"      takes all bytes of the files as the page does, and does nothing with them
//   "pieces"     takes them synchronously, in pieces of 16 MiB
//   { start } or { ask }   a task on the trace, or a question about what it found: `tasks.rs` beside it
// Answers { events, seconds }, on the clock.

import init, { Engine } from "../../crate/wasm/pkg/loopscope_wasm.js";
import { held } from "../../scripts/lib/held.mjs";

/** @typedef {import("../../web/worker/files.ts").ByteSource} ByteSource */

/**
 * A module of web/worker without its types (scripts/lib/session.mjs).
 * @param {string} name
 */
const built = (name) => import(`../../target/bench/${name}.js`);

/** Made before the first message is answered. @type {import("../../web/worker/files.ts").Files} */
let files;
const ready = Promise.all([built("browser"), built("files"), init()]).then(([{ browser }, { Files }]) => (files = new Files(browser())));

/** @type {{ path: string, bytes: ByteSource }[]} */
let dropped = [];
/** @type {File[]} */
let chosen = [];
const PIECE = 16 << 20;
let fromMemory = false;
/** @type {Engine | undefined} */
let engine;

const turns = new MessageChannel();
/** @type {() => void} */
let turned = () => undefined;
turns.port1.onmessage = () => turned();

/** @typedef {{ start?: any, ask?: any }} TaskStep what `tasks.rs` does, too */

self.onmessage = (/** @type {MessageEvent<{ files: File[] } | TaskStep | string>} */ { data }) =>
  answer(data).then(
    (times) => self.postMessage(times),
    (error) => self.postMessage({ error: String(error) }),
  );

/** @param {{ files: File[] } | TaskStep | string} asked */
async function answer(asked) {
  await ready;
  if (typeof asked !== "string" && !("files" in asked)) {
    const started = performance.now();
    run(asked);
    return { events: 0, seconds: (performance.now() - started) / 1000 };
  }
  if (typeof asked !== "string") {
    chosen = asked.files;
    dropped = chosen.map((blob) => ({ path: blob.name, bytes: files.of(blob) }));
    return {};
  }
  if (asked === "memory") {
    const all = await Promise.all(chosen.map((blob) => blob.arrayBuffer()));
    dropped = chosen.map(({ name }, at) => ({ path: name, bytes: held(new Uint8Array(all[at] ?? new ArrayBuffer(0))) }));
    fromMemory = true;
    return {};
  }
  const started = performance.now();
  const events = await work(asked);
  return { events, seconds: (performance.now() - started) / 1000 };
}

/** @param {TaskStep} step */
function run({ start, ask }) {
  if (ask) {
    const reply = engine?.handle(ask);
    if (reply?.type === "refused") throw new Error(reply.problem.what);
    return;
  }
  engine?.start(1, start);
  for (;;) {
    const next = engine?.step();
    if (next?.type === "task" && next.report.type === "finished") return;
    if (next?.type !== "working" && !(next?.type === "task" && next.report.type === "progress")) throw new Error(JSON.stringify(next));
  }
}

/** @param {string} asked */
async function work(asked) {
  if (asked === "fetch") return fetchAll();
  if (asked === "pieces") return fetchPieces();
  if (asked === "read") {
    engine?.free();
    engine = new Engine();
    engine.open(1, dropped[0]?.path ?? "", dropped, undefined, []);
    return step((phase) => phase !== "reading");
  }
  if (asked === "configure") engine?.configure(1, undefined);
  return step(() => false);
}

/** Works until a phase that ends it, or until nothing is left to do; gives the number of events then. @param {(phase: string) => boolean} ends */
async function step(ends) {
  for (;;) {
    if (!fromMemory) await bytesArrived();
    const next = engine?.step();
    if (next?.type === "done") return next.summary.events;
    // The work was done in the phase before.
    if (next === undefined || next.type === "idle") return 0;
    if (next.type !== "working") throw new Error(JSON.stringify(next));
    if (ends(next.progress.phase)) return 0;
  }
}

async function fetchAll() {
  const into = new Uint8Array(1 << 20);
  for (const blob of chosen) {
    const source = files.of(blob);
    for (let at = 0; at < source.size; at += source.read(at, into)) await bytesArrived();
  }
  return 0;
}

function fetchPieces() {
  // Only workers have it.
  const reader = new (/** @type {any} */ (self).FileReaderSync)();
  for (const blob of chosen) {
    for (let at = 0; at < blob.size; at += PIECE) reader.readAsArrayBuffer(blob.slice(at, at + PIECE));
  }
  return 0;
}

/** Lets streams get on, and waits for them, as the worker's loop does. */
async function bytesArrived() {
  await new Promise((resolve) => {
    turned = () => resolve(undefined);
    turns.port2.postMessage(null);
  });
  for (let late = files.late(); late; late = files.late()) await late;
}
