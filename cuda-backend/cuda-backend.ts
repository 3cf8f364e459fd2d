/**
 * The CUDA backend: programs compiled by NVRTC and run through the driver API on one stream. The same class serves the
 * real libraries and the stand-in of `emulate/`, so everything but the arithmetic is exercised on machines without a
 * card. Invariant: nothing is freed while the device may still use it, and `dispose` frees all.
 */
import { portableCandidates } from "../shaders/index.ts";
import type { Backend, DeviceBuffer, Executable, OrderedRows, UploadFill } from "../src/backend/backend.ts";
import type { Caps } from "../src/base/caps.ts";
import type { DeviceLostError } from "../src/base/errors.ts";
import { invariant, present } from "../src/base/invariant.ts";
import type { Candidate } from "../src/program/candidate.ts";
import type { Extents, Program, ProgramLaunch } from "../src/program/program.ts";
import { cudaCaps } from "./caps.ts";
import { type CompileProgress, KernelCompiler } from "./compiler.ts";
import { type CudaDevice, chooseDevice, listDevices } from "./device.ts";
import { type Driver, openDriver } from "./driver.ts";
import { cudaText } from "./kernel-text.ts";
import { nativeCandidates } from "./kernels/index.ts";
import { LaunchList, type LaunchPolicy } from "./launch-list.ts";
import { DeviceMemory, type DeviceRange, type MemoryAccount } from "./memory.ts";
import { openNvrtc } from "./nvrtc.ts";
import { Repacker } from "./repack.ts";
import { Transfers } from "./transfer.ts";

export interface CudaOptions {
  /** Ordinal among the visible devices, or a UUID or its beginning. */
  readonly device?: number | string;
  readonly driverPath?: string;
  readonly nvrtcPath?: string;
  /** Replay launches as CUDA graphs. Default true. */
  readonly graphs?: boolean;
  /** Submits of one set of row counts before a graph of it is made. Default 1. */
  readonly captureAfter?: number;
  /** Wait for every launch and name the kernel that fails; slow, for finding faults. Default false. */
  readonly synchronous?: boolean;
  /** Allow the compiler to contract a * b + c in portable kernels. Default false: results are then reproducible. */
  readonly contraction?: boolean;
  /** Leave the native kernels out. */
  readonly portableOnly?: boolean;
  /** Folder of compiled modules; absent: nothing is kept. */
  readonly cacheFolder?: string;
  readonly onProgress?: (progress: CompileProgress) => void;
}

/** What differs between a card and its emulation. */
export interface CudaFlavour {
  readonly name: "cuda" | "cuda-emulated";
  /** Distinguishes compiled modules. */
  readonly identity: string;
  readonly slabBytes: number;
  /** Whether the driver may be one that pages to the host; absent: as this system is. */
  readonly mayPageToHost?: boolean;
  readonly onDispose?: () => Promise<void>;
}

const SLAB_BYTES = 64 << 20;
const NON_BLOCKING = 1;
export const CUDA_FLAVOUR: CudaFlavour = { name: "cuda", identity: "nvrtc", slabBytes: SLAB_BYTES };

interface CudaBuffer extends DeviceBuffer {
  readonly range: DeviceRange;
}

interface CudaExecutable extends Executable {
  readonly list: LaunchList;
}

export class CudaBackend implements Backend {
  readonly name: string;
  readonly caps: Caps;
  readonly candidates: readonly Candidate[];
  readonly device: CudaDevice;
  readonly compiler: KernelCompiler;
  /** For launches of plain CUDA text beside programs, as checks and tests make them. */
  readonly driver: Driver;
  readonly #deviceHandle: number;
  readonly #stream: bigint;
  readonly #memory: DeviceMemory;
  readonly #transfers: Transfers;
  readonly #repacker: Repacker;
  readonly #policy: LaunchPolicy;
  readonly #onDispose: (() => Promise<void>) | undefined;
  readonly #executables = new Set<CudaExecutable>();
  #disposed = false;

  constructor(
    parts: {
      driver: Driver;
      device: CudaDevice;
      compiler: KernelCompiler;
      deviceHandle: number;
      context: bigint;
      stream: bigint;
    },
    options: CudaOptions,
    flavour: CudaFlavour,
  ) {
    this.name = flavour.name;
    this.device = parts.device;
    this.compiler = parts.compiler;
    this.driver = parts.driver;
    this.#deviceHandle = parts.deviceHandle;
    this.#stream = parts.stream;
    this.#memory = new DeviceMemory(parts.driver, flavour.slabBytes, parts.device.pagedToHost);
    this.#transfers = new Transfers(parts.driver, parts.context, parts.stream);
    const { graphs = true, captureAfter = 1, synchronous = false } = options;
    const { driver, stream, compiler } = parts;
    const [memory, transfers] = [this.#memory, this.#transfers];
    this.#repacker = new Repacker({ driver, stream, compiler, memory, transfers, synchronous });
    this.#policy = { graphs, captureAfter, synchronous };
    this.#onDispose = flavour.onDispose;
    this.caps = cudaCaps(flavour.name, parts.device);
    this.candidates = options.portableOnly ? portableCandidates : [...nativeCandidates, ...portableCandidates];
  }

  get lost(): Promise<DeviceLostError> {
    return this.driver.lost;
  }

  /** Where the device's memory is. */
  memoryAccount(): MemoryAccount {
    return this.#memory.account();
  }

  createBuffer(name: string, bytes: number): CudaBuffer {
    const range = this.#memory.allocate(name, bytes);
    try {
      this.driver.call("cuMemsetD8Async", range.address, 0, range.bytes, this.#stream);
    } catch (error) {
      this.#memory.free(range);
      throw error;
    }
    return { name, bytes, range };
  }

  destroyBuffer(buffer: DeviceBuffer): void {
    if (this.#disposed) return;
    // Work in flight may use the range, and the next buffer may get it.
    this.driver.release("cuStreamSynchronize", this.#stream);
    this.#memory.free((buffer as CudaBuffer).range);
  }

  write(buffer: DeviceBuffer, offset: number, data: Uint8Array): void {
    this.#transfers.upload(addressOf(buffer, offset, data.byteLength), data);
  }

  upload(buffer: DeviceBuffer, offset: number, bytes: number, fill: UploadFill): Promise<void> {
    return this.#transfers.uploadFilled(addressOf(buffer, offset, bytes), bytes, fill);
  }

  uploadRows(buffer: DeviceBuffer, rows: OrderedRows, fill: UploadFill): Promise<void> {
    return this.#repacker.upload(addressOf(buffer, 0, buffer.bytes), rows, fill);
  }

  clear(buffer: DeviceBuffer, offset: number, bytes: number): void {
    const address = addressOf(buffer, offset, bytes);
    if (bytes > 0) this.driver.call("cuMemsetD8Async", address, 0, bytes, this.#stream);
  }

  read(buffer: DeviceBuffer, offset: number, bytes: number): Promise<Uint8Array> {
    return this.#transfers.download(addressOf(buffer, offset, bytes), bytes);
  }

  copy(source: DeviceBuffer, sourceOffset: number, target: DeviceBuffer, targetOffset: number, bytes: number): void {
    const from = addressOf(source, sourceOffset, bytes);
    const to = addressOf(target, targetOffset, bytes);
    this.driver.call("cuMemcpyDtoDAsync_v2", to, from, bytes, this.#stream);
  }

  async load(program: Program, buffers: ReadonlyMap<string, DeviceBuffer>): Promise<CudaExecutable> {
    const kernels = Object.values(program.kernels);
    const texts = kernels.map(({ source }) => cudaText(source));
    const loaded = await this.compiler.loadAll(texts);
    const byId = new Map(kernels.map((kernel, i) => [kernel.id, { kernel: loaded[i]!, threads: texts[i]!.threads }]));
    const inputs = program.launches.map((launch) => ({
      launch,
      ...present(byId.get(launch.kernel), `kernel ${launch.kernel}`),
      addresses: bindingAddresses(launch, buffers),
    }));
    const executable = { program, list: new LaunchList(this.driver, this.#stream, this.#policy, program.name, inputs) };
    this.#executables.add(executable);
    return executable;
  }

  submit(executable: Executable, extents: Extents): void {
    (executable as CudaExecutable).list.submit(extents);
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    this.driver.release("cuStreamSynchronize", this.#stream);
    for (const executable of this.#executables) executable.list.dispose();
    this.#executables.clear();
    // Who still waits for an event must not see it destroyed.
    await this.#transfers.settled();
    this.#transfers.dispose();
    this.#memory.dispose();
    this.compiler.dispose();
    this.driver.release("cuStreamDestroy_v2", this.#stream);
    this.driver.release("cuDevicePrimaryCtxRelease_v2", this.#deviceHandle);
    await this.#onDispose?.();
  }
}

function addressOf(buffer: DeviceBuffer, offset: number, bytes: number): bigint {
  invariant(
    offset >= 0 && offset + bytes <= buffer.bytes,
    `${buffer.name}: [${offset}, +${bytes}) of ${buffer.bytes} B`,
  );
  return (buffer as CudaBuffer).range.address + BigInt(offset);
}

function bindingAddresses(launch: ProgramLaunch, buffers: ReadonlyMap<string, DeviceBuffer>): bigint[] {
  return launch.bindings.map((ref) =>
    addressOf(present(buffers.get(ref.buffer), `buffer ${ref.buffer}`), ref.offsetBytes, ref.sizeBytes),
  );
}

/** Opens the libraries and the device. Nothing stays behind when it throws. */
export async function openCudaBackend(options: CudaOptions, flavour: CudaFlavour): Promise<CudaBackend> {
  const driver = await openDriver(options.driverPath);
  const device = chooseDevice(
    listDevices(driver, flavour.mayPageToHost),
    options.device,
    process.env["CUDA_VISIBLE_DEVICES"],
  );
  const nvrtc = await openNvrtc(options.nvrtcPath, driver.version().major);
  const compiler = new KernelCompiler(driver, nvrtc, device.capability, {
    cacheFolder: options.cacheFolder,
    identity: flavour.identity,
    contraction: options.contraction ?? false,
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
  });
  const deviceHandle = driver.int("cuDeviceGet", device.ordinal);
  const context = driver.make("cuDevicePrimaryCtxRetain", deviceHandle);
  try {
    driver.call("cuCtxSetCurrent", context);
    const stream = driver.make("cuStreamCreate", NON_BLOCKING);
    driver.opened(`${device.name} ${device.uuid}`);
    return new CudaBackend({ driver, device, compiler, deviceHandle, context, stream }, options, flavour);
  } catch (error) {
    driver.release("cuDevicePrimaryCtxRelease_v2", deviceHandle);
    throw error;
  }
}
