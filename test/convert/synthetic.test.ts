/**
 * Models whose weights are drawn: the published list of objects at the published sizes, numbers that do not depend on how
 * they are read, statistics as trained weights have them, and files that commands take for a model.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { writeSparse } from "../../node/set-writer.ts";
import type { ByteSource, SourceDirectory } from "../../src/artifact/artifact.ts";
import { checkpointConfig } from "../../src/artifact/safetensors.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { withDraftHead } from "../../src/convert/draft-head.ts";
import { openEngine } from "../../src/engine.ts";
import { inspectArtifact } from "../../src/inspect.ts";
import { namedConfig, syntheticContents } from "../../src/model/open.ts";
import { failureOf } from "../base/failure.ts";
import { SEED } from "../base/seed.ts";
import { openModel } from "../model/opened-model.ts";
import { planned, published } from "./inventory.ts";
import { planOf, writeToMemory } from "./memory-set.ts";

const folder = mkdtempSync(join(tmpdir(), "qwerk-synthetic-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder that counts the bytes read of its files. */
function counting(directory: SourceDirectory): { directory: SourceDirectory; bytesRead: () => number } {
  let total = 0;
  const counted = ({ name, size, read, close }: ByteSource): ByteSource => ({
    ...{ name, size, close },
    read(offset, length) {
      total += length;
      return read(offset, length);
    },
  });
  return {
    directory: {
      ...directory,
      async open(file) {
        const source = await directory.open(file);
        return source === undefined ? undefined : counted(source);
      },
    },
    bytesRead: () => total,
  };
}

describe("the 27B", () => {
  const contents = syntheticContents("qwen3.8-27b", namedConfig("qwen3.8-27b"), 1);
  const counts = BigInt64Array.from({ length: 248320 }, (_, id) => BigInt(1_000_000 - id));
  const drafted = withDraftHead(contents, new Uint8Array(counts.buffer), 131072, "counts");
  const plan = planOf(drafted, "groupwise-int", { entryName: "27b.ninfer" });

  test("has the objects of the published file", () => {
    expect(planned(plan)).toEqual(published(/ (text|mtp|vision|proposal)\//));
  });

  test("inspect reads less than 2 MB of a file of 18 GB", async () => {
    const texts = plan.set.objects.flatMap(({ offset }, i) => {
      const job = plan.jobs[i]!;
      return job.kind === "resource" ? [{ offset, bytes: job.bytes }] : [];
    });
    await writeSparse(join(folder, "27b.ninfer"), plan.set, new Uint8Array(16), texts);
    const { size, blocks } = statSync(join(folder, "27b.ninfer"));
    expect(size).toBeGreaterThan(18_000_000_000);
    expect(512 * blocks).toBeLessThan(20_000_000);
    const { directory, bytesRead } = counting(fileDirectory(folder));
    const found = await inspectArtifact(directory, { file: "27b.ninfer" });
    expect(found.problem).toBeUndefined();
    expect(found).toMatchObject({ version: 3, identity: "qwen3.8-27b", tensors: 1118, bytes: size });
    expect(found.uses!.proposal.tensors).toBe(2);
    expect(bytesRead()).toBeGreaterThan(300_000);
    expect(bytesRead()).toBeLessThan(2_000_000);
  });

  test("numbers depend on seed, name and place alone", async () => {
    const name = "text/layers/5/mlp/down";
    const whole = await contents.parameters.get(name)!.readRows(100, 140);
    const part = await contents.parameters.get(name)!.readRows(117, 118);
    expect(part).toEqual(whole.subarray(17 * 17408, 18 * 17408));
    const other = syntheticContents("qwen3.8-27b", namedConfig("qwen3.8-27b"), 2);
    expect(await other.parameters.get(name)!.readRows(117, 118)).not.toEqual(part);
    const again = syntheticContents("x", namedConfig("qwen3.6-27b"), 1);
    expect(await again.parameters.get(name)!.readRows(117, 118)).toEqual(part);
  });

  test("weights are small, centred and heavy-tailed; decays and norms are where trained ones are", async () => {
    const rows = async (name: string, end = 32) => contents.parameters.get(name)!.readRows(0, end);
    const up = await rows("text/layers/7/mlp/up");
    const mean = up.reduce((a, b) => a + b, 0) / up.length;
    const deviation = Math.sqrt(up.reduce((a, b) => a + b * b, 0) / up.length);
    const kurtosis = up.reduce((a, b) => a + b ** 4, 0) / up.length / deviation ** 4;
    expect(Math.abs(mean)).toBeLessThan(0.0005);
    expect(deviation).toBeGreaterThan(0.015);
    expect(deviation).toBeLessThan(0.04);
    // A normal distribution has 3.
    expect(kurtosis).toBeGreaterThan(4);
    const logs = await rows("text/layers/0/gdn/a_log");
    expect(Math.min(...logs)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...logs)).toBeLessThanOrEqual(Math.log(16));
    const steps = (await rows("text/layers/0/gdn/dt_bias")).map((x) => Math.log1p(Math.exp(x)));
    expect(Math.min(...steps)).toBeGreaterThan(0.0009);
    expect(Math.max(...steps)).toBeLessThan(0.11);
    const norm = await rows("text/layers/0/gdn/norm");
    expect(norm.reduce((a, b) => a + b, 0) / norm.length).toBeCloseTo(1, 1);
  });
});

test("a config of one's own becomes a model that answers, if only nonsense", async () => {
  const text = {
    ...{ hidden_size: 128, intermediate_size: 256, num_hidden_layers: 4, vocab_size: 600, tie_word_embeddings: true },
    ...{ num_attention_heads: 2, num_key_value_heads: 1, head_dim: 64, mtp_num_hidden_layers: 1 },
    ...{ linear_num_key_heads: 1, linear_num_value_heads: 2, linear_key_head_dim: 64, linear_value_head_dim: 64 },
  };
  const raw = checkpointConfig(JSON.stringify({ model_type: "qwen3_5_text", ...text }));
  const set = await writeToMemory(planOf(syntheticContents("own", raw, SEED), "tiny-w8"));
  const { artifact } = await openModel(set.directory, { file: "out.ninfer" });
  const engine = await openEngine({ artifact, backend: createCpuBackend(), maxContext: 64 });
  const answer = await engine.complete({
    prompt: { kind: "chat", messages: [{ role: "user", content: "Hello" }] },
    ...{ sampling: { greedy: true }, maxNewTokens: 8, ignoreEos: true },
  });
  expect(answer.tokens, `seed ${SEED}`).toHaveLength(8);
  await engine.close();
});

test("a name nobody knows gets the nearest one", async () => {
  const error = await failureOf(() => namedConfig("qwen3.5-0.8"));
  expect(`${error.name} ${error.code}`).toBe("UsageError unknown_model");
  expect(error.hint).toBe("did you mean qwen3.5-0.8b?");
});
