// npm run audit: known vulnerabilities and licences of everything the project depends on.
//
// Ends with 0 if nothing was found, 1 if something was, 2 if a check could not reach its data: then nothing is known.

import process from "node:process";
import { audit } from "./lib/audit.mjs";
import { main } from "./lib/run.mjs";

await main(async () => {
  process.exitCode = await audit();
});
