/**
 * The kernel language's intermediate representation: plain data, so that a program that contains kernels can be
 * printed, compared, hashed and sent to a worker. WGSL's rules are its rules. Memory is read by statements that bind
 * names, never by expressions: a value that was read cannot be read again behind a barrier by accident.
 */
import type { DType } from "../src/base/dtype.ts";
import type { Access } from "../src/base/operands.ts";

export type ValueType = "f32" | "i32" | "u32" | "bool";
export type BinaryOp = "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>" | Comparison | "&&" | "||";
type Comparison = "<" | "<=" | ">" | ">=" | "==" | "!=";
export type Builtin = "group.x" | "group.y" | "group.z" | "local" | "subgroup.lane" | "subgroup.size";

/** Functions of one to three numbers, and those that unpack and pack the two narrow floats of a word. */
export type FunctionName =
  | "exp"
  | "log"
  | "sqrt"
  | "abs"
  | "floor"
  | "sin"
  | "cos"
  | "tanh"
  | "min"
  | "max"
  | "fma"
  | "halfLow"
  | "halfHigh"
  | "packHalf"
  | "packBf16";

export type Expr =
  | { readonly kind: "const"; readonly type: ValueType; readonly value: number }
  | { readonly kind: "ref"; readonly type: ValueType; readonly name: string }
  | { readonly kind: "builtin"; readonly type: "i32"; readonly name: Builtin }
  | { readonly kind: "binary"; readonly type: ValueType; readonly op: BinaryOp; readonly a: Expr; readonly b: Expr }
  | { readonly kind: "unary"; readonly type: ValueType; readonly op: "-" | "!" | "~"; readonly a: Expr }
  | { readonly kind: "call"; readonly type: ValueType; readonly fn: FunctionName; readonly args: readonly Expr[] }
  | {
      readonly kind: "select";
      readonly type: ValueType;
      readonly condition: Expr;
      readonly yes: Expr;
      readonly no: Expr;
    }
  | { readonly kind: "convert"; readonly type: ValueType; readonly a: Expr }
  | { readonly kind: "bitcast"; readonly type: ValueType; readonly a: Expr }
  /** Element of a thread-private array. */
  | { readonly kind: "element"; readonly type: ValueType; readonly array: string; readonly index: Expr };

/** Collectives: all threads of a subgroup meet. No kernel may assume the subgroup's size. */
export type CollectiveOp = "subgroupAdd" | "subgroupMax" | "subgroupShuffleXor" | "subgroupBroadcastFirst";

export type Stmt =
  | { readonly kind: "let"; readonly name: string; readonly value: Expr }
  /**
   * Binds `names` to consecutive elements of a buffer or shared array. `index` counts groups of `names.length`
   * elements, so every vector access is aligned by construction.
   */
  | {
      readonly kind: "load";
      readonly names: readonly string[];
      readonly type: ValueType;
      readonly source: string;
      readonly index: Expr;
    }
  | { readonly kind: "store"; readonly target: string; readonly index: Expr; readonly values: readonly Expr[] }
  | { readonly kind: "var"; readonly name: string; readonly value: Expr }
  | { readonly kind: "array"; readonly name: string; readonly type: ValueType; readonly length: number }
  | { readonly kind: "assign"; readonly name: string; readonly value: Expr }
  | { readonly kind: "assignElement"; readonly array: string; readonly index: Expr; readonly value: Expr }
  /** `for (name = start; name < end; name += step)`, all i32; `step` is positive. */
  | {
      readonly kind: "for";
      readonly name: string;
      readonly start: Expr;
      readonly end: Expr;
      readonly step: Expr;
      readonly body: readonly Stmt[];
    }
  | {
      readonly kind: "if";
      readonly condition: Expr;
      readonly then: readonly Stmt[];
      readonly otherwise: readonly Stmt[];
    }
  | { readonly kind: "barrier" }
  | {
      readonly kind: "collective";
      readonly name: string;
      readonly op: CollectiveOp;
      readonly value: Expr;
      /** Lane mask of a shuffle. */
      readonly mask?: number;
    }
  | { readonly kind: "comment"; readonly text: string };

export interface Binding {
  readonly name: string;
  /** What is bound: the language does not read it, whoever launches the kernel does. */
  readonly operand: string;
  /** Of an operand in several parts (planes, segments), the one that is bound. */
  readonly part?: number;
  readonly storage: DType;
  readonly access: Access;
}

export interface SharedArray {
  readonly name: string;
  readonly type: "f32" | "i32" | "u32";
  readonly length: number;
}

/** A parameter of a hook; with `length` an array by reference, written by the hook when `output`. */
export interface HookParameter {
  readonly name: string;
  readonly type: ValueType;
  readonly length?: number;
  readonly output?: boolean;
}

/** A function over a kernel's bindings, for bodies written by hand in a target's own language. */
export interface Hook {
  readonly name: string;
  readonly parameters: readonly HookParameter[];
  readonly body: readonly Stmt[];
}

export interface Kernel {
  readonly name: string;
  /** Formula and index map, printed at the head of every emitted source. */
  readonly doc: string;
  readonly workgroupSize: number;
  readonly bindings: readonly Binding[];
  readonly shared: readonly SharedArray[];
  readonly body: readonly Stmt[];
}

/** The type a value has in registers when it is stored as `storage`. */
export function valueTypeOf(storage: DType): "f32" | "i32" | "u32" {
  switch (storage) {
    case "f32":
    case "f16":
    case "bf16":
      return "f32";
    case "i32":
    case "i8":
      return "i32";
    case "u32":
    case "u8":
      return "u32";
  }
}

/** Direct sub-expressions of an expression. */
export function childrenOf(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case "const":
    case "ref":
    case "builtin":
      return [];
    case "binary":
      return [e.a, e.b];
    case "unary":
    case "convert":
    case "bitcast":
      return [e.a];
    case "call":
      return e.args;
    case "select":
      return [e.condition, e.yes, e.no];
    case "element":
      return [e.index];
  }
}

/** Expressions a statement evaluates itself, its nested statements aside. */
export function expressionsOf(s: Stmt): readonly Expr[] {
  switch (s.kind) {
    case "let":
    case "var":
    case "assign":
    case "collective":
      return [s.value];
    case "load":
      return [s.index];
    case "store":
      return [s.index, ...s.values];
    case "assignElement":
      return [s.index, s.value];
    case "for":
      return [s.start, s.end, s.step];
    case "if":
      return [s.condition];
    case "array":
    case "barrier":
    case "comment":
      return [];
  }
}

/** Statement lists nested in a statement. */
export function bodiesOf(s: Stmt): readonly (readonly Stmt[])[] {
  if (s.kind === "for") return [s.body];
  if (s.kind === "if") return [s.then, s.otherwise];
  return [];
}

/** Names a statement declares in its own scope (a loop's variable lives in the loop's body). */
export function namesDeclaredBy(s: Stmt): readonly string[] {
  switch (s.kind) {
    case "let":
    case "var":
    case "array":
    case "collective":
      return [s.name];
    case "load":
      return s.names;
    default:
      return [];
  }
}

/** Every name the kernel declares, memory included. */
export function namesIn(kernel: Kernel): Set<string> {
  const names = new Set([...kernel.bindings, ...kernel.shared].map((m) => m.name));
  const visit = (body: readonly Stmt[]): void => {
    for (const s of body) {
      for (const name of s.kind === "for" ? [s.name] : namesDeclaredBy(s)) names.add(name);
      bodiesOf(s).forEach(visit);
    }
  };
  visit(kernel.body);
  return names;
}

/** `wanted`, or `wanted` with the lowest number that makes it new; it is taken from then on. */
export function freshName(taken: Set<string>, wanted: string): string {
  let name = wanted;
  for (let i = 2; taken.has(name); i++) name = `${wanted}_${i}`;
  taken.add(name);
  return name;
}

/** True when a barrier or collective stands in the statement or below it. */
export function hasRendezvous(s: Stmt): boolean {
  if (s.kind === "barrier" || s.kind === "collective") return true;
  return bodiesOf(s).some((body) => body.some(hasRendezvous));
}
