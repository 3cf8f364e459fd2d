/**
 * The GPU check: all that can only be known on a card, in one command and one JSON record. Every stage runs in a child
 * process of its own, because an error of the device takes the process's context with it; the parent makes no context.
 * Exit codes: 0 all passed, 1 something failed, 3 there is no device to check.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cudaText } from "../../cuda-backend/kernel-text.ts";
import { readNvml } from "../../cuda-backend/nvml.ts";
import { type CudaReport, cudaReport, isMissing } from "../../cuda-backend/report.ts";
import { openCuda } from "../../node/open-cuda.ts";
import { type ErrorRecord, QwerkError, toErrorRecord } from "../../src/base/errors.ts";
import { opSuites } from "../../test/conformance/index.ts";
import { kernelSources } from "../../test/conformance/plan.ts";
import { runSuites } from "../../test/conformance/run.ts";
import { CheckDevice, type CheckOptions } from "./device.ts";
import { checkModel, firstDifference, runShort } from "./model.ts";
import { checkPrimitives } from "./primitives.ts";
import { findSanitizer, readSanitizer, SANITIZER_TOOLS, type SanitizerTool, sanitizerCommand } from "./sanitizer.ts";
import { cardSizes, measureCeilings, timeRows } from "./timings.ts";

export const RECORD_SCHEMA = "qwerk-gpu-check/1";
const EXIT = { passed: 0, failed: 1, noDevice: 3 } as const;
const STAGE_LIMIT_MS = 30 * 60_000;
/** Characters kept of what a stage prints: its end, where errors and summaries are. */
const MOST_OUTPUT = 64_000;

export interface StageRecord {
  readonly stage: string;
  readonly result: "passed" | "failed" | "skipped";
  readonly seconds: number;
  readonly reason?: string;
  readonly details?: unknown;
}

type Outcome = Omit<StageRecord, "stage" | "seconds">;
interface Settings extends CheckOptions {
  readonly seed: number;
  readonly nightly: boolean;
}
type Stage = (settings: Settings) => Promise<Outcome>;

async function withDevice<T>(settings: Settings, body: (device: CheckDevice) => Promise<T>): Promise<T> {
  const device = await CheckDevice.open(settings);
  try {
    return await body(device);
  } finally {
    await device.close();
  }
}

function judged(bad: readonly string[], details: unknown): Outcome {
  if (bad.length === 0) return { result: "passed", details };
  return { result: "failed", reason: `${bad.length} of them failed, first: ${bad[0]}`, details };
}

const primitives: Stage = (settings) =>
  withDevice(settings, async (device) => {
    const rows = await checkPrimitives(device, settings.seed);
    const bad = rows.filter((row) => row.result === "failed").map((row) => `${row.name}: ${row.reason}`);
    return judged(bad, rows);
  });

const conformance =
  (op: string): Stage =>
  (settings) =>
    withDevice(settings, async ({ backend }) => {
      const suites = [opSuites.get(op)!];
      const { seed, nightly } = settings;
      const run = { seed, nightly, profiles: ["exact", "fast"] } as const;
      const sources = kernelSources(backend, suites, run);
      const compiled = await backend.compiler.loadAll(sources.map(cudaText));
      const rows = await runSuites(backend, suites, { ...run, query: "" });
      const failed = rows.filter((row) => row.result === "failed");
      const candidates = [...new Set(rows.map((row) => row.candidate))];
      const details = { rows: rows.length, kernels: compiled.length, candidates, failed };
      return judged(
        failed.map((row) => `${row.id} (seed ${seed}): ${row.criterion}: ${row.reason}`),
        details,
      );
    });

const model: Stage = (settings) =>
  withDevice(settings, async ({ backend }) => {
    const tokens = settings.emulated ? 4 : 64;
    const rows = [...(await checkModel(backend, "exact", tokens)), ...(await checkModel(backend, "fast", tokens))];
    const bad = rows.filter((row) => row.result === "failed");
    return judged(
      bad.map((row) => `${row.prompt} ${row.profile}: ${row.reason}`),
      rows,
    );
  });

/** Text of one prompt with graphs and as single launches. */
const graphs: Stage = async (settings) => {
  const texts: (readonly Float32Array[])[] = [];
  for (const graphsOn of [true, false]) {
    const { emulated, device } = settings;
    const named = device === undefined ? {} : { device };
    const backend = await openCuda({ emulated, graphs: graphsOn, captureAfter: 0, ...named });
    try {
      texts.push(await runShort(backend, "fast", 8));
    } finally {
      await backend.dispose();
    }
  }
  const difference = firstDifference(texts[0]!, texts[1]!);
  return judged(difference === undefined ? [] : [`with and without graphs: ${difference}`], {
    steps: texts[0]!.length,
  });
};

const timings: Stage = async (settings) => {
  if (settings.emulated) return { result: "skipped", reason: "times of an emulation say nothing of a card" };
  return withDevice(settings, async (device) => {
    const { backend } = device;
    const nvmlBefore = await readNvml(backend.device.uuid);
    const sizes = cardSizes(backend.device.totalBytes);
    const ceilings = await measureCeilings(device, sizes);
    const kernels = [];
    const steps = [];
    for (const weights of sizes.weights) {
      for (const rows of sizes.rows) {
        const timed = await timeRows(backend, sizes, weights, rows, ceilings);
        kernels.push(...timed.kernels);
        steps.push(timed.step);
      }
    }
    const { config, context } = sizes;
    const shape = { layers: config.layerTypes.length, vocabulary: config.vocabSize, context };
    return {
      result: "passed",
      details: { ceilings, shape, steps, kernels, nvmlBefore, nvmlAfter: await readNvml(backend.device.uuid) },
    };
  });
};

/** A short run on its own, for compute-sanitizer to look at. */
const short: Stage = (settings) =>
  withDevice(settings, async ({ backend }) => {
    for (const profile of ["exact", "fast"] as const) await runShort(backend, profile, 3);
    return { result: "passed" };
  });

const STAGES: Readonly<Record<string, Stage>> = {
  primitives,
  ...Object.fromEntries([...opSuites.keys()].map((op) => [`conformance ${op}`, conformance(op)])),
  model,
  graphs,
  short,
  timings,
};

/** What runs a stage: this very program. */
function selfCommand(...args: readonly string[]): string[] {
  return [process.execPath, ...process.execArgv, fileURLToPath(import.meta.url), ...args];
}

interface Ended {
  readonly code: number;
  readonly signal: string | null;
  readonly output: string;
}

function start(command: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command[0]!, command.slice(1), { stdio: ["ignore", "pipe", "pipe"], timeout: STAGE_LIMIT_MS });
    let output = "";
    const keep = (part: Buffer): void => {
      output = (output + part.toString()).slice(-MOST_OUTPUT);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", (error) => resolve({ code: 127, signal: null, output: error.message }));
    child.once("close", (code, signal) => resolve({ code: code ?? 1, signal, output }));
  });
}

interface ChildRun {
  readonly seconds: number;
  readonly ended: Ended;
  /** What the stage wrote, unless it did not get that far. */
  readonly outcome: Outcome | undefined;
}

/** A stage in a process of its own, behind the command `under`. */
async function runChild(stage: string, options: readonly string[], under: readonly string[] = []): Promise<ChildRun> {
  const began = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "qwerk-gpu-check-"));
  const file = join(folder, "outcome.json");
  try {
    const ended = await start([...under, ...selfCommand("--stage", stage, "--outcome", file, ...options)]);
    const seconds = Number(((performance.now() - began) / 1000).toFixed(1));
    const outcome = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Outcome) : undefined;
    return { seconds, ended, outcome };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function howEnded({ code, signal }: Ended): string {
  return `the process ended with ${signal ?? `exit code ${code}`}`;
}

async function runStage(stage: string, options: readonly string[]): Promise<StageRecord> {
  const { seconds, ended, outcome } = await runChild(stage, options);
  if (outcome !== undefined && ended.code === 0) return { stage, seconds, ...outcome };
  return { stage, seconds, result: "failed", reason: howEnded(ended), details: { output: ended.output, outcome } };
}

/** The short run under one tool; clean only by the tool's own summary. */
async function sanitizerStage(tool: SanitizerTool, options: readonly string[]): Promise<StageRecord> {
  const stage = `compute-sanitizer ${tool}`;
  const program = findSanitizer();
  if (program === undefined) {
    const reason = "compute-sanitizer is neither in PATH nor in a CUDA folder";
    return { stage, seconds: 0, result: "skipped", reason };
  }
  const { seconds, ended, outcome } = await runChild("short", options, sanitizerCommand(program, tool));
  const found = readSanitizer(ended.output);
  const failed = (reason: string): StageRecord => {
    return { stage, seconds, result: "failed", reason, details: { ...found, outcome, output: ended.output } };
  };
  if (found === undefined) return failed(`the tool gave no summary; ${howEnded(ended)}`);
  if (found.errors + found.warnings > 0) {
    return failed(`${found.errors} errors and ${found.warnings} warnings, first: ${found.findings[0] ?? "not shown"}`);
  }
  if (ended.code !== 0 || outcome?.result !== "passed") return failed(`the run itself: ${howEnded(ended)}`);
  return { stage, seconds, result: "passed", details: found };
}

/** Commit the folder was built from, or of the working copy. */
function commitOf(): string {
  const built = fileURLToPath(new URL("./build.json", import.meta.url));
  if (existsSync(built)) return (JSON.parse(readFileSync(built, "utf8")) as { commit: string }).commit;
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim();
  } catch {
    return "unknown";
  }
}

interface Arguments {
  readonly settings: Settings;
  /** The same, for a child. */
  readonly passed: readonly string[];
  readonly record: string;
  readonly stage: string | undefined;
  readonly outcome: string | undefined;
  /** Stages to run; absent: all. */
  readonly only: readonly string[] | undefined;
}

function parse(argv: readonly string[]): Arguments {
  const value = (name: string): string | undefined => {
    const at = argv.indexOf(name);
    return at < 0 ? undefined : argv[at + 1];
  };
  const device = value("--device");
  const seed = Number(value("--seed") ?? Math.floor(Math.random() * 2 ** 31));
  const [emulated, nightly] = [argv.includes("--emulated"), argv.includes("--nightly")];
  const flags = [...(emulated ? ["--emulated"] : []), ...(nightly ? ["--nightly"] : [])];
  return {
    settings: { emulated, nightly, seed, ...(device === undefined ? {} : { device }) },
    passed: [...flags, "--seed", String(seed), ...(device === undefined ? [] : ["--device", device])],
    record: value("--record") ?? "gpu-check.json",
    stage: value("--stage"),
    outcome: value("--outcome"),
    only: value("--only")?.split(","),
  };
}

function show({ stage, result, seconds, reason }: StageRecord): void {
  console.log(`${result.padEnd(7)} ${stage} (${seconds} s)${reason === undefined ? "" : `: ${reason}`}`);
}

/** What keeps the check from starting: the error an engine would end in. */
async function obstacle(report: CudaReport, { device }: Settings): Promise<ErrorRecord | undefined> {
  if (![report.driver, report.devices, report.nvrtc].some(isMissing)) return undefined;
  try {
    await (await openCuda(device === undefined ? {} : { device })).dispose();
    return undefined;
  } catch (error) {
    return toErrorRecord(error);
  }
}

async function runAll({ settings, passed, record, only }: Arguments): Promise<number> {
  const facts = {
    schema: RECORD_SCHEMA,
    createdAt: new Date().toISOString(),
    commit: commitOf(),
    node: process.version,
    seed: settings.seed,
    emulated: settings.emulated,
  };
  const report = await cudaReport();
  const error = settings.emulated ? undefined : await obstacle(report, settings);
  if (error !== undefined) {
    console.error(`gpu-check: ${error.code}: ${error.message}`);
    if (error.hint !== undefined) console.error(`  ${error.hint}`);
    const ended = { ...facts, cuda: report, stages: [], result: "no_device", error };
    writeFileSync(record, `${JSON.stringify(ended, null, 2)}\n`);
    return EXIT.noDevice;
  }
  const wanted = (stage: string): boolean => only === undefined || only.some((part) => stage.startsWith(part));
  const stages: StageRecord[] = [];
  const put = (stage: StageRecord): void => {
    stages.push(stage);
    show(stage);
  };
  for (const stage of Object.keys(STAGES)) {
    if (stage === "short" || stage === "timings" || !wanted(stage)) continue;
    put(await runStage(stage, passed));
  }
  for (const tool of SANITIZER_TOOLS) {
    if (wanted(`compute-sanitizer ${tool}`)) put(await sanitizerStage(tool, passed));
  }
  if (wanted("timings")) put(await runStage("timings", passed));
  const failed = stages.filter((s) => s.result === "failed").length;
  const result = failed === 0 ? "passed" : "failed";
  writeFileSync(record, `${JSON.stringify({ ...facts, cuda: report, stages, result }, null, 2)}\n`);
  console.log(`${stages.length} stages, ${failed} failed; record: ${record}`);
  return failed === 0 ? EXIT.passed : EXIT.failed;
}

async function runOne(name: string, { settings, outcome }: Arguments): Promise<number> {
  const stage = STAGES[name];
  if (stage === undefined || outcome === undefined) throw new Error(`no stage ${name}, or no --outcome`);
  let ended: Outcome;
  try {
    ended = await stage(settings);
  } catch (error) {
    const { code, message, hint, data } = toErrorRecord(error);
    ended = { result: "failed", reason: `${code}: ${message}`, details: { hint, data } };
    if (!(error instanceof QwerkError)) console.error(error);
  }
  writeFileSync(outcome, JSON.stringify(ended));
  return EXIT.passed;
}

const args = parse(process.argv.slice(2));
process.exitCode = await (args.stage === undefined ? runAll(args) : runOne(args.stage, args));
