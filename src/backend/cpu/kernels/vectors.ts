/** Short names for what bodies by hand are full of: f32x4 arithmetic, pointers that advance, locals by the list. */
import { add, i32, type Local, op, type Wasm, type WasmFunction } from "../../../../codegen/wasm/ir.ts";

export const VECTOR_BYTES = 16;

export const addf = (a: Wasm, b: Wasm): Wasm => op("f32x4.add", a, b);
export const subf = (a: Wasm, b: Wasm): Wasm => op("f32x4.sub", a, b);
export const mulf = (a: Wasm, b: Wasm): Wasm => op("f32x4.mul", a, b);
export const divf = (a: Wasm, b: Wasm): Wasm => op("f32x4.div", a, b);

/** Moves a pointer or counter on. */
export const next = (local: Local, by: number): Wasm => local.set(add(local.get, i32(by)));

export const list = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** Locals of one type, by name; texts of modules spell names with underscores. */
export function localsOf<const N extends string>(
  f: WasmFunction,
  type: "i32" | "v128",
  ...names: readonly N[]
): Readonly<Record<N, Local>> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      f.local(
        name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
        type,
      ),
    ]),
  ) as Record<N, Local>;
}
