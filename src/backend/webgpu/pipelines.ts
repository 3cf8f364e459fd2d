/**
 * Compute pipelines, compiled once per source text and shared by all programs of a backend. Compilers are slow and may
 * refuse what verification let pass, so everything is compiled concurrently, and a refusal carries all one needs to
 * reproduce it.
 */
import { emitWgsl } from "../../../codegen/emit-wgsl.ts";
import type { Kernel } from "../../../codegen/ir.ts";
import { byteSize } from "../../base/dtype.ts";
import { CompileError, numberLines } from "../../base/errors.ts";
import { invariant } from "../../base/invariant.ts";
import type { ProgramKernel } from "../../program/program.ts";
import type { DeviceFaults } from "./faults.ts";
import { type BindingLayouts, type LayoutBinding, openLayouts } from "./layouts.ts";

export interface CompiledKernel {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
  readonly bindings: readonly LayoutBinding[];
}

interface KernelText {
  /** For people and labels; ids may be long. */
  readonly name: string;
  readonly code: string;
  readonly bindings: readonly LayoutBinding[];
}

export class PipelineCache {
  readonly #device: GPUDevice;
  readonly #faults: DeviceFaults;
  readonly #compiled = new Map<string, Promise<CompiledKernel>>();
  #layouts: Promise<BindingLayouts> | undefined;

  constructor(device: GPUDevice, faults: DeviceFaults) {
    this.#device = device;
    this.#faults = faults;
  }

  /** @throws CompileError `kernel_compile` with kernel id, log and numbered source. */
  compiled(kernel: ProgramKernel): Promise<CompiledKernel> {
    const text = textOf(kernel);
    const found = this.#compiled.get(text.code);
    if (found !== undefined) return found;
    const compiled = this.#compile(kernel.id, text);
    this.#compiled.set(text.code, compiled);
    return compiled;
  }

  async #compile(id: string, { name, code, bindings }: KernelText): Promise<CompiledKernel> {
    this.#layouts ??= openLayouts(this.#device);
    const [module, layouts] = await Promise.all([this.#module(id, name, code), this.#layouts]);
    const layout = layouts.layoutOf(bindings);
    const descriptor: GPUComputePipelineDescriptor = {
      label: name,
      layout: this.#device.createPipelineLayout({ bindGroupLayouts: [layout] }),
      compute: { module, entryPoint: "main" },
    };
    try {
      const pipeline = await this.#device.createComputePipelineAsync(descriptor);
      return { pipeline, layout, bindings };
    } catch (cause) {
      this.#faults.check();
      throw compileError(id, name, code, cause instanceof Error ? cause.message : String(cause), cause);
    }
  }

  async #module(id: string, name: string, code: string): Promise<GPUShaderModule> {
    this.#device.pushErrorScope("validation");
    const module = this.#device.createShaderModule({ label: name, code });
    const refused = this.#device.popErrorScope();
    const [error, { messages }] = await Promise.all([refused, module.getCompilationInfo()]);
    this.#faults.check();
    const errors = messages.filter((m) => m.type === "error");
    if (error === null && errors.length === 0) return module;
    const lines = errors.map((m) => `${m.lineNum}:${m.linePos} ${m.message}`);
    throw compileError(id, name, code, lines.length > 0 ? lines.join("\n") : (error?.message ?? "no message"));
  }
}

function textOf({ source }: ProgramKernel): KernelText {
  switch (source.kind) {
    case "portable": {
      const { name, bindings } = source.kernel;
      return { name, code: emitWgsl(source.kernel), bindings: bindings.map(layoutBinding) };
    }
    case "text": {
      const bindings = source.bindings.map(
        ({ access }): LayoutBinding => ({ word: "u32", writable: access !== "read" }),
      );
      return { name: source.name, code: source.text, bindings };
    }
    case "host":
      throw new Error(`internal error: ${source.name} is a body of the CPU`);
    default:
      return source satisfies never;
  }
}

/** Narrow storage is emitted as words. */
function layoutBinding({ storage, access }: Kernel["bindings"][number]): LayoutBinding {
  const word = storage === "f32" || storage === "i32" ? storage : "u32";
  invariant(byteSize(storage) <= 4, `no word holds ${storage}`);
  return { word, writable: access !== "read" };
}

function compileError(kernel: string, name: string, code: string, log: string, cause?: unknown): CompileError {
  const source = numberLines(code);
  return new CompileError("kernel_compile", `WGSL compiler refused kernel ${name}: ${log}`, {
    hint: "this is a fault of qwerk or of the graphics driver; please report it with this text",
    data: { kernel, log, source },
    ...(cause === undefined ? {} : { cause }),
  });
}
