/**
 * A matrix from one layout to another on the host, element by element through both integer maps: the truth of
 * repacking kernels, and what the suite puts in memory where weights do not lie as they are stored. Bits that belong to
 * no element are zero.
 */
import type { BitField, StorageLayout, WeightLayout } from "../../src/base/formats/layout.ts";
import {
  fragmentsOf,
  matrixLayout,
  WEIGHT_LAYOUTS,
  type WeightFormat,
  type WeightOrder,
} from "../../src/base/formats/registry.ts";
import { NUMBERS } from "../../src/base/integers.ts";

/** A map of elements and where its planes begin. */
interface Place {
  readonly coord: WeightLayout["coord"];
  readonly layout: StorageLayout;
}

function placeOf(format: WeightFormat, rows: number, columns: number, order: WeightOrder | undefined): Place {
  const { coord } = order === undefined ? WEIGHT_LAYOUTS[format] : fragmentsOf(format);
  return { coord, layout: matrixLayout(format, rows, columns, order) };
}

/** Copies `count` bits, lowest first. */
function copyBits(source: Uint8Array, from: number, target: Uint8Array, to: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const bit = (source[(from + i) >> 3]! >> ((from + i) & 7)) & 1;
    target[(to + i) >> 3]! |= bit << ((to + i) & 7);
  }
}

function rearrange(source: Uint8Array, from: Place, to: Place): Uint8Array {
  const { rows, columns } = to.layout;
  const target = new Uint8Array(to.layout.bytes);
  const bitOf = ({ layout }: Place, { plane, index, bits }: BitField<number>): number =>
    8 * layout.planes[plane]!.offset + index * bits;
  const moved = new Set<number>();
  for (let n = 0; n < rows; n++) {
    for (let k = 0; k < columns; k++) {
      const [a, b] = [from.coord(NUMBERS, columns, n, k, 1), to.coord(NUMBERS, columns, n, k, 1)];
      // Bit after bit of the code: the two layouts may split it at different ones.
      const [left, right] = [a, b].map(({ code }, side) =>
        code.flatMap((part) => {
          const first = bitOf(side === 0 ? from : to, part);
          return Array.from({ length: part.bits }, (_, i) => first + i);
        }),
      );
      for (const [i, bit] of left!.entries()) copyBits(source, bit, target, right![i]!, 1);
      const scaleAt = bitOf(to, b.scale!);
      if (moved.has(scaleAt)) continue;
      moved.add(scaleAt);
      copyBits(source, bitOf(from, a.scale!), target, scaleAt, a.scale!.bits);
    }
  }
  return target;
}

/** The object of a matrix as it is stored, in fragment order. */
export function inFragments(format: WeightFormat, rows: number, columns: number, stored: Uint8Array): Uint8Array {
  const [from, to] = [undefined, "fragments" as const].map((order) => placeOf(format, rows, columns, order));
  return rearrange(stored, from!, to!);
}

/** The inverse: the object as it is stored, with zeros where the container has padding. */
export function asStored(format: WeightFormat, rows: number, columns: number, fragments: Uint8Array): Uint8Array {
  const [from, to] = ["fragments" as const, undefined].map((order) => placeOf(format, rows, columns, order));
  return rearrange(fragments, from!, to!);
}
