/**
 * Speed of the embedded model through the engine's own step loop: prefill and decode on the CPU, hand-written kernels
 * against portable ones in turn in one run, the time to the first token of the command from node's start, and the
 * WebGPU backend on whatever adapter is there. Run: npx tsx perf/step.ts [--json FILE]
 */
import { execFileSync, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileDirectory } from "../node/file-source.ts";
import { openBackend } from "../node/open-backend.ts";
import { openArtifact } from "../src/artifact/open.ts";
import type { Backend } from "../src/backend/backend.ts";
import { createCpuBackend } from "../src/backend/cpu/cpu-backend.ts";
import { GREEDY } from "../src/base/step-block.ts";
import { compileProgram } from "../src/compile-model.ts";
import { modelOf } from "../src/model/open.ts";
import { openTokenEngine } from "../src/open-token-engine.ts";
import type { TokenEngine, TokenTimings } from "../src/runtime/request.ts";
import { type Figure, median, publish, type Row, randomNumbers, SEED } from "./benchmark.ts";
import { oneLane } from "./shapes.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MODEL = join(root, "test", "fixtures", "tiny-hybrid");
const QWERK = join(root, "dist", "qwerk.js");
const MAX_CONTEXT = 4096;
export const PROMPT_TOKENS = 256;
export const DECODED_TOKENS = 128;
const ROUNDS = 7;
const STARTS = 7;

export interface Speed {
  /** Tokens per second. */
  readonly prefill: number;
  readonly decode: number;
  /** Tokens per second of this process's own processor time, which other programs do not take away. */
  readonly prefillPerCpuSecond: number;
  readonly decodePerCpuSecond: number;
}

/** Ids of plain tokens, the same on every run. */
export function promptIds(count: number, vocabulary: number): number[] {
  const random = randomNumbers(SEED);
  return Array.from({ length: count }, () => Math.floor(random() * vocabulary));
}

/** One request of fixed lengths. */
export async function runOnce(engine: TokenEngine, prompt: readonly number[], maxNewTokens: number): Promise<Speed> {
  let timings: TokenTimings | undefined;
  const start = process.cpuUsage();
  let first: NodeJS.CpuUsage | undefined;
  for await (const event of engine.run({ prompt, sampling: GREEDY, maxNewTokens, stopTokens: [] })) {
    if (event.kind === "token") first ??= process.cpuUsage();
    if (event.kind === "finished") timings = event.timings;
  }
  const end = process.cpuUsage();
  if (timings === undefined || first === undefined) throw new Error("the request ended without a token");
  const rate = (tokens: number, ms: number): number => (1000 * tokens) / ms;
  const cpuMs = (from: NodeJS.CpuUsage, to: NodeJS.CpuUsage): number =>
    (to.user + to.system - from.user - from.system) / 1000;
  return {
    prefill: rate(prompt.length, timings.prefillMs),
    decode: rate(maxNewTokens - 1, timings.decodeMs),
    prefillPerCpuSecond: rate(prompt.length, cpuMs(start, first)),
    decodePerCpuSecond: rate(maxNewTokens - 1, cpuMs(first, end)),
  };
}

export async function openTiny(backend: Backend): Promise<TokenEngine> {
  const artifact = await openArtifact(fileDirectory(MODEL));
  try {
    return await openTokenEngine(artifact, backend, { maxContext: MAX_CONTEXT });
  } finally {
    await artifact.close();
  }
}

/** Engines in turn, round by round, so that a busy minute falls on all of them. The first round warms up. */
export async function compare(
  engines: Readonly<Record<string, TokenEngine>>,
  rounds: number,
): Promise<Record<string, Speed>> {
  const all: Record<string, Speed[]> = {};
  for (let round = 0; round <= rounds; round++) {
    for (const [name, engine] of Object.entries(engines)) {
      const speed = await runOnce(engine, promptIds(PROMPT_TOKENS, 1200), DECODED_TOKENS);
      if (round > 0) (all[name] ??= []).push(speed);
    }
  }
  const middle = (speeds: readonly Speed[]): Speed => ({
    prefill: median(speeds.map((s) => s.prefill)),
    decode: median(speeds.map((s) => s.decode)),
    prefillPerCpuSecond: median(speeds.map((s) => s.prefillPerCpuSecond)),
    decodePerCpuSecond: median(speeds.map((s) => s.decodePerCpuSecond)),
  });
  return Object.fromEntries(Object.entries(all).map(([name, speeds]) => [name, middle(speeds)]));
}

async function cpuFigures(): Promise<{ readonly figures: Figure[]; readonly rows: Row[] }> {
  const native = await openTiny(createCpuBackend());
  const portable = await openTiny(createCpuBackend({ portableOnly: true }));
  const speeds = await compare({ native, portable }, ROUNDS);
  await native.close();
  await portable.close();
  const [n, p] = [speeds["native"]!, speeds["portable"]!];
  const figures: Figure[] = [
    { name: "cpu decode", value: n.decode, unit: "tok/s", bar: { kind: "at least", value: 60 } },
    { name: "cpu prefill", value: n.prefill, unit: "tok/s", bar: { kind: "at least", value: 200 } },
    {
      name: "decode, native over portable, processor time",
      value: n.decodePerCpuSecond / p.decodePerCpuSecond,
      unit: "x",
    },
    {
      name: "prefill, native over portable, processor time",
      value: n.prefillPerCpuSecond / p.prefillPerCpuSecond,
      unit: "x",
    },
  ];
  const rows = Object.entries(speeds).map(([kernels, speed]) => ({
    kernels,
    "prefill tok/s": Math.round(speed.prefill),
    "decode tok/s": Math.round(speed.decode),
    "prefill tok/cpu-s": Math.round(speed.prefillPerCpuSecond),
    "decode tok/cpu-s": Math.round(speed.decodePerCpuSecond),
  }));
  return { figures, rows };
}

async function countRow(name: string, backend: Backend): Promise<Row> {
  const artifact = await openArtifact(fileDirectory(MODEL));
  const options = { profile: "exact", capacity: oneLane(MAX_CONTEXT), maxPositions: MAX_CONTEXT } as const;
  const programs = (["argmax", "sample"] as const).map((head) =>
    compileProgram(modelOf(artifact), backend, head, options),
  );
  await artifact.close();
  const kernels = new Set(programs.flatMap((program) => Object.keys(program.kernels)));
  return { backend: name, "launches a step": programs[0]!.launches.length, "kernels, both heads": kernels.size };
}

/** Milliseconds from node's start to the first byte on stdout. */
function firstByteMs(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, [QWERK, ...args], { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    let first: number | undefined;
    child.stdout.on("data", () => {
      first ??= performance.now() - start;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0 && first !== undefined) resolve(first);
      else reject(new Error(`qwerk ${args.join(" ")} ended with ${code}`));
    });
  });
}

async function startFigures(): Promise<Figure[]> {
  const run = ["run", "What is 12 + 30?", "--backend", "cpu", "--greedy", "--no-thinking"];
  const times: { run: number[]; help: number[] } = { run: [], help: [] };
  for (let i = 0; i < STARTS; i++) {
    times.run.push(await firstByteMs(run));
    times.help.push(await firstByteMs(["--help"]));
  }
  return [
    {
      name: "first token of `qwerk run` on cpu, from node's start",
      value: median(times.run),
      unit: "ms",
      bar: { kind: "at most", value: 400 },
    },
    { name: "`qwerk --help`", value: median(times.help), unit: "ms", bar: { kind: "at most", value: 200 } },
  ];
}

async function webGpuFigures(backend: Backend): Promise<Figure[]> {
  const engine = await openTiny(backend);
  const { webgpu } = await compare({ webgpu: engine }, 2);
  await engine.close();
  return [
    { name: `webgpu decode on ${backend.caps.device}`, value: webgpu!.decode, unit: "tok/s" },
    { name: `webgpu prefill on ${backend.caps.device}`, value: webgpu!.prefill, unit: "tok/s" },
  ];
}

async function main(): Promise<void> {
  execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], { cwd: root, stdio: "inherit" });
  const cpu = await cpuFigures();
  const starts = await startFigures();
  const counts = [
    await countRow("cpu", createCpuBackend()),
    await countRow("cpu, portable", createCpuBackend({ portableOnly: true })),
  ];
  const notes: string[] = [];
  const webgpu: Figure[] = [];
  try {
    const backend = await openBackend({ name: "webgpu" });
    counts.push(await countRow("webgpu", backend));
    webgpu.push(...(await webGpuFigures(backend)));
  } catch (error) {
    notes.push(`not measured on webgpu: ${error instanceof Error ? error.message : String(error)}`);
  }
  const most = Math.max(...counts.map((row) => Number(row["kernels, both heads"])));
  publish({
    what: "step",
    about: `embedded model, exact profile: ${PROMPT_TOKENS} prompt tokens, then ${DECODED_TOKENS}; medians`,
    figures: [
      ...cpu.figures,
      ...starts,
      { name: "distinct pipelines", value: most, unit: "", bar: { kind: "at most", value: 40 } },
      ...webgpu,
    ],
    tables: { "cpu, one thread": cpu.rows, counts },
    notes,
  });
  process.exit();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
