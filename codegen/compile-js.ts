/**
 * Turning emitted JavaScript into functions, and the checker behind checked mode. Apart from the emitter because the
 * emitter only makes text.
 */
import { f16ToF32, f32ToBf16, f32ToF16 } from "../src/base/dtype.ts";
import { CompileError, numberLines } from "../src/base/errors.ts";
import { type CompiledKernel, type EmitJsOptions, emitJs, type KernelChecker, type WordArray } from "./emit-js.ts";
import type { Kernel } from "./ir.ts";

const toI32 = (x: number): number => Math.max(-2147483648, Math.min(2147483647, Math.trunc(x))) | 0;
const toU32 = (x: number): number => Math.max(0, Math.min(4294967295, Math.trunc(x))) >>> 0;
const halves = Float32Array.from({ length: 65536 }, (_, word) => f16ToF32(word));
const halfToFloat = (word: number): number => halves[word]!;
const packBf16 = (low: number, high: number): number => (f32ToBf16(low) | (f32ToBf16(high) << 16)) >>> 0;

/** @throws CompileError `kernel_compile` with the numbered source when the engine refuses the text. */
export function compileJs(kernel: Kernel, options: EmitJsOptions): CompiledKernel {
  const text = emitJs(kernel, options);
  const runtime = "bitsF, bitsI, bitsU, fround, toI32, toU32, halfToFloat, floatToHalf, packBf16";
  try {
    const bits = new Float32Array(1);
    const factory = new Function(
      ...runtime.split(", "),
      `"use strict"; return function ${kernel.name.replace(/\W/g, "_")}(buffers, groups, checker) {\n${text}\n};`,
    );
    return factory(
      bits,
      new Int32Array(bits.buffer),
      new Uint32Array(bits.buffer),
      Math.fround,
      toI32,
      toU32,
      halfToFloat,
      f32ToF16,
      packBf16,
    ) as CompiledKernel;
  } catch (cause) {
    throw new CompileError("kernel_compile", `kernel ${kernel.name}: ${String(cause)}`, {
      data: { kernel: kernel.name, source: numberLines(text) },
      cause,
    });
  }
}

/** What a checked run found: memory, element, threads. The message names the kernel. */
export class KernelFault extends Error {}

const SHARED_BY_MANY = -1;

/**
 * Checks one launch. Shared memory starts unwritten in every workgroup; `written` may hold a map of written words for a
 * buffer (1 = written), which stores update. Two threads touching one shared element between two barriers, one of them
 * writing, is a race.
 */
export class LaunchChecker implements KernelChecker {
  readonly #kernel: Kernel;
  readonly #written: ReadonlyMap<string, Uint8Array>;
  readonly #shared: ReadonlyMap<string, { writer: Int32Array; reader: Int32Array; written: Uint8Array }>;
  #where = "";

  constructor(kernel: Kernel, written: ReadonlyMap<string, Uint8Array> = new Map()) {
    this.#kernel = kernel;
    this.#written = written;
    this.#shared = new Map(
      kernel.shared.map((s) => [
        s.name,
        { writer: new Int32Array(s.length), reader: new Int32Array(s.length), written: new Uint8Array(s.length) },
      ]),
    );
  }

  beginGroup(x: number, y: number, z: number): void {
    this.#where = `workgroup (${x}, ${y}, ${z})`;
    this.barrier();
    for (const state of this.#shared.values()) state.written.fill(0);
  }

  barrier(): void {
    for (const state of this.#shared.values()) {
      state.writer.fill(0);
      state.reader.fill(0);
    }
  }

  load(memory: string, array: WordArray, index: number, thread: number): number {
    this.#bounds(memory, array, index, thread, "read");
    const state = this.#shared.get(memory);
    if (state === undefined) {
      if (this.#written.get(memory)?.[index] === 0) this.#fail(`read of unwritten ${memory}[${index}]`, thread);
      return array[index]!;
    }
    if (state.written[index] === 0) this.#fail(`read of unwritten ${memory}[${index}]`, thread);
    const writer = state.writer[index]!;
    if (writer !== 0 && writer !== thread + 1)
      this.#fail(`race on ${memory}[${index}] with thread ${writer - 1}`, thread);
    const reader = state.reader[index]!;
    state.reader[index] = reader === 0 || reader === thread + 1 ? thread + 1 : SHARED_BY_MANY;
    return array[index]!;
  }

  store(memory: string, array: WordArray, index: number, value: number, thread: number): void {
    this.#bounds(memory, array, index, thread, "write");
    const state = this.#shared.get(memory);
    if (state !== undefined) {
      const writer = state.writer[index]!;
      const reader = state.reader[index]!;
      const foreign = (id: number): boolean => id !== 0 && id !== thread + 1;
      if (foreign(writer) || foreign(reader)) this.#fail(`race on ${memory}[${index}]`, thread);
      state.writer[index] = thread + 1;
      state.written[index] = 1;
    } else {
      const written = this.#written.get(memory);
      if (written !== undefined) written[index] = 1;
    }
    array[index] = value;
  }

  #bounds(memory: string, array: WordArray, index: number, thread: number, verb: string): void {
    if (Number.isInteger(index) && index >= 0 && index < array.length) return;
    this.#fail(`${verb} outside ${memory}: index ${index}, length ${array.length}`, thread);
  }

  #fail(text: string, thread: number): never {
    throw new KernelFault(`kernel ${this.#kernel.name}: ${text} (${this.#where}, thread ${thread})`);
  }
}
