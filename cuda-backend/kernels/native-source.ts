/**
 * Putting a native kernel's text together: constants and hooks emitted from the declarations that portable kernels use,
 * then the body written by hand, then the entry. A body therefore never spells a byte layout or an epilogue.
 */

import { readFileSync } from "node:fs";
import { i32, KernelBuilder, PrivateArray, Val } from "../../codegen/builder.ts";
import {
  type CudaHook,
  cudaEntry,
  cudaIncludes,
  emitCudaEntry,
  emitCudaHooks,
  type HookParameter,
} from "../../codegen/emit-cuda.ts";
import type { Kernel } from "../../codegen/ir.ts";
import { invariant } from "../../src/base/invariant.ts";
import type { CudaKernelText, KernelLimits } from "../kernel-text.ts";
import { cudaSource } from "../source-folder.ts";

export const intParameter = (name: string) => new Val("i32", { kind: "ref", type: "i32", name });
export const floatArray = (name: string) => new PrivateArray("f32", name);

/** Records hooks of one kernel. Buffers are declared on `k` before the first hook. */
export class HookRecorder {
  readonly k: KernelBuilder;
  readonly #hooks: Omit<CudaHook, "body">[] = [];

  constructor(threads: number) {
    this.k = new KernelBuilder(threads);
  }

  hook(name: string, parameters: readonly HookParameter[], record: (k: KernelBuilder) => void): void {
    this.#hooks.push({ name, parameters });
    // A nested list of statements is what the builder keeps apart; the condition is never printed.
    this.k.if(i32(0).eq(0), () => record(this.k));
  }

  finish(name: string, doc: string): { readonly kernel: Kernel; readonly hooks: readonly CudaHook[] } {
    const kernel = this.k.finish(name, doc);
    const bodies = kernel.body.map((s) => {
      invariant(s.kind === "if", `${name}: a statement outside of hooks`);
      return s.then;
    });
    invariant(bodies.length === this.#hooks.length, `${name}: hooks and bodies differ`);
    return { kernel, hooks: this.#hooks.map((hook, i) => ({ ...hook, body: bodies[i]! })) };
  }
}

export interface NativeSource {
  readonly recorder: HookRecorder;
  readonly name: string;
  readonly doc: string;
  /** File of the body, relative to this folder. It defines a function of the buffers named as the file. */
  readonly file: string;
  readonly constants: Readonly<Record<string, number>>;
  /** Text between the hooks and the body. */
  readonly declarations?: string;
  readonly limits: KernelLimits;
}

export function nativeText(source: NativeSource): CudaKernelText & { readonly kernel: Kernel } {
  const { kernel, hooks } = source.recorder.finish(source.name, source.doc);
  const body = readFileSync(cudaSource("kernels", source.file), "utf8");
  const run = source.file.replace(/^.*\/|\.cuh?$/g, "");
  const text = [
    ...source.doc.split("\n").map((line) => `// ${line}`),
    ...cudaIncludes(kernel),
    "",
    ...Object.entries(source.constants).map(([name, value]) => `constexpr int ${name} = ${value};`),
    emitCudaHooks(kernel, hooks),
    ...(source.declarations === undefined ? [] : [source.declarations]),
    body.trimEnd(),
    "",
    emitCudaEntry(kernel, run),
  ].join("\n");
  const entry = cudaEntry(kernel);
  return {
    text: { name: source.name, entry, source: text, dynamicSharedBytes: 0 },
    threads: kernel.workgroupSize,
    limits: source.limits,
    kernel,
  };
}
