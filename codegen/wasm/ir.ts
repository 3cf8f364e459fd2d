/**
 * WebAssembly as trees: an instruction holds its operands, so that code is put together by plain calls and one tree
 * becomes bytes (`encode.ts`) and text (`print.ts`). Trees are plain data and may be shared between places. Types are
 * checked where an instruction is made, so a mistake names the line that made it and never reaches an engine's
 * validator.
 */
import { invariant } from "../../src/base/invariant.ts";
import { type OpName, opcode, type WasmType } from "./opcodes.ts";

export type { OpName, WasmType } from "./opcodes.ts";

/** An instruction with its operands. `type` is that of its result; absent, it leaves nothing. */
export type Wasm =
  | {
      readonly kind: "op";
      readonly op: OpName;
      readonly type?: WasmType;
      readonly args: readonly Wasm[];
      /** Of memory accesses, in bytes. */
      readonly offset?: number;
      readonly lane?: number;
      /** Of a shuffle: 16 byte indices into both operands. */
      readonly lanes?: readonly number[];
    }
  | { readonly kind: "const"; readonly type: "i32" | "f32" | "f64"; readonly value: number }
  | { readonly kind: "v128.const"; readonly type: "v128"; readonly bytes: readonly number[] }
  | { readonly kind: "get"; readonly type: WasmType; readonly local: Local }
  | { readonly kind: "set"; readonly type?: undefined; readonly local: Local; readonly value: Wasm }
  | { readonly kind: "tee"; readonly type: WasmType; readonly local: Local; readonly value: Wasm }
  | {
      readonly kind: "select";
      readonly type: WasmType;
      readonly condition: Wasm;
      readonly yes: Wasm;
      readonly no: Wasm;
    }
  | { readonly kind: "call"; readonly type?: WasmType; readonly callee: WasmFunction; readonly args: readonly Wasm[] }
  | { readonly kind: "block"; readonly type?: undefined; readonly loop: boolean; readonly body: readonly Wasm[] }
  | {
      readonly kind: "if";
      readonly type?: undefined;
      readonly condition: Wasm;
      readonly then: readonly Wasm[];
      readonly otherwise: readonly Wasm[];
    }
  /** Leaves `depth` enclosing blocks, or starts their loop again; with a condition only where it is not zero. */
  | { readonly kind: "br"; readonly type?: undefined; readonly depth: number; readonly condition?: Wasm };

/** A local variable or parameter of a function. */
export interface Local {
  readonly name: string;
  readonly type: WasmType;
  readonly index: number;
  readonly get: Wasm;
  set(value: Wasm): Wasm;
  tee(value: Wasm): Wasm;
}

/** A module of functions over one imported memory (`env.memory`). Functions that are called come along. */
export interface WasmModule {
  readonly exports: Readonly<Record<string, WasmFunction>>;
}

/** @param what names the value; called where it has another type, because texts cost more than checks */
function expect(value: Wasm, type: WasmType, what: () => string): void {
  if (value.type !== type) invariant(false, `${what()} is ${value.type ?? "nothing"}, not ${type}`);
}

class FunctionLocal implements Local {
  readonly get: Wasm;
  readonly name: string;
  readonly type: WasmType;
  readonly index: number;
  readonly #of: string;

  constructor(of: string, name: string, type: WasmType, index: number) {
    this.#of = of;
    this.name = name;
    this.type = type;
    this.index = index;
    this.get = { kind: "get", type, local: this };
  }

  set(value: Wasm): Wasm {
    return { kind: "set", local: this, value: this.#checked(value) };
  }

  tee(value: Wasm): Wasm {
    return { kind: "tee", type: this.type, local: this, value: this.#checked(value) };
  }

  #checked(value: Wasm): Wasm {
    expect(value, this.type, () => `${this.#of}: value of ${this.name}`);
    return value;
  }
}

/** One function: parameters and locals by name, and the instructions put into it in order. */
export class WasmFunction {
  readonly name: string;
  readonly result: WasmType | undefined;
  readonly params: Local[] = [];
  readonly locals: Local[] = [];
  readonly body: Wasm[] = [];
  /** Names that are taken, each with the last number that made it new. */
  readonly #names = new Map<string, number>();

  constructor(name: string, result?: WasmType) {
    this.name = name;
    this.result = result;
  }

  /** Parameters come before the first local. */
  param(name: string, type: WasmType): Local {
    invariant(this.locals.length === 0, `${this.name}: parameter ${name} comes behind a local`);
    const local = this.#make(name, type);
    this.params.push(local);
    return local;
  }

  /** A local that starts as zero. A name that is taken gets a number. */
  local(name: string, type: WasmType): Local {
    const local = this.#make(name, type);
    this.locals.push(local);
    return local;
  }

  put(...code: readonly Wasm[]): void {
    for (const instruction of code) this.body.push(instruction);
  }

  #make(wanted: string, type: WasmType): Local {
    let number = this.#names.get(wanted);
    let name = wanted;
    if (number !== undefined) {
      do name = `${wanted}_${++number}`;
      while (this.#names.has(name));
      this.#names.set(name, 1);
    }
    this.#names.set(wanted, number ?? 1);
    return new FunctionLocal(this.name, name, type, this.params.length + this.locals.length);
  }
}

function instruction(
  name: OpName,
  args: readonly Wasm[],
  rest?: { readonly offset?: number; readonly lane?: number; readonly lanes?: readonly number[] },
): Wasm {
  const { operands, result } = opcode(name);
  if (args.length !== operands.length) {
    invariant(false, `${name}: ${args.length} operands, not ${operands.length}`);
  }
  for (let i = 0; i < operands.length; i++) expect(args[i]!, operands[i]!, () => `${name}: operand ${i}`);
  if (rest === undefined)
    return result === undefined ? { kind: "op", op: name, args } : { kind: "op", op: name, type: result, args };
  return { kind: "op", op: name, ...(result === undefined ? {} : { type: result }), args, ...rest };
}

/** An instruction of operands alone. */
export function op(name: OpName, ...args: readonly Wasm[]): Wasm {
  if (opcode(name).immediate !== "none") invariant(false, `${name} has an immediate`);
  return instruction(name, args);
}

/** A load; the address is `address + offset`, without wrapping. */
export function load(name: OpName, address: Wasm, offset = 0): Wasm {
  invariant(opcode(name).immediate === "memory" && offset >= 0, `${name}: load at offset ${offset}`);
  return instruction(name, [address], { offset });
}

export function store(name: OpName, address: Wasm, value: Wasm, offset = 0): Wasm {
  invariant(opcode(name).immediate === "memory" && offset >= 0, `${name}: store at offset ${offset}`);
  return instruction(name, [address, value], { offset });
}

/** Loads or stores one lane of a vector. */
export function laneAccess(name: OpName, address: Wasm, value: Wasm, lane: number, offset = 0): Wasm {
  invariant(opcode(name).immediate === "memoryLane" && offset >= 0, `${name}: lane at offset ${offset}`);
  return instruction(name, [address, value], { offset, lane });
}

/** Extracts a lane, or replaces it by a second operand. */
export function lane(name: OpName, index: number, ...args: readonly Wasm[]): Wasm {
  invariant(opcode(name).immediate === "lane", `${name} has no lane`);
  return instruction(name, args, { lane: index });
}

/** Bytes of both operands by index: 0 to 15 of the first, 16 to 31 of the second. */
export function shuffle(a: Wasm, b: Wasm, lanes: readonly number[]): Wasm {
  invariant(lanes.length === 16 && lanes.every((l) => l >= 0 && l < 32), `shuffle of ${lanes.join(", ")}`);
  return instruction("i8x16.shuffle", [a, b], { lanes });
}

export const i32 = (value: number): Wasm => ({ kind: "const", type: "i32", value: value | 0 });
export const f32 = (value: number): Wasm => ({ kind: "const", type: "f32", value });
export const f64 = (value: number): Wasm => ({ kind: "const", type: "f64", value });

/** A vector of four 32-bit floats or integers, all the same or one by one. */
export function f32x4(...values: readonly number[]): Wasm {
  const four = Float32Array.from({ length: 4 }, (_, i) => values[values.length === 1 ? 0 : i]!);
  return { kind: "v128.const", type: "v128", bytes: [...new Uint8Array(four.buffer)] };
}

export function i32x4(...values: readonly number[]): Wasm {
  const four = Int32Array.from({ length: 4 }, (_, i) => values[values.length === 1 ? 0 : i]!);
  return { kind: "v128.const", type: "v128", bytes: [...new Uint8Array(four.buffer)] };
}

export function i16x8(value: number): Wasm {
  return { kind: "v128.const", type: "v128", bytes: [...new Uint8Array(new Int16Array(8).fill(value).buffer)] };
}

export function i8x16(value: number): Wasm {
  return { kind: "v128.const", type: "v128", bytes: Array.from({ length: 16 }, () => value & 255) };
}

export const add = (a: Wasm, b: Wasm): Wasm => op("i32.add", a, b);
export const sub = (a: Wasm, b: Wasm): Wasm => op("i32.sub", a, b);
export const mul = (a: Wasm, b: Wasm): Wasm => op("i32.mul", a, b);

export function select(condition: Wasm, yes: Wasm, no: Wasm): Wasm {
  expect(condition, "i32", () => "condition of select");
  invariant(yes.type !== undefined && yes.type === no.type, `select of ${yes.type} and ${no.type}`);
  return { kind: "select", type: yes.type, condition, yes, no };
}

export function call(callee: WasmFunction, ...args: readonly Wasm[]): Wasm {
  invariant(args.length === callee.params.length, `${callee.name}: ${args.length} arguments`);
  for (const [i, { name, type }] of callee.params.entries()) expect(args[i]!, type, () => `${callee.name}: ${name}`);
  return { kind: "call", ...(callee.result === undefined ? {} : { type: callee.result }), callee, args };
}

export const block = (...body: readonly Wasm[]): Wasm => ({ kind: "block", loop: false, body });
export const loop = (...body: readonly Wasm[]): Wasm => ({ kind: "block", loop: true, body });
export const br = (depth: number): Wasm => ({ kind: "br", depth });

export function brIf(condition: Wasm, depth: number): Wasm {
  expect(condition, "i32", () => "condition of br_if");
  return { kind: "br", depth, condition };
}

export function ifThen(condition: Wasm, then: readonly Wasm[], otherwise: readonly Wasm[] = []): Wasm {
  expect(condition, "i32", () => "condition of if");
  return { kind: "if", condition, then, otherwise };
}

/** `do { body } while (condition)`: the shortest loop there is, for counts that are never zero. */
export function doWhile(body: readonly Wasm[], condition: Wasm): Wasm {
  return loop(...body, brIf(condition, 0));
}

/** `while (condition) { body }` */
export function whileDo(condition: Wasm, body: readonly Wasm[]): Wasm {
  return block(loop(brIf(op("i32.eqz", condition), 1), ...body, br(0)));
}

/** Values that an instruction takes, in the order they are computed; bodies of blocks and branches are none. */
export function operandsOf(code: Wasm): readonly Wasm[] {
  switch (code.kind) {
    case "op":
    case "call":
      return code.args;
    case "set":
    case "tee":
      return [code.value];
    case "select":
      return [code.yes, code.no, code.condition];
    case "if":
      return [code.condition];
    case "br":
      return code.condition === undefined ? [] : [code.condition];
    default:
      return [];
  }
}
