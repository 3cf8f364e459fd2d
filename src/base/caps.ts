/**
 * What a device can do, as facts it reported. Selection and launch geometry read these and nothing else: no constant
 * that holds on one card only.
 */

import type { WeightFormat, WeightOrder } from "./formats/registry.ts";
import type { KvCodec } from "./kv/registry.ts";

/** Among the features of a backend that fuses multiplication and addition by choice: its bits depend on the machine. */
export const FUSED_FEATURE = "fused-multiply-add";

export interface Caps {
  readonly backend: string;
  /** Name of the device, for people and records. */
  readonly device: string;
  readonly maxBindingBytes: number;
  readonly maxBufferBytes: number;
  readonly maxWorkgroupSize: number;
  readonly maxSharedBytes: number;
  readonly maxGroupsPerDimension: number;
  readonly maxStorageBuffers: number;
  readonly offsetAlignment: number;
  readonly features: ReadonlySet<string>;
  /** Storage the backend wants for activations and KV in the `fast` profile. */
  readonly fastActivations: "f32" | "bf16";
  readonly fastKeyValues: KvCodec;
  /** Formats that the backend's routes read; weights in others are decoded to f32 when they are uploaded. */
  readonly weightFormats: readonly WeightFormat[];
  /**
   * Of these, the formats whose matrices lie in an order of the backend's where the order takes their shape: it repacks
   * them when they are uploaded.
   */
  readonly orders?: Readonly<Partial<Record<WeightFormat, WeightOrder>>>;
  /** In the `fast` profile, products of matrices that lie in panels read their rows as 16-bit codes in groups. */
  readonly codedRows?: boolean;
  /** CUDA facts, where there are any. */
  readonly cuda?: {
    readonly computeCapability: number;
    readonly multiprocessors: number;
    readonly sharedBytesOptIn: number;
  };
}
