/**
 * The typed way to write a kernel: calls record IR. Names given here survive into every emitted source, so kernels
 * are read and reviewed as text. Host code (loops, conditions, arrays of `Val`) is the compile-time language: a tile of
 * registers is a TypeScript array.
 */
import type { DType } from "../src/base/dtype.ts";
import { invariant } from "../src/base/invariant.ts";
import type { Access } from "../src/base/operands.ts";
import type {
  BinaryOp,
  Binding,
  Builtin,
  CollectiveOp,
  Expr,
  FunctionName,
  Hook,
  HookParameter,
  Kernel,
  SharedArray,
  Stmt,
  ValueType,
} from "./ir.ts";
import { childrenOf, valueTypeOf } from "./ir.ts";
import { binary, bitcast, call, select as choose, constant, convert, unary } from "./simplify.ts";

export type Arg<T extends ValueType> = Val<T> | (T extends "bool" ? boolean : number);
export type F32 = Val<"f32">;
export type I32 = Val<"i32">;
export type U32 = Val<"u32">;
export type Bool = Val<"bool">;

/** A typed expression. Arithmetic on two Vals needs equal types; numbers are taken as constants of the same type. */
export class Val<T extends ValueType> {
  readonly node: Expr;
  readonly type: T;

  constructor(type: T, node: Expr) {
    this.type = type;
    this.node = node;
  }

  #with(op: BinaryOp, other: Arg<T>): Val<T> {
    return new Val(this.type, binary(op, this.type, this.node, nodeOf(this.type, other)));
  }
  #compare(op: BinaryOp, other: Arg<T>): Bool {
    return new Val("bool", binary(op, "bool", this.node, nodeOf(this.type, other)));
  }
  add(other: Arg<T>): Val<T> {
    return this.#with("+", other);
  }
  sub(other: Arg<T>): Val<T> {
    return this.#with("-", other);
  }
  mul(other: Arg<T>): Val<T> {
    return this.#with("*", other);
  }
  div(other: Arg<T>): Val<T> {
    return this.#with("/", other);
  }
  rem(other: Arg<T>): Val<T> {
    return this.#with("%", other);
  }
  and(other: Arg<T>): Val<T> {
    return this.#with(this.type === "bool" ? "&&" : "&", other);
  }
  or(other: Arg<T>): Val<T> {
    return this.#with(this.type === "bool" ? "||" : "|", other);
  }
  xor(other: Arg<T>): Val<T> {
    return this.#with("^", other);
  }
  shl(bits: number | I32): Val<T> {
    return new Val(this.type, binary("<<", this.type, this.node, nodeOf("i32", bits)));
  }
  shr(bits: number | I32): Val<T> {
    return new Val(this.type, binary(">>", this.type, this.node, nodeOf("i32", bits)));
  }
  lt(other: Arg<T>): Bool {
    return this.#compare("<", other);
  }
  le(other: Arg<T>): Bool {
    return this.#compare("<=", other);
  }
  gt(other: Arg<T>): Bool {
    return this.#compare(">", other);
  }
  ge(other: Arg<T>): Bool {
    return this.#compare(">=", other);
  }
  eq(other: Arg<T>): Bool {
    return this.#compare("==", other);
  }
  ne(other: Arg<T>): Bool {
    return this.#compare("!=", other);
  }
  neg(): Val<T> {
    return new Val(this.type, unary("-", this.node));
  }
  not(): Val<T> {
    return new Val(this.type, unary(this.type === "bool" ? "!" : "~", this.node));
  }
  min(other: Arg<T>): Val<T> {
    return new Val(this.type, call("min", this.type, this.node, nodeOf(this.type, other)));
  }
  max(other: Arg<T>): Val<T> {
    return new Val(this.type, call("max", this.type, this.node, nodeOf(this.type, other)));
  }
  toF32(): F32 {
    return new Val("f32", convert("f32", this.node));
  }
  toI32(): I32 {
    return new Val("i32", convert("i32", this.node));
  }
  toU32(): U32 {
    return new Val("u32", convert("u32", this.node));
  }
  bitsU32(): U32 {
    return new Val("u32", bitcast("u32", this.node));
  }
  bitsI32(): I32 {
    return new Val("i32", bitcast("i32", this.node));
  }
  bitsF32(): F32 {
    return new Val("f32", bitcast("f32", this.node));
  }
}

function nodeOf<T extends ValueType>(type: T, arg: Arg<T>): Expr {
  if (arg instanceof Val) {
    invariant(arg.type === type, `expected ${type}, found ${arg.type}`);
    return arg.node;
  }
  return constant(type, arg as number | boolean);
}

export const f32 = (x: Arg<"f32">): F32 => new Val("f32", nodeOf("f32", x));
export const i32 = (x: Arg<"i32">): I32 => new Val("i32", nodeOf("i32", x));
export const u32 = (x: Arg<"u32">): U32 => new Val("u32", nodeOf("u32", x));

const unaryFunction =
  (fn: FunctionName) =>
  (x: F32): F32 =>
    new Val("f32", call(fn, "f32", x.node));
export const exp = unaryFunction("exp");
export const log = unaryFunction("log");
export const sqrt = unaryFunction("sqrt");
export const abs = unaryFunction("abs");
export const floor = unaryFunction("floor");

/** The f16 in the low half of a word, and in the high half. */
export const halfLow = (word: U32): F32 => new Val("f32", call("halfLow", "f32", word.node));
export const halfHigh = (word: U32): F32 => new Val("f32", call("halfHigh", "f32", word.node));

/** a * b + c with one rounding where the target has it. */
export function fma(a: F32, b: Arg<"f32">, c: Arg<"f32">): F32 {
  return new Val("f32", call("fma", "f32", a.node, nodeOf("f32", b), nodeOf("f32", c)));
}

export function select<T extends ValueType>(condition: Bool, yes: Val<T>, no: Arg<T>): Val<T> {
  return new Val(yes.type, choose(condition.node, yes.node, nodeOf(yes.type, no)));
}

/** A buffer or shared array, by name. */
export class Memory {
  readonly name: string;
  readonly storage: DType;
  constructor(name: string, storage: DType) {
    this.name = name;
    this.storage = storage;
  }
}

/** A variable of one thread that may be assigned. */
export class Variable<T extends ValueType> extends Val<T> {
  readonly name: string;
  constructor(type: T, name: string) {
    super(type, { kind: "ref", type, name });
    this.name = name;
  }
}

/** A thread-private array. Indices should be static or loop counters; it starts at zero. */
export class PrivateArray<T extends ValueType> {
  readonly type: T;
  readonly name: string;
  constructor(type: T, name: string) {
    this.type = type;
    this.name = name;
  }
  at(index: Arg<"i32">): Val<T> {
    return new Val(this.type, {
      kind: "element",
      type: this.type,
      array: this.name,
      index: nodeOf("i32", index),
    });
  }
}

/** Words some target reserves, and names the emitters use themselves. */
const RESERVED = new Set(
  (
    "active alignas alignof as asm async atomic auto await become bool break buffers case cast catch char checker class " +
    "coherent common compile const constexpr continue crate debugger default delete demote discard do double else end " +
    "enum explicit export extends extern false filter final finally first float fn for fragment friend from get goto " +
    "group groups if impl implements import in inline instanceof int interface layout let lane_count lane_id local " +
    "long loop macro main match meta mod module move mut namespace new nil noexcept null of operator other override " +
    "package packoffset partition pass patch precise precision private protected pub public register require resource " +
    "restrict return self set shared short signed sizeof smooth static std struct subgroup_lane subgroup_lanes " +
    "subroutine super switch target template this throw trait true try type typedef typename typeof union unless " +
    "unorm unsafe unsigned use using var varying virtual void volatile where while with yield " +
    "abs arguments array bf16_bits bitcast bool bitsF bitsI bitsU cos eval exp f32 floatToHalf floor fma fround " +
    "group_id halfToFloat i32 local_id log max min pack_bf16 pack2x16float packBf16 select sin sqrt storageBarrier " +
    "subgroupAdd subgroupBroadcastFirst subgroupMax subgroupShuffleXor tanh toI32 toU32 u32 undefined " +
    "unpack2x16float vec2 vec3 vec4 workgroupBarrier"
  ).split(" "),
);

export class KernelBuilder {
  readonly #bindings: Binding[] = [];
  readonly #hooks: Hook[] = [];
  readonly #shared: SharedArray[] = [];
  readonly #names = new Map<string, number>();
  readonly #variables = new Set<string>();
  /** Loads of read-only memory by what they read, one map per open scope: what was read once is not read again. */
  readonly #loaded: Map<string, readonly string[]>[] = [new Map()];
  #body: Stmt[] = [];

  readonly local: I32 = builtin("local");
  readonly groupX: I32 = builtin("group.x");
  readonly groupY: I32 = builtin("group.y");
  readonly groupZ: I32 = builtin("group.z");
  readonly subgroupLane: I32 = builtin("subgroup.lane");
  readonly subgroupSize: I32 = builtin("subgroup.size");
  readonly workgroupSize: number;

  constructor(workgroupSize: number) {
    this.workgroupSize = workgroupSize;
  }

  /**
   * Declares a storage buffer and the operand it is bound to. The order of declarations is the binding order.
   * @param options `name` in the text, where the operand's would not do; `part` of an operand that has several
   */
  buffer(
    operand: string,
    storage: DType,
    access: Access,
    options: { readonly name?: string; readonly part?: number } = {},
  ): Memory {
    const name = this.#unique(options.name ?? operand);
    const part = options.part === undefined ? {} : { part: options.part };
    this.#bindings.push({ name, operand, ...part, storage, access });
    return new Memory(name, storage);
  }

  shared(name: string, type: "f32" | "i32" | "u32", length: number): Memory {
    this.#shared.push({ name: this.#unique(name), type, length });
    return new Memory(this.#shared.at(-1)!.name, type);
  }

  let<T extends ValueType>(name: string, value: Val<T>): Val<T> {
    const unique = this.#unique(name);
    this.#body.push({ kind: "let", name: unique, value: value.node });
    return new Val(value.type, { kind: "ref", type: value.type, name: unique });
  }

  var<T extends ValueType>(name: string, value: Val<T>): Variable<T> {
    const unique = this.#unique(name);
    this.#variables.add(unique);
    this.#body.push({ kind: "var", name: unique, value: value.node });
    return new Variable(value.type, unique);
  }

  array<T extends "f32" | "i32" | "u32">(name: string, type: T, length: number): PrivateArray<T> {
    const unique = this.#unique(name);
    this.#body.push({ kind: "array", name: unique, type, length });
    return new PrivateArray(type, unique);
  }

  assign<T extends ValueType>(target: Variable<T>, value: Arg<T>): void {
    this.#body.push({ kind: "assign", name: target.name, value: nodeOf(target.type, value) });
  }

  assignAt<T extends ValueType>(target: PrivateArray<T>, index: Arg<"i32">, value: Arg<T>): void {
    this.#body.push({
      kind: "assignElement",
      array: target.name,
      index: nodeOf("i32", index),
      value: nodeOf(target.type, value),
    });
  }

  /** One f32 element. */
  load(name: string, source: Memory, index: Arg<"i32">): F32 {
    return this.#load(name, source, index, 1, "f32")[0]!;
  }
  loadI32(name: string, source: Memory, index: Arg<"i32">): I32 {
    return this.#load(name, source, index, 1, "i32")[0]!;
  }
  loadU32(name: string, source: Memory, index: Arg<"i32">): U32 {
    return this.#load(name, source, index, 1, "u32")[0]!;
  }
  /** `width` consecutive words; `group` counts groups of `width`. */
  loadWords(name: string, source: Memory, group: Arg<"i32">, width: number): I32[] {
    return this.#load(name, source, group, width, "i32");
  }
  /** `width` consecutive f32 elements; `group` counts groups of `width`. */
  loadGroup(name: string, source: Memory, group: Arg<"i32">, width: number): F32[] {
    return this.#load(name, source, group, width, "f32");
  }

  #load<T extends "f32" | "i32" | "u32">(
    name: string,
    source: Memory,
    index: Arg<"i32">,
    width: number,
    type: T,
  ): Val<T>[] {
    invariant(valueTypeOf(source.storage) === type, `${source.name} loads ${valueTypeOf(source.storage)}, not ${type}`);
    const at = nodeOf("i32", index);
    const key = this.#constantUntilEnd(source, at) ? JSON.stringify([source.name, width, at]) : undefined;
    let names = key === undefined ? undefined : this.#loaded.findLast((scope) => scope.has(key))?.get(key);
    if (names === undefined) {
      names = Array.from({ length: width }, (_, i) => this.#unique(width === 1 ? name : `${name}${i}`));
      this.#body.push({ kind: "load", names, type, source: source.name, index: at });
      if (key !== undefined) this.#loaded.at(-1)!.set(key, names);
    }
    return names.map((unique) => new Val(type, { kind: "ref", type, name: unique }));
  }

  /** Whether a load gives the same value wherever it is repeated in its scope. */
  #constantUntilEnd(source: Memory, index: Expr): boolean {
    const settled = (e: Expr): boolean =>
      e.kind !== "element" && !(e.kind === "ref" && this.#variables.has(e.name)) && childrenOf(e).every(settled);
    return this.#bindings.some((b) => b.name === source.name && b.access === "read") && settled(index);
  }

  store(target: Memory, index: Arg<"i32">, value: F32 | I32 | U32): void {
    this.storeGroup(target, index, [value]);
  }

  /** Consecutive elements; `group` counts groups of `values.length`. Narrow types need whole 32-bit words. */
  storeGroup(target: Memory, group: Arg<"i32">, values: readonly Val<ValueType>[]): void {
    this.#body.push({
      kind: "store",
      target: target.name,
      index: nodeOf("i32", group),
      values: values.map((v) => v.node),
    });
  }

  for(name: string, start: Arg<"i32">, end: Arg<"i32">, step: Arg<"i32">, body: (index: I32) => void): void {
    const unique = this.#unique(name);
    const statements = this.#nested(() => body(new Val("i32", { kind: "ref", type: "i32", name: unique })));
    this.#body.push({
      kind: "for",
      name: unique,
      start: nodeOf("i32", start),
      end: nodeOf("i32", end),
      step: nodeOf("i32", step),
      body: statements,
    });
  }

  if(condition: Bool, then: () => void, otherwise: () => void = () => {}): void {
    const yes = this.#nested(then);
    const no = this.#nested(otherwise);
    this.#body.push({ kind: "if", condition: condition.node, then: yes, otherwise: no });
  }

  barrier(): void {
    this.#body.push({ kind: "barrier" });
  }

  collective<T extends "f32" | "i32" | "u32">(name: string, op: CollectiveOp, value: Val<T>, mask?: number): Val<T> {
    const unique = this.#unique(name);
    this.#body.push({
      kind: "collective",
      name: unique,
      op,
      value: value.node,
      ...(mask === undefined ? {} : { mask }),
    });
    return new Val(value.type, { kind: "ref", type: value.type, name: unique });
  }

  comment(text: string): void {
    this.#body.push({ kind: "comment", text });
  }

  /** Records a hook: a function over the bindings declared so far, which `body` writes in terms of its parameters. */
  hook(name: string, parameters: readonly HookParameter[], body: () => void): void {
    this.#hooks.push({ name, parameters, body: this.#nested(body) });
  }

  get hooks(): readonly Hook[] {
    return this.#hooks;
  }

  finish(name: string, doc: string): Kernel {
    return {
      name,
      doc,
      workgroupSize: this.workgroupSize,
      bindings: this.#bindings,
      shared: this.#shared,
      body: this.#body,
    };
  }

  #nested(build: () => void): Stmt[] {
    const outer = this.#body;
    const inner: Stmt[] = [];
    this.#body = inner;
    this.#loaded.push(new Map());
    build();
    this.#loaded.pop();
    this.#body = outer;
    return inner;
  }

  #unique(name: string): string {
    invariant(/^[a-z][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name), `"${name}" cannot be a name in every target`);
    const count = this.#names.get(name) ?? 0;
    this.#names.set(name, count + 1);
    if (count === 0) return name;
    return this.#unique(`${name}_${count + 1}`);
  }
}

function builtin(name: Builtin): I32 {
  return new Val("i32", { kind: "builtin", type: "i32", name });
}

/** Builds a kernel. `doc` states the formula and the index map; it heads every emitted source. */
export function kernel(
  name: string,
  options: { readonly workgroupSize: number; readonly doc: string },
  build: (k: KernelBuilder) => void,
): Kernel {
  const k = new KernelBuilder(options.workgroupSize);
  build(k);
  return k.finish(name, options.doc);
}
