/**
 * One life of an engine on the stand-in CUDA libraries, with or without one call of theirs failing: open, load a small
 * model, one prefill, decode steps, close. Apart from the sweep that repeats it, because a test and a script both do.
 * Invariant: a run is only well when it ends in a typed error or in the right tokens, and nothing is held after it.
 */
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CudaBackend, type CudaOptions, openCudaBackend } from "../../cuda-backend/cuda-backend.ts";
import { buildEmulation, type EmulationBuild } from "../../cuda-backend/emulate/build.ts";
import { EmulationControl } from "../../cuda-backend/emulate/settings.ts";
import { loadLibrary } from "../../cuda-backend/loader.ts";
import { diskCache } from "../../node/open-cuda.ts";
import type { Artifact } from "../../src/artifact/open.ts";
import { QwerkError } from "../../src/base/errors.ts";
import { GREEDY } from "../../src/base/step-block.ts";
import { openTokenEngine } from "../../src/open-token-engine.ts";
import { openRandomModel } from "../model/random-model.ts";

/** The n-th call of a function returns `error`. */
export interface Fault {
  readonly call: string;
  readonly n: number;
  readonly error: number;
}

export interface Outcome {
  /** `success`, or the code of the typed error it ended in. */
  readonly result: string;
  /** What was wrong with the run. */
  readonly wrong: readonly string[];
}

export interface ScenarioOptions {
  readonly decodeSteps: number;
  /** Submits of one shape before a graph of it is made. */
  readonly captureAfter: number;
  /** Folder for everything the scenario writes. */
  readonly folder: string;
}

/** One layer of each kind, few kernels: what is swept is calls, not arithmetic. */
const SIZES = {
  num_hidden_layers: 2,
  layer_types: ["linear_attention", "full_attention"],
  hidden_size: 32,
  intermediate_size: 32,
  vocab_size: 40,
};
const PROMPT = [1, 2, 3, 4, 5];

/** A compiler that keeps what it made, so that compiling all kernels again costs milliseconds. */
async function keepingCompiler(folder: string, compiler: string): Promise<string> {
  const path = join(folder, "compiler.sh");
  const script = [
    "#!/bin/sh",
    'for argument; do [ "$previous" = -o ] && object=$argument; previous=$argument; done',
    'key=$(sha256sum "$previous") || exit 1',
    `kept="${folder}/object-\${key%% *}"`,
    'if [ -f "$kept" ]; then cp "$kept" "$object"; exit; fi',
    `${compiler} "$@" && cp "$object" "$kept.$$" && mv "$kept.$$" "$kept"`,
    "",
  ].join("\n");
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
}

export class FaultScenario {
  readonly control: EmulationControl;
  readonly #build: EmulationBuild;
  readonly #options: ScenarioOptions;
  #tokens: readonly number[] = [];

  private constructor(build: EmulationBuild, control: EmulationControl, options: ScenarioOptions) {
    this.#build = build;
    this.control = control;
    this.#options = options;
  }

  /** @throws UnsupportedError `host_compiler_missing` */
  static async open(options: ScenarioOptions): Promise<FaultScenario> {
    const build = await buildEmulation(diskCache);
    const control = new EmulationControl(await loadLibrary("driver", build.library));
    control.set("compiler", await keepingCompiler(options.folder, build.compiler));
    control.set("include", build.include);
    control.set("flags", build.kernelFlags.join(" "));
    control.device({});
    const scenario = new FaultScenario(build, control, options);
    // Once to fill the caches, and to know what is right.
    await scenario.#expectWell(await scenario.run(undefined, "warm"));
    return scenario;
  }

  /** Calls of a run without a fault, by function. */
  async calls(compiled: "warm" | "cold"): Promise<ReadonlyMap<string, number>> {
    await this.#expectWell(await this.run(undefined, compiled));
    return this.control.calls();
  }

  /** One life. `cold` starts with an empty module cache, so that every kernel is compiled. */
  async run(fault: Fault | undefined, compiled: "warm" | "cold"): Promise<Outcome> {
    const { folder } = this.#options;
    const cold = compiled === "cold" ? await mkdtemp(join(folder, "cold-")) : undefined;
    const wrong: string[] = [];
    const unhandled = (reason: unknown): void => {
      wrong.push(`unhandled rejection: ${reason}`);
    };
    process.on("unhandledRejection", unhandled);
    try {
      if (fault === undefined) this.control.clearFault();
      else this.control.injectFault(fault.call, fault.n, fault.error);
      const result = await this.#live(cold ?? join(folder, "warm"), wrong);
      // Rejections are reported when the loop turns.
      await new Promise((resolve) => setImmediate(resolve));
      const held = this.control.held();
      if (held.allocations + held.objects > 0) wrong.push(`held at the end: ${JSON.stringify(held)}`);
      return { result, wrong };
    } finally {
      process.off("unhandledRejection", unhandled);
      if (cold !== undefined) await rm(cold, { recursive: true, force: true });
    }
  }

  async #live(cache: string, wrong: string[]): Promise<string> {
    const artifact = await openRandomModel(7, 0, { text: SIZES });
    let backend: CudaBackend | undefined;
    try {
      backend = await this.#openBackend(cache);
      const tokens = await this.#generate(artifact, backend, wrong);
      if (this.#tokens.length === 0) this.#tokens = tokens;
      if (tokens.join() !== this.#tokens.join()) wrong.push(`tokens ${tokens.join()}, needed ${this.#tokens.join()}`);
      return "success";
    } catch (error) {
      if (error instanceof QwerkError && /^[a-z][a-z0-9_]+$/.test(error.code)) return error.code;
      wrong.push(`untyped error: ${error instanceof Error ? error.stack : error}`);
      return "untyped";
    } finally {
      await backend?.dispose();
      await artifact.close();
    }
  }

  #openBackend(cache: string): Promise<CudaBackend> {
    const { library, identity } = this.#build;
    const options: CudaOptions = {
      driverPath: library,
      nvrtcPath: library,
      cacheFolder: cache,
      captureAfter: this.#options.captureAfter,
    };
    return openCudaBackend(options, { name: "cuda-emulated", identity, slabBytes: 0 });
  }

  async #generate(artifact: Artifact, backend: CudaBackend, wrong: string[]): Promise<number[]> {
    const opening = openTokenEngine(artifact, backend, { maxContext: 64, prefillChunk: 16 });
    const engine = await opening.catch((error: unknown) => {
      wrong.push(...keptBuffers(backend));
      throw error;
    });
    const tokens: number[] = [];
    try {
      const request = {
        prompt: PROMPT,
        sampling: GREEDY,
        maxNewTokens: 1 + this.#options.decodeSteps,
        stopTokens: [],
      };
      for await (const event of engine.run(request)) if (event.kind === "token") tokens.push(event.token);
    } finally {
      await engine.close();
    }
    wrong.push(...keptBuffers(backend));
    return tokens;
  }

  async #expectWell({ result, wrong }: Outcome): Promise<void> {
    if (result !== "success" || wrong.length > 0) {
      throw new Error(`the run without a fault ended in ${result}: ${wrong.join("; ")}`);
    }
  }
}

/** Buffers that outlived the model, where the device still answers. */
function keptBuffers(backend: CudaBackend): string[] {
  try {
    const { usedBytes } = backend.memoryAccount();
    return usedBytes === 0 ? [] : [`${usedBytes} B of buffers are left behind the model`];
  } catch (error) {
    if (error instanceof QwerkError) return [];
    throw error;
  }
}
