/**
 * Reading grouped integers in fragment order, in the kernel language. A register is four neighbouring codes of a row as
 * signed bytes, each times 2^(8 - bits of a code): that is how matrix units want them, and how runs of a row are made
 * here. The places come from the order's map, so this reader and the native kernels' read the same bits.
 */
import { type F32, halfLow, type I32, i32 } from "../../codegen/builder.ts";
import { INDICES } from "../../codegen/library/integers.ts";
import type { FragmentOrder } from "../../src/base/formats/fragments.ts";
import { fragmentsOf, matrixLayout, type WeightFormat } from "../../src/base/formats/registry.ts";
import { widestRun } from "../storage.ts";
import { type BindWeight, type FactoredRun, type IntegerReader, prefixOf } from "./reader.ts";

/** Codes of a register. */
const REGISTER = 4;

/** Bits of a code. */
const codeBits = ({ bits: { lowBits, highBits } }: FragmentOrder): number => lowBits + highBits;

/** What the bytes of a register are to be multiplied with, beside the scale. */
export const byteFactor = (order: FragmentOrder): number => 2 ** (codeBits(order) - 8);

/** A word of a plane and the bit in it where the part of a register's first code begins. */
export interface RegisterPart {
  readonly plane: number;
  readonly word: I32;
  readonly bit: I32 | number;
}

/** A register from the words that hold its parts: those of the next codes lie a byte further each. */
export function registerOf(order: FragmentOrder, parts: readonly RegisterPart[]): I32 {
  const moved = parts.map(({ plane, word, bit }) => {
    const { bits, from = 0 } = order.planes[plane]!;
    const target = 8 - codeBits(order) + from;
    const mask = Math.imul((2 ** bits - 1) << target, 0x01010101);
    if (typeof bit !== "number") return word.shr(bit).shl(target).and(mask);
    return (bit > target ? word.shr(bit - target) : word.shl(target - bit)).and(mask);
  });
  return moved.reduce((all, part) => all.or(part));
}

/** Binds a weight in fragment order: one buffer of words. */
export function fragments(format: WeightFormat): BindWeight {
  const order = fragmentsOf(format);
  return (k, operand, name, rows, columns) => {
    const { planes } = matrixLayout(format, rows, columns, "fragments");
    const words = k.buffer(operand, "i32", "read", { name });
    const runWidth = widestRun(columns, 2 * REGISTER);

    const load = (part: string, plane: number, row: I32, run: I32, width: number): RegisterPart => {
      const { word, bit } = order.field(INDICES, columns, plane, row, run, width);
      const at = k.let(`${part}_at`, word.add(planes[plane]!.offset / 4));
      return { plane, word: k.loadWords(`${part}_word`, words, at, 1)[0]!, bit };
    };
    /** Codes of a run, and the first of its runs that are no longer than a register. */
    const read = (runName: string, n: I32, group: I32 | number, width: number) => {
      const prefix = prefixOf(runName);
      const count = Math.ceil(width / REGISTER);
      const inRegister = width / count;
      const first = count === 1 ? i32(group) : k.let(`${prefix}run`, i32(group).mul(count));
      const codes = Array.from({ length: count }, (_, r) => {
        const parts = order.planes.flatMap(({ from }, plane) => {
          if (from === undefined) return [];
          const part = order.planes.length === 2 ? "code" : from === 0 ? "low" : "high";
          return [load(`${prefix}${part}`, plane, n, first.add(r), inRegister)];
        });
        const register = k.let(`${prefix}codes`, registerOf(order, parts));
        return Array.from({ length: inRegister }, (_, i) => register.shl(24 - 8 * i).shr(24));
      }).flat();
      return { codes, first, inRegister };
    };
    const scaleOf = (scaleName: string, n: I32, run: I32, width: number): F32 => {
      const { word, bit } = load(scaleName, order.planes.length - 1, n, run, width);
      return k.let(scaleName, halfLow(word.shr(i32(bit)).bitsU32()).mul(byteFactor(order)));
    };
    const factors = (runName: string, row: I32 | number, group: I32 | number, width: number): FactoredRun => {
      const { codes, first, inRegister } = read(runName, i32(row), group, width);
      const numbers = codes.map((code, i) => k.let(`${runName}${i}`, code.toF32()));
      return { codes: numbers, scale: scaleOf(`${prefixOf(runName)}scale`, i32(row), first, inRegister) };
    };
    const integers: IntegerReader = {
      group: order.bits.group,
      codes: (runName, row, run, width) =>
        read(runName, i32(row), run, width).codes.map((code, i) => k.let(`${runName}${i}`, code)),
      scale: (scaleName, row, group) =>
        scaleOf(scaleName, i32(row), i32(group).mul(order.bits.group / REGISTER), REGISTER),
    };
    return {
      rows,
      columns,
      runWidth,
      bestRun: Math.min(REGISTER, runWidth),
      factors,
      integers,
      run: (...place) => {
        const { codes, scale } = factors(...place);
        return codes.map((code) => code.mul(scale!));
      },
    };
  };
}
