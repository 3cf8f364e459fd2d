/**
 * A program of two launches small enough to know every word of its result, shared by the tests in Node and in a page.
 * It touches only buffers, a backend and plain data, so it can be bundled for a page.
 */
import { f32, kernel } from "../../codegen/builder.ts";
import type { Kernel } from "../../codegen/ir.ts";
import type { Backend, DeviceBuffer } from "../../src/backend/backend.ts";
import type { BufferRef, Extents, Program, ProgramKernel, ProgramLaunch } from "../../src/program/program.ts";

export const WIDTH = 5;
const ROWS = 4;
const ROW_BYTES = 4 * WIDTH;
/** Results lie in the second half of the arena, behind the alignment every device accepts. */
const RESULT_OFFSET = 256;

const perRow = [
  { extent: "tokens", multiply: 1, divide: 1 },
  { extent: "one", multiply: 1, divide: 1 },
  { extent: "one", multiply: 1, divide: 1 },
] as const;

/** y[row, i] = 2 x[row, i] + 1 */
const scale = kernel("scale", { workgroupSize: 64, doc: "y = 2 x + 1\ngroup.x: row" }, (k) => {
  const x = k.buffer("x", "f32", "read");
  const y = k.buffer("y", "f32", "write");
  k.if(k.local.lt(WIDTH), () => {
    const at = k.let("at", k.groupX.mul(WIDTH).add(k.local));
    k.store(
      y,
      at,
      f32(2)
        .mul(k.load("value", x, at))
        .add(1),
    );
  });
});

/** z[row, i] += y[row, i] * row */
const gather = kernel("gather", { workgroupSize: 64, doc: "z += y * row\ngroup.x: row" }, (k) => {
  const y = k.buffer("y", "f32", "read");
  const z = k.buffer("z", "f32", "read_write");
  k.if(k.local.lt(WIDTH), () => {
    const at = k.let("at", k.groupX.mul(WIDTH).add(k.local));
    const before = k.load("before", z, at);
    k.store(z, at, before.add(k.load("value", y, at).mul(k.groupX.toF32())));
  });
});

export function programKernel(source: Kernel): ProgramKernel {
  return { id: source.name, source: { kind: "portable", kernel: source } };
}

export function launchOf(source: Kernel, bindings: readonly BufferRef[], grid: ProgramLaunch["grid"]): ProgramLaunch {
  return { label: `${source.name} test`, candidate: "portable", kernel: source.name, bindings, grid };
}

const rows = (buffer: string, offsetBytes = 0): BufferRef => ({ buffer, offsetBytes, sizeBytes: ROWS * ROW_BYTES });

export const X = rows("x");
export const Y = rows("values");
export const Z = rows("totals", RESULT_OFFSET);

export const smallProgram: Program = {
  name: "small",
  kernels: { scale: programKernel(scale), gather: programKernel(gather) },
  buffers: [
    { name: "x", bytes: ROWS * ROW_BYTES, role: { kind: "arena", colour: 0 } },
    { name: "values", bytes: ROWS * ROW_BYTES, role: { kind: "arena", colour: 1 } },
    { name: "totals", bytes: RESULT_OFFSET + ROWS * ROW_BYTES, role: { kind: "arena", colour: 2 } },
  ],
  launches: [launchOf(scale, [X, Y], perRow), launchOf(gather, [Y, Z], perRow)],
  results: { z: { ref: Z, storage: "f32", extent: "tokens", width: WIDTH } },
};

/** The program with the bindings of one launch replaced. */
export function withBindings(launch: number, bindings: readonly BufferRef[]): Program {
  const launches = smallProgram.launches.map((l, i) => (i === launch ? { ...l, bindings } : l));
  return { ...smallProgram, launches };
}

export function smallBuffers(backend: Backend): Map<string, DeviceBuffer> {
  return new Map(smallProgram.buffers.map(({ name, bytes }) => [name, backend.createBuffer(name, bytes)]));
}

/** x[row, i] = 10 row + i */
export const INPUT = Float32Array.from({ length: ROWS * WIDTH }, (_, i) => 10 * Math.floor(i / WIDTH) + (i % WIDTH));

/** z after `runs` submits of the given row counts, each adding (2 x + 1) * row to its rows. */
export function expectedTotals(rowCounts: readonly number[]): number[] {
  return Array.from(INPUT, (x, i) => {
    const row = Math.floor(i / WIDTH);
    return rowCounts.filter((count) => row < count).length * (2 * x + 1) * row;
  });
}

export const tokens = (count: number): Extents => ({ tokens: count, sequences: 1, outputs: 1 });

export const bytesOf = (values: Float32Array | Int32Array | Uint32Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** Loads the program, runs it once per row count and returns z. */
export async function runSmallProgram(backend: Backend, rowCounts: readonly number[]): Promise<number[]> {
  const buffers = smallBuffers(backend);
  const executable = await backend.load(smallProgram, buffers);
  backend.write(buffers.get("x")!, 0, bytesOf(INPUT));
  for (const count of rowCounts) backend.submit(executable, tokens(count));
  const bytes = await backend.read(buffers.get("totals")!, Z.offsetBytes, Z.sizeBytes);
  for (const buffer of buffers.values()) backend.destroyBuffer(buffer);
  return Array.from(new Float32Array(bytes.buffer, bytes.byteOffset, ROWS * WIDTH));
}
