/**
 * The CUDA device as the GPU check uses it: the engine's backend, and beside it the driver for launches of plain CUDA
 * text with times of the device's own clock. Apart from the backend because an engine needs neither. Invariant: raw
 * launches run on a stream of their own, so each waits for the backend's work before and is waited for after.
 */
import type { CudaBackend } from "../../cuda-backend/cuda-backend.ts";
import type { Driver } from "../../cuda-backend/driver.ts";
import { LaunchList } from "../../cuda-backend/launch-list.ts";
import { openCuda } from "../../node/open-cuda.ts";
import type { DeviceBuffer } from "../../src/backend/backend.ts";

export interface CheckOptions {
  /** Run on the stand-in libraries instead of a card. */
  readonly emulated: boolean;
  readonly device?: string;
}

export interface TextLaunch {
  /** CUDA text whose entry is `primitive`; its parameters are the buffers. */
  readonly source: string;
  readonly threads: number;
  readonly blocks?: number;
}

const NON_BLOCKING = 1;
const ONE_BY_ONE = { graphs: false, captureAfter: 0, synchronous: false } as const;
const one = { extent: "one", multiply: 1, divide: 1 } as const;

const addressOf = (buffer: DeviceBuffer): bigint =>
  (buffer as unknown as { readonly range: { readonly address: bigint } }).range.address;

export class CheckDevice {
  readonly backend: CudaBackend;
  readonly #driver: Driver;
  readonly #stream: bigint;
  readonly #events: readonly [bigint, bigint];

  private constructor(backend: CudaBackend) {
    this.backend = backend;
    this.#driver = backend.driver;
    this.#stream = this.#driver.make("cuStreamCreate", NON_BLOCKING);
    this.#events = [this.#driver.make("cuEventCreate", 0), this.#driver.make("cuEventCreate", 0)];
  }

  /** @throws as `createCudaBackend` does */
  static async open({ emulated, device }: CheckOptions): Promise<CheckDevice> {
    return new CheckDevice(await openCuda({ emulated, ...(device === undefined ? {} : { device }) }));
  }

  get capability(): number {
    return this.backend.device.capability;
  }

  /** Runs CUDA text over device copies of `buffers` and returns their bytes afterwards. */
  async run(launch: TextLaunch, buffers: readonly Uint8Array[]): Promise<Uint8Array[]> {
    const owned = buffers.map((bytes, i) => {
      const buffer = this.backend.createBuffer(`operand ${i}`, bytes.byteLength);
      this.backend.write(buffer, 0, bytes);
      return buffer;
    });
    try {
      await this.timeText(launch, owned, 1);
      return await Promise.all(owned.map((b) => this.backend.read(b, 0, b.bytes)));
    } finally {
      for (const buffer of owned) this.backend.destroyBuffer(buffer);
    }
  }

  /** Milliseconds of `count` launches of a text, one after another, by the device's clock. */
  async timeText(launch: TextLaunch, buffers: readonly DeviceBuffer[], count: number): Promise<number> {
    const { source, threads, blocks = 1 } = launch;
    const text = { name: "primitive", entry: "primitive", text: source, dynamicSharedBytes: 0 };
    const [kernel] = await this.backend.compiler.loadAll([text]);
    const grid = [{ ...one, multiply: blocks }, one, one] as const;
    const planned = { label: "gpu check", candidate: "", kernel: "", bindings: [], grid };
    const input = { launch: planned, kernel: kernel!, threads, addresses: buffers.map(addressOf) };
    const list = new LaunchList(this.#driver, this.#stream, ONE_BY_ONE, "gpu check", [input]);
    try {
      return await this.#timed(buffers, () => {
        for (let i = 0; i < count; i++) list.submit({ tokens: 1, sequences: 1, outputs: 1 });
      });
    } finally {
      list.dispose();
    }
  }

  /** Milliseconds of `count` copies between two buffers. */
  timeCopy(from: DeviceBuffer, to: DeviceBuffer, count: number): Promise<number> {
    return this.#timed([from, to], () => {
      for (let i = 0; i < count; i++) {
        this.#driver.call("cuMemcpyDtoDAsync_v2", addressOf(to), addressOf(from), from.bytes, this.#stream);
      }
    });
  }

  async close(): Promise<void> {
    for (const event of this.#events) this.#driver.release("cuEventDestroy_v2", event);
    this.#driver.release("cuStreamDestroy_v2", this.#stream);
    await this.backend.dispose();
  }

  async #timed(buffers: readonly DeviceBuffer[], work: () => void): Promise<number> {
    const [from, to] = this.#events;
    if (buffers[0] !== undefined) await this.backend.read(buffers[0], 0, 4);
    this.#driver.call("cuEventRecord", from, this.#stream);
    work();
    this.#driver.call("cuEventRecord", to, this.#stream);
    this.#driver.call("cuStreamSynchronize", this.#stream);
    const ms = new Float32Array(1);
    this.#driver.call("cuEventElapsedTime", ms, from, to);
    return ms[0]!;
  }
}
