// npm test: sets up what is missing, then runs every check there is.
//
//   npm test                     everything
//   npm test -- rust browser     these parts and what they need

import { test } from "./lib/parts.mjs";

await test();
