// npm run fuzz: runs the fuzzers. See tests/fuzz/README.md.

import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { buildFuzzers, fuzzAll, minimise, reproduce, targets } from "./lib/fuzz.mjs";
import { main, root, say, Stop } from "./lib/run.mjs";
import { setUpRust } from "./lib/setup.mjs";

const USAGE = `npm run fuzz -- [--seconds N] [TARGET..]   runs targets, all if none is named, N seconds each (60)
npm run fuzz -- TARGET FILE..              runs a target on inputs, with a backtrace where it fails
npm run fuzz -- --minimise [TARGET..]      makes what was found on the way the corpora, as small as can be`;

/** Where inputs that reach something new are kept between runs. */
const KEPT = path.join(root, "target", "fuzz-inputs");

await main(async () => {
  const words = process.argv.slice(2);
  let seconds = 60;
  const at = words.indexOf("--seconds");
  if (at !== -1) {
    seconds = Number(words[at + 1]);
    words.splice(at, 2);
  }
  const small = words.includes("--minimise");
  const rest = words.filter((word) => word !== "--minimise");
  if (!Number.isInteger(seconds) || seconds < 1 || rest.some((word) => word.startsWith("-"))) throw new Stop(USAGE);
  await setUpRust();
  say("The fuzzers: a build of their own");
  const program = await buildFuzzers();
  const known = targets(program);
  const inputs = rest.filter((word) => !known.includes(word));
  const missing = inputs.find((file) => !existsSync(file));
  if (missing !== undefined) throw new Stop(`${missing} is neither a target nor a file. The targets are: ${known.join(", ")}\n${USAGE}`);
  const [first] = rest;
  if (inputs.length > 0) {
    if (first === undefined || !known.includes(first) || rest.length !== inputs.length + 1) throw new Stop(USAGE);
    for (const input of inputs) await reproduce(program, first, input);
    return;
  }
  const names = rest.length > 0 ? rest : known;
  if (small) {
    for (const name of names) await minimise(program, name, path.join(KEPT, name));
    return;
  }
  say(`${names.length} targets, ${seconds} s each`);
  await fuzzAll(program, names, { seconds, keep: KEPT });
});
