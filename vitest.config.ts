import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "web", include: ["web/**/*.test.{ts,tsx}"], environment: "node", testTimeout: 60_000 }, extends: "./vite.config.ts" },
      // The engine as it is built: in parts, in Node.
      { test: { name: "engine", include: ["tests/engine/**/*.test.ts"], environment: "node", testTimeout: 120_000 } },
      // Some checks read every file: seconds, on a busy machine many.
      { test: { name: "house", include: ["tests/house/**/*.test.ts"], environment: "node", testTimeout: 60_000 } },
    ],
  },
});
