/**
 * How products of codes become sums: the same few instructions in the one-row kernel and in the tile, so that both give
 * the same bits. A block is summed exactly in 32-bit integers, whatever the route; what follows is one order of f32
 * operations.
 */
import { i32, type Local, op, type Wasm } from "../../../../codegen/wasm/ir.ts";

/** total + f32(products) * (scale of the weights * scale of the row) */
export function scaledSum(total: Wasm, products: Wasm, weightScale: Wasm, rowScale: Wasm): Wasm {
  const scale = op("f32x4.mul", weightScale, rowScale);
  return op("f32x4.add", total, op("f32x4.mul", op("f32x4.convert_i32x4_s", products), scale));
}

/** Sums of a block's products from those of its digits: 256 high + low. */
export function joined([low, high]: readonly Local[]): Wasm {
  return high === undefined ? low!.get : op("i32x4.add", low!.get, op("i32x4.shl", high.get, i32(8)));
}

/** Adds the products of a vector of activations, given by digit where there are digits. */
export function addProducts(sums: readonly Local[], x: readonly Local[], codes: Wasm): Wasm[] {
  return sums.map((sum, digit) => {
    const value = x[digit]!.get;
    if (sums.length === 1) return sum.set(op("i32x4.add", sum.get, op("i32x4.dot_i16x8_s", value, codes)));
    return sum.set(op("i32x4.relaxed_dot_i8x16_i7x16_add_s", value, codes, sum.get));
  });
}
