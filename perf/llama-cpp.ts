/**
 * llama.cpp through node-llama-cpp, as far as a comparison needs it. Apart from the benchmark because the package is
 * never a dependency: it is installed into qwerk's cache folder, without scripts, and the program says so. One context a
 * thread count, so that counts can be measured in turn.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cacheFolder, publishFolder } from "../node/cache-folder.ts";
import type { Speed as EngineSpeed } from "./step.ts";

export type Speed = Pick<EngineSpeed, "prefill" | "decode">;

export const VERSION = "3.21.1";
export const THREADS = [2, 1] as const;
const PLATFORMS: Readonly<Record<string, string>> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-x64": "mac-x64",
  "darwin-arm64": "mac-arm64-metal",
  "win32-x64": "win-x64",
};

/** The part of node-llama-cpp that is used here. */
interface LlamaSequence {
  clearHistory(): Promise<void>;
  evaluate(
    tokens: readonly number[],
    options: { readonly temperature: number; readonly yieldEogToken: boolean },
  ): AsyncIterable<number>;
}

interface LlamaModel {
  createContext(options: object): Promise<{ getSequence(): LlamaSequence }>;
  dispose(): Promise<void>;
}

interface Llama {
  readonly llamaCppRelease: { readonly release: string };
  loadModel(options: object): Promise<LlamaModel>;
}

/** A GGUF that is loaded. */
export interface LoadedLlama {
  /** One request of fixed lengths on so many threads. */
  run(threads: number, prompt: readonly number[], newTokens: number): Promise<Speed>;
  dispose(): Promise<void>;
}

/** Installs node-llama-cpp and its prebuilt binary, without scripts, once. @returns the folder that holds them */
async function installed(): Promise<string> {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`];
  if (platform === undefined) throw new Error(`node-llama-cpp has no binary for ${process.platform}-${process.arch}`);
  const packages = [`node-llama-cpp@${VERSION}`, `@node-llama-cpp/${platform}@${VERSION}`];
  const entry = "node_modules/node-llama-cpp/dist/index.js";
  return await publishFolder(cacheFolder(), `node-llama-cpp-${VERSION}`, [entry], async (folder) => {
    console.error(`installing ${packages.join(" and ")} into ${cacheFolder()}; nothing else is changed`);
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    const flags = ["--no-save", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund"];
    const shell = process.platform === "win32";
    execFileSync("npm", ["install", ...flags, ...packages], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      shell,
    });
  });
}

export async function openLlama(): Promise<Llama> {
  const entry = pathToFileURL(join(await installed(), "node_modules", "node-llama-cpp", "dist", "index.js")).href;
  const { getLlama } = (await import(entry)) as { getLlama(options: object): Promise<Llama> };
  return await getLlama({
    gpu: false,
    build: "never",
    skipDownload: true,
    progressLogs: false,
    logLevel: "error",
    maxThreads: Math.max(...THREADS),
  });
}

async function runOn(sequence: LlamaSequence, prompt: readonly number[], newTokens: number): Promise<Speed> {
  await sequence.clearHistory();
  const start = performance.now();
  let first = 0;
  let count = 0;
  for await (const _ of sequence.evaluate(prompt, { temperature: 0, yieldEogToken: true })) {
    if (count++ === 0) first = performance.now();
    if (count === newTokens) break;
  }
  const end = performance.now();
  if (count < newTokens) throw new Error(`llama.cpp ended after ${count} tokens, needed ${newTokens}`);
  return { prefill: (1000 * prompt.length) / (first - start), decode: (1000 * (count - 1)) / (end - first) };
}

/** @param contextTokens most tokens of a request, its answer included */
export async function loadLlama(
  llama: Llama,
  modelPath: string,
  { contextTokens, batchTokens }: { readonly contextTokens: number; readonly batchTokens: number },
): Promise<LoadedLlama> {
  const model = await llama.loadModel({ modelPath });
  const sequences = new Map<number, LlamaSequence>();
  for (const threads of THREADS) {
    const context = await model.createContext({
      contextSize: contextTokens,
      batchSize: batchTokens,
      sequences: 1,
      threads,
    });
    sequences.set(threads, context.getSequence());
  }
  return {
    run(threads, prompt, newTokens) {
      const sequence = sequences.get(threads);
      if (sequence === undefined) throw new Error(`no context of ${threads} threads`);
      return runOn(sequence, prompt, newTokens);
    },
    dispose: () => model.dispose(),
  };
}
