/**
 * What the device workers load: their whole module graphs, as the bundler resolves them. A worker that owns a device
 * runs token ids and nothing else, so no tokenizer and no template may be in it.
 */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Every file that an entry can reach, dynamic imports included; nothing is shaken off. */
async function graphOf(entry: string, platform: "node" | "browser"): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    format: "esm",
    platform,
    external: ["webgpu", "koffi"],
    treeShaking: false,
    outdir: "unwritten",
    write: false,
    metafile: true,
    logLevel: "error",
  });
  return Object.keys(metafile.inputs);
}

const ofTexts = (file: string): boolean => file.startsWith("src/text/");

test.each([
  ["node/engine-worker.ts", "node"],
  ["browser-demo/worker/engine-worker.ts", "browser"],
] as const)("%s reaches the token engine and no text work", async (entry, platform) => {
  const files = await graphOf(entry, platform);
  expect(files).toContain("src/runtime/token-engine.ts");
  expect(files).toContain("src/backend/cpu/cpu-backend.ts");
  expect(files.filter(ofTexts)).toEqual([]);
});

test("the text side does reach them, by the same reading", async () => {
  const files = (await graphOf("src/index.ts", "browser")).filter(ofTexts);
  expect(files).toEqual(expect.arrayContaining(["src/text/tokenizer.ts", "src/text/chat-template.ts"]));
});
