/**
 * Values of kernels in WebAssembly: where names and private arrays are kept, and expressions over them, as one number that
 * four lanes share or as a vector of four. Apart from the statements, which decide when and where code runs; here a value
 * is told from its form alone, and an index that grows by a constant from lane to lane stays such an index.
 */
import { invariant, present } from "../../src/base/invariant.ts";
import type { Expr, ValueType } from "../ir.ts";
import type { Lanes } from "../lanes.ts";
import { gatherWords } from "./groups.ts";
import { add, i32, i32x4, type Local, load, mul, op, select, type Wasm, type WasmFunction } from "./ir.ts";
import {
  binaryScalar,
  binaryVector,
  bitcastScalar,
  callScalar,
  callVector,
  constantScalar,
  constantVector,
  convertScalar,
  convertVector,
  firstLane,
  LANE_NUMBERS,
  splat,
  unaryScalar,
  unaryVector,
} from "./vectors.ts";

/** Threads that run side by side. */
export const LANES = 4;
export const WORD = 4;

/** base + stride * lane */
export interface Affine {
  readonly base: Wasm;
  readonly stride: number;
}

/** Where a name's value is. */
export type Place =
  | { readonly kind: "scalar"; readonly local: Local }
  | { readonly kind: "vector"; readonly local: Local }
  | { readonly kind: "affine"; readonly local: Local; readonly stride: number }
  /** One word a thread, from `offset` of scratch on. */
  | { readonly kind: "memory"; readonly offset: number };

/** A private array: elements in locals, or in scratch with the words of all threads side by side. */
export type ArrayPlace =
  | { readonly kind: "locals"; readonly locals: readonly Local[] }
  | { readonly kind: "memory"; readonly offset: number; readonly length: number };

/** What is constant in a kernel. */
export interface LaneSetting {
  readonly f: WasmFunction;
  /** Numbers of the workgroup, by builtin. */
  readonly group: Readonly<Record<string, Local>>;
  readonly scratch: Local;
  readonly workgroupSize: number;
  readonly subgroupSize: number;
}

export class LaneValues {
  readonly f: WasmFunction;
  readonly places = new Map<string, Place>();
  readonly arrays = new Map<string, ArrayPlace>();
  /** First thread of the four, and scratch behind it: words of threads lie side by side. */
  readonly local: Local;
  readonly threadAt: Local;
  /** Threads of a workgroup, in whole fours. */
  readonly threads: number;
  /** What varies between lanes where code is being made; undefined outside of thread loops. */
  lanes: Lanes | undefined;
  /** Lanes that take part, where not all do. */
  mask: Local | undefined;
  readonly #group: Readonly<Record<string, Local>>;
  readonly #scratch: Local;
  readonly #subgroupSize: number;

  constructor({ f, group, scratch, workgroupSize, subgroupSize }: LaneSetting) {
    this.f = f;
    this.#group = group;
    this.#scratch = scratch;
    this.#subgroupSize = subgroupSize;
    this.threads = LANES * Math.ceil(workgroupSize / LANES);
    this.local = f.local("local", "i32");
    this.threadAt = f.local("thread_at", "i32");
  }

  /** Whether all four lanes have one value; outside of thread loops there is no other. */
  isShared(e: Expr): boolean {
    return this.lanes === undefined || this.lanes.isShared(e);
  }

  /** Whether a name may differ between the four. */
  varies(name: string): boolean {
    return this.lanes?.varying.has(name) === true;
  }

  /** `value` in lanes that take part, `before` in the others. */
  masked(value: Wasm, before: Wasm): Wasm {
    return this.mask === undefined ? value : op("v128.bitselect", value, before, this.mask.get);
  }

  /** Address, less the array's offset, of an element that all lanes name alike. */
  elementAt(index: Expr): Wasm {
    return add(this.threadAt.get, mul(this.scalar(index), i32(WORD * this.threads)));
  }

  /** Words, counted from the threads' first, of elements that each lane names for itself. */
  elementWords(index: Wasm): Wasm {
    return op("i32x4.add", op("i32x4.mul", index, i32x4(this.threads)), LANE_NUMBERS);
  }

  /** An element of a private array, of each lane its own. */
  element(array: string, index: Expr): Wasm {
    const place = present(this.arrays.get(array), array);
    if (place.kind === "locals") return this.elementLocal(place.locals, array, index).get;
    if (this.isShared(index)) return load("v128.load", this.elementAt(index), place.offset);
    return gatherWords(this.f, this.threadAt, this.elementWords(this.activeIndex(index)), place.offset);
  }

  /** The local of an element that a constant names. */
  elementLocal(locals: readonly Local[], array: string, index: Expr): Local {
    invariant(index.kind === "const", `${array} is kept in locals`);
    return present(locals[index.value], `${array}[${index.value}]`);
  }

  /** An index vector whose idle lanes are zero: they may hold anything. */
  activeIndex(index: Expr): Wasm {
    const vector = this.vector(index);
    return this.mask === undefined ? vector : op("v128.and", vector, this.mask.get);
  }

  /** The number of the thread. */
  thread(): Affine {
    return { base: this.local.get, stride: 1 };
  }

  /** All four values of such an index. */
  affineVector({ base, stride }: Affine): Wasm {
    const all = op("i32x4.splat", base);
    if (stride === 0) return all;
    return op("i32x4.add", all, i32x4(0, stride, 2 * stride, 3 * stride));
  }

  /** An i32 that grows by a constant from lane to lane. */
  affine(e: Expr): Affine | undefined {
    if (this.isShared(e)) return { base: this.scalar(e), stride: 0 };
    switch (e.kind) {
      case "builtin":
        return e.name === "local" ? this.thread() : undefined;
      case "ref": {
        const place = this.places.get(e.name);
        return place?.kind === "affine" ? { base: place.local.get, stride: place.stride } : undefined;
      }
      case "binary":
        return this.#affineBinary(e);
      default:
        return undefined;
    }
  }

  #affineBinary(e: Extract<Expr, { kind: "binary" }>): Affine | undefined {
    if (e.type !== "i32") return undefined;
    const a = this.affine(e.a);
    if (a === undefined) return undefined;
    if (e.op === "+" || e.op === "-") {
      const b = this.affine(e.b);
      if (b === undefined) return undefined;
      const base = op(e.op === "+" ? "i32.add" : "i32.sub", a.base, b.base);
      return { base, stride: e.op === "+" ? a.stride + b.stride : a.stride - b.stride };
    }
    if (e.b.kind === "const" && (e.op === "*" || e.op === "<<")) {
      const factor = e.op === "*" ? e.b.value : 2 ** e.b.value;
      return { base: mul(a.base, i32(factor)), stride: a.stride * factor };
    }
    if (e.a.kind === "const" && e.op === "*") {
      const b = this.affine(e.b);
      return b === undefined ? undefined : { base: mul(a.base, b.base), stride: e.a.value * b.stride };
    }
    // Fours of threads lie within a multiple of four: only the first is divided.
    if (e.b.kind === "const" && this.lanes?.isAligned(e.a) === true && this.lanes.wraps(e)) {
      return { base: binaryScalar(e.op, "i32", a.base, i32(e.b.value)), stride: a.stride };
    }
    return undefined;
  }

  /** The value that all lanes share. */
  scalar(e: Expr): Wasm {
    switch (e.kind) {
      case "const":
        return constantScalar(e.type, e.value);
      case "ref":
        return this.#scalarRef(e.name, e.type);
      case "builtin":
        return this.#scalarBuiltin(e.name);
      case "binary": {
        const split = this.lanes?.isAligned(e.a) === true && this.lanes.drops(e) ? this.affine(e.a) : undefined;
        return binaryScalar(e.op, e.a.type, split?.base ?? this.scalar(e.a), this.scalar(e.b));
      }
      case "unary":
        return unaryScalar(e.op, e.type, this.scalar(e.a));
      case "call": {
        const args = e.args.map((a) => this.scalar(a));
        const direct = callScalar(e.fn, e.type, args);
        if (direct !== undefined) return direct;
        const vectors = args.map((a, i) => splat(e.args[i]!.type, a));
        return firstLane(e.type, callVector(this.f, e.fn, e.type, vectors));
      }
      case "select":
        return select(this.scalar(e.condition), this.scalar(e.yes), this.scalar(e.no));
      case "convert":
        return convertScalar(e.type, e.a.type, this.scalar(e.a));
      case "bitcast":
        return bitcastScalar(e.type, e.a.type, this.scalar(e.a));
      case "element":
        return firstLane(e.type, this.element(e.array, e.index));
      default:
        return e satisfies never;
    }
  }

  #scalarRef(name: string, type: ValueType): Wasm {
    const place = present(this.places.get(name), name);
    switch (place.kind) {
      case "scalar":
        return place.local.get;
      case "affine":
        return place.local.get;
      case "vector":
        return firstLane(type, place.local.get);
      case "memory": {
        const word = load(type === "f32" ? "f32.load" : "i32.load", this.#scratch.get, place.offset);
        return type === "bool" ? op("i32.and", word, i32(1)) : word;
      }
      default:
        return place satisfies never;
    }
  }

  #scalarBuiltin(name: string): Wasm {
    if (name === "subgroup.size") return i32(this.#subgroupSize);
    return present(this.#group[name], name).get;
  }

  /** The value of each lane. */
  vector(e: Expr): Wasm {
    if (e.kind === "const") return constantVector(e.type, e.value);
    if (this.isShared(e)) return splat(e.type, this.scalar(e));
    switch (e.kind) {
      case "ref":
        return this.#vectorRef(e.name);
      case "builtin": {
        const thread = this.affineVector(this.thread());
        if (e.name === "local") return thread;
        const size: Expr = { kind: "const", type: "i32", value: this.#subgroupSize };
        return binaryVector(this.f, "%", "i32", thread, this.vector(size), size.value);
      }
      case "binary": {
        const affine = e.type === "i32" ? this.affine(e) : undefined;
        if (affine !== undefined) return this.affineVector(affine);
        const constant = e.b.kind === "const" ? e.b.value : undefined;
        return binaryVector(this.f, e.op, e.a.type, this.vector(e.a), this.vector(e.b), constant);
      }
      case "unary":
        return unaryVector(e.op, e.type, this.vector(e.a));
      case "call":
        return callVector(
          this.f,
          e.fn,
          e.type,
          e.args.map((a) => this.vector(a)),
        );
      case "select":
        return op("v128.bitselect", this.vector(e.yes), this.vector(e.no), this.vector(e.condition));
      case "convert":
        return convertVector(e.type, e.a.type, this.vector(e.a));
      case "bitcast":
        return this.vector(e.a);
      case "element":
        return this.element(e.array, e.index);
      default:
        return e satisfies never;
    }
  }

  #vectorRef(name: string): Wasm {
    const place = present(this.places.get(name), name);
    switch (place.kind) {
      case "vector":
        return place.local.get;
      case "affine":
        return this.affineVector({ base: place.local.get, stride: place.stride });
      case "memory":
        return load("v128.load", this.threadAt.get, place.offset);
      case "scalar":
        throw new Error(`internal error: ${name} is shared by all lanes`);
      default:
        return place satisfies never;
    }
  }
}
