/**
 * How much of a model is in memory at once: no block of the 27B asks for more than a few megabytes, whatever the recipe; and
 * nightly, a process that converts 2 GB stays far below 1 GB.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf } from "../../src/convert/blocks.ts";
import type { TensorJob } from "../../src/convert/plan.ts";
import type { StoredParameter } from "../../src/model/contents.ts";
import { namedConfig, syntheticContents } from "../../src/model/open.ts";
import { skipNote } from "../base/skip.ts";
import { planOf } from "./memory-set.ts";

const MIB = 2 ** 20;

test.each(["groupwise-int", "keep"])("blocks of the 27B by %s are small", async (recipe) => {
  const plan = planOf(syntheticContents("qwen3.8-27b", namedConfig("qwen3.8-27b"), 0), recipe);
  const seen = new Set<string>();
  let most = 0;
  for (const [i, job] of plan.jobs.entries()) {
    if (job.kind !== "tensor" || seen.has(`${job.format} ${job.shape}`)) continue;
    seen.add(`${job.format} ${job.shape}`);
    let asked = 0;
    const counted = (parameter: StoredParameter): StoredParameter => ({
      ...parameter,
      async readRows(start, end) {
        const columns = parameter.shape.length < 2 ? 1 : parameter.shape[1]!;
        asked += 4 * (parameter.shape.length < 2 ? parameter.shape[0]! : end - start) * columns;
        return new Float32Array((parameter.shape.length < 2 ? parameter.shape[0]! : end - start) * columns);
      },
    });
    const members = job.members.map(({ parameter, row }) => ({ parameter: counted(parameter), row }));
    const tensor: TensorJob = { ...job, members };
    // The block that is given and the one that is read ahead.
    for await (const { pieces } of blocksOf(tensor, plan.set.objects[i]!)) {
      most = Math.max(most, asked + pieces.reduce((sum, { bytes }) => sum + bytes.length, 0));
      break;
    }
  }
  expect(seen.size).toBeGreaterThan(15);
  expect(most).toBeGreaterThan(8 * MIB);
  expect(most).toBeLessThan(24 * MIB);
});

const nightly = process.env["QWERK_NIGHTLY"] === "1";
const reason = nightly ? undefined : "nightly only: set QWERK_NIGHTLY=1";

test.skipIf(!nightly)(`converting 2 GB takes less than 512 MB of memory${skipNote(reason)}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "qwerk-memory-"));
  try {
    const run = (...args: string[]): number => {
      const line = "process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS))";
      const hook = `data:text/javascript,${encodeURIComponent(line)}`;
      const argv = ["--import", "tsx", "--import", hook, "cli/main.ts", "convert", ...args, "--json"];
      const { status, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
      expect(status, stderr).toBe(0);
      return 1024 * Number(/peak (\d+)/.exec(stderr)![1]);
    };
    const [bf16, q4] = [join(folder, "bf16.ninfer"), join(folder, "q4.ninfer")];
    expect(run("--synthetic", "qwen3.5-0.8b", "--recipe", "keep", "--out", bf16)).toBeLessThan(512 * MIB);
    expect(run(bf16, "--recipe", "groupwise-int", "--out", q4)).toBeLessThan(512 * MIB);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
