/** WebAssembly trees as bytes and text: every instruction of the table is one that engines take, with its operands. */
import { describe, expect, it } from "vitest";
import { encodeWasm } from "../../codegen/wasm/encode.ts";
import {
  add,
  block,
  br,
  brIf,
  call,
  doWhile,
  f32,
  f32x4,
  f64,
  i8x16,
  i16x8,
  i32,
  i32x4,
  ifThen,
  lane,
  laneAccess,
  load,
  loop,
  mul,
  op,
  select,
  shuffle,
  store,
  sub,
  type Wasm,
  WasmFunction,
  whileDo,
} from "../../codegen/wasm/ir.ts";
import { OPCODES, type OpName, opcode, type WasmType } from "../../codegen/wasm/opcodes.ts";
import { printWasm } from "../../codegen/wasm/print.ts";

type Run = (...args: number[]) => number;

/** Instantiates a module of one function over a page of memory. */
function run(f: WasmFunction, shared = false): { readonly call: Run; readonly memory: WebAssembly.Memory } {
  const memory = new WebAssembly.Memory(shared ? { initial: 1, maximum: 65536, shared } : { initial: 1 });
  const bytes = encodeWasm({ exports: { run: f } }, shared);
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  return { call: instance.exports["run"] as Run, memory };
}

const ZERO: Readonly<Record<WasmType, (f: WasmFunction) => Wasm>> = {
  i32: () => i32(0),
  i64: (f) => f.local("wide", "i64").get,
  f32: () => f32(0),
  f64: () => f64(0),
  v128: () => i32x4(0),
};

/** The instruction on zeros, its result thrown away into a local. */
function sample(name: OpName): WasmFunction {
  const { operands, result, immediate } = opcode(name);
  const f = new WasmFunction(name);
  const args = operands.map((type) => ZERO[type](f));
  const [a, b] = args as [Wasm, Wasm];
  const made: Record<typeof immediate, () => Wasm> = {
    none: () => op(name, ...args),
    memory: () => (args.length === 1 ? load(name, a, 8) : store(name, a, b, 8)),
    memoryLane: () => laneAccess(name, a, b, 1, 8),
    lane: () => lane(name, 1, ...args),
    lanes: () =>
      shuffle(
        a,
        b,
        Array.from({ length: 16 }, (_, i) => 2 * i),
      ),
  };
  const code = made[immediate]();
  f.put(result === undefined ? code : f.local("result", result).set(code));
  return f;
}

describe("the table of instructions", () => {
  const relaxed = (name: string): boolean => name.includes("relaxed");

  it("holds no code twice", () => {
    const codes = Object.values(OPCODES).map(({ prefix = 0, code }: { prefix?: number; code: number }) => {
      return 65536 * prefix + code;
    });
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each(Object.keys(OPCODES).filter((name) => !relaxed(name)))("%s is valid and runs", (name) => {
    const f = sample(name as OpName);
    const traps = /^i32\.(div|rem)/.test(name);
    if (traps) expect(() => run(f).call()).toThrow(WebAssembly.RuntimeError);
    else run(f).call();
    run(f, true);
  });
});

describe("trees", () => {
  it("loops, branches and calls", () => {
    // Sum of squares of the odd numbers below n.
    const square = new WasmFunction("square", "i32");
    const x = square.param("x", "i32");
    square.put(mul(x.get, x.get));
    const f = new WasmFunction("run", "i32");
    const n = f.param("n", "i32");
    const i = f.local("i", "i32");
    const sum = f.local("sum", "i32");
    f.put(
      whileDo(op("i32.lt_s", i.get, n.get), [
        ifThen(
          op("i32.and", i.get, i32(1)),
          [sum.set(add(sum.get, call(square, i.get)))],
          [sum.set(sub(sum.get, i32(0)))],
        ),
        i.set(add(i.get, i32(1))),
      ]),
      sum.get,
    );
    const { call: odd } = run(f);
    expect([0, 1, 2, 10].map((count) => odd(count))).toEqual([0, 0, 1, 165]);
  });

  it("writes numbers of every size", () => {
    for (const value of [0, 1, -1, 63, 64, -64, -65, 8191, 8192, 2147483647, -2147483648, 4294967295]) {
      const f = new WasmFunction("run", "i32");
      f.put(i32(value));
      expect(run(f).call()).toBe(value | 0);
    }
    const f = new WasmFunction("run", "f32");
    f.put(select(i32(1), f32(Number.NEGATIVE_INFINITY), f32(0)));
    expect(run(f).call()).toBe(Number.NEGATIVE_INFINITY);
  });

  it("reaches memory by address and offset", () => {
    const f = new WasmFunction("run");
    const at = f.param("at", "i32");
    const v = f.local("v", "v128");
    f.put(
      v.set(op("f32x4.add", load("v128.load", at.get, 16), f32x4(1, 2, 3, 4))),
      store("v128.store", at.get, v.get, 200),
      store("i32.store", at.get, lane("i32x4.extract_lane", 2, op("v128.xor", i8x16(-1), i16x8(1))), 4),
    );
    const { call: go, memory } = run(f, true);
    const floats = new Float32Array(memory.buffer);
    floats.set([10, 20, 30, 40], 8);
    go(16);
    expect([...floats.subarray(54, 58)]).toEqual([11, 22, 33, 44]);
    expect(new Uint32Array(memory.buffer)[5]).toBe(0xfffefffe);
  });

  it("refuses what does not fit where it is made", () => {
    const f = new WasmFunction("run");
    const at = f.param("at", "i32");
    expect(() => op("f32.add", at.get, f32(0))).toThrow("f32.add: operand 0 is i32, not f32");
    expect(() => op("f32.add", f32(0))).toThrow("1 operands");
    expect(() => at.set(f32(1))).toThrow("value of at is f32");
    expect(() => op("i32.load", at.get)).toThrow("immediate");
    expect(() => load("i32.load", at.get, -4)).toThrow("offset -4");
    f.local("x", "i32");
    expect(() => f.param("late", "i32")).toThrow("behind a local");
  });

  it("keeps names apart, and prints what it encodes", () => {
    const f = new WasmFunction("run");
    const at = f.param("at", "i32");
    const [a, b] = [f.local("v", "v128"), f.local("v", "v128")];
    f.put(
      block(loop(brIf(op("i32.eqz", at.get), 1), at.set(sub(at.get, i32(1))), br(0))),
      doWhile([a.set(load("v128.load", at.get, 16))], i32(0)),
      b.set(shuffle(a.get, a.get, [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7])),
    );
    expect(printWasm({ exports: { run: f } })).toBe(`(module
  (import "env" "memory" (memory 0))
  (func $run (param $at i32)
    (local $v v128)
    (local $v_2 v128)
    (block
      (loop
        (br_if 1 (i32.eqz (local.get $at)))
        (local.set $at (i32.sub (local.get $at) (i32.const 1)))
        (br 0)))
    (loop
      (local.set $v (v128.load offset=16 (local.get $at)))
      (br_if 0 (i32.const 0)))
    (local.set $v_2 (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $v) (local.get $v))))
  (export "run" (func $run)))
`);
  });
});
