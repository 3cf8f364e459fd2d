/**
 * Sums and maxima over a workgroup through shared memory, in an order fixed by the workgroup size alone: neither the
 * subgroup size nor the number of rows changes a bit. Two stages instead of a tree: three meetings in all.
 */
import { type F32, type I32, i32, type KernelBuilder, type Memory, select, type U32 } from "../builder.ts";

/** Number of partial sums of the second stage: the largest power of two not above sqrt(size). */
function stageWidth(size: number): number {
  let width = 1;
  while (width * width * 4 <= size) width *= 2;
  return width;
}

export interface WorkgroupReducer {
  sum(name: string, value: F32): F32;
  max(name: string, value: F32): F32;
  /** Largest value and the lowest id that has it. Ids must be non-negative. */
  argmax(name: string, value: F32, id: I32): { readonly value: F32; readonly id: I32 };
  minI32(name: string, value: I32): I32;
  sumI32(name: string, value: I32): I32;
}

/**
 * Reductions that share one pair of scratch arrays. All calls must stand in uniform control flow; every thread gets the
 * result. The workgroup size must be a power of two.
 */
export function workgroupReducer(k: KernelBuilder): WorkgroupReducer {
  const size = k.workgroupSize;
  const width = stageWidth(size);
  const run = size / width;
  const lanes = new Map<string, readonly [Memory, Memory]>();
  const scratch = (type: "f32" | "i32", purpose: string): readonly [Memory, Memory] => {
    const key = `${purpose}_${type}`;
    const found = lanes.get(key);
    if (found !== undefined) return found;
    const made = [k.shared(`${key}_lanes`, type, size), k.shared(`${key}_parts`, type, width)] as const;
    lanes.set(key, made);
    return made;
  };

  const fold = <V extends F32 | I32>(
    name: string,
    value: V,
    memory: readonly [Memory, Memory],
    load: (name: string, m: Memory, i: I32 | number) => V,
    join: (a: V, b: V) => V,
  ): V => {
    const [all, parts] = memory;
    k.store(all, k.local, value);
    k.barrier();
    k.if(k.local.lt(width), () => {
      const start = k.let(`${name}_from`, k.local.mul(run));
      const part = k.var(`${name}_part`, load(`${name}_head`, all, start) as F32);
      k.for("i", 1, run, 1, (i) => {
        k.assign(part, join(part as unknown as V, load(`${name}_next`, all, start.add(i))) as F32);
      });
      k.store(parts, k.local, part);
    });
    k.barrier();
    const total = k.var(`${name}_total`, load(`${name}_start`, parts, 0) as F32);
    k.for("i", 1, width, 1, (i) => {
      k.assign(total, join(total as unknown as V, load(`${name}_item`, parts, i)) as F32);
    });
    return total as unknown as V;
  };
  const loadF = (name: string, m: Memory, i: I32 | number): F32 => k.load(name, m, i);
  const loadI = (name: string, m: Memory, i: I32 | number): I32 => k.loadI32(name, m, i);

  const max = (name: string, value: F32): F32 => fold(name, value, scratch("f32", "reduce"), loadF, (a, b) => a.max(b));
  const minI32 = (name: string, value: I32): I32 =>
    fold(name, value, scratch("i32", "reduce"), loadI, (a, b) => a.min(b));
  return {
    sum: (name, value) => fold(name, value, scratch("f32", "reduce"), loadF, (a, b) => a.add(b)),
    max,
    minI32,
    sumI32: (name, value) => fold(name, value, scratch("i32", "reduce"), loadI, (a, b) => a.add(b)),
    argmax: (name, value, id) => {
      const best = k.let(`${name}_best`, max(name, value));
      // The value as memory rounded it: registers of some targets are wider.
      const mine = k.load(`${name}_mine`, scratch("f32", "reduce")[0], k.local);
      const candidate = k.let(`${name}_id`, select(mine.eq(best), id, i32(0x7fffffff)));
      return { value: best, id: minI32(`${name}_lowest`, candidate) };
    },
  };
}

/** Whether an f32 is NaN, by its bits: comparisons with NaN are not dependable in WGSL. */
export function isNan(value: F32) {
  return value.bitsU32().and(0x7fffffff).gt(0x7f800000);
}

/** Whether an f32 is NaN or an infinity, by its bits. */
export function isNotFinite(value: F32) {
  return value.bitsU32().and(0x7f800000).eq(0x7f800000);
}

/** A u32 key that orders like the float: larger float, larger key. NaN must be excluded before. */
export function orderedKey(value: F32): U32 {
  const bits = value.bitsU32();
  return select(bits.shr(31).ne(0), bits.not(), bits.or(0x80000000));
}
