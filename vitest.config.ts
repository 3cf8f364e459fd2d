/**
 * Test runner settings: files run in forked processes, two at a time, because native adapters do not share one well. Time
 * limits are for what hangs: a device emulated on a busy machine is slow without being wrong, so no test has its own.
 */
import { defineConfig } from "vitest/config";

const MINUTES = 60_000;
const limit = process.env["QWERK_NIGHTLY"] === "1" ? 180 * MINUTES : 15 * MINUTES;

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    // A golden file that is missing fails; `-u` writes it.
    update: "none",
    testTimeout: limit,
    hookTimeout: limit,
  },
});
