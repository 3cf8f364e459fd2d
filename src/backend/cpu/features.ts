/**
 * What the WebAssembly engine of this process can do: asked by validating a small module of each kind, and by the clock
 * where an instruction may be there and slow. Apart from the backend because only this module knows how an engine is
 * asked. Invariant: what the clock decides changes no bit of a result.
 */
import { encodeWasm } from "../../../codegen/wasm/encode.ts";
import { doWhile, f32x4, i8x16, i32, i32x4, op, sub, type Wasm, WasmFunction } from "../../../codegen/wasm/ir.ts";

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

/** Independent sums, as a tile has them: the products' throughput counts, not how long one takes. */
const SUMS = 8;
const TIMED_ROUNDS = 2000;
const TIMED_MS = 1;

/** `run(rounds)` adds products into eight sums, as many of 16 bits in each round whichever instruction makes them. */
function productLoop(add: (sum: Wasm) => Wasm): (rounds: number) => void {
  const f = new WasmFunction("run");
  const rounds = f.param("rounds", "i32");
  const sums = Array.from({ length: SUMS }, (_, i) => f.local(`sum${i}`, "v128"));
  const step = sums.map((sum) => sum.set(add(sum.get)));
  f.put(doWhile([...step, ...step, rounds.set(sub(rounds.get, i32(1)))], rounds.get));
  const memory = new WebAssembly.Memory({ initial: 1 });
  const module = new WebAssembly.Module(encodeWasm({ exports: { run: f } }, false));
  return new WebAssembly.Instance(module, { env: { memory } }).exports["run"] as (rounds: number) => void;
}

/** Shortest of the calls that fit a millisecond, behind one in which the engine may still optimise. */
function shortestMs(run: (rounds: number) => void): number {
  for (const start = performance.now(); performance.now() - start < TIMED_MS; ) run(TIMED_ROUNDS);
  let shortest = Number.POSITIVE_INFINITY;
  const start = performance.now();
  do {
    const began = performance.now();
    run(TIMED_ROUNDS);
    shortest = Math.min(shortest, performance.now() - began);
  } while (performance.now() - start < TIMED_MS);
  return shortest;
}

let relaxedDots: boolean | undefined;

/**
 * Whether two relaxed products of bytes are faster than one of 16-bit numbers: they are where the processor has an
 * instruction for them and the engine uses it. Measured once a process.
 */
export function relaxedDotsPay(): boolean {
  relaxedDots ??= hasRelaxedSimd() && relaxedDotsAreFaster();
  return relaxedDots;
}

function relaxedDotsAreFaster(): boolean {
  const exact = productLoop((sum) => op("i32x4.add", sum, op("i32x4.dot_i16x8_s", sum, sum)));
  const relaxed = productLoop((sum) => op("i32x4.relaxed_dot_i8x16_i7x16_add_s", sum, i8x16(1), sum));
  return shortestMs(relaxed) < shortestMs(exact);
}
