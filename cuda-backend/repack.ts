/**
 * Weights on their way into fragment order: rows are copied to the device as they are stored, and a kernel moves them
 * to their places. Apart from other uploads because of the memory between: one piece of it serves all uploads, because
 * copies and launches follow each other on one stream, and it is there only while there are any.
 */
import { REPACK, repackGrid, repackKernel } from "../shaders/weights/repack.ts";
import type { OrderedRows, UploadFill } from "../src/backend/backend.ts";
import { UPLOAD_BYTES } from "../src/backend/uploads.ts";
import { alignUp } from "../src/base/bytes.ts";
import { FRAGMENT_ROWS } from "../src/base/formats/fragments.ts";
import { matrixLayout, type WeightFormat } from "../src/base/formats/registry.ts";
import { invariant } from "../src/base/invariant.ts";
import type { KernelCompiler, LoadedKernel } from "./compiler.ts";
import type { Driver } from "./driver.ts";
import { cudaText } from "./kernel-text.ts";
import { LaunchList } from "./launch-list.ts";
import type { DeviceMemory, DeviceRange } from "./memory.ts";
import type { Transfers } from "./transfer.ts";

const ONE_STEP = { tokens: 1, sequences: 1, outputs: 1 };

interface RepackParts {
  readonly driver: Driver;
  readonly stream: bigint;
  readonly memory: DeviceMemory;
  readonly transfers: Transfers;
  readonly compiler: KernelCompiler;
  readonly synchronous: boolean;
}

interface LoadedRepack {
  readonly source: ReturnType<typeof repackKernel>;
  readonly kernel: LoadedKernel;
  readonly threads: number;
}

export class Repacker {
  readonly #parts: RepackParts;
  readonly #kernels = new Map<string, Promise<LoadedRepack>>();
  #active = 0;
  #staging: DeviceRange | undefined;

  constructor(parts: RepackParts) {
    this.#parts = parts;
  }

  /** Rows of a matrix whose buffer is at `address`. Resolves when they are there for later launches. */
  async upload(address: bigint, rows: OrderedRows, fill: UploadFill): Promise<void> {
    const { format, columns, count } = rows;
    const { memory, transfers } = this.#parts;
    const bytes = alignUp(matrixLayout(format, alignUp(count, FRAGMENT_ROWS), columns).bytes, 4);
    invariant(bytes <= UPLOAD_BYTES && rows.firstRow % FRAGMENT_ROWS === 0, `${count} rows from ${rows.firstRow}`);
    const repack = await this.#kernel(format, columns);
    this.#active++;
    try {
      this.#staging ??= memory.allocate("staging of weights", UPLOAD_BYTES);
      const staged = this.#staging.address;
      await transfers.uploadFilled(staged, bytes, fill, () => this.#launch(repack, staged, address, rows));
    } finally {
      this.#active--;
      if (this.#active === 0 && this.#staging !== undefined) {
        // An upload that failed behind its copy has left it under way.
        this.#parts.driver.release("cuStreamSynchronize", this.#parts.stream);
        memory.free(this.#staging);
        this.#staging = undefined;
      }
    }
  }

  #launch({ source, kernel, threads }: LoadedRepack, staged: bigint, target: bigint, rows: OrderedRows): void {
    const { driver, stream, synchronous } = this.#parts;
    const { format, columns, firstRow, count } = rows;
    const from = matrixLayout(format, alignUp(count, FRAGMENT_ROWS), columns);
    const to = matrixLayout(format, rows.rows, columns, "fragments");
    const addresses = source.bindings.map(({ operand, part: plane = 0 }) => {
      if (operand === REPACK.stored) return staged + BigInt(from.planes[plane]!.offset);
      const { offset, unitBytes } = to.planes[plane]!;
      return target + BigInt(offset + (firstRow / FRAGMENT_ROWS) * unitBytes);
    });
    const grid = repackGrid(format, columns, count);
    const launch = { label: `repack ${format}`, candidate: "upload", kernel: source.name, bindings: [], grid };
    const policy = { graphs: false, captureAfter: 0, synchronous };
    const list = new LaunchList(driver, stream, policy, "upload", [{ launch, kernel, threads, addresses }]);
    try {
      list.submit(ONE_STEP);
    } finally {
      // A launch has copied its parameters when it returns.
      list.dispose();
    }
  }

  #kernel(format: WeightFormat, columns: number): Promise<LoadedRepack> {
    const key = `${format} ${columns}`;
    let loading = this.#kernels.get(key);
    if (loading === undefined) {
      loading = (async () => {
        const source = repackKernel(format, columns);
        const text = cudaText({ kind: "portable", kernel: source });
        const [kernel] = await this.#parts.compiler.loadAll([text]);
        return { source, kernel: kernel!, threads: text.threads };
      })();
      this.#kernels.set(key, loading);
      loading.catch(() => this.#kernels.delete(key));
    }
    return loading;
  }
}
