/**
 * A matrix from one layout to another on the host, element by element through both integer maps: the truth of whatever
 * repacks, and what the suite puts in memory where weights do not lie as they are stored. Bits that belong to no element
 * are zero. Panels hold codes with their sign bit turned round and scales as f32; the rest of the bits are moved.
 */
import { f16ToF32, f32ToF16 } from "../../src/base/dtype.ts";
import type { BitField, StorageLayout, WeightLayout } from "../../src/base/formats/layout.ts";
import { layoutOf, matrixLayout, type WeightFormat, type WeightOrder } from "../../src/base/formats/registry.ts";
import { NUMBERS } from "../../src/base/integers.ts";

/** A map of elements and where its planes begin. */
interface Place {
  readonly coord: WeightLayout["coord"];
  readonly layout: StorageLayout;
  /** Whether codes are unsigned: signed ones with their sign bit turned round. */
  readonly biased: boolean;
}

function placeOf(format: WeightFormat, rows: number, columns: number, order: WeightOrder | undefined): Place {
  const { coord } = layoutOf(format, order);
  return {
    coord,
    layout: matrixLayout(format, rows, columns, order),
    biased: order === "panels" && format !== "w8_g32",
  };
}

/** The bits at those places, lowest first. */
function bitsAt(source: Uint8Array, places: readonly number[]): number[] {
  return places.map((place) => (source[place >> 3]! >> (place & 7)) & 1);
}

/** Sets bits that are zero. */
function putBits(target: Uint8Array, places: readonly number[], bits: readonly number[]): void {
  for (const [i, place] of places.entries()) target[place >> 3]! |= bits[i]! << (place & 7);
}

/** The bits of a scale as a field of another size: f16 and f32 hold the same number. */
function scaleBits(bits: readonly number[], size: number): readonly number[] {
  if (bits.length === size) return bits;
  const word = bits.reduce((sum, bit, i) => sum + bit * 2 ** i, 0);
  const view = new DataView(new ArrayBuffer(4));
  if (size === 32) view.setFloat32(0, f16ToF32(word));
  else {
    view.setUint32(0, word);
    view.setUint32(0, f32ToF16(view.getFloat32(0)));
  }
  const other = view.getUint32(0);
  return Array.from({ length: size }, (_, i) => Math.floor(other / 2 ** i) % 2);
}

function rearrange(source: Uint8Array, from: Place, to: Place): Uint8Array {
  const { rows, columns } = to.layout;
  const target = new Uint8Array(to.layout.bytes);
  const placesOf = ({ layout }: Place, { plane, index, bits }: BitField<number>): number[] =>
    Array.from({ length: bits }, (_, i) => 8 * layout.planes[plane]!.offset + index * bits + i);
  const moved = new Set<number>();
  for (let n = 0; n < rows; n++) {
    for (let k = 0; k < columns; k++) {
      const [a, b] = [from.coord(NUMBERS, columns, n, k, 1), to.coord(NUMBERS, columns, n, k, 1)];
      // Bit after bit of the code: the two layouts may split it at different ones.
      const code = bitsAt(
        source,
        a.code.flatMap((part) => placesOf(from, part)),
      );
      if (from.biased !== to.biased) code.push(1 - code.pop()!);
      putBits(
        target,
        b.code.flatMap((part) => placesOf(to, part)),
        code,
      );
      const scalePlaces = placesOf(to, b.scale!);
      if (moved.has(scalePlaces[0]!)) continue;
      moved.add(scalePlaces[0]!);
      putBits(target, scalePlaces, scaleBits(bitsAt(source, placesOf(from, a.scale!)), b.scale!.bits));
    }
  }
  return target;
}

/** The object of a matrix as it is stored, in another order. */
export function inOrder(
  order: WeightOrder,
  format: WeightFormat,
  rows: number,
  columns: number,
  stored: Uint8Array,
): Uint8Array {
  return rearrange(stored, placeOf(format, rows, columns, undefined), placeOf(format, rows, columns, order));
}

/** The same in fragment order. */
export function inFragments(format: WeightFormat, rows: number, columns: number, stored: Uint8Array): Uint8Array {
  return inOrder("fragments", format, rows, columns, stored);
}

/** The inverse: the object as it is stored, with zeros where the container has padding. */
export function asStored(
  format: WeightFormat,
  rows: number,
  columns: number,
  ordered: Uint8Array,
  order: WeightOrder = "fragments",
): Uint8Array {
  return rearrange(ordered, placeOf(format, rows, columns, order), placeOf(format, rows, columns, undefined));
}
