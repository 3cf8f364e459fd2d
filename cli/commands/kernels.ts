/**
 * `qwerk kernels`: the sources a model's program is made of, as each target gets them, one after the other; as `ir`, all
 * of them are one JSON document.
 */
import { emitCuda } from "../../codegen/emit-cuda.ts";
import { emitJs } from "../../codegen/emit-js.ts";
import { emitWgsl } from "../../codegen/emit-wgsl.ts";
import type { Kernel } from "../../codegen/ir.ts";
import type { Nvrtc } from "../../cuda-backend/nvrtc.ts";
import { openModel } from "../../node/open-model.ts";
import { CpuBackend } from "../../src/backend/cpu/cpu-backend.ts";
import { UsageError } from "../../src/base/errors.ts";
import { present } from "../../src/base/invariant.ts";
import { compileProgram } from "../../src/compile-model.ts";
import { modelOf } from "../../src/model/open.ts";
import { planCapacity } from "../../src/open-token-engine.ts";
import type { Profile } from "../../src/program/storage.ts";
import { EXIT, reportError } from "../exit.ts";

export interface KernelsOptions {
  readonly target: string;
  readonly profile: string;
  readonly model: string;
}

type Emit = (kernel: Kernel) => string | Promise<string>;

/** PTX for the least architecture the compiler knows that has what the kernels use; any newer card takes it. */
const PTX_CAPABILITY = 80;

let openedNvrtc: Promise<Nvrtc> | undefined;

async function emitPtx(kernel: Kernel): Promise<string> {
  const { openNvrtc } = await import("../../cuda-backend/nvrtc.ts");
  const { headersOf } = await import("../../cuda-backend/device-headers.ts");
  openedNvrtc ??= openNvrtc();
  const nvrtc = await openedNvrtc;
  const source = emitCuda(kernel);
  const options = [`--gpu-architecture=compute_${PTX_CAPABILITY}`, "--std=c++17", "--fmad=false"];
  const { image } = await nvrtc.compile({
    name: kernel.name,
    source,
    headers: headersOf(source),
    options,
    wanted: "ptx",
  });
  return new TextDecoder().decode(image).replace(/\0+$/, "");
}

/** Text of a kernel by target; `ir` is the kernel itself. */
const TARGETS: Readonly<Record<string, Emit>> = {
  wgsl: emitWgsl,
  cuda: emitCuda,
  ptx: emitPtx,
  js: (kernel) => emitJs(kernel, { checked: false, subgroupSize: 4 }),
};

interface EmittedKernel {
  readonly id: string;
  readonly kernel: Kernel;
}

/** Portable kernels of a model's programs, each once. */
async function kernelsOf(options: KernelsOptions): Promise<EmittedKernel[]> {
  const artifact = await openModel(options.model);
  const model = modelOf(artifact);
  const backend = new CpuBackend({ portableOnly: true });
  const { capacity, maxContext } = planCapacity(model.config.text.maxPositions, {});
  const profile = options.profile as Profile;
  const kernels = new Map<string, Kernel>();
  for (const head of ["argmax", "sample"] as const) {
    const program = compileProgram(model, backend, head, { profile, capacity, maxPositions: maxContext });
    for (const { id, source } of Object.values(program.kernels)) {
      if (source.kind === "portable") kernels.set(id, source.kernel);
    }
  }
  await artifact.close();
  return Array.from(kernels, ([id, kernel]) => ({ id, kernel }));
}

export async function kernelsCommand(query: string | undefined, options: KernelsOptions): Promise<number> {
  try {
    const kernels = (await kernelsOf(options)).filter(({ id }) => id.includes(query ?? ""));
    if (kernels.length === 0) {
      throw new UsageError("no_kernel", `no kernel's name contains "${query}"`, {
        hint: "without a query all kernels are printed",
      });
    }
    if (options.target === "ir") {
      process.stdout.write(`${JSON.stringify(kernels, undefined, 1)}\n`);
      return EXIT.ok;
    }
    const emit = present(TARGETS[options.target], options.target);
    for (const { kernel } of kernels) process.stdout.write(`${await emit(kernel)}\n`);
    return EXIT.ok;
  } catch (error) {
    return reportError(error, false);
  }
}
