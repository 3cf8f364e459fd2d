/** Running kernels as WebAssembly in tests: buffers laid one after another in a memory of their own, and read back. */
import type { WordArray } from "../../codegen/emit-js.ts";
import { emitWasm } from "../../codegen/emit-wasm.ts";
import type { Kernel } from "../../codegen/ir.ts";
import { encodeWasm } from "../../codegen/wasm/encode.ts";

export interface RunWasmSettings {
  readonly subgroupSize?: number;
  readonly groups?: readonly [number, number, number];
  /** Where the run of workgroups is cut into calls. */
  readonly cuts?: readonly number[];
}

const align = (bytes: number): number => Math.ceil(bytes / 64) * 64;

/** Runs a kernel once over the buffers, which it changes. */
export function runWasm(kernel: Kernel, buffers: readonly WordArray[], settings: RunWasmSettings = {}): void {
  const { subgroupSize = 4, groups = [1, 1, 1], cuts = [] } = settings;
  const { module, scratchBytes } = emitWasm(kernel, { subgroupSize });
  let end = 64;
  const addresses = buffers.map(({ byteLength }) => {
    const at = end;
    end += align(byteLength);
    return at;
  });
  const memory = new WebAssembly.Memory({ initial: Math.ceil((end + scratchBytes + 64) / 65536) });
  // What is not written first shows.
  new Uint8Array(memory.buffer).fill(0xa5);
  for (const [i, { buffer, byteOffset, byteLength }] of buffers.entries()) {
    new Uint8Array(memory.buffer, addresses[i]!).set(new Uint8Array(buffer, byteOffset, byteLength));
  }
  const instance = new WebAssembly.Instance(new WebAssembly.Module(encodeWasm(module, false)), { env: { memory } });
  const run = instance.exports["run"] as (...args: number[]) => void;
  const bounds = [0, ...cuts, groups[0] * groups[1] * groups[2]];
  for (let i = 1; i < bounds.length; i++) run(...addresses, end, ...groups, bounds[i - 1]!, bounds[i]!);
  for (const [i, { buffer, byteOffset, byteLength }] of buffers.entries()) {
    new Uint8Array(buffer, byteOffset, byteLength).set(new Uint8Array(memory.buffer, addresses[i]!, byteLength));
  }
}
