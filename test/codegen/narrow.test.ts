/**
 * Narrow storage in kernels against the host's conversions: every word of every type at every place in a word and
 * every vector width, and packed stores of all kinds of floats.
 */
import { describe, expect, test } from "vitest";
import {
  type F32,
  type I32,
  i32,
  type KernelBuilder,
  kernel,
  type Memory,
  type U32,
  type Val,
} from "../../codegen/builder.ts";
import type { Kernel } from "../../codegen/ir.ts";
import {
  bf16ToF32,
  byteSize,
  type DType,
  f16ToF32,
  f32FromBits,
  f32ToBf16,
  f32ToF16,
  toFloat32,
} from "../../src/base/dtype.ts";
import { MODES, randomWords, runKernel } from "./run.ts";

type Narrow = "f16" | "bf16" | "i8" | "u8";

const NARROW: readonly Narrow[] = ["f16", "bf16", "i8", "u8"];
const WIDTHS = [1, 2, 4, 8] as const;

function valueType(storage: Narrow): "f32" | "i32" | "u32" {
  return storage === "i8" ? "i32" : storage === "u8" ? "u32" : "f32";
}

function loadOne(k: KernelBuilder, memory: Memory, index: I32 | number): Val<"f32"> | Val<"i32"> | Val<"u32"> {
  const type = valueType(memory.storage as Narrow);
  return type === "f32"
    ? k.load("v", memory, index)
    : type === "i32"
      ? k.loadI32("v", memory, index)
      : k.loadU32("v", memory, index);
}

/** y[i] = x[first + i] for `count` elements, by groups of `width`. Vectors of integers do not exist. */
function widen(storage: Narrow, width: number, count: number): Kernel {
  return kernel("widen", { workgroupSize: 64, doc: "a test" }, (k) => {
    const x = k.buffer("x", storage, "read");
    const y = k.buffer("y", valueType(storage), "write");
    k.for("g", k.local, count / width, 64, (g) => {
      const values = width === 1 ? [loadOne(k, x, g)] : k.loadGroup("v", x, g, width);
      k.storeGroup(y, g, values);
    });
  });
}

function outputs(storage: Narrow, count: number): Float32Array | Int32Array | Uint32Array {
  const type = valueType(storage);
  if (type === "f32") return new Float32Array(count);
  return type === "i32" ? new Int32Array(count) : new Uint32Array(count);
}

/** All words of a type, in an order that meets every place of a 32-bit word with unlike neighbours. */
function allWords(storage: Narrow): Uint8Array {
  const count = 2 ** (8 * byteSize(storage));
  const order = Array.from({ length: count }, (_, i) => (i * 40503 + 1) % count);
  return storage === "i8" || storage === "u8" ? Uint8Array.from(order) : new Uint8Array(Uint16Array.from(order).buffer);
}

/** What a NaN's bits are is left open; everything else must be equal, signs of zero included. */
function expectEqual(got: ArrayLike<number>, want: ArrayLike<number>): void {
  const wrong: string[] = [];
  for (let i = 0; i < want.length; i++) if (!Object.is(got[i], want[i])) wrong.push(`${i}: ${got[i]} not ${want[i]}`);
  expect(wrong).toEqual([]);
}

describe.each(NARROW)("loads of %s", (storage) => {
  const bytes = allWords(storage);
  const want = toFloat32(bytes, storage as DType);

  test.each(WIDTHS.filter((width) => width === 1 || valueType(storage) === "f32"))("in groups of %i", (width) => {
    for (const mode of MODES) {
      const y = outputs(storage, want.length);
      runKernel(widen(storage, width, want.length), [new Uint32Array(bytes.buffer), y], { mode });
      expectEqual(y, want);
    }
  });

  test("at a known index, at every place of a word", () => {
    const perWord = 4 / byteSize(storage);
    const subject = kernel("known", { workgroupSize: 1, doc: "a test" }, (k) => {
      const x = k.buffer("x", storage, "read");
      const y = k.buffer("y", valueType(storage), "write");
      for (let i = 0; i < 2 * perWord; i++) k.store(y, i, loadOne(k, x, i));
    });
    const y = outputs(storage, 2 * perWord);
    runKernel(subject, [new Uint32Array(bytes.buffer), y]);
    expectEqual(y, want.subarray(0, 2 * perWord));
  });
});

test("unpacked names make way for names of the kernel", () => {
  const subject = kernel("names", { workgroupSize: 1, doc: "a test" }, (k) => {
    const x = k.buffer("x", "bf16", "read");
    const y = k.buffer("y", "f32", "write");
    const at = k.let("v_at", i32(3));
    const word = k.let("v_word", i32(1));
    const [a, b] = k.loadGroup("w", x, word, 2) as [F32, F32];
    k.let("w0_word", i32(0));
    k.storeGroup(y, 0, [k.load("v", x, at.add(k.local)), a, b, k.load("u", x, 0)]);
  });
  const x = Uint32Array.of(0x3f800000 + f32ToBf16(5), f32ToBf16(7) + f32ToBf16(9) * 65536);
  const y = new Float32Array(4);
  runKernel(subject, [x, y]);
  expect([...y]).toEqual([9, 7, 9, 5]);
});

/** y = x, stored in groups. */
function narrow(storage: Narrow, width: number, count: number): Kernel {
  const type = valueType(storage);
  return kernel("narrow", { workgroupSize: 32, doc: "a test" }, (k) => {
    const x = k.buffer("x", type, "read");
    const y = k.buffer("y", storage, "write");
    k.for("g", k.local, count / width, 32, (g) => {
      const at = k.let("at", g.mul(width));
      const values = Array.from({ length: width }, (_, i): F32 | I32 | U32 => {
        const index = at.add(i);
        return type === "f32"
          ? k.load("v", x, index)
          : type === "i32"
            ? k.loadI32("v", x, index)
            : k.loadU32("v", x, index);
      });
      k.storeGroup(y, g, values);
    });
  });
}

describe.each(["f16", "bf16"] as const)("packed stores of %s", (storage) => {
  const toWord = storage === "f16" ? f32ToF16 : f32ToBf16;
  const fromWord = storage === "f16" ? f16ToF32 : bf16ToF32;

  /** Midpoints between neighbours and the floats beside them, subnormals, overflow, infinities, NaN, random bits. */
  function bits(): Uint32Array {
    const found: number[] = [0, 1, 0x80000000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001];
    for (let word = 0; word < 0x7f80; word += 37) {
      const middle = (fromWord(word) + fromWord(word + 1)) / 2;
      const view = new Uint32Array(Float32Array.of(Number.isFinite(middle) ? middle : 1).buffer);
      for (const delta of [-1, 0, 1]) found.push(view[0]! + delta, view[0]! + delta + 0x80000000);
    }
    found.push(...randomWords(11, 8 - (found.length % 8) + 4096));
    return Uint32Array.from(found);
  }

  test.each([2, 4, 8])("in groups of %i round to nearest even", (width) => {
    const words = bits();
    expect(words.length % 8).toBe(0);
    for (const mode of MODES) {
      const y = new Uint32Array(words.length / 2);
      runKernel(narrow(storage, width, words.length), [new Float32Array(words.buffer), y], { mode });
      const halves = new Uint16Array(y.buffer);
      const wrong: string[] = [];
      for (const [i, word] of words.entries()) {
        const x = f32FromBits(word);
        const right = Number.isNaN(x) ? Number.isNaN(fromWord(halves[i]!)) : halves[i] === toWord(x);
        if (!right) wrong.push(`0x${word.toString(16)} -> 0x${halves[i]!.toString(16)}`);
      }
      expect(wrong).toEqual([]);
    }
  });

  test("values that were computed round once, from f32", () => {
    const subject = kernel("sum", { workgroupSize: 1, doc: "a test" }, (k) => {
      const x = k.buffer("x", "f32", "read");
      const y = k.buffer("y", storage, "write");
      const [a, b] = k.loadGroup("v", x, 0, 2) as [F32, F32];
      k.storeGroup(y, 0, [a.add(b), a.sub(b)]);
    });
    // In double 1 + 2^-9 + 2^-30 lies above the midpoint of bf16; f32 rounds it onto the midpoint.
    const step = storage === "bf16" ? 2 ** -8 : 2 ** -11;
    for (const mode of MODES) {
      const y = new Uint32Array(1);
      runKernel(subject, [Float32Array.of(1 + step, 2 ** -30), y], { mode });
      expect([...new Uint16Array(y.buffer)]).toEqual([toWord(1 + step), toWord(1 + step)]);
    }
  });
});

describe.each(["i8", "u8"] as const)("packed stores of %s", (storage) => {
  test.each([4, 8])("in groups of %i keep the low byte", (width) => {
    const words = Uint32Array.of(
      0,
      1,
      127,
      128,
      255,
      256,
      0xffffffff,
      0xffffff80,
      0x80000000,
      0x12345678,
      300,
      0x7fffffff,
      9,
      8,
      7,
      6,
    );
    for (const mode of MODES) {
      const y = new Uint32Array(4);
      const x = storage === "i8" ? new Int32Array(words.buffer) : words;
      runKernel(narrow(storage, width, 16), [x, y], { mode });
      expect([...new Uint8Array(y.buffer)]).toEqual([...words].map((word) => word % 256));
    }
  });
});
