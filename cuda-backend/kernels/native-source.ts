/**
 * Putting a native kernel's text together: constants and hooks emitted from the declarations that portable kernels use,
 * then the body written by hand, then the entry. A body therefore never spells a byte layout or an epilogue.
 */

import { readFileSync } from "node:fs";
import { type KernelBuilder, PrivateArray, Val } from "../../codegen/builder.ts";
import { cudaEntry, cudaIncludes, emitCudaEntry, emitCudaHooks } from "../../codegen/emit-cuda.ts";
import type { KernelLimits, TextKernel } from "../../src/program/candidate.ts";
import { cudaSource } from "../source-folder.ts";

export const intParameter = (name: string) => new Val("i32", { kind: "ref", type: "i32", name });
export const intArray = (name: string) => new PrivateArray("i32", name);
export const floatArray = (name: string) => new PrivateArray("f32", name);

const bodies = new Map<string, string>();

/** Text of a file under `kernels/`, read once: every layer asks for it. */
export function bodyText(file: string): string {
  let text = bodies.get(file);
  if (text === undefined) {
    text = readFileSync(cudaSource("kernels", file), "utf8");
    bodies.set(file, text);
  }
  return text;
}

export interface NativeSource {
  /** Buffers and hooks, buffers in binding order. */
  readonly k: KernelBuilder;
  readonly name: string;
  readonly doc: string;
  /** File of the body, relative to this folder. It defines a function of the buffers named as the file. */
  readonly file: string;
  readonly constants: Readonly<Record<string, number>>;
  /** Text between the hooks and the body. */
  readonly declarations?: string;
  readonly limits: KernelLimits;
  /** Blocks of a multiprocessor that the compiler must leave registers for. Absent: one. */
  readonly blocksAtOnce?: number;
}

export function nativeText(source: NativeSource): TextKernel {
  const kernel = source.k.finish(source.name, source.doc);
  const run = source.file.replace(/^.*\/|\.cuh?$/g, "");
  const text = [
    ...source.doc.split("\n").map((line) => `// ${line}`),
    ...cudaIncludes(kernel, source.k.hooks),
    "",
    ...Object.entries(source.constants).map(([name, value]) => `constexpr int ${name} = ${value};`),
    emitCudaHooks(kernel, source.k.hooks),
    ...(source.declarations === undefined ? [] : [source.declarations]),
    bodyText(source.file).trimEnd(),
    "",
    emitCudaEntry(kernel, run, source.blocksAtOnce),
  ].join("\n");
  return {
    kind: "text",
    name: source.name,
    entry: cudaEntry(kernel),
    text,
    threads: kernel.workgroupSize,
    dynamicSharedBytes: 0,
    limits: source.limits,
    bindings: kernel.bindings.map(({ operand, part, access }) => ({
      operand,
      ...(part === undefined ? {} : { part }),
      access,
    })),
  };
}
