/**
 * Reading grouped integers in panel order, in the kernel language: what portable kernels, `embedding` and checked mode
 * read of the weights that the CPU's own bodies take. The places come from the order's map, so both read the same bits. A
 * word holds eight neighbouring nibbles of a row, or two bytes of each of two rows.
 */
import { type F32, type I32, i32 } from "../../codegen/builder.ts";
import { INDICES } from "../../codegen/library/integers.ts";
import type { PanelOrder } from "../../src/base/formats/panels.ts";
import { panelsOf, type WeightFormat } from "../../src/base/formats/registry.ts";
import { NUMBERS } from "../../src/base/integers.ts";
import { widestRun } from "../storage.ts";
import { moved, signedField } from "./numbers.ts";
import { type BindWeight, type FactoredRun, type IntegerReader, LONGEST_RUN, prefixOf } from "./reader.ts";

/** Neighbouring columns of a row in one word. */
const columnsOfWord = ({ bias }: PanelOrder): number => (bias === 0 ? 2 : 8);

/** Bit of column `e` of a word, behind that of the word's first column of the row. */
const bitOf = (order: PanelOrder, part: number, e: number): number => order.field(NUMBERS, 64, part, 0, e, 1).bit;

/** Codes of `width` columns from the words that hold their parts, moved such that those of the first begin at bit 0. */
function codesOfWords(order: PanelOrder, words: readonly I32[], width: number): I32[] {
  return Array.from({ length: width }, (_, e) => {
    const [low, high] = words.map((word, part) => {
      const { bits, from = 0 } = order.parts[part]!;
      const at = bitOf(order, part, e);
      return bits === 8 ? signedField(word, at, bits) : moved(word, at - from, (2 ** bits - 1) << from);
    });
    const code = high === undefined ? low! : low!.or(high);
    return order.bias === 0 ? code : code.sub(order.bias);
  });
}

/** Binds a weight in panel order: one buffer of words. */
export function panels(format: WeightFormat): BindWeight {
  const order = panelsOf(format);
  const scalePart = order.parts.length - 1;
  return (k, operand, name, rows, columns) => {
    const words = k.buffer(operand, "i32", "read", { name });
    const load = (part: string, number: number, row: I32, run: I32, width: number): I32 => {
      const { word, bit } = order.field(INDICES, columns, number, row, run, width);
      const at = k.let(`${part}_at`, word);
      const [loaded] = k.loadWords(`${part}_word`, words, at, 1);
      return order.parts[number]!.bits === 32 ? loaded! : k.let(part, loaded!.shr(bit));
    };
    const codesOf = (runName: string, row: I32, run: I32 | number, width: number): I32[] => {
      const prefix = prefixOf(runName);
      const inWord = Math.min(width, columnsOfWord(order));
      const first = width === inWord ? i32(run) : k.let(`${prefix}run`, i32(run).mul(width / inWord));
      return Array.from({ length: width / inWord }, (_, w) => {
        const parts = Array.from({ length: scalePart }, (_, part) => {
          const partName = scalePart === 1 ? "codes" : part === 0 ? "low" : "high";
          return load(`${prefix}${partName}`, part, row, first.add(w), inWord);
        });
        return codesOfWords(order, parts, inWord);
      }).flat();
    };
    const scaleOf = (scaleName: string, row: I32, run: I32, width: number): F32 =>
      k.let(scaleName, load(scaleName, scalePart, row, run, width).bitsF32());
    const factors = (runName: string, row: I32 | number, run: I32 | number, width: number): FactoredRun => {
      const codes = codesOf(runName, i32(row), run, width).map((code, i) => k.let(`${runName}${i}`, code.toF32()));
      return { codes, scale: scaleOf(`${prefixOf(runName)}scale`, i32(row), i32(run), width) };
    };
    const integers: IntegerReader = {
      group: order.bits.group,
      codes: (runName, row, run, width) =>
        codesOf(runName, i32(row), run, width).map((code, i) => k.let(`${runName}${i}`, code)),
      scale: (scaleName, row, group) =>
        scaleOf(scaleName, i32(row), i32(group).mul(order.bits.group / LONGEST_RUN), LONGEST_RUN),
    };
    return {
      rows,
      columns,
      runWidth: widestRun(columns, LONGEST_RUN),
      bestRun: columnsOfWord(order),
      factors,
      integers,
      run: (...place) => {
        const { codes, scale } = factors(...place);
        return codes.map((code) => code.mul(scale!));
      },
    };
  };
}
