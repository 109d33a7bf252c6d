import { readdirSync } from "node:fs";
import path from "node:path";
import { defineConfig, type Plugin } from "vite";

/** The style sheets of components, in an order that does not depend on the machine. */
const SHEETS = readdirSync(path.join(import.meta.dirname, "web"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".module.css"))
  .map((file) => path.join(import.meta.dirname, "web", file))
  .sort();

/** What a class is called in the page: letters for its style sheet and a number in it, which packs well and is unique. */
function shortName(name: string, file: string, css: string): string {
  let letters = "";
  for (let at = SHEETS.indexOf(path.normalize(file.replace(/\?.*$/, ""))) + 1; at > 0; at = Math.floor((at - 1) / 26)) {
    letters = String.fromCharCode(97 + ((at - 1) % 26)) + letters;
  }
  const classes = [...new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, each]) => each))];
  return `${letters}${classes.indexOf(name)}`;
}

/** Names so short are written where they are used, and a style sheet that nothing is imported from any more would be left out. */
const keepSheets: Plugin = {
  name: "keep-sheets",
  enforce: "post",
  transform: (code, file) => (file.endsWith(".module.css") ? { code, map: null, moduleSideEffects: "no-treeshake" } : null),
};

export default defineConfig(({ command }) => ({
  // Relative addresses: dist/ works from whatever folder of whatever host it is copied to.
  base: "./",
  publicDir: "web/public",
  build: {
    target: "es2022",
    // Every asset a file of its own: a data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    // Browsers that can run the engine know it.
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: ["index.html", "elsewhere.html"],
      // What is loaded only when it is opened lies apart: it is no part of the first download.
      output: { chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? "later/" : ""}[name]-[hash].js` },
    },
  },
  css: { modules: { generateScopedName: command === "build" ? shortName : "[name]-[local]" } },
  plugins: [keepSheets],
  worker: { format: "es" },
}));
