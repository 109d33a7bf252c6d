// npm run build: dist/, static files for any folder of any plain host.

import { buildPage } from "./lib/build.mjs";
import { main, say } from "./lib/run.mjs";
import { setUp } from "./lib/setup.mjs";

await main(async () => {
  await setUp();
  await buildPage();
  say("dist/ is ready: copy it to any folder of a static host");
});
