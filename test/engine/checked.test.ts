/** The whole engine with every memory access verified: a sampled and a greedy answer touch nothing they should not. */
import { expect, test } from "vitest";
import { fileDirectory } from "../../node/file-source.ts";
import { openArtifact } from "../../src/artifact/open.ts";
import type { Backend } from "../../src/backend/backend.ts";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { GREEDY, STEP } from "../../src/base/step-block.ts";
import { openEngine } from "../../src/engine.ts";
import { openTokenEngine } from "../../src/open-token-engine.ts";

test("a sampled answer, then a greedy one, on the checked CPU", async () => {
  const artifact = await openArtifact(fileDirectory("test/fixtures/tiny-hybrid"));
  const engine = await openEngine({ artifact, backend: createCpuBackend({ checked: true }), maxContext: 64 });
  const prompt = { kind: "chat", messages: [{ role: "user", content: "What is 12 + 30?" }], thinking: false } as const;
  const sampled = await engine.complete({ prompt, sampling: { temperature: 1, topK: 5, topP: 0.9, seed: 7 } });
  expect(sampled.tokens.length).toBeGreaterThan(0);
  const greedy = await engine.complete({ prompt, sampling: { greedy: true } });
  expect(greedy.text).toBe("42");
  await engine.close();
});

/** The checked CPU, with a lane's length in the step block replaced on its way: no writer would let that through. */
function withLength(length: number): Backend {
  const cpu = createCpuBackend({ checked: true });
  return {
    ...{ name: cpu.name, caps: cpu.caps, candidates: cpu.candidates, lost: cpu.lost },
    createBuffer: (name, bytes) => cpu.createBuffer(name, bytes),
    destroyBuffer: (buffer) => cpu.destroyBuffer(buffer),
    write(buffer, offset, data) {
      cpu.write(buffer, offset, data);
      if (buffer.name !== "step" || offset > 0) return;
      const header = new Int32Array(data.slice(0, 4 * STEP.headerWords).buffer);
      cpu.write(buffer, 4 * header[STEP.length]!, new Uint8Array(Int32Array.of(length).buffer));
    },
    upload: (buffer, offset, bytes, fill) => cpu.upload(buffer, offset, bytes, fill),
    clear: (buffer, offset, bytes) => cpu.clear(buffer, offset, bytes),
    read: (buffer, offset, bytes) => cpu.read(buffer, offset, bytes),
    copy: (source, from, target, to, bytes) => cpu.copy(source, from, target, to, bytes),
    load: (program, buffers) => cpu.load(program, buffers),
    submit: (executable, extents) => cpu.submit(executable, extents),
    dispose: () => cpu.dispose(),
  };
}

test("a row behind the pages of its lane is found", async () => {
  const artifact = await openArtifact(fileDirectory("test/fixtures/tiny-hybrid"));
  const engine = await openTokenEngine(artifact, withLength(64), { maxContext: 64 });
  // The word behind the table of one page is the temperature: its bits, read as a page number, are outside the pool.
  const sampling = { ...GREEDY, temperature: 0.7 };
  const run = async (): Promise<void> => {
    for await (const _ of engine.run({ prompt: [5], sampling, maxNewTokens: 1, stopTokens: [] }));
  };
  await expect(run()).rejects.toThrow(/kernel kv_append.*write outside pages: index/);
  await engine.close();
  await artifact.close();
});
