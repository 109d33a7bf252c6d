// npm start: sets up what is missing, builds the page, serves it on this machine.

import path from "node:path";
import process from "node:process";
import { buildPage } from "./lib/build.mjs";
import { main, note, root, say } from "./lib/run.mjs";
import { serve } from "./lib/serve.mjs";
import { setUp } from "./lib/setup.mjs";

await main(async () => {
  await setUp();
  await buildPage();
  const { address } = await serve({ folder: path.join(root, "dist"), port: Number(process.env.PORT ?? 4173), tries: 20 });
  say(`Loopscope is ready: ${address}`);
  note("Ctrl-C stops it. After a change of the source: stop, and npm start again.");
});
