// npm run size: what a visitor downloads, gzipped, of the dist/ that is there.

import { main } from "./lib/run.mjs";
import { checkSizes } from "./lib/sizes.mjs";

await main(async () => checkSizes());
