// Serves dist/ for the page tests: node tests/e2e/server.mjs PORT PREFIX

import path from "node:path";
import process from "node:process";
import { root } from "../../scripts/lib/run.mjs";
import { serve } from "../../scripts/lib/serve.mjs";

const [port, prefix] = process.argv.slice(2);
await serve({ folder: path.join(root, "dist"), port: Number(port), prefix });
