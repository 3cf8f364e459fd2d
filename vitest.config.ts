/**
 * Test runner settings: files run in forked processes, two at a time, because native adapters do not share one well, the
 * longest first, so that no process is left with one at the end. Time limits are for what hangs: a device emulated on a
 * busy machine is slow without being wrong, so no test has its own.
 */
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const MINUTES = 60_000;
const limit = process.env["QWERK_NIGHTLY"] === "1" ? 180 * MINUTES : 15 * MINUTES;

/** Files of half a minute and more. Sizes, by which the others are ordered, say nothing of these. */
const LONGEST = [
  "conformance/suite",
  "model/webgpu",
  "model/cuda-emulated",
  "model/cpu",
  "conformance/cuda-emulated",
  "model/webgpu-lavapipe",
  "browser/demo",
  "cli/errors",
  "cli/commands/run",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    const others = await super.sort(files);
    return others.sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A golden file that is missing fails; `-u` writes it.
    update: "none",
    testTimeout: limit,
    hookTimeout: limit,
  },
});
