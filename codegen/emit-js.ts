/**
 * Kernels as JavaScript: the CPU backend, and the living definition of the IR. Fast mode computes in double and rounds
 * where memory does; checked mode rounds every operation to f32 and sends every memory access through a `KernelChecker`,
 * which reports out-of-bounds accesses, reads of unwritten memory and races between two barriers.
 */
import { invariant } from "../src/base/invariant.ts";
import type { Expr, Kernel, Stmt, ValueType } from "./ir.ts";
import { legalizeNarrow } from "./legalize.ts";
import { docLines } from "./printer.ts";
import { type Region, type Storage, splitKernel } from "./split.ts";
import { analyzeUniformity } from "./uniformity.ts";
import { verifyKernel } from "./verify.ts";

export interface EmitJsOptions {
  readonly checked: boolean;
  /** Lanes of a subgroup for collectives; a setting, so that no kernel can assume one. */
  readonly subgroupSize: number;
}

/** What checked code reports to. Indices count elements; `thread` is the index in the workgroup. */
export interface KernelChecker {
  beginGroup(x: number, y: number, z: number): void;
  barrier(): void;
  load(memory: string, array: WordArray, index: number, thread: number): number;
  store(memory: string, array: WordArray, index: number, value: number, thread: number): void;
}

export type WordArray = Float32Array | Int32Array | Uint32Array;

/** Runs a grid of workgroups over the kernel's buffers, in binding order. */
export type CompiledKernel = (
  buffers: readonly WordArray[],
  groups: readonly [number, number, number],
  checker?: KernelChecker,
) => void;

const THREAD_ARRAYS: Readonly<Record<ValueType, readonly [fast: string, checked: string]>> = {
  f32: ["Float64Array", "Float32Array"],
  i32: ["Int32Array", "Int32Array"],
  u32: ["Uint32Array", "Uint32Array"],
  bool: ["Uint8Array", "Uint8Array"],
};

/** `text` without the parentheses that enclose all of it. A comma list keeps them: it would change its meaning. */
function bare(text: string): string {
  if (!text.startsWith("(")) return text;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "(" || c === "[") depth++;
    else if (c === ")" || c === "]") depth--;
    else if (c === "," && depth === 1) return text;
    if (depth === 0) return i === text.length - 1 ? text.slice(1, -1) : text;
  }
  return text;
}

/** Whether `text` binds tighter than any operator: a name, a number, a call, an element, or all of it in parentheses. */
function binds(text: string): boolean {
  if (/^[\w$.]+$|^[\d.]+e-\d+$/.test(text)) return true;
  const open = /^[\w$.]*[([]/.exec(text);
  if (open === null) return false;
  let depth = 0;
  for (let i = open[0].length - 1; i < text.length; i++) {
    if (text[i] === "(" || text[i] === "[") depth++;
    else if (text[i] === ")" || text[i] === "]") depth--;
    if (depth === 0) return i === text.length - 1;
  }
  return false;
}

class JsPrinter {
  readonly lines: string[] = [];
  readonly top: string[] = [];
  readonly #kernel: Kernel;
  readonly #options: EmitJsOptions;
  readonly #storage: ReadonlyMap<string, Storage>;
  /** Index of the thread in the text being printed: "local", or "0" in uniform context. */
  #thread = "local";
  readonly #arrays = new Map<string, { length: number; perThread: boolean }>();
  #depth = 2;

  constructor(kernel: Kernel, options: EmitJsOptions, storage: ReadonlyMap<string, Storage>) {
    this.#kernel = kernel;
    this.#options = options;
    this.#storage = storage;
  }

  regions(regions: readonly Region[]): void {
    for (const region of regions) this.#region(region);
  }

  #put(line: string): void {
    this.lines.push("  ".repeat(this.#depth) + line);
  }

  #region(region: Region): void {
    switch (region.kind) {
      case "threads":
        this.#uniform(() => this.#body(region.hoisted));
        if (region.body.length === 0) return;
        this.#threads(() => this.#body(region.body));
        return;
      case "for":
        this.#uniform(() => this.#put(`${this.#forHeader(region.stmt)} {`));
        this.#nest(() => this.regions(region.body));
        this.#put("}");
        return;
      case "if":
        this.#uniform(() => this.#put(`if (${this.#plain(region.stmt.condition)}) {`));
        this.#nest(() => this.regions(region.then));
        if (region.otherwise.length > 0) {
          this.#put("} else {");
          this.#nest(() => this.regions(region.otherwise));
        }
        this.#put("}");
        return;
      case "barrier":
        if (this.#options.checked) this.#put("checker.barrier();");
        return;
      case "collective":
        this.#collective(region.stmt);
        return;
      default:
        region satisfies never;
    }
  }

  #collective(s: Extract<Stmt, { kind: "collective" }>): void {
    const type = s.value.type;
    const input = `${s.name}$in`;
    this.#threadArray(input, type, 1);
    this.#threadArray(`${s.name}$`, type, 1);
    this.#threads(() => this.#put(`${input}[local] = ${this.#plain(s.value)};`));
    const size = this.#options.subgroupSize;
    this.#threads(() => {
      this.#put(
        `const first = local - (local % ${size}), end = Math.min(first + ${size}, ${this.#kernel.workgroupSize});`,
      );
      if (s.op === "subgroupBroadcastFirst") this.#put(`${s.name}$[local] = ${input}[first];`);
      else if (s.op === "subgroupShuffleXor") {
        this.#put(`const other = first + ((local - first) ^ ${s.mask});`);
        this.#put(`${s.name}$[local] = other < end ? ${input}[other] : 0;`);
      } else {
        this.#put(`let sum = ${input}[first];`);
        const join = s.op === "subgroupAdd" ? this.#round(type, `sum + ${input}[i]`) : `Math.max(sum, ${input}[i])`;
        this.#put(`for (let i = first + 1; i < end; i++) sum = ${join};`);
        this.#put(`${s.name}$[local] = sum;`);
      }
    });
  }

  #threads(print: () => void): void {
    this.#put(`for (let local = 0; local < ${this.#kernel.workgroupSize}; local++) {`);
    this.#nest(print);
    this.#put("}");
  }

  #nest(print: () => void): void {
    this.#depth++;
    print();
    this.#depth--;
  }

  #uniform(print: () => void): void {
    const before = this.#thread;
    this.#thread = "0";
    print();
    this.#thread = before;
  }

  #threadArray(name: string, type: ValueType, length: number): void {
    const kind = THREAD_ARRAYS[type][this.#options.checked ? 1 : 0];
    this.top.push(`const ${name} = new ${kind}(${length * this.#kernel.workgroupSize});`);
  }

  #body(body: readonly Stmt[]): void {
    for (const s of body) this.#stmt(s);
  }

  /** Declares a name: a constant or variable of the loop body, or an element of the per-thread array. */
  #define(keyword: "const" | "let", name: string, type: ValueType, value: string): void {
    if (this.#storage.get(name) !== "thread") {
      this.#put(`${keyword} ${name} = ${value};`);
      return;
    }
    this.#threadArray(`${name}$`, type, 1);
    this.#put(`${name}$[${this.#thread}] = ${value};`);
  }

  #stmt(s: Stmt): void {
    switch (s.kind) {
      case "let":
        return this.#define("const", s.name, s.value.type, this.#plain(s.value));
      case "var":
        return this.#define("let", s.name, s.value.type, this.#plain(s.value));
      case "array":
        return this.#array(s);
      case "assign":
        return this.#put(`${this.#name(s.name)} = ${this.#plain(s.value)};`);
      case "assignElement":
        return this.#put(`${this.#element(s.array, s.index)} = ${this.#plain(s.value)};`);
      case "load":
        return this.#load(s);
      case "store":
        return this.#store(s);
      case "for":
        this.#put(`${this.#forHeader(s)} {`);
        this.#nest(() => this.#body(s.body));
        return this.#put("}");
      case "if":
        this.#put(`if (${this.#plain(s.condition)}) {`);
        this.#nest(() => this.#body(s.then));
        if (s.otherwise.length > 0) {
          this.#put("} else {");
          this.#nest(() => this.#body(s.otherwise));
        }
        return this.#put("}");
      case "comment":
        return this.#put(`// ${s.text}`);
      case "barrier":
      case "collective":
        return invariant(false, `${s.kind} inside a thread loop`);
      default:
        s satisfies never;
    }
  }

  #array(s: Extract<Stmt, { kind: "array" }>): void {
    const perThread = this.#storage.get(s.name) === "thread";
    this.#arrays.set(s.name, { length: s.length, perThread });
    const kind = THREAD_ARRAYS[s.type][this.#options.checked ? 1 : 0];
    this.top.push(`const ${s.name} = new ${kind}(${s.length * (perThread ? this.#kernel.workgroupSize : 1)});`);
    this.#put(perThread ? `${s.name}.fill(0, local * ${s.length}, (local + 1) * ${s.length});` : `${s.name}.fill(0);`);
  }

  #load(s: Extract<Stmt, { kind: "load" }>): void {
    const width = s.names.length;
    const at = this.#groupIndex(s.index, width, s.names[0]!);
    for (const [i, name] of s.names.entries()) {
      const index = i === 0 ? at : `${at} + ${i}`;
      const value = this.#options.checked
        ? `checker.load("${s.source}", ${s.source}, ${index}, ${this.#thread})`
        : `${s.source}[${index}]`;
      this.#define("const", name, s.type, value);
    }
  }

  #store(s: Extract<Stmt, { kind: "store" }>): void {
    const at = s.values.length === 1 ? this.#plain(s.index) : `${this.#wrapped(s.index)} * ${s.values.length}`;
    for (const [i, value] of s.values.entries()) {
      const index = i === 0 ? at : `${at} + ${i}`;
      const text = this.#plain(value);
      this.#put(
        this.#options.checked
          ? `checker.store("${s.target}", ${s.target}, ${index}, ${text}, ${this.#thread});`
          : `${s.target}[${index}] = ${text};`,
      );
    }
  }

  #groupIndex(index: Expr, width: number, name: string): string {
    if (width === 1) return this.#plain(index);
    this.#put(`const ${name}$at = ${this.#wrapped(index)} * ${width};`);
    return `${name}$at`;
  }

  #forHeader(s: Extract<Stmt, { kind: "for" }>): string {
    return `for (let ${s.name} = ${this.#plain(s.start)}; ${s.name} < ${this.#expr(s.end)}; ${s.name} += ${this.#plain(s.step)})`;
  }

  #name(name: string): string {
    return this.#storage.get(name) === "thread" ? `${name}$[${this.#thread}]` : name;
  }

  #element(array: string, index: Expr): string {
    const shape = this.#arrays.get(array);
    invariant(shape !== undefined, `array ${array} is not declared`);
    return shape.perThread
      ? `${array}[${this.#thread} * ${shape.length} + ${this.#wrapped(index)}]`
      : `${array}[${this.#plain(index)}]`;
  }

  /** An expression that stands alone. */
  #plain(e: Expr): string {
    return bare(this.#expr(e));
  }

  #wrapped(e: Expr): string {
    const text = this.#expr(e);
    return binds(text) ? text : `(${text})`;
  }

  /** A result of JavaScript's numbers brought back to its type. `text` may hold operators that bind like `+` or tighter. */
  #round(type: ValueType, text: string): string {
    if (type === "f32") return this.#options.checked ? `fround(${text})` : `(${text})`;
    if (type === "u32") return `(${text} >>> 0)`;
    if (type === "i32") return `(${text} | 0)`;
    return `(${text})`;
  }

  #expr(e: Expr): string {
    switch (e.kind) {
      case "const":
        if (e.type === "bool") return String(e.value !== 0);
        return Object.is(e.value, -0) ? "-0" : String(e.value);
      case "ref":
        return this.#ref(e.name, e.type);
      case "builtin":
        return this.#builtin(e.name);
      case "binary":
        return this.#binary(e);
      case "unary":
        if (e.op === "!") return `!${this.#wrapped(e.a)}`;
        return this.#round(e.type, `${e.op}${this.#wrapped(e.a)}`);
      case "call":
        return this.#call(e);
      case "select":
        return `(${this.#expr(e.condition)} ? ${this.#expr(e.yes)} : ${this.#expr(e.no)})`;
      case "convert":
        return this.#convert(e.type, e.a);
      case "bitcast":
        return this.#bitcast(e.type, e.a);
      case "element":
        return this.#element(e.array, e.index);
    }
  }

  #ref(name: string, type: ValueType): string {
    const text = this.#name(name);
    return type === "bool" && this.#storage.get(name) === "thread" ? `(${text} !== 0)` : text;
  }

  #builtin(name: string): string {
    if (name === "local") return "local";
    if (name === "subgroup.lane") return `(local % ${this.#options.subgroupSize})`;
    if (name === "subgroup.size") return String(this.#options.subgroupSize);
    return name.replace("group.", "group_");
  }

  #binary(e: Extract<Expr, { kind: "binary" }>): string {
    const a = this.#wrapped(e.a);
    const b = this.#wrapped(e.b);
    const type = e.a.type;
    if (e.type === "bool") {
      const spelled = e.op === "==" ? "===" : e.op === "!=" ? "!==" : e.op;
      return `(${a} ${spelled} ${b})`;
    }
    if (type === "f32") return this.#round("f32", `${a} ${e.op} ${b}`);
    if (e.op === "*") {
      const product = `Math.imul(${this.#plain(e.a)}, ${this.#plain(e.b)})`;
      return type === "i32" ? product : this.#round(type, product);
    }
    if (e.op === ">>" && type === "u32") return `(${a} >>> ${b})`;
    // These bind weaker than the shift by zero that makes a word unsigned.
    if ("&|^".includes(e.op)) return type === "u32" ? `((${a} ${e.op} ${b}) >>> 0)` : `(${a} ${e.op} ${b})`;
    return this.#round(type, `${a} ${e.op} ${b}`);
  }

  #call(e: Extract<Expr, { kind: "call" }>): string {
    const args = e.args.map((a) => this.#plain(a));
    switch (e.fn) {
      case "fma": {
        const [a, b, c] = e.args.map((arg) => this.#wrapped(arg));
        return this.#round("f32", `${a} * ${b} + ${c}`);
      }
      case "min":
      case "max":
        return `Math.${e.fn}(${args.join(", ")})`;
      case "halfLow":
        return `halfToFloat(${this.#wrapped(e.args[0]!)} & 0xffff)`;
      case "halfHigh":
        return `halfToFloat(${this.#wrapped(e.args[0]!)} >>> 16)`;
      case "packBf16":
        return `packBf16(${args.join(", ")})`;
      case "packHalf":
        return `((floatToHalf(${args[0]}) | (floatToHalf(${args[1]}) << 16)) >>> 0)`;
      default:
        return this.#round("f32", `Math.${e.fn}(${args.join(", ")})`);
    }
  }

  #convert(to: ValueType, a: Expr): string {
    const text = this.#expr(a);
    if (to === "f32") return a.type === "bool" ? `(${text} ? 1 : 0)` : this.#round("f32", bare(text));
    if (a.type === "f32") return `${to === "u32" ? "toU32" : "toI32"}(${bare(text)})`;
    return a.type === "bool" ? `(${text} ? 1 : 0)` : this.#round(to, text);
  }

  #bitcast(to: ValueType, a: Expr): string {
    const text = this.#plain(a);
    if (a.type === to) return this.#expr(a);
    if (to === "f32") return `(bitsU[0] = ${text}, bitsF[0])`;
    if (a.type === "f32") return `(bitsF[0] = ${text}, ${to === "u32" ? "bitsU[0]" : "bitsI[0]"})`;
    return this.#round(to, this.#wrapped(a));
  }
}

/** JavaScript text of a kernel: the body of a function of (buffers, groups, checker, runtime functions). */
export function emitJs(source: Kernel, options: EmitJsOptions): string {
  verifyKernel(source);
  const kernel = legalizeNarrow(source);
  const split = splitKernel(kernel, analyzeUniformity(kernel));
  const printer = new JsPrinter(kernel, options, split.storage);
  printer.regions(split.regions);
  const sharedKinds = { f32: "Float32Array", i32: "Int32Array", u32: "Uint32Array" } as const;
  return [
    `// ${kernel.name}`,
    ...docLines(kernel.doc),
    ...kernel.bindings.map((b, i) => `const ${b.name} = buffers[${i}];`),
    ...kernel.shared.map((s) => `const ${s.name} = new ${sharedKinds[s.type]}(${s.length});`),
    ...printer.top,
    "for (let group_z = 0; group_z < groups[2]; group_z++)",
    "for (let group_y = 0; group_y < groups[1]; group_y++)",
    "for (let group_x = 0; group_x < groups[0]; group_x++) {",
    ...(options.checked ? ["    checker.beginGroup(group_x, group_y, group_z);"] : []),
    ...printer.lines,
    "}",
    "",
  ].join("\n");
}
