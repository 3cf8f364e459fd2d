/** WebAssembly modules as text, in the folded form of the standard text format: what is reviewed as golden files. */
import { functionsOf } from "./encode.ts";
import { operandsOf, type Wasm, type WasmFunction, type WasmModule } from "./ir.ts";

/** Longest line that an instruction with its operands may take. */
const LINE = 120;

function numberText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return Object.is(value, -0) ? "-0" : String(value);
}

function head(code: Wasm): string {
  switch (code.kind) {
    case "op": {
      const offset = code.offset === undefined || code.offset === 0 ? "" : ` offset=${code.offset}`;
      const lane = code.lane === undefined ? "" : ` ${code.lane}`;
      const lanes = code.lanes === undefined ? "" : ` ${code.lanes.join(" ")}`;
      return `${code.op}${offset}${lane}${lanes}`;
    }
    case "const":
      return `${code.type}.const ${numberText(code.value)}`;
    case "v128.const": {
      const words = new Uint32Array(Uint8Array.from(code.bytes).buffer);
      return `v128.const i32x4 ${[...words].map((word) => `0x${word.toString(16)}`).join(" ")}`;
    }
    case "get":
      return `local.get $${code.local.name}`;
    case "set":
    case "tee":
      return `local.${code.kind} $${code.local.name}`;
    case "select":
      return code.type === "v128" ? "select (result v128)" : "select";
    case "call":
      return `call $${code.callee.name}`;
    case "block":
      return code.loop ? "loop" : "block";
    case "if":
      return "if";
    case "br":
      return code.condition === undefined ? `br ${code.depth}` : `br_if ${code.depth}`;
  }
}

function flat(code: Wasm): string {
  return `(${[head(code), ...operandsOf(code).map(flat)].join(" ")})`;
}

class TextWriter {
  readonly lines: string[] = [];

  code(code: Wasm, depth: number): void {
    const indent = "  ".repeat(depth);
    if (code.kind === "block") {
      this.lines.push(`${indent}(${head(code)}`);
      for (const part of code.body) this.code(part, depth + 1);
      this.#close();
      return;
    }
    if (code.kind === "if") {
      this.lines.push(`${indent}(if`);
      this.code(code.condition, depth + 1);
      this.#branch("then", code.then, depth + 1);
      if (code.otherwise.length > 0) this.#branch("else", code.otherwise, depth + 1);
      this.#close();
      return;
    }
    const line = indent + flat(code);
    const operands = operandsOf(code);
    if (line.length <= LINE || operands.length === 0) {
      this.lines.push(line);
      return;
    }
    this.lines.push(`${indent}(${head(code)}`);
    for (const operand of operands) this.code(operand, depth + 1);
    this.#close();
  }

  #branch(name: string, body: readonly Wasm[], depth: number): void {
    this.lines.push(`${"  ".repeat(depth)}(${name}`);
    for (const part of body) this.code(part, depth + 1);
    this.#close();
  }

  #close(): void {
    this.lines[this.lines.length - 1] += ")";
  }
}

function printFunction(f: WasmFunction): string {
  const params = f.params.map(({ name, type }) => ` (param $${name} ${type})`).join("");
  const out = new TextWriter();
  out.lines.push(`  (func $${f.name}${params}${f.result === undefined ? "" : ` (result ${f.result})`}`);
  for (const { name, type } of f.locals) out.lines.push(`    (local $${name} ${type})`);
  for (const code of f.body) out.code(code, 2);
  return `${out.lines.join("\n")})`;
}

/** The module as WebAssembly text. */
export function printWasm(module: WasmModule): string {
  const exported = Object.entries(module.exports).map(([name, f]) => `  (export "${name}" (func $${f.name}))`);
  const functions = functionsOf(module).map(printFunction);
  return ["(module", '  (import "env" "memory" (memory 0))', ...functions, ...exported].join("\n").concat(")\n");
}
