/**
 * `.ninfer` files as models: the embedded checkpoint in a container gives back its bytes and its answers, and folders
 * say which of their files is the model.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { memoryDirectory, memorySource } from "../../src/artifact/sources.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { openEngine } from "../../src/engine.ts";
import { failureOf } from "../base/failure.ts";
import { factsOf } from "./facts.ts";
import { openModel } from "./opened-model.ts";
import { convertedTinyHybrid } from "./tiny-hybrid-container.ts";

/** Bit patterns: equality that tells -0 from 0 and one NaN from another. */
const bits = (values: Float32Array) => Buffer.from(values.buffer, values.byteOffset, values.byteLength);

test("tiny-hybrid stored in fused parents gives back every byte and value of the checkpoint", async () => {
  const checkpoint = await openModel(fileDirectory("test/fixtures/tiny-hybrid"));
  const artifact = await openModel(await convertedTinyHybrid(checkpoint));
  expect(artifact.config.text).toEqual(checkpoint.config.text);
  expect(artifact.config.vision).toEqual(checkpoint.config.vision);
  expect(factsOf(artifact)).toEqual(factsOf(checkpoint));
  for (const { name, bytes, shape } of checkpoint.tensors.values()) {
    const want = await checkpoint.readBytes(name, 0, bytes);
    expect(Buffer.from(await artifact.readBytes(name, 0, bytes)).equals(want), name).toBe(true);
    const cut = bytes >> 1;
    const tail = await artifact.readBytes(name, cut, bytes - cut);
    expect(Buffer.from(tail).equals(want.subarray(cut)), `${name} from ${cut}`).toBe(true);
    const [first, last] = [Math.floor(shape[0]! / 3), shape[0]!];
    const values = bits(await artifact.readFloat32(name, first, last));
    expect(values.equals(bits(await checkpoint.readFloat32(name, first, last))), name).toBe(true);
  }
  await artifact.close();
  await checkpoint.close();
});

test("tiny-hybrid stored in a container answers as the checkpoint does", async () => {
  const checkpoint = await openModel(fileDirectory("test/fixtures/tiny-hybrid"));
  const artifact = await openModel(await convertedTinyHybrid(checkpoint));
  const { cases } = JSON.parse(readFileSync("test/fixtures/model.json", "utf8")) as {
    cases: { name: string; ids: number[]; greedy: number[] }[];
  };
  const { ids, greedy } = cases.find((c) => c.name === "think")!;
  const engine = await openEngine({ artifact: artifact.artifact, backend: createCpuBackend(), maxContext: 128 });
  const prompt = { kind: "tokens", tokens: ids } as const;
  const result = await engine.complete({ prompt, sampling: { greedy: true }, maxNewTokens: 20, ignoreEos: true });
  expect(result.tokens).toEqual(greedy.slice(0, 20));
  await engine.close();
  await checkpoint.close();
});

test("a folder with one .ninfer file, and one with two", async () => {
  const checkpoint = await openModel(fileDirectory("test/fixtures/tiny-hybrid"));
  const source = await convertedTinyHybrid(checkpoint);
  const bytes = await source.read(0, source.size);
  const artifact = await openModel(memoryDirectory("d", { "a.ninfer": bytes, "readme.txt": new Uint8Array(1) }));
  expect(artifact.artifact.kind).toBe("ninfer");
  const two = memoryDirectory("d", { "a.ninfer": bytes, "b.ninfer": bytes });
  expect((await failureOf(() => openModel(two))).code).toBe("several_models");
  expect((await openModel(two, { file: "b.ninfer" })).artifact.kind).toBe("ninfer");
  expect((await failureOf(() => openModel(two, { file: "c.ninfer" }))).code).toBe("file_missing");
  expect((await failureOf(() => openModel(memorySource("x.bin", Uint8Array.of(9, 1, 0))))).code).toBe(
    "unknown_container",
  );
});
