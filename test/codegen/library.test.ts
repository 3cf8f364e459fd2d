/**
 * The library's routines against their definitions: reductions in their fixed order, activations in float64, random
 * numbers in integers that cannot lose a bit.
 */
import { describe, expect, test } from "vitest";
import { type F32, type I32, type KernelBuilder, kernel, select, type U32, u32 } from "../../codegen/builder.ts";
import { sigmoid, silu, softplus } from "../../codegen/library/math.ts";
import { counterUniform } from "../../codegen/library/random.ts";
import { isNan, orderedKey, workgroupReducer } from "../../codegen/library/reduce.ts";
import { f32FromBits } from "../../src/base/dtype.ts";
import { mixCounter } from "../conformance/sampling.ts";
import { MODES, type Mode, randomFloats, randomWords, runKernel } from "./run.ts";

/** y[i] = f(x[i]) for any number of elements. */
function map(x: Float32Array, mode: Mode, f: (k: KernelBuilder, x: F32) => F32 | U32): Float32Array | Uint32Array {
  let unsigned = false;
  const subject = kernel("map", { workgroupSize: 64, doc: "a test" }, (k) => {
    const input = k.buffer("x", "f32", "read");
    const probe = kernel("probe", { workgroupSize: 1, doc: "a test" }, (p) => {
      unsigned = f(p, p.load("v", p.buffer("x", "f32", "read"), 0)).type === "u32";
    });
    const out = k.buffer("y", probe && unsigned ? "u32" : "f32", "write");
    k.for("i", k.local, x.length, 64, (i) => k.store(out, i, f(k, k.load("v", input, i))));
  });
  const y = unsigned ? new Uint32Array(x.length) : new Float32Array(x.length);
  runKernel(subject, [x, y], { mode });
  return y;
}

describe("reductions", () => {
  test.each([1, 2, 4, 16, 64, 128, 256])("of a workgroup of %i add runs first, then their sums", (size) => {
    const subject = kernel("reduce", { workgroupSize: size, doc: "a test" }, (k) => {
      const x = k.buffer("x", "f32", "read");
      const n = k.buffer("n", "i32", "read");
      const y = k.buffer("y", "f32", "write");
      const m = k.buffer("m", "i32", "write");
      const reduce = workgroupReducer(k);
      const value = k.load("v", x, k.local);
      const whole = k.loadI32("w", n, k.local);
      const best = reduce.argmax("best", value, k.local);
      k.storeGroup(y, k.local, [reduce.sum("total", value), reduce.max("top", value)]);
      k.storeGroup(m, k.local, [reduce.minI32("low", whole), reduce.sumI32("all", whole), best.id, best.id] as I32[]);
    });
    const x = randomFloats(size, size, 3).map((v) => Math.round(v * 4) / 4);
    const n = Int32Array.from(randomWords(size + 1, size), (word) => (word % 2001) - 1000);
    const y = new Float32Array(2 * size);
    const m = new Int32Array(4 * size);
    runKernel(subject, [x, n, y, m]);
    let width = 1;
    while (4 * width * width <= size) width *= 2;
    const run = size / width;
    const add = (values: readonly number[]): number => values.reduce((a, b) => Math.fround(a + b));
    const parts = Array.from({ length: width }, (_, p) => add([...x.subarray(p * run, (p + 1) * run)]));
    const top = Math.max(...x);
    for (let thread = 0; thread < size; thread++) {
      expect([...y.subarray(2 * thread, 2 * thread + 2)]).toEqual([add(parts), top]);
      const all = n.reduce((a, b) => a + b, 0);
      expect([...m.subarray(4 * thread, 4 * thread + 3)]).toEqual([Math.min(...n), all, x.indexOf(top)]);
    }
  });
});

describe.each(MODES)("floats by their bits, %s mode", (mode) => {
  test("NaN is found, and nothing else", () => {
    const bits = [0x7fc00000, 0xffc00000, 0x7f800001, 0x7f800000, 0xff800000, 0, 0x80000000, 0x3f800000, 0x7f7fffff];
    const x = new Float32Array(Uint32Array.from(bits).buffer);
    const y = map(x, mode, (_k, v) => select(isNan(v), u32(1), 0));
    expect([...y]).toEqual([...x].map((v) => +Number.isNaN(v)));
  });

  test("ordered keys order like the floats", () => {
    const edges = [-Infinity, -3.4e38, -1, -1e-40, 0, 1e-40, 0.5, 1, 3.4e38, Infinity];
    const random = [...randomWords(5, 200)].map(f32FromBits).filter((v) => !Number.isNaN(v));
    const x = Float32Array.from([...edges, ...random]).sort();
    const y = map(x, mode, (k, v) => k.let("sort_key", orderedKey(v)));
    for (let i = 1; i < x.length; i++) {
      if (x[i]! > x[i - 1]!) expect(y[i]!, `${x[i - 1]} < ${x[i]}`).toBeGreaterThan(y[i - 1]!);
    }
  });

  test("keys compare as unsigned words inside the kernel", () => {
    const x = Float32Array.of(-1, 2, -Infinity, 0.25, -0.25);
    const y = map(x, mode, (_k, v) => select(orderedKey(v).ge(0x80000000), u32(1), 0));
    expect([...y]).toEqual([0, 1, 0, 1, 0]);
  });
});

describe.each(MODES)("activations, %s mode", (mode) => {
  const x = Float32Array.from([...randomFloats(9, 500, 12), -200, -90, -80, -1e-6, 0, 1e-6, 20, 90, 3e38, -3e38]);
  const sigma = (v: number): number => 1 / (1 + Math.exp(-v));

  const close = (y: ArrayLike<number>, exact: (v: number) => number, relative: number, absolute: number): void => {
    for (const [i, v] of x.entries()) {
      const want = exact(v);
      expect(Number.isFinite(y[i]), `at ${v}`).toBe(true);
      const error = Math.abs(y[i]! - want);
      if (error > absolute) expect(error / Math.abs(want), `${y[i]} not ${want} at ${v}`).toBeLessThan(relative);
    }
  };

  test("sigmoid, silu and softplus keep their digits and stay finite", () => {
    // exp(-80) bounds what the limit of the exponent can lose; silu multiplies it by the argument.
    close(
      map(x, mode, (_k, v) => sigmoid(v)),
      sigma,
      1e-6,
      2e-35,
    );
    close(
      map(
        x.map((v) => Math.max(v, -300)),
        mode,
        (_k, v) => silu(v),
      ),
      (v) => Math.max(v, -300) * sigma(Math.max(v, -300)),
      1e-6,
      1e-31,
    );
    close(
      map(x, mode, (_k, v) => softplus(v)),
      (v) => Math.max(v, 0) + Math.log1p(Math.exp(-Math.abs(v))),
      // Above the series' end at exp = 0.02, adding 1 rounds away 2^-24 of it: 2^-24 / 0.02 of the result.
      2 ** -24 / 0.02 + 5e-7,
      1e-37,
    );
  });
});

test("the counter-based numbers are those of exact integer arithmetic", () => {
  const subject = kernel("draw", { workgroupSize: 64, doc: "a test" }, (k) => {
    const x = k.buffer("x", "i32", "read");
    const y = k.buffer("y", "f32", "write");
    const at = k.let("at", k.local.mul(4));
    const word = (i: number): I32 => k.loadI32(`w${i}`, x, at.add(i));
    k.store(y, k.local, counterUniform(k, word(0), word(1), word(2), word(3)));
  });
  const words = randomWords(13, 256);
  const exact = Array.from({ length: 64 }, (_, i) => {
    const word = (j: number): number => words[4 * i + j]!;
    const seed = (BigInt(word(1)) << 32n) | BigInt(word(0));
    return Number(mixCounter(seed, word(2), word(3)) >> 8n) * 2 ** -24;
  });
  for (const mode of MODES) {
    const y = new Float32Array(64);
    runKernel(subject, [new Int32Array(words.buffer), y], { mode });
    expect([...y]).toEqual(exact);
  }
});
