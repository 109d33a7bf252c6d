import { defineConfig } from "vite";

export default defineConfig({
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
  worker: { format: "es" },
});
