/** What the CUDA tests share: one kernel as a program over named buffers, on any backend, and the stand-in's opening. */
import type { Kernel } from "../../codegen/ir.ts";
import { LaunchList } from "../../cuda-backend/launch-list.ts";
import { type OpenCudaOptions, openEmulatedCuda } from "../../node/open-cuda.ts";
import type { Backend, DeviceBuffer } from "../../src/backend/backend.ts";
import { UnsupportedError } from "../../src/base/errors.ts";
import type { Extents, Program } from "../../src/program/program.ts";

export const ONE_STEP: Extents = { tokens: 1, sequences: 1, outputs: 1 };
const one = { extent: "one", multiply: 1, divide: 1 } as const;

/** A program that launches `kernel` once with `groups` workgroups; buffers are named as the kernel's bindings. */
export function programOf(kernel: Kernel, groups: number, bytes: Readonly<Record<string, number>>): Program {
  const launch = {
    label: `${kernel.name} test`,
    candidate: "portable",
    kernel: kernel.name,
    bindings: kernel.bindings.map((b) => ({ buffer: b.name, offsetBytes: 0, sizeBytes: bytes[b.name]! })),
    grid: [{ extent: "one", multiply: groups, divide: 1 }, one, one],
  } as const;
  const source = { id: kernel.name, source: { kind: "portable", kernel } } as const;
  return { name: kernel.name, kernels: { [kernel.name]: source }, buffers: [], launches: [launch], results: {} };
}

/** Creates a buffer for every binding of the kernel and fills it. */
export function buffersOf(
  backend: Backend,
  kernel: Kernel,
  data: Readonly<Record<string, Uint8Array>>,
): Map<string, DeviceBuffer> {
  const buffers = new Map<string, DeviceBuffer>();
  for (const { name } of kernel.bindings) {
    const bytes = data[name]!;
    const buffer = backend.createBuffer(name, bytes.byteLength);
    backend.write(buffer, 0, bytes);
    buffers.set(name, buffer);
  }
  return buffers;
}

/** Contents of the kernel's buffers after one launch over `groups` workgroups. */
export async function runKernel(
  backend: Backend,
  kernel: Kernel,
  groups: number,
  data: Readonly<Record<string, Uint8Array>>,
): Promise<Record<string, Uint8Array>> {
  const buffers = buffersOf(backend, kernel, data);
  const sizes = Object.fromEntries([...buffers].map(([name, buffer]) => [name, buffer.bytes]));
  const executable = await backend.load(programOf(kernel, groups, sizes), buffers);
  backend.submit(executable, ONE_STEP);
  const results: Record<string, Uint8Array> = {};
  for (const [name, buffer] of buffers) results[name] = await backend.read(buffer, 0, buffer.bytes);
  for (const buffer of buffers.values()) backend.destroyBuffer(buffer);
  return results;
}

export const bytesOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).slice();

/** Why the stand-in cannot be used here, or undefined. */
export async function emulationMissing(): Promise<string | undefined> {
  try {
    await (await openEmulatedCuda()).backend.dispose();
    return undefined;
  } catch (error) {
    if (error instanceof UnsupportedError && error.code === "host_compiler_missing") return error.message;
    throw error;
  }
}

/** Opens the stand-in, runs `body`, and fails when anything of the device is still held after `dispose`. */
export async function withEmulation<T>(
  options: OpenCudaOptions,
  body: (opened: Awaited<ReturnType<typeof openEmulatedCuda>>) => Promise<T>,
): Promise<T> {
  const opened = await openEmulatedCuda(options);
  const outcome = await body(opened).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  opened.control.clearFault();
  await opened.backend.dispose();
  const held = opened.control.held();
  if (held.allocations !== 0 || held.objects !== 0) throw new Error(`still held: ${JSON.stringify(held)}`);
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}

type Opened = Awaited<ReturnType<typeof openEmulatedCuda>>;

export interface TextLaunch {
  /** CUDA text whose entry is `primitive`; its parameters are the buffers. */
  readonly source: string;
  readonly threads: number;
  readonly blocks?: number;
  readonly options?: OpenCudaOptions;
}

/** Runs CUDA text over device copies of `buffers` and returns their bytes afterwards. `around` does the launch. */
export function runText(
  launch: TextLaunch,
  buffers: readonly Uint8Array[],
  around: (run: () => void, control: Opened["control"]) => void = (run) => run(),
): Promise<Uint8Array[]> {
  const { source, threads, blocks = 1, options = {} } = launch;
  return withEmulation(options, async ({ backend, control }) => {
    const text = { name: "primitive", entry: "primitive", text: source, dynamicSharedBytes: 0 };
    const [kernel] = await backend.compiler.loadAll([text]);
    const owned = buffers.map((bytes, i) => {
      const buffer = backend.createBuffer(`b${i}`, bytes.byteLength);
      backend.write(buffer, 0, bytes);
      return buffer;
    });
    const grid = [{ extent: "one", multiply: blocks, divide: 1 }, one, one] as const;
    const planned = { label: "primitive", candidate: "", kernel: "", bindings: [], grid };
    const addresses = owned.map((b) => (b as unknown as { range: { address: bigint } }).range.address);
    const policy = { graphs: false, captureAfter: 0, synchronous: false };
    const list = new LaunchList(backend.driver, 0n, policy, "text", [
      { launch: planned, kernel: kernel!, threads, addresses },
    ]);
    try {
      around(() => list.submit(ONE_STEP), control);
      return await Promise.all(owned.map((b) => backend.read(b, 0, b.bytes)));
    } finally {
      list.dispose();
      for (const b of owned) backend.destroyBuffer(b);
    }
  });
}
