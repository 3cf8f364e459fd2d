/**
 * Memory of the CPU backend: ranges never overlap and all come back, buffers start as zero whatever lay there, what was
 * lent stays alive, and a launch whose bindings lie in several memories answers as one over a single memory does.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { add, i32, load, mul, op, store, whileDo } from "../../../codegen/wasm/ir.ts";
import { CpuBackend, type CpuParts } from "../../../src/backend/cpu/cpu-backend.ts";
import { type BodyFactory, bodySignature } from "../../../src/backend/cpu/kernels/body.ts";
import { type CpuBuffer, WasmMemories } from "../../../src/backend/cpu/memory.ts";
import { RANGE_ALIGNMENT, RangeAllocator } from "../../../src/backend/cpu/range-allocator.ts";
import { CapacityError } from "../../../src/base/errors.ts";
import type { KernelBinding } from "../../../src/program/candidate.ts";
import type { Program } from "../../../src/program/program.ts";
import { SEED } from "../../base/seed.ts";

const END = 64 * 256;

test("random allocations never overlap, keep their alignment, and all come back as one range", () => {
  const step = fc.record({ bytes: fc.integer({ min: 0, max: 3000 }), give: fc.boolean(), which: fc.nat() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const ranges = new RangeAllocator(64, END);
      const held: { at: number; bytes: number }[] = [];
      for (const { bytes, give, which } of steps) {
        if (give && held.length > 0) {
          const [gone] = held.splice(which % held.length, 1);
          ranges.free(gone!.at, gone!.bytes);
          continue;
        }
        const at = ranges.allocate(bytes);
        if (at === undefined) {
          // Only where no gap between what is held takes it.
          const taken = held.toSorted((a, b) => a.at - b.at);
          const starts = [64, ...taken.map((r) => r.at + 64 * Math.max(1, Math.ceil(r.bytes / 64)))];
          const gaps = starts.map((start, i) => (taken[i]?.at ?? END) - start);
          expect(Math.max(...gaps)).toBeLessThan(Math.max(bytes, 1));
          continue;
        }
        expect(at % RANGE_ALIGNMENT).toBe(0);
        expect(at).toBeGreaterThanOrEqual(64);
        expect(at + bytes).toBeLessThanOrEqual(END);
        for (const other of held) {
          expect(at + Math.max(bytes, 1) <= other.at || other.at + Math.max(other.bytes, 1) <= at).toBe(true);
        }
        held.push({ at, bytes });
      }
      for (const { at, bytes } of held) ranges.free(at, bytes);
      expect(ranges.freeRanges).toEqual([{ start: 64, end: END }]);
    }),
    { seed: SEED },
  );
});

test("a range that is free is not given back again", () => {
  const ranges = new RangeAllocator(64, 64 * 16);
  const at = ranges.allocate(100)!;
  ranges.allocate(64);
  ranges.free(at, 100);
  expect(() => ranges.free(at, 100)).toThrow(/free already/);
  expect(() => ranges.free(at + 64, 64)).toThrow(/free already/);
});

const KINDS = [
  ["shared", true],
  ["unshared", false],
] as const;

describe.each(KINDS)("%s memories", (_name, shared) => {
  const open = (mostPages: number): WasmMemories => WasmMemories.open({ shared, mostPages })!;

  test("a buffer starts as zero, where another one lay too", () => {
    const memories = open(32);
    const first = memories.allocate("first", 1000);
    const kept = memories.allocate("kept", 16);
    first.data.fill(7);
    memories.free(first);
    const second = memories.allocate("second", 5000);
    const third = memories.allocate("third", 900);
    expect(third.address).toBe(first.address);
    expect(second.data.every((byte) => byte === 0)).toBe(true);
    expect(third.data.every((byte) => byte === 0)).toBe(true);
    expect(kept.data.byteLength).toBe(16);
  });

  test("what does not fit one memory lies in further ones; what fits none is refused with its bytes", () => {
    const memories = open(4);
    const most = memories.mostBufferBytes;
    const buffers = [memories.allocate("a", most), memories.allocate("b", most), memories.allocate("c", 64)];
    expect(memories.count).toBe(
      2 + Number(buffers[2]!.room !== buffers[0]!.room && buffers[2]!.room !== buffers[1]!.room),
    );
    expect(buffers[0]!.room).not.toBe(buffers[1]!.room);
    const refusal = (): CpuBuffer => memories.allocate("too large", most + 64);
    expect(refusal).toThrow(CapacityError);
    expect(refusal).toThrow(/too large/);
    for (const buffer of buffers) memories.free(buffer);
    expect(memories.count).toBe(1);
    expect(memories.allocate("again", most).data.every((byte) => byte === 0)).toBe(true);
  });

  test("a view that was lent lives while buffers are made", async () => {
    const backend = new CpuBackend({}, { memory: { shared, mostPages: 64 } });
    const buffer = backend.createBuffer("target", 64);
    await backend.upload(buffer, 0, 64, async (memory) => {
      for (let i = 0; i < 8; i++) backend.createBuffer(`grows ${i}`, 100_000);
      memory.fill(9);
    });
    expect([...(await backend.read(buffer, 0, 64))]).toEqual(new Array(64).fill(9));
    await backend.dispose();
  });
});

/** y[i] = y[i] + tokens * x[i], one word an item. */
const scaledSum: BodyFactory = () => {
  const { run, address, tokens, from, to } = bodySignature(["x", "y"]);
  const at = run.local("at", "i32");
  const element = (operand: string) => add(address(operand).get, mul(at.get, i32(4)));
  run.put(
    at.set(from.get),
    whileDo(op("i32.lt_s", at.get, to.get), [
      store(
        "i32.store",
        element("y"),
        add(load("i32.load", element("y")), mul(tokens.get, load("i32.load", element("x")))),
      ),
      at.set(add(at.get, i32(1))),
    ]),
  );
  return { module: { exports: { run } }, scratchBytes: 0 };
};

const BINDINGS: readonly KernelBinding[] = [
  { operand: "x", access: "read" },
  { operand: "y", access: "read_write" },
];

/** Adds x to y, then y to z, over `count` words. */
function sums(count: number): Program {
  const dimension = (multiply: number) => ({ extent: "one", multiply, divide: 1 }) as const;
  const source = { kind: "host", name: "scaled_sum", parameters: {}, bindings: BINDINGS } as const;
  const ref = (buffer: string) => ({ buffer, offsetBytes: 4, sizeBytes: 4 * count });
  const launch = (from: string, into: string) => ({
    label: "scaled-sum",
    candidate: "scaled_sum",
    kernel: "sum",
    bindings: [ref(from), ref(into)],
    grid: [dimension(count), dimension(1), dimension(1)] as const,
  });
  const launches = [launch("x", "y"), launch("y", "z")];
  return { name: "sums", kernels: { sum: { id: "sum", source } }, buffers: [], launches, results: {} };
}

async function runSums(parts: CpuParts, count: number, bufferBytes: number): Promise<{ z: Int32Array; rooms: number }> {
  const backend = new CpuBackend({}, { ...parts, factories: { scaled_sum: scaledSum } });
  const buffers = new Map(["x", "y", "z"].map((name) => [name, backend.createBuffer(name, bufferBytes)]));
  for (const [i, buffer] of [...buffers.values()].entries()) {
    const words = Int32Array.from({ length: count + 2 }, (_, k) => (k === 0 || k > count ? -1 : 100 * i + k));
    backend.write(buffer, 0, new Uint8Array(words.buffer));
  }
  const executable = await backend.load(sums(count), buffers);
  backend.submit(executable, { tokens: 3, sequences: 1, outputs: 1 });
  const bytes = await backend.read(buffers.get("z")!, 0, 4 * count + 8);
  await backend.dispose();
  return { z: new Int32Array(bytes.buffer), rooms: new Set([...buffers.values()].map(({ room }) => room)).size };
}

describe.each(KINDS)("launches over %s memories", (_name, shared) => {
  test.each([
    ["one memory", 4008, 1],
    ["three memories", 400_000, 3],
  ])("%s: every binding is read and written in its place", async (_where, bufferBytes, rooms) => {
    const count = 1000;
    const { z, rooms: found } = await runSums({ memory: { shared, mostPages: 8 } }, count, bufferBytes);
    expect(found).toBe(rooms);
    const want = Int32Array.from({ length: count + 2 }, (_, k) =>
      k === 0 || k > count ? -1 : 200 + k + 3 * (100 + k + 3 * k),
    );
    expect(Buffer.compare(Buffer.from(z.buffer), Buffer.from(want.buffer))).toBe(0);
  });
});
