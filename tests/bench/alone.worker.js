// The methods alone, in the browser: `alone.rs` beside it, line by line.
//
// Gets { lu: LENGTH } or { string: ADDRESS }, and { methods }; answers { times: [{ median, best, runs }] } in seconds.

import init, { Trial } from "../../crate/wasm/pkg/loopscope_wasm.js";

/** The row of table 3 that is the paper's largest trace. */
const LU = 6;

self.onmessage = (/** @type {MessageEvent<{ lu?: number, string?: string, methods: string[] }>} */ { data }) =>
  measure(data).then(
    (times) => self.postMessage({ times }),
    (error) => self.postMessage({ error: String(error) }),
  );

/** @param {{ lu?: number, string?: string, methods: string[] }} what */
async function measure({ lu, string, methods }) {
  await init();
  const trial = string === undefined ? Trial.ofRow(LU, lu) : Trial.ofSymbols(new Uint32Array(await (await fetch(string)).arrayBuffer()));
  if (trial === undefined) throw new Error("no such row");
  return methods.map((method) => time(() => trial.run(method)));
}

/**
 * Median and best of one run, in seconds. Short runs are timed several at once, since the clock has steps of a
 * tenth of a millisecond; 5 times at least, and up to 51 as fit into half a second.
 * @param {() => void} run
 */
function time(run) {
  const timed = (/** @type {number} */ runs) => {
    const start = performance.now();
    for (let i = 0; i < runs; i += 1) run();
    return (performance.now() - start) / 1000 / runs;
  };
  // Until the browser has compiled it for good.
  for (const warm = performance.now(); performance.now() - warm < 100; ) timed(1);
  const atOnce = Math.max(1, Math.ceil(0.005 / timed(3)));
  const begin = performance.now();
  const times = [];
  while (times.length < 51 && (times.length < 5 || performance.now() - begin < 500)) times.push(timed(atOnce));
  times.sort((a, b) => a - b);
  return { median: times[times.length >> 1], best: times[0], runs: times.length };
}
