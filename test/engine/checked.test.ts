/** The whole engine with every memory access verified: a sampled and a greedy answer touch nothing they should not. */
import { expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { openArtifact } from "../../src/artifact/open.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { openEngine } from "../../src/engine.ts";

test("a sampled answer, then a greedy one, on the checked CPU", async () => {
  const artifact = await openArtifact(fileDirectory("models/tiny-hybrid"));
  const engine = await openEngine({ artifact, backend: createCpuBackend({ checked: true }), maxContext: 64 });
  const prompt = { kind: "chat", messages: [{ role: "user", content: "What is 12 + 30?" }], thinking: false } as const;
  const sampled = await engine.complete({ prompt, sampling: { temperature: 1, topK: 5, topP: 0.9, seed: 7 } });
  expect(sampled.tokens.length).toBeGreaterThan(0);
  const greedy = await engine.complete({ prompt, sampling: { greedy: true } });
  expect(greedy.text).toBe("42");
  await engine.close();
});
