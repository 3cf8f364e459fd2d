/**
 * Random expression trees: the same value folded or not, in both modes, text that groups the way the tree does, and WGSL
 * that a compiler takes.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kernel, Val } from "../../codegen/builder.ts";
import { emitWgsl } from "../../codegen/emit-wgsl.ts";
import type { Kernel } from "../../codegen/ir.ts";
import { type Dialect, printExpr } from "../../codegen/printer.ts";
import { SEED } from "../base/seed.ts";
import { openPortableDevice } from "../webgpu/adapter.ts";
import { runKernel } from "./run.ts";
import { INPUT_TYPES, inputValues, OPERATIONS, ORDERED, trees } from "./tree-arbitraries.ts";
import { definedValue, evaluate, express, storeWord, type Tree, type Type } from "./trees.ts";

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

const hasFloats = (tree: Tree): boolean =>
  tree.type === "f32" || (tree.kind === "apply" && tree.args.some((arg) => hasFloats(arg)));

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
          ...ORDERED.map((op) => [op, ["i32", "i32"]] as const),
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
