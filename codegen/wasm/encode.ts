/**
 * WebAssembly modules as bytes. One growing buffer, written front to back; what has its length in front of it (sections,
 * bodies) gets room for the length first, as a padded LEB128 number.
 */
import { invariant } from "../../src/base/invariant.ts";
import { type Local, operandsOf, type Wasm, type WasmFunction, type WasmModule } from "./ir.ts";
import { opcode, type WasmType } from "./opcodes.ts";

const TYPE_CODES: Readonly<Record<WasmType, number>> = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b };
const SECTION = { type: 1, import: 2, function: 3, export: 7, code: 10 } as const;
const NO_RESULT = 0x40;
/** Pages of 64 KiB that 32-bit addresses reach. */
export const MOST_PAGES = 65536;
/** Bytes kept for a length that is known later. */
const LENGTH_BYTES = 5;

class ByteWriter {
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#at++] = value;
  }

  bytes(values: ArrayLike<number>): void {
    this.#room(values.length);
    // Runs are short: a loop is faster than a call that copies.
    for (let i = 0; i < values.length; i++) this.#bytes[this.#at++] = values[i]!;
  }

  unsigned(value: number): void {
    let rest = value >>> 0;
    while (rest > 127) {
      this.byte((rest & 127) | 128);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  signed(value: number): void {
    let rest = value | 0;
    for (;;) {
      const low = rest & 127;
      rest >>= 7;
      if ((rest === 0 && (low & 64) === 0) || (rest === -1 && (low & 64) !== 0)) {
        this.byte(low);
        return;
      }
      this.byte(low | 128);
    }
  }

  f32(value: number): void {
    this.#room(4);
    this.#view.setFloat32(this.#at, value, true);
    this.#at += 4;
  }

  f64(value: number): void {
    this.#room(8);
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  name(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.unsigned(bytes.length);
    this.bytes(bytes);
  }

  /** What `write` writes, with its length in front. */
  measured(write: () => void): void {
    this.#room(LENGTH_BYTES);
    const at = this.#at;
    this.#at += LENGTH_BYTES;
    write();
    let length = this.#at - at - LENGTH_BYTES;
    for (let i = 0; i < LENGTH_BYTES; i++) {
      this.#bytes[at + i] = (length & 127) | (i + 1 < LENGTH_BYTES ? 128 : 0);
      length >>>= 7;
    }
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#at);
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * Math.max(this.#bytes.length, this.#at + bytes));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

/** Instructions directly inside another, in the order they run. */
function partsOf(code: Wasm): readonly Wasm[] {
  if (code.kind === "block") return code.body;
  return code.kind === "if" ? [code.condition, ...code.then, ...code.otherwise] : operandsOf(code);
}

/** The functions of a module, exported ones first, each once. */
export function functionsOf(module: WasmModule): readonly WasmFunction[] {
  const functions = new Set<WasmFunction>(Object.values(module.exports));
  const seen = new Set<Wasm>();
  const visit = (code: Wasm): void => {
    if (seen.has(code)) return;
    seen.add(code);
    if (code.kind === "call") functions.add(code.callee);
    partsOf(code).forEach(visit);
  };
  // A set goes on through what is added to it.
  for (const { body } of functions) body.forEach(visit);
  return [...functions];
}

/** Signatures by number, equal ones once. */
class Signatures {
  readonly #ids = new Map<string, number>();
  readonly all: WasmFunction[] = [];

  idOf(f: WasmFunction): number {
    const key = `${f.params.map(({ type }) => type).join(",")}>${f.result ?? ""}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, this.all.length);
    this.all.push(f);
    return this.all.length - 1;
  }
}

class CodeWriter {
  readonly #out: ByteWriter;
  readonly #indices: ReadonlyMap<WasmFunction, number>;

  constructor(out: ByteWriter, indices: ReadonlyMap<WasmFunction, number>) {
    this.#out = out;
    this.#indices = indices;
  }

  body(f: WasmFunction): void {
    this.#locals(f.locals);
    for (const code of f.body) this.#code(code);
    this.#out.byte(0x0b);
  }

  /** Neighbours of one type are one entry. */
  #locals(locals: readonly Local[]): void {
    const runs: { type: WasmType; count: number }[] = [];
    for (const { type } of locals) {
      const last = runs.at(-1);
      if (last?.type === type) last.count++;
      else runs.push({ type, count: 1 });
    }
    this.#out.unsigned(runs.length);
    for (const { type, count } of runs) {
      this.#out.unsigned(count);
      this.#out.byte(TYPE_CODES[type]);
    }
  }

  #code(code: Wasm): void {
    const out = this.#out;
    switch (code.kind) {
      case "op":
        for (const arg of code.args) this.#code(arg);
        this.#op(code);
        return;
      case "const":
        out.byte({ i32: 0x41, f32: 0x43, f64: 0x44 }[code.type]);
        if (code.type === "i32") out.signed(code.value);
        else if (code.type === "f32") out.f32(code.value);
        else out.f64(code.value);
        return;
      case "v128.const":
        out.bytes([0xfd, 12]);
        out.bytes(code.bytes);
        return;
      case "get":
        out.byte(0x20);
        out.unsigned(code.local.index);
        return;
      case "set":
      case "tee":
        this.#code(code.value);
        out.byte(code.kind === "set" ? 0x21 : 0x22);
        out.unsigned(code.local.index);
        return;
      case "select":
        for (const part of partsOf(code)) this.#code(part);
        if (code.type === "v128") out.bytes([0x1c, 1, TYPE_CODES.v128]);
        else out.byte(0x1b);
        return;
      case "call": {
        for (const arg of code.args) this.#code(arg);
        const index = this.#indices.get(code.callee);
        invariant(index !== undefined, `function ${code.callee.name} is not in the module`);
        out.byte(0x10);
        out.unsigned(index);
        return;
      }
      case "block":
        out.bytes([code.loop ? 0x03 : 0x02, NO_RESULT]);
        for (const part of code.body) this.#code(part);
        out.byte(0x0b);
        return;
      case "if":
        this.#code(code.condition);
        out.bytes([0x04, NO_RESULT]);
        for (const part of code.then) this.#code(part);
        if (code.otherwise.length > 0) {
          out.byte(0x05);
          for (const part of code.otherwise) this.#code(part);
        }
        out.byte(0x0b);
        return;
      case "br":
        if (code.condition !== undefined) this.#code(code.condition);
        out.byte(code.condition === undefined ? 0x0c : 0x0d);
        out.unsigned(code.depth);
        return;
      default:
        code satisfies never;
    }
  }

  #op(code: Extract<Wasm, { kind: "op" }>): void {
    const out = this.#out;
    const { prefix, code: number, immediate, align, tail } = opcode(code.op);
    if (prefix === undefined) out.byte(number);
    else {
      out.byte(prefix);
      out.unsigned(number);
    }
    if (immediate === "memory" || immediate === "memoryLane") {
      // Binding addresses are whole words: no access promises more.
      out.unsigned(Math.min(align ?? 0, 2));
      out.unsigned(code.offset ?? 0);
    }
    if (immediate === "lane" || immediate === "memoryLane") out.byte(code.lane ?? 0);
    if (immediate === "lanes") out.bytes(code.lanes ?? []);
    if (tail !== undefined) out.bytes(tail);
  }
}

/**
 * The binary module. It imports its memory as `env.memory` and exports functions by name.
 * @param shared whether the memory is one that threads share: such memories state their maximum, all that can be addressed
 */
export function encodeWasm(module: WasmModule, shared: boolean): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter();
  const functions = functionsOf(module);
  const indices = new Map(functions.map((f, i) => [f, i]));
  const signatures = new Signatures();
  const ids = functions.map((f) => signatures.idOf(f));
  const section = (id: number, count: number, write: () => void): void => {
    out.byte(id);
    out.measured(() => {
      out.unsigned(count);
      write();
    });
  };
  out.bytes([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  section(SECTION.type, signatures.all.length, () => {
    for (const { params, result } of signatures.all) {
      out.byte(0x60);
      out.unsigned(params.length);
      for (const { type } of params) out.byte(TYPE_CODES[type]);
      out.unsigned(result === undefined ? 0 : 1);
      if (result !== undefined) out.byte(TYPE_CODES[result]);
    }
  });
  section(SECTION.import, 1, () => {
    out.name("env");
    out.name("memory");
    out.bytes([0x02, shared ? 0x03 : 0x00]);
    out.unsigned(0);
    if (shared) out.unsigned(MOST_PAGES);
  });
  section(SECTION.function, ids.length, () => {
    for (const id of ids) out.unsigned(id);
  });
  const exported = Object.entries(module.exports);
  section(SECTION.export, exported.length, () => {
    for (const [name, f] of exported) {
      out.name(name);
      out.byte(0x00);
      out.unsigned(indices.get(f)!);
    }
  });
  section(SECTION.code, functions.length, () => {
    const writer = new CodeWriter(out, indices);
    for (const f of functions) out.measured(() => writer.body(f));
  });
  return out.done();
}
