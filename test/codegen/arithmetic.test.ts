/**
 * Arithmetic of the kernel language: every integer operation on edge values against integers that cannot lose a bit,
 * floats against values rounded after each operation, in both modes.
 */
import { describe, expect, test } from "vitest";
import { fma, type I32, type KernelBuilder, kernel, type Val } from "../../codegen/builder.ts";
import type { Kernel } from "../../codegen/ir.ts";
import { MODES, runKernel } from "./run.ts";
import {
  apply,
  COMPARE,
  EDGES,
  evaluate,
  express,
  INTEGER,
  input,
  storeWord,
  type Tree,
  type Type,
  wrap,
} from "./trees.ts";

/** A kernel that stores trees of two inputs of one type, results as words. */
function integerKernel(type: "i32" | "u32", trees: readonly Tree[]): Kernel {
  return kernel("subject", { workgroupSize: 1, doc: "a test" }, (k) => {
    const x = k.buffer("x", type, "read");
    const y = k.buffer("y", "u32", "write");
    const load = (name: string, at: number): Val<Type> =>
      type === "i32" ? k.loadI32(name, x, at) : k.loadU32(name, x, at);
    const inputs = [load("a", 0), load("b", 1)];
    for (const [i, tree] of trees.entries()) storeWord(k, y, i, express(tree, inputs));
  });
}

describe.each(["i32", "u32"] as const)("%s", (type) => {
  const a = input(type, 0);
  const b = input(type, 1);
  const binary = Object.keys(INTEGER).filter((op) => op !== "<<" && op !== ">>");
  const trees: Tree[] = [
    ...binary.map((op) => apply(type, op, a, b)),
    ...Object.keys(COMPARE).map((op) => apply("bool", op, a, b)),
    apply(type, "not", a),
    ...(type === "i32" ? [apply("i32", "neg", a), apply("i32", "bits", apply("u32", "bits", a))] : []),
    apply(type === "i32" ? "u32" : "i32", "convert", a),
  ];

  test.each(MODES)("every operation on edge values, %s mode", (mode) => {
    const subject = integerKernel(type, trees);
    for (const p of EDGES[type]) {
      for (const q of EDGES[type]) {
        const y = new Uint32Array(trees.length);
        const x = type === "i32" ? Int32Array.of(p, q) : Uint32Array.of(p, q);
        runKernel(subject, [x, y], { mode });
        for (const [i, tree] of trees.entries()) {
          // Division by zero is left open.
          if (q === 0 && tree.kind === "apply" && "/%".includes(tree.op)) continue;
          const op = tree.kind === "apply" ? tree.op : "";
          expect(y[i], `${p} ${op} ${q}`).toBe(evaluate(tree, [p, q]) >>> 0);
        }
      }
    }
  });

  test.each(MODES)("shifts by every amount, known and not, %s mode", (mode) => {
    const subject = kernel("subject", { workgroupSize: 32, doc: "a test" }, (k) => {
      const x = k.buffer("x", type, "read");
      const y = k.buffer("y", "u32", "write");
      const value = type === "i32" ? k.loadI32("a", x, 0) : k.loadU32("a", x, 0);
      const results = [
        value.shl(k.local),
        value.shr(k.local),
        value.shl(13),
        value.shr(13),
        value.shr(31),
        value.shl(0),
      ];
      for (const [i, result] of results.entries()) k.store(y, k.local.mul(6).add(i), (result as I32).bitsU32());
    });
    for (const p of EDGES[type]) {
      const y = new Uint32Array(192);
      runKernel(subject, [type === "i32" ? Int32Array.of(p) : Uint32Array.of(p), y], { mode });
      const shift = (op: string, by: number): number => wrap(type, INTEGER[op]!(BigInt(p), BigInt(by))) >>> 0;
      for (let by = 0; by < 32; by++) {
        const want = [shift("<<", by), shift(">>", by), shift("<<", 13), shift(">>", 13), shift(">>", 31), p >>> 0];
        expect([...y.subarray(6 * by, 6 * by + 6)], `${p} by ${by}`).toEqual(want);
      }
    }
  });
});

describe("floats", () => {
  /** Results as words, the same in both modes. */
  const run = (
    values: readonly number[],
    body: (k: KernelBuilder, x: Val<"f32">[]) => readonly Val<Type>[],
  ): Uint32Array => {
    const subject = kernel("subject", { workgroupSize: 1, doc: "a test" }, (k) => {
      const x = k.buffer("x", "f32", "read");
      const out = k.buffer("y", "u32", "write");
      for (const [i, v] of body(
        k,
        values.map((_, j) => k.load(`v${j}`, x, j)),
      ).entries())
        storeWord(k, out, i, v);
    });
    const [fast, checked] = MODES.map((mode) => {
      const y = new Uint32Array(16);
      runKernel(subject, [Float32Array.from(values), y], { mode });
      return y;
    });
    expect(fast).toEqual(checked);
    return checked!;
  };

  test("become integers by truncation, saturating", () => {
    const values = [2.9, -2.9, 3e9, -3e9, 5e9, -0.5, Infinity, -Infinity];
    const signed = run(values, (_k, x) => x.map((v) => v.toI32()));
    expect([...new Int32Array(signed.buffer)].slice(0, 8)).toEqual([
      2, -2, 2147483647, -2147483648, 2147483647, 0, 2147483647, -2147483648,
    ]);
    const unsigned = run(values, (_k, x) => x.map((v) => v.toU32()));
    expect([...unsigned].slice(0, 8)).toEqual([2, 0, 3000000000, 0, 4294967295, 0, 4294967295, 0]);
  });

  test("keep their bits through casts, signs of zero and subnormals included", () => {
    const values = [1, -0, 2 ** -149, -(2 ** -130), 3.5e38];
    const found = run(values, (_k, x) => x.map((v) => v.bitsU32().bitsF32().bitsI32().bitsU32()));
    expect([...found.subarray(0, 5)]).toEqual([...new Uint32Array(Float32Array.from(values).buffer)]);
  });

  test("integers become floats with one rounding", () => {
    const subject = kernel("subject", { workgroupSize: 1, doc: "a test" }, (k) => {
      const x = k.buffer("x", "i32", "read");
      const y = k.buffer("y", "f32", "write");
      const v = k.loadI32("v", x, 0);
      k.storeGroup(y, 0, [v.toF32(), v.bitsU32().toF32()]);
    });
    for (const value of [0, -1, 16777217, -16777219, 2147483647, -2147483648]) {
      const y = new Float32Array(2);
      for (const mode of MODES) {
        runKernel(subject, [Int32Array.of(value), y], { mode });
        expect([...y]).toEqual([Math.fround(value), Math.fround(value >>> 0)]);
      }
    }
  });

  test("fma keeps the product whole before the sum", () => {
    // (1 + 2^-23)^2 - (1 + 2^-22) = 2^-46, which a rounded product would lose.
    const y = run([1 + 2 ** -23, -(1 + 2 ** -22)], (_k, [a, c]) => [fma(a!, a!, c!)]);
    expect(new Float32Array(y.buffer)[0]).toBe(2 ** -46);
  });

  test("are rounded after every operation in checked mode, at the end in fast mode", () => {
    const subject = kernel("subject", { workgroupSize: 1, doc: "a test" }, (k) => {
      const x = k.buffer("x", "f32", "read");
      const y = k.buffer("y", "f32", "write");
      const v = k.load("v", x, 0);
      k.store(y, 0, v.add(1).sub(v));
    });
    const y = new Float32Array(1);
    runKernel(subject, [Float32Array.of(2 ** 24), y]);
    expect(y[0]).toBe(0);
    runKernel(subject, [Float32Array.of(2 ** 24), y], { mode: "fast" });
    expect(y[0]).toBe(1);
  });
});
