/**
 * Random kernels of statements: variables, private arrays, loads, stores, nested conditions and loops whose bounds may
 * differ between threads, barriers and collectives where the language allows them. Every thread writes words of its own,
 * so no program has a race; every loop is short.
 */
import {
  type Bool,
  type I32,
  i32,
  type KernelBuilder,
  kernel,
  type Memory,
  type PrivateArray,
  select,
  type Variable,
} from "../../codegen/builder.ts";
import type { WordArray } from "../../codegen/emit-js.ts";
import type { Kernel } from "../../codegen/ir.ts";
import { randomWords } from "./run.ts";

const WORDS = 8;
const INPUTS = 64;
const DEEPEST = 3;

export interface RandomProgram {
  readonly kernel: Kernel;
  readonly buffers: readonly WordArray[];
}

class Writer {
  readonly #k: KernelBuilder;
  readonly #draws: Uint32Array;
  readonly #x: Memory;
  readonly #y: Memory;
  readonly #own: I32;
  readonly #shared: Memory;
  #drawn = 0;
  #values: I32[];
  #variables: Variable<"i32">[] = [];
  #arrays: PrivateArray<"i32">[] = [];

  constructor(k: KernelBuilder, draws: Uint32Array) {
    this.#k = k;
    this.#draws = draws;
    this.#x = k.buffer("x", "i32", "read");
    this.#y = k.buffer("y", "i32", "read_write");
    this.#shared = k.shared("board", "i32", k.workgroupSize);
    this.#values = [k.local, k.groupX, k.groupZ, i32(3)];
    const place = k.let("place", k.groupZ.mul(2).add(k.groupX));
    this.#own = k.let("own", place.mul(k.workgroupSize).add(k.local).mul(WORDS));
  }

  #below(n: number): number {
    return this.#draws[this.#drawn++ % this.#draws.length]! % n;
  }

  #one<T>(from: readonly T[]): T {
    return from[this.#below(from.length)]!;
  }

  #value(): I32 {
    const a = this.#one([...this.#values, ...this.#variables]);
    const b = this.#one([...this.#values, ...this.#variables]);
    switch (this.#below(12)) {
      case 0:
        return a.add(b);
      case 1:
        return a.sub(b);
      case 2:
        return a.mul(this.#below(5));
      case 3:
        return a.shr(this.#below(4));
      case 4:
        return a.div(this.#below(7) + 1);
      case 5:
        return a.rem(4 * (this.#below(3) + 1));
      case 6:
        return a.and(7);
      case 7:
        return a.max(b).min(100);
      case 8:
        return select(this.#condition(), a, b);
      case 9:
        return this.#arrays.length === 0 ? a : this.#one(this.#arrays).at(this.#index(4));
      case 10:
        return a.toF32().div(b.toF32()).toI32();
      default:
        return a;
    }
  }

  #condition(): Bool {
    const [a, b] = [this.#one([...this.#values, ...this.#variables]), this.#one([...this.#values, ...this.#variables])];
    return this.#one([a.lt(b), a.and(1).eq(0), a.ge(b), a.rem(3).ne(0), a.lt(2).or(b.gt(5))]);
  }

  /** A number from 0 up to a power of two. */
  #index(below: number): I32 {
    return this.#below(3) === 0
      ? i32(this.#below(below))
      : this.#one([...this.#values, ...this.#variables]).and(below - 1);
  }

  /** Statements in a scope of their own. @param flow whether all threads are here */
  scope(count: number, depth: number, flow: boolean): void {
    const [values, variables, arrays] = [this.#values, this.#variables, this.#arrays];
    for (let i = 0; i < count; i++) this.#statement(depth, flow);
    [this.#values, this.#variables, this.#arrays] = [values, variables, arrays];
  }

  #statement(depth: number, flow: boolean): void {
    const k = this.#k;
    switch (this.#below(depth === 0 ? 7 : 11)) {
      case 0:
        this.#values = [...this.#values, k.let("value", this.#value())];
        return;
      case 1:
        this.#variables = [...this.#variables, k.var("state", this.#value())];
        return;
      case 2:
        if (this.#variables.length > 0) k.assign(this.#one(this.#variables), this.#value());
        return;
      case 3:
        this.#values = [...this.#values, k.loadI32("word", this.#x, this.#index(INPUTS))];
        return;
      case 4:
        this.#values = [...this.#values, k.loadI32("mine", this.#y, this.#own.add(this.#index(WORDS)))];
        return;
      case 5:
        k.store(this.#y, this.#own.add(this.#index(WORDS)), this.#value());
        return;
      case 6:
        if (this.#arrays.length > 0 && this.#below(3) > 0)
          k.assignAt(this.#one(this.#arrays), this.#index(4), this.#value());
        else this.#arrays = [...this.#arrays, k.array("list", "i32", 4)];
        return;
      case 7:
        k.if(
          this.#condition(),
          () => this.scope(4, depth - 1, false),
          this.#below(2) === 0 ? () => {} : () => this.scope(4, depth - 1, false),
        );
        return;
      case 8:
        k.for("i", this.#index(4), this.#index(8), i32(1).add(this.#index(2)), (i) => this.#loop(i, depth, false));
        return;
      case 9:
        if (!flow) return;
        k.for("turn", 0, this.#below(3) + 1, 1, (i) => this.#loop(i, depth, true));
        return;
      default:
        if (flow) this.#meet();
    }
  }

  #loop(index: I32, depth: number, flow: boolean): void {
    const values = this.#values;
    this.#values = [...values, index];
    this.scope(4, depth - 1, flow);
    this.#values = values;
  }

  #meet(): void {
    const k = this.#k;
    if (this.#below(2) === 0) {
      const op = this.#one(["subgroupAdd", "subgroupMax", "subgroupBroadcastFirst"] as const);
      this.#values = [...this.#values, k.collective("all", op, this.#value())];
      return;
    }
    k.barrier();
    k.store(this.#shared, k.local, this.#value());
    k.barrier();
    this.#values = [...this.#values, k.loadI32("neighbour", this.#shared, i32(k.workgroupSize - 1).sub(k.local))];
  }
}

/** A program for workgroups of a size in a grid of 2 by 1 by 2, and its buffers. */
export function randomProgram(seed: number, size: number): RandomProgram {
  const subject = kernel("subject", { workgroupSize: size, doc: "a test" }, (k) => {
    const writer = new Writer(k, randomWords(seed, 997));
    writer.scope(24, DEEPEST, true);
  });
  const x = Int32Array.from(randomWords(seed + 1, INPUTS), (word) => (word % 21) - 10);
  const y = new Int32Array(randomWords(seed + 2, 4 * size * WORDS));
  return { kernel: subject, buffers: [x, y] };
}
