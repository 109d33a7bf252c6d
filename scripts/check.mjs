// npm run check: the part of `npm test` that takes less than a minute once things are built.

import { check } from "./lib/parts.mjs";

await check();
