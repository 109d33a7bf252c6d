// How fast a session opens a trace and finds its loops, in the browser: `session.rs` beside it, line by line.
//
// Gets { file }; answers { events, all, loops } in seconds, each the best of several runs.

import init, { Engine } from "../../crate/wasm/pkg/loopscope_wasm.js";

const RUNS = 7;

self.onmessage = (/** @type {MessageEvent<{ file: File }>} */ { data }) =>
  measure(data.file).then(
    (times) => self.postMessage(times),
    (error) => self.postMessage({ error: String(error) }),
  );

/** @param {File} file */
async function measure(file) {
  await init();
  const path = file.name;
  let [events, all, loops] = [0, Infinity, Infinity];
  for (let run = 0; run < RUNS; run += 1) {
    const engine = new Engine();
    let started = performance.now();
    engine.open(1, path, [{ path, blob: file }], undefined, []);
    events = finish(engine);
    all = Math.min(all, performance.now() - started);

    started = performance.now();
    engine.configure(1, undefined);
    finish(engine);
    loops = Math.min(loops, performance.now() - started);
    engine.free();
  }
  return { events, all: all / 1000, loops: loops / 1000 };
}

/** Works until nothing is left to do; gives the number of events. @param {Engine} engine */
function finish(engine) {
  for (;;) {
    const step = engine.step();
    if (step.type === "done") return step.summary.events;
    if (step.type !== "working") throw new Error(JSON.stringify(step));
  }
}
