/**
 * Memory of the CPU backend: ranges never overlap and all come back, buffers start as zero whatever lay there, what was
 * lent stays alive, and a launch whose bindings lie in several memories answers as one over a single memory does.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CpuBackend } from "../../../src/backend/cpu/cpu-backend.ts";
import { type CpuBuffer, WasmMemories } from "../../../src/backend/cpu/memory.ts";
import { RANGE_ALIGNMENT, RangeAllocator } from "../../../src/backend/cpu/range-allocator.ts";
import { CapacityError } from "../../../src/base/errors.ts";
import { SEED } from "../../base/seed.ts";
import { mix, mixed, mixProgram } from "./bodies.ts";

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

const LAUNCHES = [
  { x: 0, y: 1, rounds: 2 },
  { x: 1, y: 2, rounds: 1 },
  { x: 2, y: 0, rounds: 1 },
];

describe.each(KINDS)("launches over %s memories", (_name, shared) => {
  const count = 1000;
  const names = ["b0", "b1", "b2"];
  const guarded = (values: Int32Array): Int32Array => Int32Array.from([-1, ...values, -1]);

  /** Runs the launches over buffers and compares every word and both guards with plain code. */
  async function check(backend: CpuBackend, buffers: ReadonlyMap<string, CpuBuffer>): Promise<void> {
    const words = names.map((_, b) => Int32Array.from({ length: count }, (_, i) => 1000 * b + i));
    for (const [b, name] of names.entries()) {
      backend.write(buffers.get(name)!, 0, new Uint8Array(guarded(words[b]!).buffer));
    }
    const executable = await backend.load(mixProgram(LAUNCHES, count), buffers);
    backend.submit(executable, { tokens: 3, sequences: 1, outputs: 1 });
    mixed(words, LAUNCHES, 3);
    for (const [b, name] of names.entries()) {
      const bytes = await backend.read(buffers.get(name)!, 0, 4 * count + 8);
      expect([...new Int32Array(bytes.buffer)], name).toEqual([...guarded(words[b]!)]);
    }
  }

  test.each([
    ["one memory", 4008, 1],
    ["three memories", 400_000, 3],
  ])("%s: every binding is read and written in its place", async (_where, bufferBytes, rooms) => {
    const backend = new CpuBackend({}, { memory: { shared, mostPages: 8 }, factories: { mix } });
    const buffers = new Map(names.map((name) => [name, backend.createBuffer(name, bufferBytes)]));
    expect(new Set([...buffers.values()].map(({ room }) => room)).size).toBe(rooms);
    await check(backend, buffers);
    await backend.dispose();
  });

  test("addresses beyond 2 GiB, and buffers up to the largest, cost nothing that is not touched", async () => {
    const backend = new CpuBackend({}, { memory: { shared }, factories: { mix } });
    const most = backend.caps.maxBufferBytes;
    const filler = backend.createBuffer("filler", 2 ** 31);
    const buffers = new Map(names.map((name) => [name, backend.createBuffer(name, 4 * count + 8)]));
    for (const { room, address } of buffers.values()) {
      expect(room).toBe(filler.room);
      expect(address).toBeGreaterThanOrEqual(2 ** 31);
    }
    await check(backend, buffers);
    const largest = backend.createBuffer("largest", most);
    expect(largest.room).not.toBe(filler.room);
    backend.write(largest, most - 4, Uint8Array.of(1, 2, 3, 4));
    expect([...(await backend.read(largest, most - 8, 8))]).toEqual([0, 0, 0, 0, 1, 2, 3, 4]);
    expect(() => backend.createBuffer("larger", most + 64)).toThrow(CapacityError);
    await backend.dispose();
  });
});
