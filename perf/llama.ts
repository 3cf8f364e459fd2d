/**
 * The embedded model's shape in llama.cpp, in the same run: a random `qwen35` GGUF of that shape is written, and both
 * engines get the same token counts in turn. llama.cpp runs on two threads and on one, because its threads wait for
 * each other by spinning: where other programs want the cores, two are far slower than one, and a ratio to them alone
 * would flatter us. node-llama-cpp is never a dependency: it is installed into qwerk's cache folder, and this program
 * says so. Run: npx tsx perf/llama.ts [--json FILE]
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { cacheFolder, publishFolder } from "../node/cache-folder.ts";
import { fileDirectory } from "../node/file-source.ts";
import { openArtifact } from "../src/artifact/open.ts";
import { createCpuBackend } from "../src/backend/cpu/cpu-backend.ts";
import { modelOf } from "../src/model/open.ts";
import { type Figure, machine, median, publish, type Report, SEED } from "./benchmark.ts";
import { writeRandomGguf } from "./gguf.ts";
import { DECODED_TOKENS, type Speed as EngineSpeed, openTiny, PROMPT_TOKENS, promptIds, runOnce } from "./step.ts";

type Speed = Pick<EngineSpeed, "prefill" | "decode">;

const VERSION = "3.21.1";
const THREADS = [2, 1] as const;
const ROUNDS = 7;
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

interface LlamaContext {
  getSequence(): LlamaSequence;
}

interface LlamaModule {
  getLlama(options: object): Promise<{
    readonly llamaCppRelease: { readonly release: string };
    loadModel(options: object): Promise<{ createContext(options: object): Promise<LlamaContext> }>;
  }>;
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

async function openLlama(folder: string, modelPath: string) {
  const entry = pathToFileURL(join(folder, "node_modules", "node-llama-cpp", "dist", "index.js")).href;
  const { getLlama } = (await import(entry)) as LlamaModule;
  const llama = await getLlama({
    gpu: false,
    build: "never",
    skipDownload: true,
    progressLogs: false,
    logLevel: "error",
    maxThreads: Math.max(...THREADS),
  });
  const model = await llama.loadModel({ modelPath });
  const sequences = new Map<number, LlamaSequence>();
  for (const threads of THREADS) {
    const context = await model.createContext({
      contextSize: 2 * (PROMPT_TOKENS + DECODED_TOKENS),
      batchSize: PROMPT_TOKENS,
      sequences: 1,
      threads,
    });
    sequences.set(threads, context.getSequence());
  }
  return { sequences, release: llama.llamaCppRelease.release };
}

async function runLlama(sequence: LlamaSequence, prompt: readonly number[]): Promise<Speed> {
  await sequence.clearHistory();
  const start = performance.now();
  let first = 0;
  let count = 0;
  for await (const _ of sequence.evaluate(prompt, { temperature: 0, yieldEogToken: true })) {
    if (count++ === 0) first = performance.now();
    if (count === DECODED_TOKENS) break;
  }
  const end = performance.now();
  return { prefill: (1000 * prompt.length) / (first - start), decode: (1000 * (count - 1)) / (end - first) };
}

const llamaName = (threads: number): string => `llama.cpp, ${threads} thread${threads === 1 ? "" : "s"}`;

function reportOf(speeds: Readonly<Record<string, readonly Speed[]>>, release: string): Report {
  const middle = (name: string, part: keyof Speed): number => median((speeds[name] ?? []).map((s) => s[part]));
  const parts = ["prefill", "decode"] as const;
  const figures = parts.flatMap((part): Figure[] => {
    const ours = middle("qwerk", part);
    const theirs = THREADS.map((threads) => ({ threads, rate: middle(llamaName(threads), part) }));
    const best = Math.max(...theirs.map(({ rate }) => rate));
    return [
      { name: `${part}, qwerk over llama.cpp at its better thread count`, value: ours / best, unit: "x" },
      ...theirs.map(({ threads, rate }) => ({
        name: `${part}, qwerk over ${llamaName(threads)}`,
        value: ours / rate,
        unit: "x",
      })),
    ];
  });
  const rows = Object.keys(speeds).map((engine) => ({
    engine,
    "prefill tok/s": Math.round(middle(engine, "prefill")),
    "decode tok/s": Number(middle(engine, "decode").toPrecision(4)),
  }));
  const { load, cores } = machine();
  return {
    what: "llama",
    about: `llama.cpp ${release} through node-llama-cpp ${VERSION} against qwerk's cpu backend, one thread; ${PROMPT_TOKENS} prompt tokens, then ${DECODED_TOKENS}; medians of ${ROUNDS}`,
    figures,
    tables: { speeds: rows },
    notes: [
      "same shape and counts; qwerk's weights are f32 in memory, those of the GGUF are BF16 and random",
      `load ${load} on ${cores} cores: above ${cores}, llama.cpp on ${cores} threads waits for cores it does not get, and its ratio says nothing`,
    ],
  };
}

async function main(): Promise<void> {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const artifact = await openArtifact(fileDirectory(join(root, "test", "fixtures", "tiny-hybrid")));
  const { text } = modelOf(artifact).config;
  await artifact.close();
  const scratch = mkdtempSync(join(tmpdir(), "qwerk-gguf-"));
  try {
    const file = join(scratch, "random.gguf");
    writeRandomGguf(file, text, SEED);
    const llama = await openLlama(await installed(), file);
    const engine = await openTiny(createCpuBackend());
    const prompt = promptIds(PROMPT_TOKENS, text.vocabSize);
    const speeds: Record<string, Speed[]> = {};
    for (let round = 0; round <= ROUNDS; round++) {
      const measured: Record<string, Speed> = { qwerk: await runOnce(engine, prompt, DECODED_TOKENS) };
      for (const [threads, sequence] of llama.sequences) {
        measured[llamaName(threads)] = await runLlama(sequence, prompt);
      }
      if (round > 0) for (const [name, speed] of Object.entries(measured)) (speeds[name] ??= []).push(speed);
    }
    await engine.close();
    publish(reportOf(speeds, llama.release));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  process.exit();
}

await main();
