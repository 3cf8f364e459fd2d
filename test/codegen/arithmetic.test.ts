/**
 * Arithmetic of the kernel language against integers that cannot lose a bit and floats rounded after each operation:
 * every integer operation on edge values, then random expression trees in both modes and as printed text.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  abs,
  type Bool,
  type F32,
  floor,
  fma,
  type I32,
  type KernelBuilder,
  kernel,
  select,
  sqrt,
  type U32,
  u32,
  Val,
} from "../../codegen/builder.ts";
import { emitWgsl } from "../../codegen/emit-wgsl.ts";
import type { Kernel } from "../../codegen/ir.ts";
import { type Dialect, printExpr } from "../../codegen/printer.ts";
import { openPortableDevice } from "../webgpu/adapter.ts";
import { MODES, runKernel } from "./run.ts";

type Type = "i32" | "u32" | "f32" | "bool";

/** An expression on its own terms: built into the language on one side, evaluated on the other. */
type Tree =
  | { readonly kind: "input"; readonly type: Type; readonly index: number }
  | { readonly kind: "constant"; readonly type: Type; readonly value: number }
  | { readonly kind: "apply"; readonly type: Type; readonly op: string; readonly args: readonly Tree[] };

const wrap = (type: "i32" | "u32", x: bigint): number =>
  Number(type === "i32" ? BigInt.asIntN(32, x) : BigInt.asUintN(32, x));

/** Thrown where WGSL leaves the result open: such trees say nothing. */
class Open extends Error {}

const INTEGER: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "<<": (a, b) => a << b,
  ">>": (a, b) => a >> b,
  // biome-ignore lint/complexity/useMathMinMax: Math knows no BigInt
  min: (a, b) => (a < b ? a : b),
  // biome-ignore lint/complexity/useMathMinMax: Math knows no BigInt
  max: (a, b) => (a > b ? a : b),
};

const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
};

function float(op: string, a: number, b: number): number {
  switch (op) {
    case "+":
      return Math.fround(a + b);
    case "-":
      return Math.fround(a - b);
    case "*":
      return Math.fround(a * b);
    case "/":
      return Math.fround(a / b);
    default:
      // Which zero and what of NaN is left open.
      if ((a === 0 && b === 0) || Number.isNaN(a) || Number.isNaN(b)) throw new Open();
      return op === "min" ? Math.min(a, b) : Math.max(a, b);
  }
}

function convert(to: Type, from: Type, x: number): number {
  if (to === "f32") return Math.fround(x);
  if (from !== "f32") return wrap(to as "i32" | "u32", BigInt(x));
  if (Number.isNaN(x)) throw new Open();
  const [low, high] = to === "i32" ? [-(2 ** 31), 2 ** 31 - 1] : [0, 2 ** 32 - 1];
  return Math.trunc(Math.min(Math.max(x, low), high)) + 0;
}

function bits(to: Type, from: Type, x: number): number {
  if (Number.isNaN(x)) throw new Open();
  const view = new DataView(new ArrayBuffer(4));
  if (from === "f32") view.setFloat32(0, x);
  else view.setUint32(0, x >>> 0);
  const found = to === "f32" ? view.getFloat32(0) : to === "i32" ? view.getInt32(0) : view.getUint32(0);
  if (Number.isNaN(found)) throw new Open();
  return found;
}

/** Value of a tree; conditions are 0 and 1. */
function evaluate(tree: Tree, inputs: readonly number[]): number {
  if (tree.kind === "constant") return tree.value;
  if (tree.kind === "input") return inputs[tree.index]!;
  const { op, type } = tree;
  const from = tree.args[0]!.type;
  const [a, b, c] = tree.args.map((arg) => evaluate(arg, inputs)) as [number, number, number];
  if (op === "select") return a !== 0 ? b : c;
  if (op === "convert") return convert(type, from, a);
  if (op === "bits") return bits(type, from, a);
  if (op === "neg") return type === "f32" ? -a : wrap(type as "i32", -BigInt(a));
  if (op === "not") return type === "bool" ? 1 - a : wrap(type as "i32", ~BigInt(a));
  if (op === "&&") return a & b;
  if (op === "||") return a | b;
  if (op in COMPARE) return +COMPARE[op]!(a, b);
  if (type === "f32") {
    if (op === "abs") return Math.abs(a);
    if (op === "floor") return Math.floor(a);
    if (op === "sqrt") return Math.fround(Math.sqrt(a));
    return float(op, a, b);
  }
  if ((op === "/" || op === "%") && b === 0) throw new Open();
  if ((op === "<<" || op === ">>") && (b < 0 || b > 31)) throw new Open();
  return wrap(type as "i32", INTEGER[op]!(BigInt(a), BigInt(b)));
}

const METHODS: Readonly<Record<string, string>> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "%": "rem",
  "&": "and",
  "|": "or",
  "^": "xor",
  "<<": "shl",
  ">>": "shr",
  "&&": "and",
  "||": "or",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
  "==": "eq",
  "!=": "ne",
};

/** The tree in the kernel language. */
function express(tree: Tree, inputs: readonly Val<Type>[]): Val<Type> {
  if (tree.kind === "input") return inputs[tree.index]!;
  if (tree.kind === "constant") {
    const { type, value } = tree;
    return new Val<Type>(type, { kind: "const", type, value });
  }
  const [a, b, c] = tree.args.map((arg) => express(arg, inputs)) as [Val<Type>, Val<Type>, Val<Type>];
  const { op, type } = tree;
  if (op === "select") return select(a as Bool, b, c);
  if (op === "convert") return type === "f32" ? a.toF32() : type === "i32" ? a.toI32() : a.toU32();
  if (op === "bits") return type === "f32" ? a.bitsF32() : type === "i32" ? a.bitsI32() : a.bitsU32();
  if (op === "abs") return abs(a as F32);
  if (op === "floor") return floor(a as F32);
  if (op === "sqrt") return sqrt(a as F32);
  const methods = a as unknown as Readonly<Record<string, (other?: Val<Type>) => Val<Type>>>;
  return methods[METHODS[op] ?? op]!.call(a, b);
}

const EDGES: Readonly<Record<"i32" | "u32", readonly number[]>> = {
  i32: [0, 1, -1, 2, -3, 7, 255, 65536, 0x7fffffff, -0x80000000, -0x7fffffff, 0x40000000],
  u32: [0, 1, 2, 3, 7, 255, 65535, 65536, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff],
};

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

function storeWord(k: KernelBuilder, y: ReturnType<KernelBuilder["buffer"]>, at: number, value: Val<Type>): void {
  const word = value.type === "bool" ? select(value as Bool, u32(1), 0) : (value as I32).bitsU32();
  k.store(y, at, word as U32);
}

const input = (type: Type, index: number): Tree => ({ kind: "input", type, index });
const apply = (type: Type, op: string, ...args: readonly Tree[]): Tree => ({ kind: "apply", type, op, args });

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
  const run = (
    values: readonly number[],
    body: (k: KernelBuilder, x: Val<"f32">[]) => readonly Val<Type>[],
  ): Uint32Array => {
    const y = new Uint32Array(16);
    const subject = kernel("subject", { workgroupSize: 1, doc: "a test" }, (k) => {
      const x = k.buffer("x", "f32", "read");
      const out = k.buffer("y", "u32", "write");
      for (const [i, v] of body(
        k,
        values.map((_, j) => k.load(`v${j}`, x, j)),
      ).entries())
        storeWord(k, out, i, v);
    });
    for (const mode of MODES) runKernel(subject, [Float32Array.from(values), y], { mode });
    return y;
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

/** Three inputs of each type of number: what leaves of random trees read. */
const INPUT_TYPES: readonly Type[] = ["i32", "i32", "i32", "u32", "u32", "u32", "f32", "f32", "f32"];

const numbers: Readonly<Record<Type, fc.Arbitrary<number>>> = {
  i32: fc.oneof(fc.constantFrom(...EDGES.i32), fc.integer({ min: -100, max: 100 }), fc.integer()),
  u32: fc.oneof(fc.constantFrom(...EDGES.u32), fc.integer({ min: 0, max: 0xffffffff })),
  f32: fc.oneof(fc.constantFrom(0, 1, -1, 0.5, 3, 16777216), fc.float({ noNaN: true, noDefaultInfinity: true })),
  bool: fc.constantFrom(0, 1),
};

function leaf(type: Type, constants: boolean): fc.Arbitrary<Tree> {
  const places = INPUT_TYPES.flatMap((t, index) => (t === type ? [index] : []));
  const constant = numbers[type].map(
    (value): Tree => ({ kind: "constant", type, value: type === "f32" ? Math.fround(value) : value }),
  );
  if (places.length === 0) return constant;
  const read = fc.constantFrom(...places).map((index) => input(type, index));
  return constants ? fc.oneof(read, read, constant) : read;
}

interface Scope {
  /** Operations by result type, each with the types of its operands. */
  readonly operations: Readonly<Record<Type, readonly (readonly [string, readonly Type[]])[]>>;
  readonly constants: (type: Type) => boolean;
}

function trees({ operations, constants }: Scope): Readonly<Record<Type, fc.Arbitrary<Tree>>> {
  const { ...all } = fc.letrec<Record<Type, Tree>>((tie) => {
    const node = (type: Type): fc.Arbitrary<Tree> =>
      fc.oneof(
        { maxDepth: 4, depthSize: "medium", withCrossShrink: true },
        leaf(type, constants(type)),
        ...operations[type].map(([op, types]) =>
          fc.tuple(...types.map((t) => tie(t))).map((args): Tree => {
            const [first, second, ...rest] = args as Tree[];
            if (op !== "/" && op !== "%") return apply(type, op, ...(args as Tree[]));
            // Most divisors are made odd, so that few trees divide by zero.
            const divisor = type === "f32" ? second! : apply(type, "|", second!, { kind: "constant", type, value: 1 });
            return apply(type, op, first!, divisor, ...rest);
          }),
        ),
      );
    return { i32: node("i32"), u32: node("u32"), f32: node("f32"), bool: node("bool") };
  });
  return all;
}

const integerOperations = (type: "i32" | "u32"): (readonly [string, readonly Type[]])[] => [
  ...["+", "-", "*", "/", "%", "&", "|", "^", "min", "max"].map((op) => [op, [type, type]] as const),
  ["not", [type]],
  ["select", ["bool", type, type]],
];
const ordered = ["<", "<=", ">", ">=", "==", "!="];
const OPERATIONS: Scope["operations"] = {
  i32: [...integerOperations("i32"), ["neg", ["i32"]], ["convert", ["u32"]], ["convert", ["f32"]], ["bits", ["f32"]]],
  u32: [...integerOperations("u32"), ["convert", ["i32"]], ["convert", ["f32"]], ["bits", ["i32"]], ["bits", ["f32"]]],
  f32: [
    ...["+", "-", "*", "/", "min", "max"].map((op) => [op, ["f32", "f32"]] as const),
    ...["neg", "abs", "floor", "sqrt"].map((op) => [op, ["f32"]] as const),
    ["select", ["bool", "f32", "f32"]],
    ["convert", ["i32"]],
    ["convert", ["u32"]],
    ["bits", ["u32"]],
  ],
  bool: [
    ...(["i32", "u32", "f32"] as const).flatMap((t) => ordered.map((op) => [op, [t, t]] as const)),
    ["&&", ["bool", "bool"]],
    ["||", ["bool", "bool"]],
    ["==", ["bool", "bool"]],
    ["not", ["bool"]],
    ["select", ["bool", "bool", "bool"]],
  ],
};

const inputValues = fc.tuple(...INPUT_TYPES.map((type) => numbers[type]));

/** Trees of any type as one kernel: inputs from three buffers, each result in a word of its own. */
function treeKernel(roots: readonly Tree[]): Kernel {
  return kernel("subject", { workgroupSize: 1, doc: "a test" }, (k) => {
    const memory = [
      k.buffer("xi", "i32", "read"),
      k.buffer("xu", "u32", "read"),
      k.buffer("xf", "f32", "read"),
    ] as const;
    const y = k.buffer("y", "u32", "write");
    const inputs = INPUT_TYPES.map((type, i): Val<Type> => {
      if (type === "i32") return k.loadI32(`i${i}`, memory[0], i % 3);
      return type === "u32" ? k.loadU32(`u${i}`, memory[1], i % 3) : k.load(`f${i}`, memory[2], i % 3);
    });
    for (const [at, tree] of roots.entries()) storeWord(k, y, at, k.let("result", express(tree, inputs)));
  });
}

function runTree(tree: Tree, inputs: readonly number[], mode: "fast" | "checked"): number {
  const y = new Uint32Array(1);
  const parts = [
    Int32Array.from(inputs.slice(0, 3)),
    Uint32Array.from(inputs.slice(3, 6)),
    Float32Array.from(inputs.slice(6)),
  ];
  runKernel(treeKernel([tree]), [...parts, y], { mode });
  if (tree.type === "f32") return new Float32Array(y.buffer)[0]!;
  return tree.type === "i32" ? y[0]! | 0 : y[0]!;
}

/** Value of a tree, or undefined where it is left open. */
function definedValue(tree: Tree, inputs: readonly number[]): number | undefined {
  try {
    return evaluate(tree, inputs);
  } catch (error) {
    if (error instanceof Open) return undefined;
    throw error;
  }
}

const hasFloats = (tree: Tree): boolean =>
  tree.type === "f32" || (tree.kind === "apply" && tree.args.some((arg) => hasFloats(arg)));

const SEED = 20260101;

describe("random expression trees", () => {
  const all = trees({ operations: OPERATIONS, constants: () => true });

  test.each(["i32", "u32", "f32", "bool"] as const)("of type %s have the same value, folded or not", (type) => {
    let compared = 0;
    const property = fc.property(all[type], inputValues, (tree, raw) => {
      const inputs = raw.map((x, i) => (INPUT_TYPES[i] === "f32" ? Math.fround(x) : x));
      const want = definedValue(tree, inputs);
      if (want === undefined) return;
      compared++;
      const got = runTree(tree, inputs, "checked");
      if (Number.isNaN(want)) expect(got).toBeNaN();
      else expect(got).toBe(want);
      if (!hasFloats(tree)) expect(runTree(tree, inputs, "fast")).toBe(want);
    });
    fc.assert(property, { seed: SEED, numRuns: 300 });
    expect(compared).toBeGreaterThan(100);
  });

  test("are text that groups the way the tree does", () => {
    // A dialect of JavaScript for trees whose values stay small: there C's, WGSL's and its own precedence agree.
    const dialect = {
      literal: (_type, value) => String(value),
      builtin: (name) => name,
      call: (fn, _type, args) => `Math.${fn}(${args.join(", ")})`,
      select: (condition, yes, no) => `(${condition} ? ${yes} : ${no})`,
      shiftAmount: (a, compound) => (compound ? `(${a})` : a),
    } satisfies Partial<Dialect> as unknown as Dialect;
    const numeric = ["+", "-", "*", "&", "|", "^", "<<", ">>"].map((op) => [op, ["i32", "i32"]] as const);
    const small = trees({
      operations: {
        i32: [...numeric, ["neg", ["i32"]], ["not", ["i32"]], ["select", ["bool", "i32", "i32"]]],
        u32: [],
        f32: [],
        bool: [
          ...ordered.map((op) => [op, ["i32", "i32"]] as const),
          ["&&", ["bool", "bool"]],
          ["||", ["bool", "bool"]],
          ["not", ["bool"]],
        ],
      },
      constants: () => true,
    });
    const staysSmall = (tree: Tree, inputs: readonly number[]): boolean => {
      if (Math.abs(definedValue(tree, inputs) ?? Infinity) >= 2 ** 30) return false;
      if (tree.kind !== "apply") return true;
      if (!tree.args.every((arg) => staysSmall(arg, inputs))) return false;
      const [a, b] = tree.args.map((arg) => evaluate(arg, inputs)) as [number, number];
      return Math.abs(tree.op === "*" ? a * b : tree.op === "<<" ? a * 2 ** b : 0) < 2 ** 30;
    };
    let compared = 0;
    const property = fc.property(
      small.i32,
      fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 }),
      (tree, inputs) => {
        if (!staysSmall(tree, inputs)) return;
        compared++;
        const names = ["a", "b", "c"];
        const vals = names.map((name) => new Val<Type>("i32", { kind: "ref", type: "i32", name }));
        const text = printExpr(express(tree, vals).node, dialect);
        expect(new Function(...names, `return (${text}) + 0;`)(...inputs) | 0, text).toBe(evaluate(tree, inputs));
      },
    );
    fc.assert(property, { seed: SEED, numRuns: 3000 });
    expect(compared).toBeGreaterThan(500);
  });

  test("are WGSL that a compiler takes, without parentheses around single operands", async () => {
    // Arithmetic on two float constants may be refused there; kernels never write it.
    const f32Operations = OPERATIONS.f32.filter(([op]) => op !== "convert" && op !== "bits");
    const plain = trees({ operations: { ...OPERATIONS, f32: f32Operations }, constants: (type) => type !== "f32" });
    const roots = ["i32", "u32", "f32", "bool"].flatMap((type) =>
      fc.sample(plain[type as Type], { seed: SEED, numRuns: 40 }),
    );
    const text = emitWgsl(treeKernel(roots));
    expect(text.match(/let result/g)).toHaveLength(160);
    expect(text).not.toMatch(/(?<![\w>])\((?:\w+|[\d.]+f)\)/);
    const { device } = await openPortableDevice("null");
    const { messages } = await device.createShaderModule({ code: text }).getCompilationInfo();
    expect(messages.map((m) => `${m.lineNum}: ${m.message}`)).toEqual([]);
    device.destroy();
  });
});
