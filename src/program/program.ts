/**
 * A program is what a backend loads: kernels, buffers and a fixed list of launches, as plain data. It holds no device
 * object and no weight bytes, prints readably, and can be compared or sent to a worker.
 */
import type { DType } from "../base/dtype.ts";
import type { WeightFormat, WeightOrder } from "../base/formats/registry.ts";
import type { ConstantRef, Extent, Extents, GridDimension, StateType } from "../base/operands.ts";
import type { KernelSource } from "./candidate.ts";

export type { Extents } from "../base/operands.ts";

/** A kernel as a backend receives it. Equal sources have equal ids. */
export interface ProgramKernel {
  readonly id: string;
  readonly source: KernelSource;
}

/** Part of a buffer. Offsets keep the device's alignment. */
export interface BufferRef {
  readonly buffer: string;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
  /** Set for values: they lie in rows, of which a step uses the first. */
  readonly rows?: { readonly extent: Extent; readonly bytes: number };
}

export interface ProgramLaunch {
  /** Op and place in the model: `linear layers.0.mlp.down`. */
  readonly label: string;
  readonly candidate: string;
  readonly kernel: string;
  readonly bindings: readonly BufferRef[];
  readonly grid: readonly [GridDimension, GridDimension, GridDimension];
}

/** Rows `[row, row + rows)` of a tensor of the artifact as a buffer holds them. */
export interface StoredRows {
  readonly tensor: string;
  readonly row: number;
  readonly rows: number;
  readonly columns: number;
  /** Format in the artifact and format in memory. */
  readonly stored: WeightFormat;
  readonly resident: WeightFormat;
  /** How it lies in memory. Absent: as it is stored. */
  readonly order?: WeightOrder;
}

export type BufferRole =
  /** Values of a step; colour keeps values one launch reads and writes apart. */
  | { readonly kind: "arena"; readonly colour: number }
  | { readonly kind: "step" }
  | { readonly kind: "sampled" }
  /** A pool, or one segment of its pages. */
  | ({ readonly kind: "state"; readonly segment?: number } & StateType)
  | ({ readonly kind: "weight" } & StoredRows)
  | { readonly kind: "constant"; readonly constant: ConstantRef };

export interface ProgramBuffer {
  readonly name: string;
  readonly bytes: number;
  readonly role: BufferRole;
}

/** Where a kept value lies, and its type. */
export interface ProgramResult {
  readonly ref: BufferRef;
  readonly storage: DType;
  readonly extent: Extent;
  readonly width: number;
}

export interface Program {
  readonly name: string;
  /** Most rows of each extent it may be submitted with. Absent: any. */
  readonly most?: Extents;
  readonly kernels: Readonly<Record<string, ProgramKernel>>;
  readonly buffers: readonly ProgramBuffer[];
  readonly launches: readonly ProgramLaunch[];
  readonly results: Readonly<Record<string, ProgramResult>>;
}

/** Buffers of programs that run together: those of one name are one buffer, as large as the largest asks. */
export function sharedBuffers(programs: readonly Program[]): readonly ProgramBuffer[] {
  const shared = new Map<string, ProgramBuffer>();
  for (const buffer of programs.flatMap((program) => program.buffers)) {
    const known = shared.get(buffer.name);
    if (known === undefined || known.bytes < buffer.bytes) shared.set(buffer.name, buffer);
  }
  return [...shared.values()];
}

/** Workgroups of a launch for the rows of one step. A zero means the launch does nothing. */
export function gridSize(grid: ProgramLaunch["grid"], extents: Extents): [number, number, number] {
  const size = (d: GridDimension): number =>
    Math.ceil(((d.extent === "one" ? 1 : extents[d.extent]) * d.multiply) / d.divide);
  return [size(grid[0]), size(grid[1]), size(grid[2])];
}

/** `gridSize` of one launch that remembers its last answer: steps of the same rows follow each other. */
export function gridSizer(grid: ProgramLaunch["grid"]): (extents: Extents) => readonly [number, number, number] {
  let last: Extents | undefined;
  let size: readonly [number, number, number] = [0, 0, 0];
  return (extents) => {
    const { tokens, sequences, outputs } = extents;
    if (last?.tokens !== tokens || last.sequences !== sequences || last.outputs !== outputs) {
      last = { tokens, sequences, outputs };
      size = gridSize(grid, extents);
    }
    return size;
  };
}
