/**
 * The WebGPU backend, the same in Node and in pages: the device is passed in. A step is one command buffer with one
 * pass, encoded by a flat loop over what `load` prepared; nothing is created per launch. WebGPU orders dispatches of a
 * pass that touch the same buffer, so program order is kept without barriers of ours.
 */
import { portableCandidates } from "../../../shaders/index.ts";
import { alignUp } from "../../base/bytes.ts";
import type { Caps } from "../../base/caps.ts";
import { type DeviceLostError, UnsupportedError } from "../../base/errors.ts";
import { invariant, present } from "../../base/invariant.ts";
import { checkOptions, FLAG, isObject, type OptionRules, opened } from "../../base/options.ts";
import type { Candidate } from "../../program/candidate.ts";
import type { Extents, Program } from "../../program/program.ts";
import type { Backend, DeviceBuffer, Executable, UploadFill } from "../backend.ts";
import { UPLOAD_BYTES, UploadMemory } from "../uploads.ts";
import { capsOf } from "./caps.ts";
import { DeviceFaults } from "./faults.ts";
import {
  type Buffers,
  checkAliasing,
  checkBindings,
  dispatchSize,
  type PreparedLaunch,
  prepareLaunch,
} from "./launches.ts";
import { GpuBuffer, gpuBuffer } from "./memory.ts";
import type { OpenedDevice } from "./open-device.ts";
import { PipelineCache } from "./pipelines.ts";
import { type LaunchTime, timeLaunches } from "./profile.ts";
import { checkRange, Readback } from "./readback.ts";

interface WebGpuExecutable extends Executable {
  readonly launches: readonly PreparedLaunch[];
}

export class WebGpuBackend implements Backend {
  readonly name = "webgpu";
  readonly caps: Caps;
  readonly candidates: readonly Candidate[] = portableCandidates;
  readonly lost: Promise<DeviceLostError>;
  readonly #device: GPUDevice;
  readonly #faults: DeviceFaults;
  readonly #pipelines: PipelineCache;
  readonly #readback: Readback;
  readonly #uploads = new UploadMemory(
    () => new Uint8Array(UPLOAD_BYTES),
    () => {},
  );

  constructor({ device, adapterInfo, software }: OpenedDevice) {
    this.#device = device;
    this.caps = capsOf(device, adapterInfo, software);
    this.#faults = new DeviceFaults(device);
    this.lost = this.#faults.lost;
    this.#pipelines = new PipelineCache(device, this.#faults);
    this.#readback = new Readback(device, this.#faults);
  }

  /** Sizes beyond the device's limit throw here; a device out of memory is told by `load`, `read` and `allocated`. */
  createBuffer(name: string, bytes: number): GpuBuffer {
    return new GpuBuffer(this.#device, name, bytes);
  }

  destroyBuffer(buffer: DeviceBuffer): void {
    gpuBuffer(buffer).gpu.destroy();
  }

  write(buffer: DeviceBuffer, offset: number, data: Uint8Array): void {
    const target = gpuBuffer(buffer);
    checkRange(target, offset, data.byteLength);
    invariant(data.byteLength % 4 === 0, `${buffer.name}: ${data.byteLength} B are not whole words`);
    if (this.#faults.gone || data.byteLength === 0) return;
    const bytes = data as Uint8Array<ArrayBuffer>;
    this.#onBuffers([target], () => this.#device.queue.writeBuffer(target.gpu, offset, bytes));
  }

  /**
   * Through memory of our own, because mapped memory would have to be mapped again for every piece. WebGPU keeps a copy of
   * what is written until the queue has taken it, without a bound: so a piece's memory is free only when it has.
   */
  async upload(buffer: DeviceBuffer, offset: number, bytes: number, fill: UploadFill): Promise<void> {
    await this.#uploads.lend(async (memory) => {
      this.#faults.check();
      const part = memory.subarray(0, bytes);
      await fill(part);
      this.write(buffer, offset, part);
      await this.#faults.guard(this.#device.queue.onSubmittedWorkDone());
    });
  }

  clear(buffer: DeviceBuffer, offset: number, bytes: number): void {
    const target = gpuBuffer(buffer);
    checkRange(target, offset, bytes);
    invariant(bytes % 4 === 0, `${buffer.name}: ${bytes} B are not whole words`);
    if (this.#faults.gone || bytes === 0) return;
    this.#onBuffers([target], () => {
      const encoder = this.#device.createCommandEncoder();
      encoder.clearBuffer(target.gpu, offset, bytes);
      this.#device.queue.submit([encoder.finish()]);
    });
  }

  async read(buffer: DeviceBuffer, offset: number, bytes: number): Promise<Uint8Array> {
    const source = gpuBuffer(buffer);
    checkRange(source, offset, bytes);
    this.#faults.check();
    if (!source.granted) await this.#faults.guard(source.allocated);
    return await this.#readback.read(source.gpu, offset, bytes);
  }

  copy(source: DeviceBuffer, sourceOffset: number, target: DeviceBuffer, targetOffset: number, bytes: number): void {
    const [from, to] = [gpuBuffer(source), gpuBuffer(target)];
    checkRange(from, sourceOffset, bytes);
    checkRange(to, targetOffset, bytes);
    invariant(bytes % 4 === 0, `copy of ${bytes} B, not whole words`);
    if (this.#faults.gone || bytes === 0) return;
    this.#onBuffers([from, to], () => this.#encodeCopy(from, sourceOffset, to, targetOffset, bytes));
  }

  /** Also @throws CapacityError `out_of_memory`, `binding_too_large`; DeviceLostError `device_lost`. */
  async load(program: Program, buffers: Buffers): Promise<WebGpuExecutable> {
    this.#faults.check();
    checkBindings(program, buffers, this.caps);
    const ids = new Set(program.launches.map((launch) => launch.kernel));
    const compiling = [...ids].map(async (id) => {
      return [id, await this.#pipelines.compiled(present(program.kernels[id], `kernel ${id}`))] as const;
    });
    const bound = new Set(program.launches.flatMap((launch) => launch.bindings.map((ref) => ref.buffer)));
    const allocating = [...bound].map((name) => gpuBuffer(present(buffers.get(name), `buffer ${name}`)).allocated);
    const [compiled] = await this.#faults.guard(Promise.all([Promise.all(compiling), Promise.all(allocating)]));
    const kernels = new Map(compiled);
    const pairs = program.launches.map((launch) => {
      const kernel = present(kernels.get(launch.kernel), `kernel ${launch.kernel}`);
      checkAliasing(launch, kernel);
      return { launch, kernel };
    });
    this.#device.pushErrorScope("validation");
    const launches = pairs.map(({ launch, kernel }) => prepareLaunch(this.#device, launch, kernel, buffers));
    const refused = await this.#faults.guard(this.#device.popErrorScope());
    invariant(refused === null, `program ${program.name}: bind groups were refused: ${refused?.message}`);
    return { program, launches };
  }

  /** @throws CapacityError `grid_too_large`, with nothing submitted. */
  submit(executable: Executable, extents: Extents): void {
    if (this.#faults.gone) return;
    const { launches, program } = executable as WebGpuExecutable;
    const limit = this.caps.maxGroupsPerDimension;
    const encoder = this.#device.createCommandEncoder({ label: program.name });
    const pass = encoder.beginComputePass();
    let current: GPUComputePipeline | undefined;
    for (const launch of launches) {
      const size = dispatchSize(launch, extents, limit);
      if (size === undefined) continue;
      if (launch.pipeline !== current) pass.setPipeline(launch.pipeline);
      current = launch.pipeline;
      pass.setBindGroup(0, launch.group);
      pass.dispatchWorkgroups(size[0], size[1], size[2]);
    }
    pass.end();
    this.#device.queue.submit([encoder.finish()]);
  }

  /**
   * Runs the program once and returns the device time of each launch that had work.
   * @throws UnsupportedError `no_timestamps`.
   */
  async profile(executable: Executable, extents: Extents): Promise<LaunchTime[]> {
    this.#faults.check();
    if (!this.#device.features.has("timestamp-query")) {
      throw new UnsupportedError("no_timestamps", `${this.caps.device} was opened without timestamp-query`, {
        hint: "measure whole steps instead",
      });
    }
    const { launches } = executable as WebGpuExecutable;
    return await timeLaunches(this.#device, this.#readback, this.#faults, launches, extents);
  }

  /** Pending and later reads reject with DeviceLostError; everything else does nothing from here on. */
  async dispose(): Promise<void> {
    if (!this.#faults.gone) this.#faults.close("disposed", "the backend was disposed");
    this.#readback.destroy();
    this.#device.destroy();
    await this.lost;
  }

  #encodeCopy(from: GpuBuffer, fromOffset: number, to: GpuBuffer, toOffset: number, bytes: number): void {
    const encoder = this.#device.createCommandEncoder();
    // WebGPU copies within a buffer only through another one.
    const through = from === to ? this.#temporary(bytes) : undefined;
    if (through === undefined) encoder.copyBufferToBuffer(from.gpu, fromOffset, to.gpu, toOffset, bytes);
    else {
      encoder.copyBufferToBuffer(from.gpu, fromOffset, through, 0, bytes);
      encoder.copyBufferToBuffer(through, 0, to.gpu, toOffset, bytes);
    }
    this.#device.queue.submit([encoder.finish()]);
    through?.destroy();
  }

  #temporary(bytes: number): GPUBuffer {
    const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    return this.#device.createBuffer({ label: "copy", size: alignUp(bytes, 4), usage });
  }

  /** A command on a buffer whose memory may yet be refused: then the buffer tells that, and the command's error is dropped. */
  #onBuffers(buffers: readonly GpuBuffer[], command: () => void): void {
    if (buffers.every((b) => b.granted)) return command();
    this.#device.pushErrorScope("validation");
    command();
    const report = (error: GPUError | null): void => {
      if (error !== null && buffers.every((b) => b.granted)) this.#faults.report(error);
    };
    this.#device.popErrorScope().then(report, () => {});
  }
}

const OPENED_DEVICE: OptionRules<OpenedDevice> = {
  device: {
    ...opened("createBuffer", "a GPUDevice"),
    hint: "await openDevice(adapter) gives all of it",
    required: true,
  },
  adapterInfo: { right: isObject, needed: "the adapter's names", required: true },
  software: { ...FLAG, required: true },
};

/** The backend owns the device from here on; `dispose` destroys it. @throws RequestError `bad_options`, `unknown_field` */
export function createWebGpuBackend(device: OpenedDevice): WebGpuBackend {
  checkOptions(device, OPENED_DEVICE, { path: "opened" });
  return new WebGpuBackend(device);
}
