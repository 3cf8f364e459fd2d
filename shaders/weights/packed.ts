/**
 * What all packed formats share: an object as it is stored is one buffer of words (eight storage buffers must hold a
 * pair of matrices of three planes each), the layout's map says where a run's codes and scale lie in it, and a format
 * adds how words become numbers. A run's codes are whole words, or a part of one word; its scale is read once.
 */
import { type F32, type I32, i32, type KernelBuilder, type Memory } from "../../codegen/builder.ts";
import { INDICES } from "../../codegen/library/integers.ts";
import type { BitField, WeightLayout } from "../../src/base/formats/layout.ts";
import { invariant, present } from "../../src/base/invariant.ts";
import { widestRun } from "../storage.ts";
import { type BindWeight, type IntegerReader, LONGEST_RUN, prefixOf } from "./reader.ts";

/**
 * The words of a field, low bits first. Of a field shorter than a word, what lies above it in the word is not its own.
 */
type FieldWords = readonly I32[];

interface IntegerCodes {
  /** Columns that share a scale. */
  readonly group: number;
  /** Codes of a run, from the words of each part of them. */
  integers(parts: readonly FieldWords[], width: number): I32[];
}

interface FloatCodes {
  /** Codes of a run as numbers, from the words of each part of them. */
  codes(k: KernelBuilder, name: string, parts: readonly FieldWords[], width: number): F32[];
}

export type PackedFormat = (IntegerCodes | FloatCodes) & {
  readonly layout: WeightLayout;
  /** The number that all codes of a run are multiplied with, from the word whose low bits hold it. */
  scale(word: I32): F32;
};

export function packed(format: PackedFormat): BindWeight {
  const { layout, scale } = format;
  const numbers: FloatCodes["codes"] = (k, name, parts, width) =>
    "codes" in format
      ? format.codes(k, name, parts, width)
      : format.integers(parts, width).map((code, i) => k.let(`${name}${i}`, code.toF32()));
  return (k, operand, name, rows, columns) => {
    const storage = layout.storage([rows, columns]);
    invariant(typeof storage !== "string", `${operand} [${rows}, ${columns}]: ${storage}`);
    const { planes, trailer } = storage;
    const words = k.buffer(operand, "i32", "read", { name });
    const runWidth = widestRun(columns, LONGEST_RUN);
    const field = (part: string, at: BitField<I32>): FieldWords =>
      loadField(k, part, words, present(planes[at.plane], `plane ${at.plane} of ${operand}`).offset / 4, at);
    const codesOf = (prefix: string, code: readonly BitField<I32>[]): readonly FieldWords[] => {
      // Parts that lie at one place of their planes share its name.
      const first = code[0]!.index;
      const place = code.length === 1 ? first : k.let(`${prefix}at`, first);
      return code.map((part, i) => {
        const name = `${prefix}${code.length === 1 ? "codes" : i === 0 ? "low" : "high"}`;
        const fieldWords = field(name, part.index === first ? { ...part, index: place } : part);
        return fieldWords.map((word) => named(k, name, word));
      });
    };
    const read = (runName: string, row: I32 | number, group: I32 | number, width: number) => {
      const prefix = prefixOf(runName);
      const { code, scale: shared } = layout.coord(INDICES, columns, i32(row), i32(group), width);
      const parts = codesOf(prefix, code);
      const factor = scale(field(`${prefix}scale`, present(shared, `scale of ${operand}`))[0]!);
      const divisor = trailer && k.loadWords(`${name}_divisor`, words, trailer.offset / 4, 1)[0]!.bitsF32();
      return { prefix, factor, divisor, codes: numbers(k, runName, parts, width) };
    };
    const integers = (format: IntegerCodes): IntegerReader => ({
      group: format.group,
      codes(runName, row, run, width) {
        const { code } = layout.coord(INDICES, columns, i32(row), i32(run), width);
        const values = format.integers(codesOf(prefixOf(runName), code), width);
        return values.map((value, i) => k.let(`${runName}${i}`, value));
      },
      scale(scaleName, row, group) {
        const { scale: place } = layout.coord(INDICES, columns, i32(row), i32(group), format.group);
        return k.let(scaleName, scale(field(scaleName, present(place, `scale of ${operand}`))[0]!));
      },
    });
    return {
      rows,
      columns,
      runWidth,
      bestRun: runWidth,
      run(...place) {
        const { prefix, factor, divisor, codes } = read(...place);
        const shared = k.let(`${prefix}scale`, factor);
        return codes.map((number) => (divisor === undefined ? number.mul(shared) : number.mul(shared).div(divisor)));
      },
      factors(...place) {
        const { prefix, factor, divisor, codes } = read(...place);
        return { codes, scale: k.let(`${prefix}scale`, divisor === undefined ? factor : factor.div(divisor)) };
      },
      ...("integers" in format && { integers: integers(format) }),
    };
  };
}

/** The value under a name, unless it has one. */
function named(k: KernelBuilder, name: string, value: I32): I32 {
  return value.node.kind === "ref" ? value : k.let(name, value);
}

function loadField(
  k: KernelBuilder,
  name: string,
  words: Memory,
  firstWord: number,
  { index, bits }: BitField<I32>,
): FieldWords {
  if (bits >= 32) {
    const count = bits / 32;
    // Planes begin at multiples of 256 bytes, so the first word is a whole number of runs.
    return k.loadWords(name, words, index.add(firstWord / count), count);
  }
  const perWord = 32 / bits;
  const at = named(k, `${name}_at`, index);
  const [word] = k.loadWords(`${name}_word`, words, INDICES.div(at, perWord).add(firstWord), 1);
  return [word!.shr(INDICES.mul(INDICES.rem(at, perWord), bits))];
}
