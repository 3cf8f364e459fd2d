/**
 * A program's launches turned into device objects: pipeline, bind group and grid. All validation of bindings happens
 * here, once, so that a submit is a flat loop. WebGPU refuses a dispatch that binds one buffer for reading and for
 * writing; planned programs never do, and that is checked with the launch's name.
 */

import { withSeparators } from "../../base/bytes.ts";
import type { Caps } from "../../base/caps.ts";
import { CapacityError } from "../../base/errors.ts";
import { invariant, present } from "../../base/invariant.ts";
import { type BufferRef, type Extents, gridSizer, type Program, type ProgramLaunch } from "../../program/program.ts";
import type { DeviceBuffer } from "../backend.ts";
import { type GpuBuffer, gpuBuffer } from "./memory.ts";
import type { CompiledKernel } from "./pipelines.ts";

export interface PreparedLaunch {
  readonly label: string;
  readonly pipeline: GPUComputePipeline;
  readonly group: GPUBindGroup;
  readonly size: ReturnType<typeof gridSizer>;
}

export type Buffers = ReadonlyMap<string, DeviceBuffer>;

/**
 * Checks every binding of a program against the device before anything is compiled.
 * @throws CapacityError `binding_too_large` with buffer, bytes and limit.
 */
export function checkBindings(program: Program, buffers: Buffers, caps: Caps): void {
  for (const launch of program.launches) {
    invariant(launch.bindings.length <= caps.maxStorageBuffers, `${launch.label}: ${launch.bindings.length} buffers`);
    for (const ref of launch.bindings) checkBinding(launch, ref, gpuBuffer(bufferOf(buffers, ref)), caps);
  }
}

function checkBinding(launch: ProgramLaunch, ref: BufferRef, buffer: GpuBuffer, caps: Caps): void {
  const where = `${launch.label}: ${ref.buffer}+${ref.offsetBytes}:${ref.sizeBytes}`;
  invariant(ref.offsetBytes % caps.offsetAlignment === 0, `${where} is not aligned to ${caps.offsetAlignment}`);
  invariant(ref.sizeBytes > 0 && ref.sizeBytes % 4 === 0, `${where} is not of whole words`);
  invariant(ref.offsetBytes + ref.sizeBytes <= buffer.gpu.size, `${where} passes the buffer's ${buffer.bytes} B`);
  if (ref.sizeBytes <= caps.maxBindingBytes) return;
  const needed = withSeparators(ref.sizeBytes);
  const limit = withSeparators(caps.maxBindingBytes);
  throw new CapacityError("binding_too_large", `${where}: binds ${needed} B, the device allows ${limit} B`, {
    hint: "use a device or browser with a larger maxStorageBufferBindingSize, a narrower weight format or the cpu backend",
    data: { buffer: ref.buffer, bytes: ref.sizeBytes, limit: caps.maxBindingBytes, launch: launch.label },
  });
}

/** Overlapping writes, or a read and a write of one buffer, in one launch. */
export function checkAliasing(launch: ProgramLaunch, kernel: CompiledKernel): void {
  invariant(
    launch.bindings.length === kernel.bindings.length,
    `${launch.label}: ${launch.bindings.length} buffers for ${kernel.bindings.length} bindings`,
  );
  for (const [i, a] of launch.bindings.entries()) {
    for (const [j, b] of launch.bindings.slice(0, i).entries()) {
      if (a.buffer !== b.buffer) continue;
      const writes = [kernel.bindings[i]?.writable, kernel.bindings[j]?.writable];
      if (writes[0] !== writes[1]) invariant(false, `${launch.label} reads and writes buffer ${a.buffer}`);
      const apart =
        a.offsetBytes + a.sizeBytes <= b.offsetBytes || b.offsetBytes + b.sizeBytes <= a.offsetBytes || !writes[0];
      invariant(apart, `${launch.label} writes overlapping parts of buffer ${a.buffer}`);
    }
  }
}

export function prepareLaunch(
  device: GPUDevice,
  launch: ProgramLaunch,
  kernel: CompiledKernel,
  buffers: Buffers,
): PreparedLaunch {
  const entries = launch.bindings.map((ref, binding): GPUBindGroupEntry => {
    const { gpu } = gpuBuffer(bufferOf(buffers, ref));
    return { binding, resource: { buffer: gpu, offset: ref.offsetBytes, size: ref.sizeBytes } };
  });
  const group = device.createBindGroup({ label: launch.label, layout: kernel.layout, entries });
  return { label: launch.label, pipeline: kernel.pipeline, group, size: gridSizer(launch.grid) };
}

function bufferOf(buffers: Buffers, ref: BufferRef): DeviceBuffer {
  return present(buffers.get(ref.buffer), `buffer ${ref.buffer}`);
}

/**
 * Workgroups of a launch, or undefined when it does nothing.
 * @throws CapacityError `grid_too_large` when the step's rows need more workgroups than the device has.
 */
export function dispatchSize(
  launch: PreparedLaunch,
  extents: Extents,
  limit: number,
): readonly [number, number, number] | undefined {
  const size = launch.size(extents);
  const [x, y, z] = size;
  if (x === 0 || y === 0 || z === 0) return undefined;
  if (x <= limit && y <= limit && z <= limit) return size;
  throw new CapacityError(
    "grid_too_large",
    `${launch.label}: ${x} x ${y} x ${z} workgroups, the device allows ${limit}`,
    {
      hint: "use shorter prefill chunks or fewer sequences per step",
      data: { launch: launch.label, workgroups: size, limit, extents },
    },
  );
}
