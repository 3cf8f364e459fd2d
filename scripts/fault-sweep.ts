/**
 * The fault sweep: an engine's life on the stand-in CUDA libraries is repeated with a failure at every call of every
 * driver and NVRTC function. `--nightly` decodes 8 steps instead of one. Lives run in child processes, so that a crash
 * or a hang is one more outcome. Prints a table call x n x outcomes; exits with 1 when any life ended badly.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Fault, FaultScenario, type Outcome, type ScenarioOptions } from "../test/cuda/fault-scenario.ts";

/** Results of the driver: a refusal, no memory, a lost device. Results of NVRTC: an internal error, a refused source. */
const DRIVER_ERRORS = [1, 2, 719];
const NVRTC_ERRORS = [11];
const COMPILE_ERRORS = [6, 11];
const LIFE_LIMIT_MS = 60_000;

interface Life {
  readonly fault: Fault;
  readonly compiled: "warm" | "cold";
}

/** Every n of every call of a life without a fault. NVRTC is called when the cache is cold, the driver in any case. */
export async function everyLife(scenario: FaultScenario): Promise<Life[]> {
  const cold = await scenario.calls("cold");
  const warm = await scenario.calls("warm");
  const lives: Life[] = [];
  for (const [call, count] of [...cold].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const compiled = call.startsWith("nvrtc") && (warm.get(call) ?? 0) < count ? "cold" : "warm";
    const errors = call.startsWith("cu")
      ? DRIVER_ERRORS
      : call === "nvrtcCompileProgram"
        ? COMPILE_ERRORS
        : NVRTC_ERRORS;
    const counted = compiled === "cold" ? count : (warm.get(call) ?? 0);
    for (let n = 1; n <= counted; n++) for (const error of errors) lives.push({ fault: { call, n, error }, compiled });
  }
  return lives;
}

interface Ended extends Life {
  readonly outcome: Outcome;
}

/** One child that lives lives, replaced when it dies. */
class Worker {
  readonly #options: ScenarioOptions;
  #child: ChildProcess | undefined;

  constructor(options: ScenarioOptions) {
    this.#options = options;
  }

  async live(life: Life): Promise<Outcome> {
    this.#child ??= fork(fileURLToPath(import.meta.url), ["--child", JSON.stringify(this.#options)], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const child = this.#child;
    return new Promise((resolve) => {
      const end = (outcome: Outcome): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(outcome);
      };
      const lost = (what: string): void => {
        this.#child = undefined;
        end({ result: what, wrong: [what] });
      };
      const timer = setTimeout(() => {
        child.kill("SIGKILL");
        lost(`did not end in ${LIFE_LIMIT_MS / 1000} s`);
      }, LIFE_LIMIT_MS);
      child.once("exit", (code, signal) => lost(`the process died (${signal ?? code})`));
      child.once("message", (outcome) => end(outcome as Outcome));
      child.send(life);
    });
  }

  close(): void {
    this.#child?.disconnect();
  }
}

async function child(options: ScenarioOptions): Promise<void> {
  const scenario = FaultScenario.open(options);
  process.on("message", (life: Life) => {
    scenario
      .then((opened) => opened.run(life.fault, life.compiled))
      .then((outcome) => process.send?.(outcome))
      .catch((error: unknown) => {
        console.error(error);
        process.exit(70);
      });
  });
}

function table(ended: readonly Ended[]): string[] {
  const calls = [...new Set(ended.map((e) => e.fault.call))];
  const width = Math.max(...calls.map((call) => call.length));
  const line = (call: string, tried: string, lives: string, outcomes: string): string =>
    `${call.padEnd(width)}  ${tried.padStart(4)}  ${lives.padStart(5)}  ${outcomes}`;
  const rows = calls.map((call) => {
    const own = ended.filter((e) => e.fault.call === call);
    const counts = new Map<string, number>();
    for (const { outcome } of own) counts.set(outcome.result, (counts.get(outcome.result) ?? 0) + 1);
    const outcomes = [...counts].sort().map(([result, count]) => `${result} ${count}`);
    return line(call, String(Math.max(...own.map((e) => e.fault.n))), String(own.length), outcomes.join(", "));
  });
  return [line("call", "n", "lives", "outcomes"), ...rows];
}

async function sweep(options: ScenarioOptions): Promise<number> {
  const start = performance.now();
  const lives = await everyLife(await FaultScenario.open(options));
  const ended: Ended[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    const worker = new Worker(options);
    for (let i = next++; i < lives.length; i = next++) {
      const life = lives[i]!;
      ended[i] = { ...life, outcome: await worker.live(life) };
    }
    worker.close();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const bad = ended.filter((e) => e.outcome.wrong.length > 0);
  console.log(table(ended).join("\n"));
  for (const { fault, outcome } of bad) {
    console.log(`FAULT ${fault.call} call ${fault.n} error ${fault.error}: ${outcome.wrong.join("; ")}`);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `1 load, 1 prefill, ${options.decodeSteps} decode steps: ${ended.length} lives with a fault in ${seconds} s, ` +
      `${bad.length} ended badly`,
  );
  return bad.length === 0 ? 0 : 1;
}

async function main(): Promise<void> {
  const nightly = process.argv.includes("--nightly") || process.env["QWERK_NIGHTLY"] === "1";
  const folder = await mkdtemp(join(tmpdir(), "qwerk-fault-sweep-"));
  try {
    // Nightly, decode steps run as single launches, then are captured, then replayed.
    const steps = nightly ? { decodeSteps: 8, captureAfter: 1 } : { decodeSteps: 1, captureAfter: 0 };
    process.exitCode = await sweep({ ...steps, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = process.argv[2] === "--child" ? process.argv[3] : undefined;
  await (options === undefined ? main() : child(JSON.parse(options) as ScenarioOptions));
}
