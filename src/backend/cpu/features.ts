/**
 * What the WebAssembly engine of this process can do, asked by validating a small module of each kind. Apart from the
 * backend because only this module knows how an engine is asked.
 */
import { encodeWasm } from "../../../codegen/wasm/encode.ts";
import { f32x4, i8x16, i32x4, op, WasmFunction } from "../../../codegen/wasm/ir.ts";

function validates(name: string, put: (f: WasmFunction) => void): boolean {
  if (typeof WebAssembly === "undefined") return false;
  const f = new WasmFunction(name);
  put(f);
  return WebAssembly.validate(encodeWasm({ exports: { run: f } }, false));
}

export function hasSimd(): boolean {
  return validates("simd", (f) => f.put(f.local("sum", "v128").set(op("f32x4.add", f32x4(1), f32x4(2)))));
}

/** Multiply-add, and products of bytes. */
export function hasRelaxedSimd(): boolean {
  return validates("relaxed", (f) => {
    const sum = f.local("sum", "v128");
    f.put(sum.set(op("f32x4.relaxed_madd", f32x4(1), f32x4(2), f32x4(3))));
    f.put(sum.set(op("i32x4.relaxed_dot_i8x16_i7x16_add_s", i8x16(1), i8x16(2), i32x4(3))));
  });
}

/** Pages have it only where they are isolated from other origins. */
export function hasSharedMemory(): boolean {
  return typeof SharedArrayBuffer !== "undefined";
}
