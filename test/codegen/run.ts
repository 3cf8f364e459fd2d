/** Running small kernels as JavaScript in tests: buffers by order of declaration, both modes with one call. */
import { compileJs, LaunchChecker } from "../../codegen/compile-js.ts";
import type { WordArray } from "../../codegen/emit-js.ts";
import type { Kernel } from "../../codegen/ir.ts";

export type Mode = "fast" | "checked";

export const MODES: readonly Mode[] = ["fast", "checked"];

export interface RunSettings {
  readonly mode?: Mode;
  readonly subgroupSize?: number;
  readonly groups?: readonly [number, number, number];
  readonly written?: ReadonlyMap<string, Uint8Array>;
}

/** Runs a kernel once over the buffers, which it changes. */
export function runKernel(kernel: Kernel, buffers: readonly WordArray[], settings: RunSettings = {}): void {
  const { mode = "checked", subgroupSize = 4, groups = [1, 1, 1], written } = settings;
  const run = compileJs(kernel, { checked: mode === "checked", subgroupSize });
  run(buffers, groups, mode === "checked" ? new LaunchChecker(kernel, written) : undefined);
}

/** Seeded 32-bit words. */
export function randomWords(seed: number, count: number): Uint32Array {
  let state = seed >>> 0;
  return Uint32Array.from({ length: count }, () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) >>> 0;
  });
}

/** Seeded f32 values in [-scale, scale). */
export function randomFloats(seed: number, count: number, scale = 1): Float32Array {
  return Float32Array.from(randomWords(seed, count), (word) => (word / 2 ** 31 - 1) * scale);
}
