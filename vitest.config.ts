/** Test runner settings: files run in forked processes, two at a time, because native adapters do not share one well. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    // A golden file that is missing fails; `-u` writes it.
    update: "none",
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
