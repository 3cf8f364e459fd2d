/**
 * Random expression trees for tests of emitters: what leaves may be, which operations stand above them, and numbers where
 * arithmetic goes wrong. Apart from `trees.ts`, which says what a tree is worth.
 */
import fc from "fast-check";
import { apply, EDGES, input, type Tree, type Type } from "./trees.ts";

/** Three inputs of each type of number: what leaves of random trees read. */
export const INPUT_TYPES: readonly Type[] = ["i32", "i32", "i32", "u32", "u32", "u32", "f32", "f32", "f32"];

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

export interface Scope {
  /** Operations by result type, each with the types of its operands. */
  readonly operations: Readonly<Record<Type, readonly (readonly [string, readonly Type[]])[]>>;
  readonly constants: (type: Type) => boolean;
}

export function trees({ operations, constants }: Scope): Readonly<Record<Type, fc.Arbitrary<Tree>>> {
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
export const ORDERED = ["<", "<=", ">", ">=", "==", "!="];
export const OPERATIONS: Scope["operations"] = {
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
    ...(["i32", "u32", "f32"] as const).flatMap((t) => ORDERED.map((op) => [op, [t, t]] as const)),
    ["&&", ["bool", "bool"]],
    ["||", ["bool", "bool"]],
    ["==", ["bool", "bool"]],
    ["not", ["bool"]],
    ["select", ["bool", "bool", "bool"]],
  ],
};

export const inputValues = fc.tuple(...INPUT_TYPES.map((type) => numbers[type]));
