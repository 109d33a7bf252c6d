// How fast a session opens a trace and finds its loops, in the browser: `session.rs` beside it, line by line.
//
// Gets { files } once, then "open" (from the drop to the summary) and "configure" (the nests anew, without reading) by
// turns, so that who asks can look at other clocks, too; answers { events, seconds }.

import init, { Engine } from "../../crate/wasm/pkg/loopscope_wasm.js";

/** @type {{ path: string, blob: File }[]} */
let dropped = [];
/** @type {Engine | undefined} */
let engine;

self.onmessage = (/** @type {MessageEvent<{ files: File[] } | "open" | "configure">} */ { data }) =>
  answer(data).then(
    (times) => self.postMessage(times),
    (error) => self.postMessage({ error: String(error) }),
  );

/** @param {{ files: File[] } | "open" | "configure"} asked */
async function answer(asked) {
  await init();
  if (typeof asked !== "string") {
    dropped = asked.files.map((blob) => ({ path: blob.name, blob }));
    return {};
  }
  const started = performance.now();
  if (asked === "open") {
    engine?.free();
    engine = new Engine();
    engine.open(1, dropped[0]?.path ?? "", dropped, undefined, []);
  } else {
    engine?.configure(1, undefined);
  }
  const events = finish();
  return { events, seconds: (performance.now() - started) / 1000 };
}

/** Works until nothing is left to do; gives the number of events. */
function finish() {
  for (;;) {
    const step = engine?.step();
    if (step?.type === "done") return step.summary.events;
    if (step?.type !== "working") throw new Error(JSON.stringify(step));
  }
}
