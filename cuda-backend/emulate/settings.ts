/** Settings and counts of the stand-in driver: the facts it reports, the faults it injects, what it saw. */
import type { LoadedLibrary } from "../loader.ts";

/** Facts the stand-in device reports. Absent ones are those of a 24 GB card of compute capability 8.6. */
export interface EmulatedDevice {
  readonly computeCapability?: number;
  readonly multiprocessors?: number;
  readonly sharedBytes?: number;
  readonly memoryBytes?: number;
  readonly blocksPerMultiprocessor?: number;
  readonly devices?: number;
  /** CUDA version of the driver, 1000 * major + 10 * minor. */
  readonly driverVersion?: number;
  /** "major.minor". */
  readonly nvrtcVersion?: string;
  /** Memory is Windows' to manage: what does not fit is taken all the same. */
  readonly pagedToHost?: boolean;
  /** Memory that other processes hold, as NVML sees it. */
  readonly othersBytes?: number;
  /** Order in which warps run. */
  readonly seed?: number;
}

const NAMES: Readonly<Record<keyof EmulatedDevice, string>> = {
  computeCapability: "compute_capability",
  multiprocessors: "multiprocessors",
  sharedBytes: "shared_bytes",
  memoryBytes: "memory_bytes",
  blocksPerMultiprocessor: "blocks_per_multiprocessor",
  devices: "devices",
  driverVersion: "driver_version",
  nvrtcVersion: "nvrtc_version",
  pagedToHost: "paged_to_host",
  othersBytes: "others_bytes",
  seed: "seed",
};

/**
 * What emulated kernels are counted for: waits for banks of matrix loads, bytes of streaming loads; accesses of warps to
 * global memory, those that touch more 32-byte sectors than their distinct bytes would fill, and both numbers of sectors.
 */
export type KernelCounter =
  | "shared_conflicts"
  | "global_bytes"
  | "global_accesses"
  | "uncoalesced_accesses"
  | "global_sectors"
  | "minimum_sectors";

type SetText = (name: string, value: string) => void;
type ReadNumber = (name: string) => number;
type ReadText = () => string;

export class EmulationControl {
  readonly #set: SetText;
  readonly #count: ReadNumber;
  readonly #held: ReadNumber;
  readonly #calls: ReadText;

  constructor(library: LoadedLibrary) {
    const { handle } = library;
    this.#set = handle.func("qwerk_emulate_set", "void", ["str", "str"]) as SetText;
    this.#count = handle.func("qwerk_emulate_count", "double", ["str"]) as ReadNumber;
    this.#held = handle.func("qwerk_emulate_held", "double", ["str"]) as ReadNumber;
    this.#calls = handle.func("qwerk_emulate_calls", "str", []) as ReadText;
  }

  set(name: string, value: string | number): void {
    this.#set(name, String(value));
  }

  /** Sets the device's facts; those not named return to their defaults. */
  device(facts: EmulatedDevice): void {
    for (const [key, name] of Object.entries(NAMES)) {
      const value = facts[key as keyof EmulatedDevice];
      this.#set(name, value === undefined ? "" : String(value));
    }
  }

  /** The n-th call from now of a function ("*": of any) returns `error`. Restarts all counts. */
  injectFault(call: string, n: number, error: number): void {
    this.#set("fault", `${call}:${n}:${error}`);
  }

  clearFault(): void {
    this.#set("fault", "");
  }

  /** Calls per function since the last fault was set or cleared. */
  calls(): ReadonlyMap<string, number> {
    const lines = this.#calls().trim().split("\n");
    return new Map(
      lines
        .filter((line) => line !== "")
        .map((line): [string, number] => {
          const [name = "", count = "0"] = line.split(" ");
          return [name, Number(count)];
        }),
    );
  }

  /** A counter of the emulated kernels, since the library was loaded. All but the first two need counted accesses. */
  counter(name: KernelCounter): number {
    return this.#count(name);
  }

  /** Device bytes, allocations (device and pinned) and other objects the engine holds. */
  held(): { readonly bytes: number; readonly allocations: number; readonly objects: number } {
    return { bytes: this.#held("bytes"), allocations: this.#held("allocations"), objects: this.#held("objects") };
  }
}
